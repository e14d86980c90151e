import { NARROW_COLUMNS } from '../../io/index.ts'
import type { TextWidth } from './text-width.ts'

/** A column of texts by its header, or one that is laid out otherwise. */
export type Column = string | LaidOut

interface LaidOut {
  readonly header: string
  readonly align?: 'left' | 'right'
  readonly cuttable?: boolean
}

/** A column of numbers. */
export const right = (header: string): Column => ({ header, align: 'right' })

/** A column that may be cut with an ellipsis where the table is too wide: never amounts, addresses, hashes or ids. */
export const cuttable = (header: string): Column => ({ header, cuttable: true })

export interface TableLayout {
  /** Columns of the terminal. */
  readonly width: number
  readonly measure: TextWidth
  /** Paints the header. */
  bold(text: string): string
}

const GAP = '  '
const LEAST_CUT = 8

/**
 * Lays rows out in columns; cells must be clean. What does not fit loses text of cuttable columns, then has its last
 * columns moved below each row, then becomes one `header: value` line a field, as it is in narrow terminals.
 */
export function renderTable(
  given: readonly Column[],
  rows: readonly (readonly string[])[],
  layout: TableLayout,
): string {
  const { measure } = layout
  const columns = given.map((column) => (typeof column === 'string' ? { header: column } : column))
  if (layout.width < NARROW_COLUMNS) return renderRecords(columns, rows)
  const natural = columns.map((column, index) =>
    Math.max(measure(column.header), ...rows.map((row) => measure(row[index] ?? ''))),
  )
  const widths = shrink(columns, natural, layout)
  if (widths !== undefined) return renderGrid(columns, rows, widths, layout)
  for (let kept = columns.length - 1; kept > columns.length / 2; kept -= 1) {
    const shorter = shrink(columns.slice(0, kept), natural.slice(0, kept), layout)
    if (shorter !== undefined) return renderGrid(columns, rows, shorter, layout)
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
  columns: readonly LaidOut[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  layout: TableLayout,
): string {
  const line = (cells: readonly string[]) =>
    widths
      .map((width, index) =>
        pad(cut(cells[index] ?? '', width, layout.measure), width, layout.measure, columns[index]?.align),
      )
      .join(GAP)
      .trimEnd()
  const header = layout.bold(line(columns.map((column) => column.header)))
  const body = rows.flatMap((row) => {
    const moved = columns
      .map((column, index) => `${column.header.toLowerCase()} ${row[index] ?? ''}`)
      .filter((_, index) => index >= widths.length && (row[index] ?? '') !== '')
    return moved.length === 0 ? [line(row)] : [line(row), `  ${moved.join(', ')}`]
  })
  return [header, ...body].join('\n')
}

function renderRecords(columns: readonly LaidOut[], rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) =>
      columns
        .map((column, index) => [column.header.toLowerCase(), row[index] ?? ''] as const)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    )
    .join('\n\n')
}

/** Lines of `name  value` with the values in one column; in narrow terminals `name: value`. */
export function renderFields(fields: readonly (readonly [string, string])[], layout: TableLayout): string {
  const shown = fields.filter(([, value]) => value !== '')
  if (layout.width < NARROW_COLUMNS) return shown.map(([name, value]) => `${name}: ${value}`).join('\n')
  const width = Math.max(0, ...shown.map(([name]) => layout.measure(name)))
  return shown.map(([name, value]) => `${layout.bold(pad(name, width, layout.measure))}${GAP}${value}`).join('\n')
}

function pad(text: string, width: number, measure: TextWidth, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - measure(text)))
  return align === 'right' ? space + text : text + space
}

function cut(text: string, width: number, measure: TextWidth): string {
  if (measure(text) <= width) return text
  let kept = ''
  for (const character of text) {
    if (measure(kept + character) > width - 1) break
    kept += character
  }
  return `${kept}…`
}
