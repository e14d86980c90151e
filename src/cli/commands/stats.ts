import { clean } from '../../core/text/clean-text.ts'
import { defineCommand } from '../command.ts'
import { leftOutText, volumeText } from '../../core/money/fees.ts'
import { parseUsd } from '../../core/money/usd.ts'
import { FILTER_OPTIONS, filterOf } from '../history-filter.ts'
import { tellOlderHome } from '../pay/home/own-home.ts'
import { right } from '../output/table.ts'

/** Sums up past transactions. */
export const stats = defineCommand({
  options: FILTER_OPTIONS,
  examples: ['stats', 'stats --status SUCCESS --json'],
  run: async (session, _args, flags) => {
    const { output } = session
    const { service } = await session.open()
    const sums = await service.stats(filterOf(flags))
    if (sums.total === 0) await tellOlderHome(session)
    if (output.json) return output.printJson({ data: sums })
    await output.fields([
      ['transactions', String(sums.total)],
      ['volume', `${sumText(sums)}${leftOutText(sums.unvalued ?? 0, sums.total)}`],
      ...Object.entries(sums.byStatus).map(([name, count]) => [name.toLowerCase(), String(count)] as const),
    ])
    const tables = [
      ['PROVIDER', sums.byProvider.map((row) => ({ ...row, name: row.provider }))],
      ['PAIR', sums.byPair.map((row) => ({ ...row, name: `${row.src} to ${row.dst}` }))],
      ['DAY', sums.byDay.map((row) => ({ ...row, name: row.day }))],
    ] as const
    for (const [header, rows] of tables) {
      if (rows.length === 0) continue
      output.print(clean``)
      await output.table(
        [header, right('SWAPS'), right('SUCCESS'), right('VOLUME')],
        rows.map((row) => [row.name, String(row.total), String(row.success), sumText(row)]),
      )
    }
  },
})

interface Counted {
  readonly total: number
  readonly volumeUsd: string
  readonly unvalued?: number | undefined
}

function sumText({ total, volumeUsd, unvalued = 0 }: Counted): string {
  const usd = parseUsd(volumeUsd)
  return usd === undefined ? volumeUsd : volumeText(usd, unvalued, total)
}
