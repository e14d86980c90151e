import { scrollBy, shownLines } from '../kit/layout/scrolling.ts'
import { BLANK, cutRow, fitRow, type Row, textRows } from '../kit/text/rows.ts'
import { cutText, fitText, textWidth } from '../kit/text/text-fit.ts'
import type { HelpLine } from './help-lines.ts'

/** Columns between two columns of keys. */
const GAP = 3

/** The room of the help. */
interface HelpRoom {
  /** First line that is shown, from 0. */
  readonly from: number
  readonly width: number
  readonly height: number
}

/** The help, or the part of it that fits: the last line then says which. */
export function helpRows(lines: readonly HelpLine[], { from, width, height }: HelpRoom): readonly Row[] {
  const rows = helpBody(lines, width)
  if (rows.length <= height) return rows
  const shown = shownLines(rows.length, height)
  const first = scrollBy(from, 0, rows.length, height)
  const last = Math.min(rows.length, first + shown)
  const where: Row = [{ text: `lines ${first + 1} to ${last} of ${rows.length}`, role: 'dim' }]
  return [...rows.slice(first, last), ...(height > 1 ? [where] : [])]
}

/** All lines of the help: the keys in as many columns as fit next to each other, and what else is to be said below them. */
export function helpBody(lines: readonly HelpLine[], width: number): readonly Row[] {
  const keys = lines.filter(({ isNote }) => isNote !== true)
  const notes = lines.filter(({ isNote }) => isNote === true)
  const keyColumns = Math.min(
    Math.max(0, ...keys.map((line) => textWidth(line.keys ?? '') + 4)),
    Math.max(12, Math.floor(width / 2)),
  )
  const widest = Math.max(1, ...keys.map((line) => textWidth(line.label) + (line.keys === undefined ? 0 : keyColumns)))
  const count = Math.max(1, Math.floor((width + GAP) / (widest + GAP)))
  const perColumn = Math.ceil(keys.length / count)
  const rows = Array.from({ length: perColumn }, (_, row): Row => {
    const cells = Array.from({ length: count }, (__, column) => keys[column * perColumn + row])
    const pieces = cells.flatMap((line) => (line === undefined ? [] : fitRow(keyRow(line, keyColumns), widest + GAP)))
    return cutRow(pieces, width)
  })
  return [
    ...rows,
    ...(notes.length === 0 ? [] : [BLANK]),
    ...notes.flatMap(({ label }) => textRows(label, width, 'dim')),
  ]
}

function keyRow({ keys, label }: HelpLine, keyColumns: number): Row {
  if (keys === undefined) return [{ text: label, role: 'title' }]
  return [{ text: fitText(`  ${cutText(keys, keyColumns - 4)}`, keyColumns), role: 'key' }, { text: label }]
}
