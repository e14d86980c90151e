import type { Piece, Row } from './rows.ts'
import { textWidth } from './text-fit.ts'

/** Something to say on a line that others share, in forms of different length. */
export interface FittedPart {
  readonly role: NonNullable<Piece['role']>
  /** Longest first. */
  readonly texts: readonly string[]
}

/** Columns between two parts. */
const GAP = '  '

/** The parts in at most `room` columns, those at the end shortened first; undefined where they do not fit. */
export function fitParts(parts: readonly FittedPart[], room: number): Row | undefined {
  const chosen = parts.map(() => 0)
  for (;;) {
    const pieces = parts.map(({ role, texts }, index): Piece => ({ text: texts[chosen[index] ?? 0] ?? '', role }))
    const width = pieces.reduce((sum, { text }) => sum + textWidth(text), GAP.length * (pieces.length - 1))
    if (width <= room) return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [{ text: GAP }, piece]))
    const longest = parts.findLastIndex(({ texts }, index) => (chosen[index] ?? 0) < texts.length - 1)
    if (longest === -1) return undefined
    chosen[longest] = (chosen[longest] ?? 0) + 1
  }
}
