import type { RateSeries } from '../../../core/rates/series.ts'

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** A part of a whole as one bar: a space for nothing, the highest only for all of it. */
export function barOf(part: bigint, whole: bigint): string {
  if (part <= 0n || whole <= 0n) return ' '
  const top = BigInt(BARS.length - 1)
  return BARS[part >= whole ? BARS.length - 1 : Number((part * top) / whole)] ?? ''
}

/**
 * How a rate moved from its first point to its last, in `width` bars of equal times between the lowest and the highest; a space
 * where nothing was quoted for longer than the gap. '' for fewer than two points.
 */
export function sparkline({ points, gapMs, low = 0n, high = 0n }: RateSeries, width: number): string {
  const [first, last] = [points.at(0), points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2 || width < 2) return ''
  const top = BigInt(BARS.length - 1)
  const span = high - low
  let at = 0
  return Array.from({ length: width }, (_, column) => {
    const untilMs = first.atMs + ((last.atMs - first.atMs) * (column + 1)) / width
    const begun = at
    while ((points[at + 1]?.atMs ?? Infinity) <= untilMs) at += 1
    const point = points[at]
    if (point === undefined || (at === begun && column > 0 && untilMs - point.atMs > gapMs)) return ' '
    return BARS[Number(span === 0n ? top / 2n : ((point.rate - low) * top) / span)] ?? ''
  }).join('')
}
