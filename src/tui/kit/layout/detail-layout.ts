/** Where a detail is drawn, by the columns of the terminal. */
export interface DetailLayout {
  /** True where the detail is drawn next to the list, false where it replaces the list. */
  readonly isSideBySide: (columns: number) => boolean
  /** Columns of the detail. */
  readonly detailColumns: (columns: number) => number
}

/**
 * A detail that is drawn next to its list on a wide terminal.
 * @param wide columns of the terminal from which on it does
 * @param width columns of the detail there
 */
export function detailLayout(wide: number, width: number): DetailLayout {
  const isSideBySide = (columns: number) => columns >= wide
  return { isSideBySide, detailColumns: (columns) => (isSideBySide(columns) ? width : columns) }
}
