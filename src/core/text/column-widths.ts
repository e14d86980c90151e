/** How one column of a list gives way where there is too little room. */
export interface FittedColumn {
  readonly header: string
  /** @default left */
  readonly align?: 'left' | 'right'
  /** Where columns do not fit, those with the highest number go first; without one a column stays. */
  readonly drop?: number
  /** True where it is left out when no row has anything in it. */
  readonly sparse?: true
  /** Most columns of the terminal that it takes; longer cells are cut. */
  readonly most?: number
  /** Columns to which it may be cut so that the last column with a `drop` stays, and before the others are cut. */
  readonly shrinks?: number
  /** Least columns of the one that takes what is left, and is cut where there is too little. */
  readonly grows?: number
}

/** Spaces between two columns. */
export const COLUMN_GAP = 2

/**
 * Width of every column in columns of the terminal, 0 for those that are left out.
 * @param rows clean text, a cell a column
 * @param width columns of the terminal for all of them
 * @param measure columns of the terminal that a text takes
 */
export function columnWidths(
  columns: readonly FittedColumn[],
  rows: readonly (readonly string[])[],
  width: number,
  measure: (text: string) => number,
): readonly number[] {
  const widest = (header: string, index: number) =>
    rows.reduce((most, cells) => Math.max(most, measure(cells[index] ?? '')), measure(header))
  const natural = columns.map(({ header, grows, most = grows ?? Infinity }, index) =>
    Math.min(most, widest(header, index)),
  )
  const widths = natural.map((each, index) =>
    columns[index]?.sparse === true && rows.every((cells) => (cells[index] ?? '') === '') ? 0 : each,
  )
  const total = () => widths.reduce((sum, each) => sum + (each === 0 ? 0 : each + COLUMN_GAP), -COLUMN_GAP)
  const dropped = columns
    .map(({ drop }, index) => ({ drop, index }))
    .filter(({ drop }) => drop !== undefined)
    .sort((a, b) => (b.drop ?? 0) - (a.drop ?? 0))
  const spare = (index: number) => Math.max(0, (widths[index] ?? 0) - (columns[index]?.shrinks ?? Infinity))
  for (const { index } of dropped) {
    // The last one to be left out is worth more than the end of another, where that is enough.
    const shrunk = index === dropped.at(-1)?.index ? columns.findIndex((_, at) => spare(at) > 0) : -1
    const over = total() - width
    if (over <= 0) break
    if (over <= spare(shrunk)) widths[shrunk] = (widths[shrunk] ?? 0) - over
    else widths[index] = 0
  }
  const growing = columns.findIndex(({ grows }, index) => grows !== undefined && (widths[index] ?? 0) > 0)
  if (growing !== -1) widths[growing] = Math.max(1, (widths[growing] ?? 0) + width - total())
  for (let over = total() - width; over > 0; over = total() - width) {
    const shrunk = columns.findIndex((_, at) => spare(at) > 0)
    const at = shrunk === -1 ? widths.indexOf(Math.max(...widths)) : shrunk
    const most = shrunk === -1 ? (widths[at] ?? 0) - 1 : spare(at)
    widths[at] = (widths[at] ?? 0) - Math.min(over, most)
    if (Math.max(...widths) <= 1) break
  }
  return widths
}
