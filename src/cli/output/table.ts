import { type Clean, clean, cleanText, joinClean } from '../../core/text/clean-text.ts'
import { NARROW_COLUMNS } from '../../io/index.ts'
import type { TextWidth } from './text-width.ts'

/** A column of texts by its header, or one that is laid out otherwise. */
export type Column = string | LaidOut

interface LaidOut {
  readonly header: string
  readonly align?: 'left' | 'right'
  readonly cuttable?: boolean
  /** True where a text that was cut stands whole below the table, behind the first cell of its row. @default false */
  readonly isWholeBelow?: boolean
}

/** A column of numbers. */
export const right = (header: string): Column => ({ header, align: 'right' })

/**
 * A column that is cut with an ellipsis where the table is too wide for a terminal, and in a pipe makes it wider: never amounts,
 * addresses, hashes or ids.
 */
export const cuttable = (header: string): Column => ({ header, cuttable: true })

/** A column of sentences, which are cut as those are, and then stand whole below the table. */
export const sentences = (header: string): Column => ({ header, cuttable: true, isWholeBelow: true })

export interface TableLayout {
  /** Columns of the terminal. */
  readonly width: number
  /** False where a text that is too long costs nothing but the look of the table, as in a pipe. */
  readonly isCut: boolean
  readonly measure: TextWidth
  /** Paints the header. */
  bold(text: Clean): Clean
}

/** A column whose header may be printed. */
export interface CleanColumn extends LaidOut {
  readonly header: Clean
}

/** A column as it is laid out. */
export function cleanColumn(column: Column): CleanColumn {
  const { header, ...rest } = typeof column === 'string' ? { header: column } : column
  return { ...rest, header: cleanText(header, MAX_HEADER) }
}

/** Longest header, in UTF-16 units: it may hold the symbol of an asset. */
const MAX_HEADER = 60
const GAP = '  '
const LEAST_CUT = 8

/**
 * Lays rows out in columns. What does not fit loses text of cuttable columns, then has its last
 * columns moved below each row, then becomes one `header: value` line a field, as it is in narrow terminals.
 */
export function renderTable(
  columns: readonly CleanColumn[],
  rows: readonly (readonly Clean[])[],
  layout: TableLayout,
): Clean {
  const { measure } = layout
  if (layout.width < NARROW_COLUMNS) return renderRecords(columns, rows)
  const natural = columns.map((column, index) =>
    Math.max(measure(column.header), ...rows.map((row) => measure(row[index] ?? ''))),
  )
  const widths = shrink(columns, natural, layout)
  const widen = (fitting: readonly number[]) => (layout.isCut ? fitting : natural.slice(0, fitting.length))
  if (widths !== undefined) return renderGrid(columns, rows, widen(widths), layout)
  for (let kept = columns.length - 1; kept > columns.length / 2; kept -= 1) {
    const shorter = shrink(columns.slice(0, kept), natural.slice(0, kept), layout)
    if (shorter !== undefined) return renderGrid(columns, rows, widen(shorter), layout)
  }
  return renderRecords(columns, rows)
}

function shrink(
  columns: readonly LaidOut[],
  natural: readonly number[],
  { width, measure }: TableLayout,
): number[] | undefined {
  const widths = [...natural]
  let excess = widths.reduce((sum, item) => sum + item, 0) + GAP.length * (widths.length - 1) - width
  for (const [index, column] of columns.entries()) {
    if (excess <= 0) break
    if (column.cuttable !== true) continue
    const least = Math.max(LEAST_CUT, measure(column.header))
    const cut = Math.min(excess, Math.max(0, (widths[index] ?? 0) - least))
    widths[index] = (widths[index] ?? 0) - cut
    excess -= cut
  }
  return excess <= 0 ? widths : undefined
}

/** Columns for which there is a width stand in the grid; the others below each row, with their names. */
function renderGrid(
  columns: readonly CleanColumn[],
  rows: readonly (readonly Clean[])[],
  widths: readonly number[],
  layout: TableLayout,
): Clean {
  const line = (cells: readonly Clean[]) => {
    const padded = widths.map((width, index) =>
      pad(cut(cells[index] ?? EMPTY, width, layout.measure), width, layout.measure, columns[index]?.align),
    )
    return cleanText(joinClean(padded, GAP).trimEnd(), Infinity)
  }
  const header = layout.bold(line(columns.map((column) => column.header)))
  const body = rows.flatMap((row) => {
    const moved = columns
      .map((column, index) => clean`${lowerCase(column.header)} ${row[index] ?? EMPTY}`)
      .filter((_, index) => index >= widths.length && (row[index] ?? '') !== '')
    return moved.length === 0 ? [line(row)] : [line(row), clean`  ${joinClean(moved, ', ')}`]
  })
  const cutTexts = rows.flatMap((row) =>
    columns.flatMap(({ isWholeBelow }, index) => {
      const [width, text] = [widths[index], row[index] ?? EMPTY]
      if (isWholeBelow !== true || width === undefined || layout.measure(text) <= width) return []
      return [clean`${row[0] ?? EMPTY}: ${text}`]
    }),
  )
  const below = cutTexts.length === 0 ? [] : [EMPTY, ...new Set(cutTexts)]
  return joinClean([header, ...body, ...below], '\n')
}

function renderRecords(columns: readonly CleanColumn[], rows: readonly (readonly Clean[])[]): Clean {
  const records = rows.map((row) =>
    joinClean(
      columns
        .map((column, index) => [lowerCase(column.header), row[index] ?? EMPTY] as const)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => clean`${name}: ${value}`),
      '\n',
    ),
  )
  return joinClean(records, '\n\n')
}

/** Lines of `name  value` with the values in one column; in narrow terminals `name: value`. */
export function renderFields(fields: readonly (readonly [Clean, Clean])[], layout: TableLayout): Clean {
  const shown = fields.filter(([, value]) => value !== '')
  if (layout.width < NARROW_COLUMNS)
    return joinClean(
      shown.map(([name, value]) => clean`${name}: ${value}`),
      '\n',
    )
  const width = Math.max(0, ...shown.map(([name]) => layout.measure(name)))
  return joinClean(
    shown.map(([name, value]) => clean`${layout.bold(pad(name, width, layout.measure))}  ${value}`),
    '\n',
  )
}

const EMPTY = clean``

function lowerCase(text: Clean): Clean {
  return cleanText(text.toLowerCase(), Infinity)
}

/** A text with spaces up to a width in columns of the terminal. */
export function pad(text: Clean, width: number, measure: TextWidth, align: 'left' | 'right' = 'left'): Clean {
  const space = cleanText(' '.repeat(Math.max(0, width - measure(text))), Infinity)
  return align === 'right' ? clean`${space}${text}` : clean`${text}${space}`
}

/** A text of at most so many columns of the terminal, with `…` at its end where something was cut. */
export function cut(text: Clean, width: number, measure: TextWidth): Clean {
  if (measure(text) <= width) return text
  let kept = ''
  for (const character of text) {
    if (measure(kept + character) > width - 1) break
    kept += character
  }
  return cleanText(`${kept}…`, Infinity)
}
