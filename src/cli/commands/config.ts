import { SwapError } from '../../core/api/errors.ts'
import {
  checkSettings,
  CONFIG_KEYS,
  configKey,
  envName,
  normalKey,
  PROVIDER_PREFIX,
  type ProviderSettingKey,
  readConfig,
  type Setting,
  unknownProviderSetting,
  writeSetting,
} from '../../io/index.ts'
import { type Command, usage } from '../command.ts'
import { HIDDEN, knownProviderSettings } from '../provider-settings.ts'
import type { Session } from '../session.ts'

const ACTIONS = ['list', 'get', 'set', 'unset', 'path'] as const

/** Shows and changes settings. */
export const config: Command = {
  arguments: [
    { name: 'action', description: ACTIONS.join(', ') },
    { name: 'key', description: 'for get, set and unset' },
    { name: 'value', description: 'for set' },
  ],
  examples: [
    'config list',
    'config set slippage 50',
    'config set recipient.bitcoin bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'config get network --json',
    'config set provider.LIFI.api-key - < key.txt',
    'config unset slippage',
    'config path',
  ],
  notes: `Keys (flags outweigh the environment, which outweighs the file):\n${CONFIG_KEYS.map(
    ({ key, perChain, suffix = 'chain', description }) =>
      `  ${perChain ? `${key}.<${suffix}>` : key}: ${description} [${envName(key)}${perChain ? `_<${suffix.toUpperCase()}>` : ''}]`,
  ).join('\n')}
  provider.<KEY>.<name>: Setting of a provider, such as provider.LIFI.api-key [SWAPCLI_PROVIDER_<KEY>_<NAME>];
    see what there is: swapcli providers show KEY
Secrets are never printed, and are read from stdin with the value -.`,
  repairsSettings: true,
  run: async (session, [action, key, value]) => {
    const reads = action === undefined || action === 'list' || action === 'get'
    if (reads && session.settingsProblem !== undefined) throw session.settingsProblem
    switch (action) {
      case undefined:
      case 'list':
        return list(session)
      case 'path':
        return session.output.json
          ? session.output.printJson({ data: { path: session.configFile } })
          : session.output.print(session.configFile)
      case 'get':
        return get(session, await knownKey(key))
      case 'set':
        return set(session, await knownKey(key), value)
      case 'unset':
        return writeSetting(session.configFile, normalKey(requiredKey(key)), undefined)
      default:
        throw usage(`config knows no ${action}; it knows ${ACTIONS.join(', ')}`)
    }
  },
}

async function list({ output, settings }: Session): Promise<void> {
  const known = await providerSettings([...settings.keys()])
  const rows = [
    ...CONFIG_KEYS.filter(({ perChain, key }) => !perChain && !settings.has(key)).map(
      ({ key }): Pick<Setting, 'key' | 'origin'> => ({ key, origin: 'default' }),
    ),
    ...[...settings.values()].map((setting) => shown(setting, known)),
  ].sort((a, b) => (a.key < b.key ? -1 : 1))
  if (output.json) {
    output.printJson({ data: rows })
    return
  }
  await output.table(
    [{ header: 'KEY' }, { header: 'VALUE' }, { header: 'FROM' }],
    rows.map((row) => [row.key, 'value' in row ? String(row.value) : '', row.origin]),
  )
}

async function get({ output, settings }: Session, key: string): Promise<void> {
  const setting = settings.get(key)
  const row = setting === undefined ? undefined : shown(setting, await providerSettings([key]))
  if (output.json) output.printJson({ data: row ?? { key, origin: 'default' } })
  else if (row !== undefined) output.print(output.clean(row.value))
  if (row === undefined) output.note(`${key} is not set`)
}

async function set(session: Session, key: string, given: string | undefined): Promise<void> {
  const { output, configFile } = session
  if (given === undefined) throw usage(`config set ${key} needs a value`)
  const value = given === '-' ? (await session.readStdin()).trim() : given
  const known = await providerSettings([key])
  await readConfig(configFile)
  await checkSettings([{ key, value, origin: 'the command line' }], known)
  await writeSetting(configFile, key, value)
  output.note(isSecret(key, known) ? `${key} is now set (hidden)` : `${key} is now ${value}`)
}

/** The settings of providers, where one of the keys is one of them. */
async function providerSettings(keys: readonly string[]): Promise<readonly ProviderSettingKey[]> {
  return keys.some((key) => key.startsWith(PROVIDER_PREFIX)) ? knownProviderSettings() : []
}

/** A setting as it may be shown. */
function shown(setting: Setting, known: readonly ProviderSettingKey[]): Setting {
  return isSecret(setting.key, known) ? { ...setting, value: HIDDEN } : setting
}

/** A provider's setting that nobody knows counts as secret. */
function isSecret(key: string, known: readonly ProviderSettingKey[]): boolean {
  if (key.startsWith(PROVIDER_PREFIX)) return known.find((row) => row.key === key)?.secret !== false
  return configKey(key)?.secret === true
}

/** @throws USAGE for a key that does not exist, CONFIG_INVALID for one of a provider */
async function knownKey(given: string | undefined): Promise<string> {
  const key = normalKey(requiredKey(given))
  const problem = unknownProviderSetting(key, await providerSettings([key]))
  if (key.startsWith(PROVIDER_PREFIX) && problem !== undefined) {
    throw new SwapError('CONFIG_INVALID', `${key} ${problem}`, { field: key, hint: 'swapcli providers list' })
  }
  if (problem === undefined || configKey(key) !== undefined) return key
  throw usage(`There is no key ${key}`, 'See the keys: swapcli config --help')
}

function requiredKey(key: string | undefined): string {
  if (key !== undefined && key !== '') return key
  throw usage('The key is missing', 'See the keys: swapcli config --help')
}
