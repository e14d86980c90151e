import { SwapError } from '../../core/api/errors.ts'
import type { ProviderRefresh } from '../../service/index.ts'
import { type Command, type Flags, usage } from '../command.ts'
import { refuseServer, type Session } from '../session.ts'

const ACTIONS = ['show', 'refresh'] as const

/** Shows what the catalog is made of, and adds to it what providers list. */
export const catalog: Command = {
  arguments: [{ name: 'action', description: `${ACTIONS.join(', ')} (default show)` }],
  options: [
    { flags: '--provider <keys...>', description: 'refresh from these providers only' },
    { flags: '--why', description: 'say why rows were refused' },
  ],
  examples: ['catalog', 'catalog refresh --network live', 'catalog refresh --network live --provider RELAY --why'],
  notes:
    'A refresh adds what is new in one step at its end. It changes no row that is known: rows that say otherwise are\n' +
    'refused. A provider that fails keeps what it listed before.',
  run: async (session, [action = 'show'], flags) => {
    if (action === 'show') return show(session)
    if (action === 'refresh') return refresh(session, flags)
    throw usage(`catalog knows no ${action}; it knows ${ACTIONS.join(', ')}`)
  },
}

async function openAdmin(session: Session) {
  refuseServer(session, 'catalog')
  const { embedded } = await session.open()
  if (embedded === undefined) throw new Error('without a server the service is embedded')
  return embedded.admin()
}

async function show(session: Session): Promise<void> {
  const { output } = session
  const state = await (await openAdmin(session)).catalogState()
  if (output.json) {
    output.printJson({ data: { ...state, refresh: state.refresh ?? null } })
    return
  }
  const counts = ({ chains, assets }: { chains: number; assets: number }) => `${chains} chains, ${assets} assets`
  await output.fields([
    ['release', state.release],
    ['bundled', counts(state.bundled)],
    ['added', counts(state.added)],
    ['last refresh', state.refresh?.at ?? 'never: swapcli catalog refresh'],
    ...Object.entries(state.refresh?.providers ?? {}).map(([key, { at, ...listed }]): [string, string] => [
      key,
      `${counts(listed)}, told ${at}`,
    ]),
  ])
}

async function refresh(session: Session, flags: Flags): Promise<void> {
  const { output } = session
  const keys = flags.list('provider').map((key) => key.toUpperCase().replaceAll('-', '_'))
  const admin = await openAdmin(session)
  const result = await admin.refreshCatalog({
    ...(keys.length === 0 ? {} : { providers: keys }),
    signal: session.signal,
    onProvider: (provider) => output.note(progressLine(provider)),
  })
  if (output.json) output.printJson({ data: result })
  else {
    output.print(
      `${result.listed} assets are listed by providers; new in the catalog: ${result.assets} assets, ${result.chains} chains`,
    )
  }
  if (result.refused.length > 0) {
    output.note(`${result.refused.length} rows were refused${flags.on('why') ? ':' : '; see which with --why'}`)
    if (flags.on('why')) for (const line of result.refused) output.note(`  ${line}`)
  }
  const failed = result.providers.filter(({ outcome }) => outcome === 'failed')
  if (failed.length === 0 || result.providers.some(({ outcome }) => outcome === 'listed')) return
  throw new SwapError('PROVIDER_UNAVAILABLE', 'No provider told its list: the catalog stays as it was', {
    hint: 'See what is wrong: swapcli providers check',
  })
}

function progressLine({ key, outcome, rows, ms, code, message }: ProviderRefresh): string {
  const end =
    outcome === 'listed' ? `${rows} assets` : `${outcome === 'failed' ? `failed, ${code ?? ''}: ` : ''}${message ?? ''}`
  return `${key}: ${end} (${(ms / 1000).toFixed(1)} s)`
}
