import { drawnSinceMs, rateChart } from '../../../core/rates/chart.ts'
import type { RateMark } from '../../../core/rates/marks.ts'
import { changeText, rateText, rateRangeText, spanText } from '../../../core/rates/rate-text.ts'
import { RATE_RANGES, type RateRange, type RateSeries } from '../../../core/rates/series.ts'
import { duration } from '../../../core/text/duration.ts'
import { countText } from '../../../core/text/count-text.ts'
import { dayTimeText, MINUTES_ALONE_MS, shortTimeText } from '../../../core/text/times.ts'
import type { AppFacts } from '../../events.ts'
import type { Role } from '../../theme.ts'
import { glyphsOf } from '../text/glyphs.ts'
import { type Row, textRow, textRows, wrapAtMost, wrapText } from '../text/rows.ts'
import { zoneOf } from '../text/zone.ts'

/** The rate of a pair over a time, and the swaps of it. */
export interface ChartedRates extends RateSeries {
  readonly marks: readonly RateMark[]
}

/** Room of a chart. */
interface ChartRoom {
  readonly width: number
  /** Lines, with those that say what the chart is. */
  readonly height: number
  /** True for a screen reader, which gets no picture. */
  readonly spoken: boolean
}

const ROLES = { label: 'dim', rate: 'accent', mark: 'warn' } as const satisfies Record<string, Role>
const RANGE_NAMES = { '1h': '1 hour', '1d': '1 day', '1w': '1 week' } as const satisfies Record<RateRange, string>

/** Of a rate that is of amounts of different sizes: what looks like a move may be another size alone. */
export const ALL_SIZES = 'all sizes'

/** Lines from which on what a chart is in words may have two of them. */
const LEAST_WITH_TWO = 12

/** The times over which a rate may be shown, and which of them is. */
export function rangeRow(range: RateRange): Row {
  return RATE_RANGES.map((each) =>
    each === range
      ? { text: `[${RANGE_NAMES[each]}] `, role: 'accent' }
      : { text: ` ${RANGE_NAMES[each]}  `, role: 'dim' },
  )
}

/** The rate over time as a line, one's own swaps on it, under what it is in words. */
export function rateChartRows(
  rates: ChartedRates,
  app: Pick<AppFacts, 'settings' | 'place' | 'now'>,
  { width, height, spoken }: ChartRoom,
): readonly Row[] {
  const { low, high, range, marks, untilMs } = rates
  if (low === undefined || high === undefined) {
    return textRows(
      `No quote of this pair is known of the last ${RANGE_NAMES[range].replace('1 ', '')}.`,
      width,
      'dim',
    ).slice(0, height)
  }
  const zone = zoneOf(app)
  const layout = { width, glyphs: glyphsOf(app) }
  const timeText = (atMs: number, spanMs: number) => {
    const iso = new Date(atMs).toISOString()
    return spanMs < MINUTES_ALONE_MS ? dayTimeText(iso, zone) : shortTimeText(iso, zone, untilMs)
  }
  const lines = height < LEAST_WITH_TWO ? 1 : 2
  const headOf = (within: readonly string[]) => {
    const parts = chartParts(rates, within, app)
    const texts = parts.map((_, at) => parts.slice(0, parts.length - at).join(', '))
    const text = texts.find((each) => wrapText(each, width).length <= lines) ?? texts.at(-1) ?? ''
    return wrapAtMost(text, width, lines).map((line) => textRow(line, width, 'dim'))
  }
  const head = headOf([])
  const picture = spoken ? [] : rateChart(rates, marks, { ...layout, height: height - head.length, timeText })
  // The axis says it too.
  if (picture.length === 0) return headOf([rateRangeText({ low, high })]).slice(0, height)
  const drawn = picture.map((line): Row => line.map(({ kind, text }) => ({ text, role: ROLES[kind] })))
  return [...head, ...drawn].slice(0, height)
}

/**
 * `2,992.8`, `+0.81 % in 24 h`, `2,950 to 3,010`, `2 swaps of yours`: the most important first.
 * @param within its lowest and highest, where they are said
 */
function chartParts(rates: ChartedRates, within: readonly string[], app: Pick<AppFacts, 'now'>): readonly string[] {
  const { points, changeBps, marks, isOfAllSizes, sinceMs } = rates
  const [first, last] = [points.at(0), points.at(-1)]
  return [
    ...(last === undefined ? [] : [rateText(last.rate)]),
    ...(changeBps === undefined ? [] : [`${changeText(changeBps)} in ${spanText(rates)}`]),
    ...(isOfAllSizes ? [ALL_SIZES] : []),
    ...within,
    ...(marks.length === 0 ? [] : [`${countText(marks.length, 'swap')} of yours`]),
    ...(first === undefined || drawnSinceMs(rates, marks) === sinceMs
      ? []
      : [`first quote ${duration((app.now - first.atMs) / 1000)} ago`]),
  ]
}
