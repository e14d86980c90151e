import type { Piece, Row } from './rows.ts'
import { textWidth } from './text-fit.ts'

/** Something to say on a line that others share, in forms of different length. */
export interface FittedPart {
  readonly role: NonNullable<Piece['role']>
  /** Longest first. */
  readonly texts: readonly string[]
}

/** Such a thing among others that matter more, or less. */
export interface RankedPart extends FittedPart {
  /** What has less of it keeps more of its text. */
  readonly rank: number
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

/**
 * The parts in their order in at most `room` columns: each as long as there is room for, first a little of all, those of the least
 * rank first; undefined where the shortest do not fit.
 * @param gap what stands between two of them. @default two columns
 */
export function fitRanked(parts: readonly RankedPart[], room: number, gap = GAP): Row | undefined {
  const chosen = parts.map(({ texts }) => texts.length - 1)
  const widthOf = (index: number, at: number) => textWidth(parts[index]?.texts[at] ?? '')
  let left = room - gap.length * (parts.length - 1)
  chosen.forEach((at, index) => (left -= widthOf(index, at)))
  if (left < 0) return undefined
  const byRank = parts.map((_, index) => index).sort((a, b) => (parts[a]?.rank ?? 0) - (parts[b]?.rank ?? 0))
  for (let turn = Math.max(...parts.map(({ texts }) => texts.length)); turn > 0; turn -= 1) {
    for (const index of byRank) {
      const at = chosen[index] ?? 0
      const more = at === 0 ? Infinity : widthOf(index, at - 1) - widthOf(index, at)
      if (more > left) continue
      chosen[index] = at - 1
      left -= more
    }
  }
  return parts.flatMap(({ role, texts }, index): Row => [
    ...(index === 0 ? [] : [{ text: gap }]),
    { role, text: texts[chosen[index] ?? 0] ?? '' },
  ])
}
