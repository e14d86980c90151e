import { countText } from '../../../core/text/count-text.ts'
import { timeText } from '../../../core/text/times.ts'
import { defineCommand } from '../../command.ts'
import { openAdmin } from '../../session.ts'

/** Shows what the catalog is made of. */
export const show = defineCommand({
  examples: ['catalog show', 'catalog show --json'],
  local: true,
  run: async (session) => {
    const { output } = session
    const state = await (await openAdmin(session)).catalogState()
    if (output.json) return output.printJson({ data: { ...state, refresh: state.refresh ?? null } })
    const counts = ({ chains, assets }: { chains: number; assets: number }) =>
      `${countText(chains, 'chain')}, ${countText(assets, 'asset')}`
    const { refresh } = state
    const timeOf = (iso: string) => timeText(iso, output.zone)
    await output.fields([
      ['release', state.release],
      ['bundled', counts(state.bundled)],
      ['added', counts(state.added)],
      ['last refresh', refresh === undefined ? output.namePlace('never: swapcli catalog refresh') : timeOf(refresh.at)],
      ...Object.entries(refresh?.providers ?? {}).map(([key, { at, ...listed }]): [string, string] => [
        key,
        `${counts(listed)}, listed ${timeOf(at)}`,
      ]),
    ])
  },
})
