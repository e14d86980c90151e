import { providerVariable } from '../../core/provider-variable.ts'
import { settingVariable } from './settings.ts'

/**
 * A provider's setting from the environment, SWAPCLI_PROVIDER_<KEY>_<NAME>; with the provider `RPC` and a chain key,
 * SWAPCLI_RPC_<CHAIN>. An empty variable counts as unset.
 */
export function environmentSetting(provider: string, name: string): string | undefined {
  const variable = provider === 'RPC' ? settingVariable(`rpc.${name}`) : providerVariable({ provider, name })
  const value = process.env[variable]
  return value === '' ? undefined : value
}
