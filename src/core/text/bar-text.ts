/** Bars of text: blocks, or plain ASCII. */
export type BarGlyph = '\u2588' | '#'

/** A part of a whole as a bar of at most so many columns; one at least for anything, and none for nothing. */
export function barText(part: number, whole: number, columns: number, glyph: BarGlyph = '\u2588'): string {
  if (part <= 0 || whole <= 0) return ''
  return glyph.repeat(Math.max(1, Math.round(Math.min(1, part / whole) * columns)))
}
