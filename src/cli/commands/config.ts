import { defined } from '../../core/defined.ts'
import { SwapError } from '../../core/api/errors.ts'
import {
  checkSettings,
  defaultText,
  isKeyed,
  isSecretSetting,
  normalKey,
  PROVIDER_PREFIX,
  type ProviderSettingRow,
  readConfig,
  rowOfKey,
  SETTING_NAMES,
  settingForms,
  type SettingName,
  settingRow,
  SETTINGS,
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
  notes: `Keys (flags outweigh the environment, which outweighs the file):\n${SETTING_NAMES.map(describeSetting).join('\n')}
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

/** One setting as the help lists it. */
function describeSetting(name: SettingName): string {
  const { key, variable } = settingForms(name)
  const standard = defaultText(SETTINGS[name])
  return `  ${key}: ${SETTINGS[name].description}${standard === undefined ? '' : ` (default ${standard})`} [${variable}]`
}

/** A setting as it is printed. */
interface Row {
  readonly key: string
  /** Absent where nothing is set and there is no default. */
  readonly value?: string
  /** As a person would name it: `--network`, `SWAPCLI_NETWORK`, the path of the file, `default`. */
  readonly origin: string
}

async function list({ output, settings }: Session): Promise<void> {
  const known = await providerRows([...settings.keys()])
  const unset = SETTING_NAMES.filter((name) => !isKeyed(name) && !settings.has(name))
  const rows = [...settings.keys(), ...unset]
    .map((key) => rowToPrint(key, settings, known))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  if (output.json) {
    output.printJson({ data: rows })
    return
  }
  await output.table(
    [{ header: 'KEY' }, { header: 'VALUE' }, { header: 'FROM' }],
    rows.map((row) => [row.key, row.value ?? '', row.origin]),
  )
}

async function get({ output, settings }: Session, key: string): Promise<void> {
  const row = rowToPrint(key, settings, await providerRows([key]))
  if (output.json) output.printJson({ data: row })
  else if (row.value !== undefined) output.print(output.clean(row.value))
  if (!settings.has(key)) output.note(`${key} is not set${row.value === undefined ? '' : ': this is the default'}`)
}

function exampleOf(key: string): string {
  const row = settingRow(key)
  return row === undefined || isSecretSetting(key) ? '-' : row.example
}

/** What holds for a key, secrets hidden. */
function rowToPrint(key: string, settings: Session['settings'], known: readonly ProviderSettingRow[]): Row {
  const setting = settings.get(key)
  if (setting !== undefined) return isSecretSetting(key, known) ? { ...setting, value: HIDDEN } : setting
  const row = rowOfKey(key, known)
  return defined({ key, value: row === undefined ? undefined : defaultText(row), origin: 'default' })
}

async function set(session: Session, key: string, given: string | undefined): Promise<void> {
  const { output, configFile } = session
  if (given === undefined) throw usage(`config set ${key} needs a value`, `swapcli config set ${key} ${exampleOf(key)}`)
  const value = given === '-' ? (await session.readStdin()).trim() : given
  const known = await providerRows([key])
  await readConfig(configFile)
  checkSettings([{ key, value, origin: 'the command line' }], known)
  await writeSetting(configFile, key, value)
  output.note(isSecretSetting(key, known) ? `${key} is now set (hidden)` : `${key} is now ${value}`)
}

/** The settings of providers, where one of the keys is one of them. */
async function providerRows(keys: readonly string[]): Promise<readonly ProviderSettingRow[]> {
  return keys.some((key) => key.startsWith(PROVIDER_PREFIX)) ? knownProviderSettings() : []
}

/** @throws USAGE for a key that does not exist, CONFIG_INVALID for one of a provider */
async function knownKey(given: string | undefined): Promise<string> {
  const key = normalKey(requiredKey(given))
  const problem = unknownProviderSetting(key, await providerRows([key]))
  if (key.startsWith(PROVIDER_PREFIX) && problem !== undefined) {
    throw new SwapError('CONFIG_INVALID', `${key} ${problem}`, { field: key, hint: 'swapcli providers list' })
  }
  if (problem === undefined || settingRow(key) !== undefined) return key
  throw usage(`There is no key ${key}`, 'See the keys: swapcli config --help')
}

function requiredKey(key: string | undefined): string {
  if (key !== undefined && key !== '') return key
  throw usage('The key is missing', 'See the keys: swapcli config --help')
}
