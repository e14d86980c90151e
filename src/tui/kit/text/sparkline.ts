import { larger } from '../../../core/money/larger.ts'
import type { RateSeries } from '../../../core/rates/series.ts'

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** A part of a whole as one bar: a space for nothing, the highest only for all of it. */
export function barOf(part: bigint, whole: bigint): string {
  if (part <= 0n || whole <= 0n) return ' '
  const top = BigInt(BARS.length - 1)
  return BARS[part >= whole ? BARS.length - 1 : Number((part * top) / whole)] ?? ''
}

/** Parts of a rate that the bars are apart at least, from the lowest to the highest: less is noise, and would look like a fall. */
const LEAST_SPAN = 1_000n

/**
 * How a rate moved from its first point to its last, in `width` bars of equal times between the lowest and the highest, or
 * about the middle of them where they are less than a thousandth apart; a space where nothing was quoted for longer than
 * the gap. '' for fewer than two points.
 */
export function sparkline({ points, gapMs, low = 0n, high = 0n }: RateSeries, width: number): string {
  const [first, last] = [points.at(0), points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2 || width < 2) return ''
  const top = BigInt(BARS.length - 1)
  const least = high / LEAST_SPAN
  const span = larger(high - low, least)
  const bottom = low - (span - (high - low)) / 2n
  let at = 0
  return Array.from({ length: width }, (_, column) => {
    const untilMs = first.atMs + ((last.atMs - first.atMs) * (column + 1)) / width
    const begun = at
    while ((points[at + 1]?.atMs ?? Infinity) <= untilMs) at += 1
    const point = points[at]
    if (point === undefined || (at === begun && column > 0 && untilMs - point.atMs > gapMs)) return ' '
    return BARS[Number(span === 0n ? top / 2n : ((point.rate - bottom) * top) / span)] ?? ''
  }).join('')
}
