const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** A part of a whole as one bar: a space for nothing, the highest only for all of it. */
export function barOf(part: bigint, whole: bigint): string {
  if (part <= 0n || whole <= 0n) return ' '
  const top = BigInt(BARS.length - 1)
  return BARS[part >= whole ? BARS.length - 1 : Number((part * top) / whole)] ?? ''
}

/** Values as bars between the least and the greatest of the last `width` of them; '' for fewer than two. */
export function sparkline(values: readonly bigint[], width: number): string {
  const shown = values.slice(-width)
  if (shown.length < 2 || width < 2) return ''
  const least = shown.reduce((a, b) => (b < a ? b : a))
  const span = shown.reduce((a, b) => (b > a ? b : a)) - least
  const top = BigInt(BARS.length - 1)
  return shown.map((value) => BARS[Number(span === 0n ? top / 2n : ((value - least) * top) / span)] ?? '').join('')
}
