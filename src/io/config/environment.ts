import { providerVariable } from '../../core/provider-variable.ts'
import { isKeyed, SETTING_NAMES, settingVariable } from './settings.ts'

/**
 * A provider's setting from the environment, SWAPCLI_PROVIDER_<KEY>_<NAME>; with the provider `RPC` and a chain key,
 * SWAPCLI_RPC_<CHAIN>. An empty variable counts as unset.
 */
export function environmentSetting(provider: string, name: string): string | undefined {
  const variable = provider === 'RPC' ? settingVariable(`rpc.${name}`) : providerVariable({ provider, name })
  const value = process.env[variable]
  return value === '' ? undefined : value
}

/** The variables of this process, for what is set by others' names, such as PG*. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

/** Variables that are no settings; the last is for tests. */
const OTHERS = [
  'SWAPCLI_HOME',
  'SWAPCLI_STATE',
  'SWAPCLI_WALLET_PASSWORD_FILE',
  'SWAPCLI_DEBUG',
  'SWAPCLI_TEST_KILL_AT',
]
/** Those of providers are checked with their settings. */
const PROVIDERS = 'SWAPCLI_PROVIDER_'

/** Names of this program's form that it does not know, with those that it does. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): {
  readonly unknown: readonly string[]
  readonly known: readonly string[]
} {
  const settings = SETTING_NAMES.map((name) => ({ variable: settingVariable(name), keyed: isKeyed(name) }))
  const known = [...OTHERS, ...settings.map(({ variable }) => variable)]
  const isKnown = (name: string) =>
    name.startsWith(PROVIDERS) ||
    OTHERS.includes(name) ||
    settings.some(({ variable, keyed }) => (keyed ? name.startsWith(`${variable}_`) : name === variable))
  return { unknown: Object.keys(env).filter((name) => name.startsWith('SWAPCLI_') && !isKnown(name)), known }
}
