import { COLUMN_GAP, columnWidths, type FittedColumn } from '../../../core/text/column-widths.ts'
import type { Row } from '../text/rows.ts'
import { fitText, textWidth } from '../text/text-fit.ts'
import type { Role } from '../../theme.ts'

/** One column of a table. */
export type TableColumn = FittedColumn

/** One row: clean text, a cell a column. */
export interface TableRow {
  readonly key: string
  readonly cells: readonly string[]
  /** @default text */
  readonly role?: Role
}

/** Rows of which only those that count are made: a list of them is one. */
export type TableRows = Pick<readonly TableRow[], 'length' | 'slice'>

/** The rows of things, each made where it is needed: there may be thousands. */
export function rowsOf<T>(things: readonly T[], rowOf: (thing: T) => TableRow): TableRows {
  return { length: things.length, slice: (begin, end) => things.slice(begin, end).map(rowOf) }
}

/** A table, and the room that it has. */
export interface Table {
  readonly columns: readonly TableColumn[]
  readonly rows: TableRows
  /** The same rows with longer texts, shown where there is room for these and for all that the others show. @default none */
  readonly wholeRows?: TableRows
  /** Index of the row that is marked; undefined for none. */
  readonly selected: number | undefined
  readonly width: number
  /** Lines with the header, which goes first where there are few; rows scroll so that the marked one is seen. */
  readonly height: number
  /** What a screen reader calls a row, and clicks the list of it, for example `route`. */
  readonly noun: string
  /** True for a screen reader. */
  readonly spoken: boolean
}

/** Cells of the marker before every row. */
export const MARK = 2
/** Lines from which on a table has a line of headers, also where rows have to scroll for it. */
export const LEAST_WITH_HEADER = 3
/** Columns are as wide as rows need of which some are shown, in blocks of so many: they change their places only between these. */
const BLOCK = 100
/** Rows that are read aloud at once. */
const SPOKEN_ROWS = 10

/** Rows in columns under a line with their headers, one of them marked; a screen reader gets a sentence a row. */
export function tableRows({ columns, rows, wholeRows, selected, width, height, noun, spoken }: Table): readonly Row[] {
  if (spoken) {
    const begin = scrollToSelected(rows.length, selected, SPOKEN_ROWS)
    return rows.slice(begin, begin + SPOKEN_ROWS).map((row, index): Row => {
      const isMarked = begin + index === selected
      return [{ text: rowSentence(columns, row, begin + index, rows.length, isMarked, noun) }]
    })
  }
  const { first, shown, hasHeader } = shownRange(rows.length, selected, height)
  const begin = Math.floor(first / BLOCK) * BLOCK
  const end = Math.ceil((first + shown) / BLOCK) * BLOCK
  const brief = measureRows(columns, rows.slice(begin, end), width)
  const whole = wholeRows === undefined ? undefined : measureRows(columns, wholeRows.slice(begin, end), width)
  const { measured, widths } = whole !== undefined && showsAsMuch(whole, brief) ? whole : brief
  const cellsOf = (cells: readonly string[]) =>
    columns.flatMap(({ align }, index) => {
      const columnWidth = widths[index] ?? 0
      return columnWidth === 0 ? [] : [fitText(cells[index] ?? '', columnWidth, align)]
    })
  const space = ' '.repeat(COLUMN_GAP)
  const header: Row = [
    { text: `  ${cellsOf(columns.map((column) => column.header)).join(space)}`.trimEnd(), role: 'dim' },
  ]
  const body = measured.slice(first - begin, first - begin + shown).map(({ cells, role = 'text' }, index): Row => {
    const [name = '', ...rest] = cellsOf(cells)
    const row = first + index
    const spot = { list: noun, row, isMarked: row === selected }
    if (!spot.isMarked) return [{ text: `  ${[name, ...rest].join(space)}`.trimEnd(), role, spot }]
    // The name alone: a mark across the whole line would be most of what a key writes.
    const after = rest.length === 0 ? '' : space + rest.join(space).trimEnd()
    return [
      { text: `▸ ${name}`, role: 'selected', spot },
      ...(after.trim() === '' ? [] : [{ text: after, role, spot }]),
    ]
  })
  return hasHeader ? [header, ...body] : body
}

/** Rows, and the width that each column has with them. */
interface MeasuredRows {
  readonly measured: readonly TableRow[]
  readonly widths: readonly number[]
}

function measureRows(columns: readonly TableColumn[], measured: readonly TableRow[], width: number): MeasuredRows {
  const cells = measured.map((row) => row.cells)
  return { measured, widths: columnWidths(columns, cells, width - MARK, textWidth) }
}

/** True where longer texts are cut nowhere, and nothing beside them is left out, or cut more than it was. */
function showsAsMuch(whole: MeasuredRows, brief: MeasuredRows): boolean {
  return whole.widths.every((each, index) => {
    const before = brief.widths[index] ?? 0
    if (each === 0 || before === 0) return each === before
    return each >= widestCell(whole, index) || (each >= before && before < widestCell(brief, index))
  })
}

function widestCell({ measured }: MeasuredRows, index: number): number {
  return measured.reduce((most, { cells }) => Math.max(most, textWidth(cells[index] ?? '')), 0)
}

/** The rows that a table of so many lines shows: the marked one outweighs the headers. */
export function shownRange(
  count: number,
  selected: number | undefined,
  height: number,
): { readonly first: number; readonly shown: number; readonly hasHeader: boolean } {
  const hasHeader = height >= LEAST_WITH_HEADER || (count > 0 && count < height)
  const shown = hasHeader ? height - 1 : Math.max(0, height)
  return { first: scrollToSelected(count, selected, shown), shown, hasHeader }
}

/** First row that is shown, so that the marked one is among `shown` rows. */
export function scrollToSelected(count: number, selected: number | undefined, shown: number): number {
  const most = Math.max(0, count - shown)
  if (selected === undefined) return 0
  return Math.min(most, Math.max(0, selected - Math.floor(shown / 2)))
}

function rowSentence(
  columns: readonly TableColumn[],
  row: TableRow,
  index: number,
  count: number,
  marked: boolean,
  noun: string,
): string {
  const cells = columns.flatMap(({ header }, at) => {
    const cell = row.cells[at] ?? ''
    return cell === '' ? [] : [`${header.toLowerCase()} ${cell}`.trim()]
  })
  return `${noun} ${index + 1} of ${count}${marked ? ', selected' : ''}: ${cells.join(', ')}.`
}
