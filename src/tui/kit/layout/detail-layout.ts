/** Where a detail is drawn, by the columns of the terminal. */
export interface DetailPlace {
  /** True where the detail stands beside the list, false where it takes its place. */
  readonly standsBeside: (columns: number) => boolean
  /** Columns of the detail. */
  readonly detailColumns: (columns: number) => number
}

/**
 * A detail that stands beside its list on a wide terminal.
 * @param wide columns of the terminal from which on it does
 * @param width columns of the detail there
 */
export function besideFrom(wide: number, width: number): DetailPlace {
  const standsBeside = (columns: number) => columns >= wide
  return { standsBeside, detailColumns: (columns) => (standsBeside(columns) ? width : columns) }
}
