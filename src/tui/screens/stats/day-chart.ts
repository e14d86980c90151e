import { utcDay } from '../../../core/text/times.ts'
import { DAY_MS } from '../../../core/text/duration.ts'
import { countText } from '../../../core/text/count-text.ts'
import { groupThousands } from '../../../core/money/amount.ts'
import { formatUsdForPeople } from '../../../core/money/fees.ts'
import plot from 'simple-ascii-chart'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { barOf } from '../../kit/text/sparkline.ts'
import { firstFitting, fitText, textWidth } from '../../kit/text/text-fit.ts'
import type { Group } from './state.ts'
import { larger } from '../../../core/money/larger.ts'

/** Columns of the axis labels next to the line. */
const LABEL_COLUMNS = 9
/** Lines for the dates below the chart and for what it is above it. */
const FRAME_LINES = 2

/** Lines of the bars below the line and of their scale, and fewest lines of a chart that has them. */
const STRIP_LINES = 3
const LEAST_WITH_STRIPS = 9
/** Lines of a chart from which on its axis has a label in the middle. */
const LEAST_WITH_MIDDLE = 7

/** Volume of some days in a row. */
export interface Span {
  /** First of its days. */
  readonly day: string
  readonly volume: MicroUsd
}

/**
 * Every day from `from` to `to` (both YYYY-MM-DD), those without swaps as well, in at most `most` spans of as many days
 * each.
 */
export function spansOf(days: readonly Group[], from: string, to: string, most: number): readonly Span[] {
  const spans = spanDays(from, to, most)
  const volumes = sumSpans(new Map(days.map(({ name, volume }) => [name, volume])), spans)
  return spans.starts.map((day, index) => ({ day, volume: volumes[index] ?? 0n }))
}

/** Days in a row in spans. */
interface Spans {
  /** First day of each. */
  readonly starts: readonly string[]
  /** Days that each has; the last may have fewer. */
  readonly days: number
}

function spanDays(from: string, to: string, most: number): Spans {
  const first = Date.parse(from)
  const count = Math.floor((Date.parse(to) - first) / DAY_MS) + 1
  if (!(count > 0) || most < 1) return { starts: [], days: 1 }
  const days = Math.ceil(count / most)
  const starts = Array.from({ length: Math.ceil(count / days) }, (_, index) => utcDay(first + index * days * DAY_MS))
  return { starts, days }
}

/** What the days of each span come to. */
function sumSpans(values: ReadonlyMap<string, bigint>, { starts, days }: Spans): readonly bigint[] {
  const first = Date.parse(starts[0] ?? '')
  const sums = starts.map(() => 0n)
  for (const [day, value] of values) {
    const at = Math.floor((Date.parse(day) - first) / DAY_MS / days)
    if (at >= 0 && at < sums.length) sums[at] = (sums[at] ?? 0n) + value
  }
  return sums
}

/** What is drawn by day. */
export interface DayFigures {
  readonly days: readonly Group[]
  /** Fees by day, YYYY-MM-DD. */
  readonly dayFees: ReadonlyMap<string, MicroUsd>
}

/**
 * Volume by day as a line over the whole width: at most `height` lines of at most `width` columns, the last of them days. Where there
 * are lines enough, fees and the share of swaps that succeeded stand as bars below it. The first line says what the line is, the last
 * one the scale of the bars.
 */
export function dayChart(figures: DayFigures, from: string, to: string, width: number, height: number): string[] {
  const { days } = figures
  const columns = width - LABEL_COLUMNS - 2
  const spans = spansOf(days, from, to, columns)
  const top = spans.reduce((most, { volume }) => larger(volume, most), 0n)
  const hasStrips = height >= LEAST_WITH_STRIPS
  const rows = height - FRAME_LINES - (hasStrips ? STRIP_LINES : 0)
  if (spans.length === 0 || top === 0n || rows < 2) return []
  const most = centsOf(top)
  const points = spans.map(({ volume }, index): [number, number] => [index, centsOf(volume)])
  const drawn = plot(points.length === 1 ? [...points, [1, most]] : points, {
    width: columns,
    height: rows,
    yRange: [0, most],
    customYAxisTicks: rows < LEAST_WITH_MIDDLE ? [0, most] : [0, most / 2, most],
    hideXAxis: true,
    hideXAxisTicks: true,
    // Some of its labels are of other heights than those asked for.
    formatter: (value) => shortUsd(BigInt(Math.round(value)) * 10_000n).padStart(LABEL_COLUMNS - 1),
  })
  const lines = drawn
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^[ ▲│]*$/.test(line))
  const label = Math.max(0, ...lines.map((line) => line.search(/[┤│]/) + 1))
  const each = spanDays(from, to, columns)
  const strips = hasStrips ? stripLines(figures, each, label, columns) : []
  const dates = `${' '.repeat(label)}${daysLine(spans[0]?.day ?? from, to, columns)}`
  const scale = hasStrips ? [scaleText(figures, each, width)] : []
  return [captionText(spans, each, width), ...lines, ...strips, dates.trimEnd(), ...scale].map((line) =>
    textWidth(line) > width ? fitText(line, width) : line,
  )
}

/** What the line is, and its highest point: `volume a day (UTC), the most $1,234.56 on 2026-01-10`. */
function captionText(spans: readonly Span[], { days }: Spans, width: number): string {
  const of = days === 1 ? 'a day' : `of ${days} days each`
  const top = spans.reduce<Span | undefined>(
    (most, span) => (span.volume > (most?.volume ?? 0n) ? span : most),
    undefined,
  )
  const most =
    top === undefined ? '' : `, the most ${formatUsdForPeople(top.volume)} ${days === 1 ? 'on' : 'from'} ${top.day}`
  return firstFitting([`volume ${of} (UTC)${most}`, `volume ${of} (UTC)`, `volume ${of}`], width)
}

/** What a full bar of each kind is. */
function scaleText({ dayFees }: DayFigures, spans: Spans, width: number): string {
  const most = formatUsdForPeople(sumSpans(dayFees, spans).reduce(larger, 0n))
  return firstFitting(
    [
      `a full bar: fees ${most}, good all that ended succeeded; a dot: none of them did`,
      `full bars: fees ${most}, good 100 %; dot: none`,
      `full: ${most}, 100 %`,
    ],
    width,
  )
}

/** Fees, and the share of swaps that succeeded of those that ended, a bar a column. @param label columns before the first */
function stripLines({ days, dayFees }: DayFigures, spans: Spans, label: number, columns: number): readonly string[] {
  const sum = (of: (day: Group) => number) => sumSpans(new Map(days.map((day) => [day.name, BigInt(of(day))])), spans)
  const fees = sumSpans(dayFees, spans)
  const most = fees.reduce(larger, 0n)
  const [ended, good] = [sum(({ finished }) => finished), sum(({ success }) => success)]
  // That none succeeded is no day without swaps.
  const goodBars = ended.map((all, at) => (all > 0n && good[at] === 0n ? '·' : barOf(good[at] ?? 0n, all)))
  const strip = (name: string, bars: readonly string[]) =>
    `${fitText(name, Math.max(0, label - 1), 'right')}│${stretch(bars, columns)}`.trimEnd()
  return [
    strip(
      'fees',
      fees.map((sumOfFees) => barOf(sumOfFees, most)),
    ),
    strip('good', goodBars),
  ]
}

/** Characters over so many columns, each as wide as the others. */
function stretch(characters: readonly string[], columns: number): string {
  return Array.from(
    { length: columns },
    (_, at) => characters[Math.floor((at * characters.length) / columns)] ?? '',
  ).join('')
}

/** Whole cents, for drawing only. */
function centsOf(volume: MicroUsd): number {
  return Number(volume / 10_000n)
}

function daysLine(first: string, last: string, width: number): string {
  const both = textWidth(first) + textWidth(last) + 1
  return width < both
    ? fitText(last, Math.max(width, textWidth(last)), 'right')
    : fitText(first, width - textWidth(last)) + last
}

/** Dollars in few columns, rounded down: `$12.34`, `$1,234`, `$12.3K`, `$1.2M`. */
export function shortUsd(value: MicroUsd): string {
  const dollars = value / 1_000_000n
  const tenths = (unit: bigint) => `${dollars / unit}.${((dollars % unit) * 10n) / unit}`
  if (dollars >= 1_000_000_000n) return `$${tenths(1_000_000_000n)}B`
  if (dollars >= 1_000_000n) return `$${tenths(1_000_000n)}M`
  if (dollars >= 10_000n) return `$${tenths(1_000n)}K`
  if (dollars >= 100n) return `$${groupThousands(String(dollars))}`
  return `$${dollars}.${String((value / 10_000n) % 100n).padStart(2, '0')}`
}

/** The same as text, for screen readers. */
export function describeChart(days: readonly Group[], from: string, to: string): string {
  const top = days.reduce<Group | undefined>(
    (most, day) => (most === undefined || day.volume > most.volume ? day : most),
    undefined,
  )
  if (top === undefined) return `No swaps from ${from} to ${to}.`
  const swaps = `${countText(days.length, 'day')} with swaps from ${from} to ${to}`
  return `Volume by day: ${swaps}; the most on ${top.name}, ${formatUsdForPeople(top.volume)}.`
}
