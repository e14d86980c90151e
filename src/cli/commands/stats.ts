import type { Delivery } from '../../core/api/documents.ts'
import { clean } from '../../core/text/clean-text.ts'
import { costSumText, sumDeliveries } from '../../core/delivery/cost-text.ts'
import { MOST_OUTCOMES } from '../../core/delivery/outcomes.ts'
import { defineCommand } from '../command.ts'
import { leftOutText, volumeText } from '../../core/money/fees.ts'
import { readUsd } from '../../core/money/usd.ts'
import { barText } from '../../core/text/bar-text.ts'
import { chartGlyphs, readSetting } from '../../io/index.ts'
import { refuseTogether } from '../command-line/flags.ts'
import { BAR_COLUMNS, printDeliveries, printSpreads } from '../views/delivery-view.ts'
import { FILTER_OPTIONS, filterOf, tellWhose } from '../history-filter.ts'
import { tellOlderHome } from '../pay/home/own-home.ts'
import { right } from '../output/table.ts'

/** Sums up past transactions. */
export const stats = defineCommand({
  options: {
    ...FILTER_OPTIONS,
    chart: { kind: 'switch', description: 'draw bars of volumes, and of what was delivered of what was promised' },
  },
  examples: ['stats', 'stats --chart', 'stats --status SUCCESS --json'],
  run: async (session, _args, { chart, ...flags }) => {
    const { output, settings, env } = session
    refuseTogether({ chart, json: output.json })
    const { service } = await session.open()
    const sums = await service.stats(filterOf(flags))
    tellWhose(session, flags)
    if (sums.total === 0) await tellOlderHome(session)
    if (output.json) return output.printJson({ data: sums })
    const { deliveries = [] } = sums
    await output.fields([
      ['transactions', String(sums.total)],
      ['volume', `${sumText(sums)}${leftOutText(sums.unvalued ?? 0, sums.total)}`],
      ['cost', costsText(deliveries)],
      ...Object.entries(sums.byStatus).map(([name, count]) => [name.toLowerCase(), String(count)] as const),
    ])
    const glyphs = chartGlyphs(readSetting('charts', settings.get('charts')?.value), env)
    const glyph = glyphs === 'ascii' ? '#' : '█'
    const tables = [
      ['PROVIDER', sums.byProvider.map((row) => ({ ...row, name: row.provider }))],
      ['PAIR', sums.byPair.map((row) => ({ ...row, name: `${row.src} to ${row.dst}` }))],
      ['DAY', sums.byDay.map((row) => ({ ...row, name: row.day }))],
    ] as const
    for (const [header, rows] of tables) {
      if (rows.length === 0) continue
      const most = Math.max(...rows.map(({ volumeUsd }) => dollarsOf(volumeUsd)))
      output.print(clean``)
      await output.table(
        [header, right('SWAPS'), right('SUCCESS'), right('VOLUME'), ...(chart ? [''] : [])],
        rows.map((row) => [
          ...[row.name, String(row.total), String(row.success), sumText(row)],
          ...(chart ? [barText(dollarsOf(row.volumeUsd), most, BAR_COLUMNS, glyph)] : []),
        ]),
      )
    }
    if (deliveries.length === 0) return
    output.print(clean``)
    await printDeliveries(output, deliveries)
    if (!chart) return
    output.print(clean``)
    await printSpreads(output, deliveries, glyph)
  },
})

/** What swaps cost; '' where none has ended. */
function costsText(deliveries: readonly Delivery[]): string {
  const text = costSumText(sumDeliveries(deliveries))
  const isPartial = deliveries.some(({ finished }) => finished >= MOST_OUTCOMES)
  return text !== '' && isPartial ? `${text}, of the newest ${MOST_OUTCOMES} of each provider` : text
}

/** What a bar shows of a volume: its length needs no more digits. */
function dollarsOf(volumeUsd: string): number {
  return Number(readUsd(volumeUsd) ?? 0n)
}

interface Counted {
  readonly total: number
  readonly volumeUsd: string
  readonly unvalued?: number | undefined
}

function sumText({ total, volumeUsd, unvalued = 0 }: Counted): string {
  return volumeText(readUsd(volumeUsd), unvalued, total)
}
