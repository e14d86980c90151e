import { besideRows, type Row } from '../text/rows.ts'

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

/** A list, and the detail of its marked row: next to it where the terminal is wide, else in its place. */
export function listWithDetail({ layout, width, list, detail }: ListWithDetail): readonly Row[] {
  const columns = layout.detailColumns(width)
  if (detail === undefined) return list(width)
  if (!layout.isSideBySide(width)) return detail(columns)
  return besideRows(list(width - columns - GAP), width - columns, detail(columns))
}

/** What `listWithDetail` draws. */
export interface ListWithDetail {
  readonly layout: DetailLayout
  readonly width: number
  readonly list: (width: number) => readonly Row[]
  /** Undefined where the list stands alone. */
  readonly detail: ((width: number) => readonly Row[]) | undefined
}

/** Columns between a list and its detail. */
const GAP = 2
