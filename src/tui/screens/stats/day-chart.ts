import { DAY_MS } from '../../../core/text/duration.ts'
import { countText } from '../../../core/text/count-text.ts'
import plot from 'simple-ascii-chart'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { fitText, textWidth } from '../../kit/text/text-fit.ts'
import type { Group } from './state.ts'
import { larger } from '../../../core/money/larger.ts'

/** Columns of the axis labels next to the line. */
const LABEL_COLUMNS = 9
/** Lines for the dates below the chart and for the margin above it. */
const FRAME_LINES = 2

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
  const first = Date.parse(from)
  const count = Math.floor((Date.parse(to) - first) / DAY_MS) + 1
  if (!(count > 0) || most < 1) return []
  const each = Math.ceil(count / most)
  const volumes = Array.from({ length: Math.ceil(count / each) }, () => 0n)
  for (const { name, volume } of days) {
    const at = Math.floor((Date.parse(name) - first) / DAY_MS / each)
    if (at >= 0 && at < volumes.length) volumes[at] = (volumes[at] ?? 0n) + volume
  }
  return volumes.map((volume, index) => ({
    day: new Date(first + index * each * DAY_MS).toISOString().slice(0, 10),
    volume,
  }))
}

/** Volume by day as a line: at most `height` lines of at most `width` columns, the last of them days. */
export function dayChart(days: readonly Group[], from: string, to: string, width: number, height: number): string[] {
  const columns = width - LABEL_COLUMNS - 2
  const spans = spansOf(days, from, to, columns)
  const top = spans.reduce((most, { volume }) => larger(volume, most), 0n)
  const rows = height - FRAME_LINES
  if (spans.length === 0 || top === 0n || rows < 2) return []
  const most = centsOf(top)
  const points = spans.map(({ volume }, index): [number, number] => [index, centsOf(volume)])
  const drawn = plot(points.length === 1 ? [...points, [1, most]] : points, {
    width: columns,
    height: rows,
    yRange: [0, most],
    customYAxisTicks: [0, most],
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
  return [...lines, `${' '.repeat(label)}${daysLine(spans[0]?.day ?? from, to, columns)}`.trimEnd()].map((line) =>
    textWidth(line) > width ? fitText(line, width) : line,
  )
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

/** Dollars in few columns, rounded down: `$12.34`, `$1234`, `$12.3K`, `$1.2M`. */
export function shortUsd(value: MicroUsd): string {
  const dollars = value / 1_000_000n
  const tenths = (unit: bigint) => `${dollars / unit}.${((dollars % unit) * 10n) / unit}`
  if (dollars >= 1_000_000_000n) return `$${tenths(1_000_000_000n)}B`
  if (dollars >= 1_000_000n) return `$${tenths(1_000_000n)}M`
  if (dollars >= 10_000n) return `$${tenths(1_000n)}K`
  if (dollars >= 100n) return `$${dollars}`
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
  return `Volume by day: ${swaps}; the most on ${top.name}, ${shortUsd(top.volume)}.`
}
