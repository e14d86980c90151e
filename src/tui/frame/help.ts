import { scrollBy, shownLines } from '../kit/layout/scrolling.ts'
import type { Row } from '../kit/text/rows.ts'
import { cutText, fitText } from '../kit/text/text-fit.ts'
import type { HelpLine } from './help-lines.ts'

const KEY_COLUMNS = 24

/** The room of the help. */
interface HelpRoom {
  /** First line that is shown, from 0. */
  readonly from: number
  readonly width: number
  readonly height: number
}

/** Every key that works here, then those that work everywhere, then how text is edited. */
export function helpRows(lines: readonly HelpLine[], { from, width, height }: HelpRoom): readonly Row[] {
  const shown = shownLines(lines.length, height)
  const first = scrollBy(from, 0, lines.length, height)
  const rows = lines.slice(first, first + shown).map(({ keys, label }): Row => {
    if (keys === undefined) return [{ text: cutText(label, width), role: 'title' }]
    return [{ text: fitText(`  ${keys}`, KEY_COLUMNS), role: 'key' }, { text: cutText(label, width - KEY_COLUMNS) }]
  })
  if (lines.length <= height) return rows
  const last = Math.min(lines.length, first + shown)
  return [...rows, [{ text: `lines ${first + 1} to ${last} of ${lines.length}`, role: 'dim' }]]
}
