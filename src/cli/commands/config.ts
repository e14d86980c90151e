import { CONFIG_KEYS, configKey, envName } from '../../io/config-keys.ts'
import { checkSettings, readConfig, type Setting, writeSetting } from '../../io/config.ts'
import { type Command, usage } from '../command.ts'
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
    'config unset slippage',
    'config path',
  ],
  notes: `Keys (flags outweigh the environment, which outweighs the file):\n${CONFIG_KEYS.map(
    ({ key, perChain, description }) =>
      `  ${perChain ? `${key}.<chain>` : key}: ${description} [${envName(key)}${perChain ? '_<CHAIN>' : ''}]`,
  ).join('\n')}`,
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
        return get(session, knownKey(key))
      case 'set':
        return set(session, knownKey(key), value)
      case 'unset':
        return writeSetting(session.configFile, requiredKey(key), undefined)
      default:
        throw usage(`config knows no ${action}; it knows ${ACTIONS.join(', ')}`)
    }
  },
}

async function list({ output, settings }: Session): Promise<void> {
  const rows = [
    ...CONFIG_KEYS.filter(({ perChain, key }) => !perChain && !settings.has(key)).map(
      ({ key }): Pick<Setting, 'key' | 'origin'> => ({ key, origin: 'default' }),
    ),
    ...settings.values(),
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

function get({ output, settings }: Session, key: string): void {
  const setting = settings.get(key)
  if (output.json) output.printJson({ data: setting ?? { key, origin: 'default' } })
  else if (setting !== undefined) output.print(output.clean(setting.value))
  if (setting === undefined) output.note(`${key} is not set`)
}

async function set({ output, configFile }: Session, key: string, value: string | undefined): Promise<void> {
  if (value === undefined) throw usage(`config set ${key} needs a value`)
  await readConfig(configFile)
  await checkSettings([{ key, value, origin: 'the command line' }])
  await writeSetting(configFile, key, value)
  output.note(`${key} is now ${value}`)
}

function knownKey(key: string | undefined): string {
  const given = requiredKey(key)
  if (configKey(given) !== undefined) return given
  throw usage(`There is no key ${given}`, 'See the keys: swapcli config --help')
}

function requiredKey(key: string | undefined): string {
  if (key !== undefined && key !== '') return key
  throw usage('The key is missing', 'See the keys: swapcli config --help')
}
