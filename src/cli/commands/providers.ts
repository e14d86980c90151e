import { SwapError } from '../../core/api/errors.ts'
import { providerSettingKey, providerVariable, writeSetting } from '../../io/index.ts'
import type { ProviderState, ServiceAdmin } from '../../service/index.ts'
import { type Command, type Flags, usage } from '../command.ts'
import { checkDocument, printChecks, printProvider, printProviders } from '../views/provider-view.ts'
import { knownProviderSettings } from '../provider-settings.ts'
import { refuseServer, type Session } from '../session.ts'
import { during } from '../output/spinner.ts'

const ACTIONS = ['list', 'show', 'enable', 'disable', 'check'] as const

/** Shows providers, switches them on and off, and checks whether they answer. */
export const providers: Command = {
  arguments: [
    { name: 'action', description: `${ACTIONS.join(', ')} (default list)` },
    { name: 'keys', description: 'keys of providers', variadic: true },
  ],
  options: [{ flags: '--timeout <seconds>', description: 'longest wait of check for one provider (default 8)' }],
  examples: [
    'providers',
    'providers show LIFI --network live',
    'providers disable MAYA --network live',
    'providers check --network live',
    'providers check RELAY LIFI --network live --json',
  ],
  notes:
    'list and show send nothing. check asks every provider for something cheap and exits with 5 when one that is ready\n' +
    'does not answer. Keys and base URLs are settings: swapcli config set provider.LIFI.api-key -',
  run: async (session, [action = 'list', ...keys], flags) => {
    const named = keys.map((key) => key.toUpperCase().replaceAll('-', '_'))
    switch (action) {
      case 'list':
        return session.api === undefined ? list(session) : listServer(session)
      case 'show':
        return show(session, one(action, named))
      case 'enable':
      case 'disable':
        return turn(session, one(action, named), action === 'enable')
      case 'check':
        return check(session, named, flags)
      default:
        throw usage(`providers knows no ${action}; it knows ${ACTIONS.join(', ')}`)
    }
  },
}

function one(action: string, keys: readonly string[]): string {
  const [key] = keys
  if (key === undefined || keys.length > 1) throw usage(`providers ${action} takes one KEY`, 'swapcli providers list')
  return key
}

async function openAdmin(session: Session, action: string): Promise<ServiceAdmin> {
  refuseServer(session, `providers ${action}`)
  const { embedded } = await session.open()
  if (embedded === undefined) throw new Error('without a server the service is embedded')
  return embedded.admin()
}

async function list(session: Session): Promise<void> {
  const states = await (await openAdmin(session, 'list')).providerStates()
  if (session.output.json) session.output.printJson({ data: states })
  else await printProviders(session.output, states)
}

async function listServer(session: Session): Promise<void> {
  const { service } = await session.open()
  const { data } = await service.sources({ perPage: 300 })
  session.output.note('what the server lists as its sources; how they are set up, only the server knows')
  if (session.output.json) session.output.printJson({ data })
  else {
    await session.output.table(
      [{ header: 'KEY' }, { header: 'NAME', cuttable: true }, { header: 'TYPE' }],
      data.map((source) => [source.key, source.name, source.type]),
    )
  }
}

async function show(session: Session, key: string): Promise<void> {
  const admin = await openAdmin(session, 'show')
  const state = await find(await admin.providerStates(), key, session)
  if (session.output.json) session.output.printJson({ data: state })
  else await printProvider(session.output, state)
}

async function find(states: readonly ProviderState[], key: string, { network }: Session): Promise<ProviderState> {
  const found = states.find((state) => state.key === key)
  if (found !== undefined) return found
  const other = (await knownProviderSettings()).some(({ provider }) => provider === key)
  const known = states.map((state) => state.key).join(', ')
  throw new SwapError('VALIDATION_ERROR', `The ${network} network has no provider ${key}; it has ${known}`, {
    field: 'provider',
    hint: other
      ? `swapcli providers show ${key} --network ${network === 'live' ? 'sandbox' : 'live'}`
      : 'swapcli providers list',
  })
}

async function turn(session: Session, key: string, on: boolean): Promise<void> {
  const { output, configFile } = session
  refuseServer(session, `providers ${on ? 'enable' : 'disable'}`)
  const rows = await knownProviderSettings()
  const row = rows.find(({ provider, name }) => provider === key && name === 'ENABLED')
  if (row === undefined) {
    const known = [...new Set(rows.map(({ provider }) => provider))].join(', ')
    throw new SwapError('VALIDATION_ERROR', `There is no provider ${key}; there are ${known}`, {
      field: 'provider',
      hint: 'swapcli providers list',
    })
  }
  await writeSetting(configFile, providerSettingKey(key, 'ENABLED'), on ? undefined : 'false')
  const variable = providerVariable(row)
  const outweighed = (session.env[variable] ?? '') !== '' && session.env[variable] !== String(on)
  if (output.json) output.printJson({ data: { key, enabled: outweighed ? !on : on } })
  output.note(
    outweighed
      ? `the configuration says ${on ? 'on' : 'off'}, but ${variable} outweighs it`
      : `${key} is now ${on ? 'on' : 'off'}`,
  )
}

async function check(session: Session, keys: readonly string[], flags: Flags): Promise<void> {
  const timeoutSec = flags.number('timeout', 0.1, 120) ?? 8
  const admin = await openAdmin(session, 'check')
  const checks = await during(
    session,
    'Asking every provider',
    admin.checkProviders(keys.length === 0 ? undefined : keys, timeoutSec * 1000, session.signal),
  )
  if (session.output.json) session.output.printJson({ data: checks.map(checkDocument) })
  else await printChecks(session.output, checks)
  const failed = checks.filter(({ result }) => result === 'failed')
  if (failed.length === 0) return
  throw new SwapError('PROVIDER_UNAVAILABLE', `Not usable now: ${failed.map(({ key }) => key).join(', ')}`, {
    hint: failed[0]?.next ?? 'swapcli providers check',
  })
}
