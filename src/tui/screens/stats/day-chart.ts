import type { MicroUsd } from '../../../core/usd.ts'
import { fitText, textWidth } from '../../text-fit.ts'
import type { Group } from './state.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const EIGHTHS = ['', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const
/** Columns of what stands beside the bars. */
const LABEL_COLUMNS = 9
/** Widest bar with the space behind it. */
const MOST_COLUMNS = 8

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

/** Volume by day as bars: `height` lines of at most `width` columns, the last of them days. */
export function dayChart(days: readonly Group[], from: string, to: string, width: number, height: number): string[] {
  const spans = spansOf(days, from, to, width - LABEL_COLUMNS - 1)
  const top = spans.reduce((most, { volume }) => (volume > most ? volume : most), 0n)
  const rows = height - 2
  if (spans.length === 0 || top === 0n || rows < 1) return []
  const columns = Math.min(MOST_COLUMNS, Math.floor((width - LABEL_COLUMNS - 1) / spans.length))
  const bar = Math.max(1, columns - 1)
  const cells = spans.map(({ volume }) => eighthsOf(volume, top, rows))
  const lines = Array.from({ length: rows }, (_, row) => {
    const floor = (rows - 1 - row) * 8
    const bars = cells
      .map((eighths) => {
        const sign = EIGHTHS[Math.max(0, Math.min(8, eighths - floor))] ?? ''
        return (sign === '' ? ' ' : sign).repeat(bar) + ' '.repeat(columns - bar)
      })
      .join('')
    return `${fitText(row === 0 ? `${shortUsd(top)} ` : '', LABEL_COLUMNS, 'right')}│${bars.trimEnd()}`
  })
  const plot = columns * spans.length
  return [
    ...lines,
    `${fitText('$0 ', LABEL_COLUMNS, 'right')}└${'─'.repeat(plot)}`,
    `${' '.repeat(LABEL_COLUMNS + 1)}${daysLine(spans[0]?.day ?? from, to, plot)}`.trimEnd(),
  ]
}

/** Height of a bar in eighths of a line; never nothing where there was some volume. */
function eighthsOf(volume: MicroUsd, top: MicroUsd, rows: number): number {
  if (volume <= 0n) return 0
  const eighths = Number((volume * BigInt(rows * 8)) / top)
  return Math.max(1, eighths)
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

/** The same for somebody who cannot see it. */
export function chartSentence(days: readonly Group[], from: string, to: string): string {
  const top = days.reduce<Group | undefined>(
    (most, day) => (most === undefined || day.volume > most.volume ? day : most),
    undefined,
  )
  if (top === undefined) return `No swaps from ${from} to ${to}.`
  const swaps = `${days.length} ${days.length === 1 ? 'day' : 'days'} with swaps from ${from} to ${to}`
  return `Volume by day: ${swaps}; the most on ${top.name}, ${shortUsd(top.volume)}.`
}
