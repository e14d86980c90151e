import { scrollBy, shownLines } from '../kit/layout/scrolling.ts'
import { BLANK, fitRow, type Row, textRows, wrapText } from '../kit/text/rows.ts'
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
  return [
    ...(widest > width
      ? keys.flatMap((line) => narrowRows(line, keyColumns, width))
      : columnRows(keys, count, keyColumns, widest)),
    ...(notes.length === 0 ? [] : [BLANK]),
    ...notes.flatMap(({ label }) => textRows(label, width, 'dim')),
  ]
}

/** The keys in `count` columns of `widest` cells. */
function columnRows(keys: readonly HelpLine[], count: number, keyColumns: number, widest: number): readonly Row[] {
  const perColumn = Math.ceil(keys.length / count)
  return Array.from({ length: perColumn }, (_, row): Row => {
    const cells = Array.from({ length: count }, (__, column) => keys[column * perColumn + row])
    return cells.flatMap((line, column): Row => {
      if (line === undefined) return []
      return fitRow(keyRow(line, keyColumns), column === count - 1 ? widest : widest + GAP)
    })
  })
}

/** A line of the help where one column is too wide: keys and what they do on as many lines as they need. */
function narrowRows({ keys, label }: HelpLine, keyColumns: number, width: number): readonly Row[] {
  if (keys === undefined) return textRows(label, width, 'title')
  const names = wrapText(keys, keyColumns - 4)
  const does = wrapText(label, width - keyColumns)
  return Array.from({ length: Math.max(names.length, does.length) }, (_, line): Row => [
    { text: fitText(`  ${names[line] ?? ''}`, keyColumns), role: 'key' },
    { text: does[line] ?? '' },
  ])
}

function keyRow({ keys, label }: HelpLine, keyColumns: number): Row {
  if (keys === undefined) return [{ text: label, role: 'title' }]
  return [{ text: fitText(`  ${cutText(keys, keyColumns - 4)}`, keyColumns), role: 'key' }, { text: label }]
}
