import { countText } from '../../core/text/count-text.ts'
import { duration } from '../../core/text/duration.ts'
import { type Clean, cleanText, joinClean } from '../../core/text/clean-text.ts'
import { minuteText, MINUTES_ALONE_MS, timeHeader, timeText } from '../../core/text/times.ts'
import { rateChart } from '../../core/rates/chart.ts'
import type { RateMark } from '../../core/rates/marks.ts'
import { rateDocument } from '../../core/rates/rate-document.ts'
import { changeText, rateText, rateRangeText } from '../../core/rates/rate-text.ts'
import { RATE_RANGES, type RateSeries } from '../../core/rates/series.ts'
import { chartGlyphs, readSetting } from '../../io/index.ts'
import { defineCommand } from '../command.ts'
import { findAsset } from '../quote/find-asset.ts'
import { openOwn, type Session } from '../session.ts'
import { right } from '../output/table.ts'

/** Lines of the chart. */
const CHART_LINES = 12

/** Shows the rate of a pair over time, from the quotes of this machine. */
export const rates = defineCommand({
  arguments: {
    from: { kind: 'asset', required: true, description: 'source asset: ethereum:USDC, USDC@ethereum or chain:ADDRESS' },
    to: { kind: 'asset', required: true, description: 'destination asset, written the same way' },
  },
  options: {
    range: {
      kind: 'choice',
      choices: RATE_RANGES,
      value: 'time',
      default: '1d',
      description: 'an hour, a day or a week',
    },
  },
  examples: ['rates ethereum:ETH base:USDC', 'rates ethereum:ETH base:USDC --range 1w --json'],
  notes:
    'A rate is what is received for one source token by the best route; what is paid on top, such as gas, is not taken off.\n' +
    'Rates are of quotes that this store has seen: a point a minute for a day, a quarter of an hour for keep-rates days. Where none\n' +
    'was asked for, there is a gap. Only amounts of about the size of the newest quote are compared. Your swaps of the pair are\n' +
    'marked. A server of --api keeps those of its own quotes.',
  local: true,
  run: async (session, args, { range }) => {
    const { output } = session
    const opened = await session.open()
    const embedded = await openOwn(session)
    const from = await findAsset(opened, args.from, { field: 'from' })
    const to = await findAsset(opened, args.to, { field: 'to' })
    const pair = {
      ...{ srcChain: from.chain.key, srcAddress: from.asset.address },
      ...{ dstChain: to.chain.key, dstAddress: to.asset.address },
    }
    const series = await embedded.rates(pair, range)
    const marks = await embedded.rateMarks(pair, series.sinceMs)
    if (output.json) return output.printJson({ data: rateDocument(pair, series, marks) })
    if (series.points.length === 0) {
      output.note(`no quote of ${from.label} to ${to.label} is known of this time: swapcli quote AMOUNT FROM TO`)
      return
    }
    await output.fields([
      ['rate', `1 ${from.label} = ${rateText(series.points.at(-1)?.rate ?? 0n)} ${to.label}, as received`],
      ...describeSeries(series),
      ...(marks.length === 0 ? [] : [['swaps', `${countText(marks.length, 'swap')} of yours`] as const]),
    ])
    if (output.toTerminal) printChart(session, series, marks)
    else {
      await output.table(
        [timeHeader('TIME', output.zone), right('RATE'), 'PROVIDER'],
        series.points.map(({ atMs, rate, provider }) => [
          minuteText(new Date(atMs).toISOString(), output.zone),
          ...[rateText(rate), provider],
        ]),
      )
    }
  },
})

function describeSeries({ points, low, high, changeBps, otherSizes }: RateSeries): (readonly [string, string])[] {
  const [first, last] = [points.at(0), points.at(-1)]
  if (first === undefined || last === undefined || low === undefined || high === undefined) return []
  const others = otherSizes === 0 ? '' : `; ${countText(otherSizes, 'point')} of amounts of other sizes left out`
  return [
    ...(changeBps === undefined
      ? []
      : [['change', `${changeText(changeBps)} in ${duration((last.atMs - first.atMs) / 1000)}`] as const]),
    ['low, high', `${rateRangeText({ low, high })}, of ${countText(points.length, 'point')}${others}`],
  ]
}

function printChart({ output, settings, env }: Session, series: RateSeries, marks: readonly RateMark[]): void {
  const glyphs = chartGlyphs(readSetting('charts', settings.get('charts')?.value), env)
  const labelOf = (atMs: number, spanMs: number) => {
    const iso = new Date(atMs).toISOString()
    return spanMs < MINUTES_ALONE_MS
      ? timeText(iso, output.zone)
      : `${minuteText(iso, output.zone)} ${output.zone.name}`
  }
  const layout = { width: output.width, height: CHART_LINES, glyphs, timeText: labelOf }
  const { paint } = output
  const paints = {
    label: (text: Clean) => paint.dim(text),
    rate: (text: Clean) => paint.cyan(text),
    mark: (text: Clean) => paint.yellow(text),
  }
  for (const line of rateChart(series, marks, layout)) {
    output.print(
      joinClean(
        line.map(({ kind, text }) => paints[kind](cleanText(text, Infinity))),
        '',
      ),
    )
  }
}
