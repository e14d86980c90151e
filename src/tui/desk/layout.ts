import type { Size } from '../events.ts'
import { PANES, REVIEW_PANE } from './places.ts'

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
/** Shares of the desk that the outer of three columns have: routes with all of their figures need what is left of 200. */
const OUTER = { left: 0.29, right: 0.25 } as const
/** Line of a title. */
const TITLE = 1

/** Most columns of a desk. */
export type MostColumns = 2 | 3

/** Columns of the desk from left to right, in cells; none where there is no room for two. @param width cells */
export function columnWidths(width: number, most: MostColumns = 3): readonly number[] {
  if (width < LEAST_DESK) return []
  if (most === 2 || width < THREE_COLUMNS) {
    const main = Math.floor((width - DESK_GAP) * 0.62)
    return [main, width - DESK_GAP - main]
  }
  const whole = width - 2 * DESK_GAP
  const [left, right] = [Math.floor(whole * OUTER.left), Math.floor(whole * OUTER.right)]
  return [left, whole - left - right, right]
}

/**
 * Where each pane stands, from left to right and top to bottom. Those for which there is no room are left out, the least
 * important first; what is left over goes to those that want more, the most important first, and then to those that want all.
 */
export function placePanes(
  panes: readonly PaneRoom[],
  { columns, rows }: Size,
  most: MostColumns = 3,
): readonly PlacedPane[] {
  const widths = columnWidths(columns, most)
  const placed = panes.map((pane) => ({ ...pane, ...placeOf(pane.name, widths.length) }))
  return widths.flatMap((width, column) => {
    const x = widths.slice(0, column).reduce((sum, each) => sum + each + DESK_GAP, 0)
    const own = placed.filter((pane) => pane.column === column && pane.least.columns <= width)
    return stack(own, { columns: width, rows }).map((place) => ({ ...place, x, columns: width }))
  })
}

/** Columns of a pane, wherever it stands in its column. @param width cells of the desk */
export function paneColumns(name: string, width: number, most: MostColumns = 3): number {
  const widths = columnWidths(width, most)
  return widths[placeOf(name, widths.length).column] ?? width
}

const PLACES = [REVIEW_PANE, ...PANES]

type PlacedRoom = PaneRoom & { readonly importance: number; readonly order: number }

function placeOf(name: string, columns: number): { column: number; importance: number; order: number } {
  const order = PLACES.findIndex((pane) => pane.name === name)
  const { inTwo, inThree, importance } = PLACES[order] ?? { inTwo: 1, inThree: 2, importance: PLACES.length + 1 }
  return { column: columns === 2 ? inTwo : inThree, importance, order: order === -1 ? PLACES.length : order }
}

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
