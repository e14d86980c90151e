import { defined } from '../../../core/defined.ts'
import { formatAmount } from '../../../core/money/amount.ts'
import { RATE_DECIMALS } from '../../../core/rates/point.ts'
import { changeText, rateText } from '../../../core/rates/rate-text.ts'
import type { WatchEntry } from '../../../core/rates/watch-entry.ts'
import { defineCommand } from '../../command.ts'
import { openOwn } from '../../session.ts'
import { right } from '../../output/table.ts'

/** Lists the watched pairs. */
export const list = defineCommand({
  examples: ['watch', 'watch list --json'],
  notes: 'The change is that of the quotes that this store has seen within a day.',
  local: true,
  run: async (session) => {
    const { output } = session
    const service = await openOwn(session)
    const entries = await service.watchList.list()
    const found = await Promise.all(
      entries.map(async (entry) => ({
        entry,
        changeBps: (await service.ratesOfWatched(entry, entry.seen, '1d')).changeBps,
      })),
    )
    if (output.json) {
      const data = found.map(({ entry, changeBps }) => ({ ...watchEntryDocument(entry), ...defined({ changeBps }) }))
      return output.printJson({ data })
    }
    if (entries.length === 0) return output.note('no pair is watched: swapcli watch add FROM TO --above RATE')
    await output.table(
      ['FROM', 'TO', right('AMOUNT'), right('RATE'), right('1 D'), right('BELOW'), right('ABOVE')],
      found.map(({ entry: { from, to, amount, seen, below, above }, changeBps }) => [
        ...[from, to, amount, seen === undefined ? '' : rateText(seen.rate)],
        changeBps === undefined ? '' : changeText(changeBps),
        ...[below, above].map((limit) => (limit === undefined ? '' : rateText(limit))),
      ]),
    )
  },
})

/** A watched pair as JSON: rates are decimal texts, times ISO 8601. */
export function watchEntryDocument({ above, below, fired, seen, toldMs, ...entry }: WatchEntry) {
  const text = (rate: bigint | undefined) => (rate === undefined ? undefined : formatAmount(rate, RATE_DECIMALS))
  return {
    ...entry,
    ...defined({ above: text(above), below: text(below) }),
    fired,
    ...defined({
      toldAt: toldMs === undefined ? undefined : new Date(toldMs).toISOString(),
      rate: text(seen?.rate),
      seenAt: seen && new Date(seen.atMs).toISOString(),
    }),
  }
}
