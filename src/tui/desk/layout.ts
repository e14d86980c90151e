import type { Size } from '../events.ts'
import { type PanePlace, PANES, REVIEW_PANE } from './places.ts'

/*
 * Where the panes of a desk stand: pure arithmetic. Every pane has a line with its title above its lines.
 */

/** A pane that may stand on the desk. */
export interface PaneRoom {
  /** One of the names in places.ts; any other is placed like the last of them. */
  readonly name: string
  /** Cells that it needs, without its title. */
  readonly least: Size
  /** Lines that it would fill, without its title; infinite for what the others of its column leave, up to a square. */
  readonly wanted: number
}

/** A rectangle of the desk, in cells from its top left corner. */
export interface PlacedPane extends Size {
  readonly name: string
  /** Column of the title and of every line. */
  readonly x: number
  /** Line of the title. */
  readonly y: number
  /** Lines below the title. */
  readonly rows: number
}

/** Columns from which on there is a desk. */
export const LEAST_DESK = 120
/** Columns from which on it has three columns. */
const THREE_COLUMNS = 200
/** Cells between two columns. */
export const DESK_GAP = 3
/** Columns of a line that is as high as they are wide: no pane that would fill any number of lines is higher than wide. */
const COLUMNS_A_LINE = 2
/** Shares of the desk that its columns have: routes with all of their figures need what is left of 200. */
const SHARES = { 2: [0.62, 0.38], 3: [0.29, 0.46, 0.25] } as const
/** Lines of the desk from which on a pane stands where it does where lines are many, and those that it needs there. */
const TALL = { desk: 44, pane: 12 } as const
/** Line of a title. */
const TITLE = 1

/** Most columns of a desk. */
export type MostColumns = 2 | 3

/**
 * Cells of each column of the desk from left to right, 0 for one without panes, whose cells the others have; none where there is no
 * room for two.
 * @param names of the panes. @param size of the desk
 */
export function columnWidths(names: readonly string[], size: Size, most: MostColumns = 3): readonly number[] {
  const { columns: width } = size
  if (width < LEAST_DESK) return []
  const shares = SHARES[most === 2 || width < THREE_COLUMNS ? 2 : 3]
  const used = new Set(names.map((name) => placeOf(name, shares.length, size.rows).column))
  const whole = width - Math.max(0, used.size - 1) * DESK_GAP
  const sum = shares.reduce((all, share, at) => all + (used.has(at) ? share : 0), 0)
  const widths = shares.map((share, at) => (used.has(at) ? Math.floor((whole * share) / sum) : 0))
  // What rounding leaves is that of the second one.
  const [first, second = first] = [...used].sort()
  return widths.map((each, at) => (at === second ? whole - widths.reduce((all, one) => all + one, -each) : each))
}

/**
 * Where each pane stands, from left to right and top to bottom. Those for which there is no room are left out, the least
 * important first; what is left over goes to those that want more, the most important first, and then to those that want all.
 */
export function placePanes(panes: readonly PaneRoom[], size: Size, most: MostColumns = 3): readonly PlacedPane[] {
  const names = panes.map(({ name }) => name)
  const widths = columnWidths(names, size, most)
  const placed = panes.map((pane): PlacedRoom => ({ ...pane, ...placeOf(pane.name, widths.length, size.rows) }))
  return columnsOf(placed, widths, size.rows)
    .filter(({ width }) => width > 0)
    .reduce<{ readonly x: number; readonly places: readonly PlacedPane[] }>(
      ({ x, places }, { width, own }) => ({
        x: x + width + DESK_GAP,
        places: [...places, ...own.map((place) => ({ ...place, x, columns: width }))],
      }),
      { x: 0, places: [] },
    ).places
}

interface StackedColumn {
  readonly width: number
  readonly own: readonly Omit<PlacedPane, 'x' | 'columns'>[]
}

/** The columns; a pane that has too few lines where it would stand on a high desk stands in another column. */
function columnsOf(panes: readonly PlacedRoom[], widths: readonly number[], rows: number): readonly StackedColumn[] {
  const stackOf = (column: number) => {
    const width = widths[column] ?? 0
    const own = panes.filter((pane) => pane.column === column && pane.least.columns <= width)
    return stack(own, { columns: width, rows })
  }
  const stacked = widths.map((width, column): StackedColumn => ({ width, own: stackOf(column) }))
  const tall = panes.find(({ isTall, column, name, wanted }) => {
    const height = stacked[column]?.own.find((place) => place.name === name)?.rows ?? 0
    return isTall && height < Math.min(wanted, TALL.pane)
  })
  if (tall === undefined) return stacked
  const column = widths.findIndex((width, at) => width >= tall.least.columns && at !== tall.column)
  if (column === -1) return stacked
  return columnsOf(
    panes.map((pane) => (pane === tall ? { ...pane, column, order: orderOf(pane.name), isTall: false } : pane)),
    widths,
    rows,
  )
}

/** Columns of a pane where it usually stands. @param names of all panes. @param size of the desk */
export function paneColumns(name: string, names: readonly string[], size: Size, most: MostColumns = 3): number {
  const widths = columnWidths(names, size, most)
  return widths[placeOf(name, widths.length, size.rows).column] ?? size.columns
}

const PLACES: readonly PanePlace[] = [REVIEW_PANE, ...PANES]

interface Place {
  readonly column: number
  readonly importance: number
  readonly order: number
  /** True where it stands there, at the bottom, since lines are many. */
  readonly isTall: boolean
}
type PlacedRoom = PaneRoom & Place

/** @param columns of the desk. @param rows of the desk */
function placeOf(name: string, columns: number, rows: number): Place {
  const order = orderOf(name)
  const { inTwo, inThree, inTall, importance } = PLACES[order] ?? LAST
  const isTall = columns === 3 && inTall !== undefined && rows >= TALL.desk
  const column = isTall ? inTall : columns === 2 ? inTwo : inThree
  return { column, importance, order: isTall ? PLACES.length : order, isTall }
}

function orderOf(name: string): number {
  const order = PLACES.findIndex((pane) => pane.name === name)
  return order === -1 ? PLACES.length : order
}

const LAST: PanePlace = { name: '', inTwo: 1, inThree: 2, importance: PLACES.length + 1 }

/** Panes of one column below each other. */
function stack(panes: readonly PlacedRoom[], { columns, rows }: Size): readonly Omit<PlacedPane, 'x' | 'columns'>[] {
  const byImportance = panes.toSorted((a, b) => a.importance - b.importance)
  const kept: PlacedRoom[] = []
  let left = rows
  for (const pane of byImportance) {
    const needed = pane.least.rows + TITLE
    if (needed > left) continue
    kept.push(pane)
    left -= needed
  }
  const mostEndless = Math.floor(columns / COLUMNS_A_LINE)
  const heights = new Map<string, number>()
  const finiteFirst = [
    ...kept.filter(({ wanted }) => wanted < Infinity),
    ...kept.filter(({ wanted }) => wanted === Infinity),
  ]
  for (const { name, least, wanted } of finiteFirst) {
    const more = Math.min(left, Math.max(0, (wanted === Infinity ? mostEndless : wanted) - least.rows))
    heights.set(name, least.rows + more)
    left -= more
  }
  let y = 0
  return kept
    .toSorted((a, b) => a.order - b.order)
    .map(({ name }) => {
      const height = heights.get(name) ?? 0
      const place = { name, y, rows: height }
      y += height + TITLE
      return place
    })
}
