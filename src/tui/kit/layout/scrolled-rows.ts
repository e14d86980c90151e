import { cutRow, type Row } from '../text/rows.ts'
import { scrollBy, shownLines } from './scrolling.ts'

/** The room that lines have, and where they are scrolled to. */
export interface Scrolled {
  /** First line that is shown, from 0; too large a number shows the last ones. */
  readonly scroll: number
  readonly width: number
  /** Most lines; a screen reader gets all of them. */
  readonly height: number
  readonly spoken: boolean
}

/** The lines that are seen; where they do not fit, the last one says how many are above and below. */
export function scrolledRows(rows: readonly Row[], { scroll, width, height, spoken }: Scrolled): readonly Row[] {
  if (spoken) return rows
  const shown = shownLines(rows.length, height)
  const first = scrollBy(scroll, 0, rows.length, height)
  const seen = rows.slice(first, first + shown).map((row) => cutRow(row, width))
  if (rows.length <= height || height <= 1) return seen
  return [...seen, [{ text: moreText(first, rows.length - first - shown), role: 'dim' }]]
}

function moreText(above: number, below: number): string {
  const parts = [...(above > 0 ? [`${above} more above`] : []), ...(below > 0 ? [`${below} more below`] : [])]
  return `↑↓ ${parts.join(', ')}`
}
