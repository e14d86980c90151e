import { deskOf } from '../desk/desk.ts'
import type { Pointed } from '../events.ts'
import type { Row, Spot } from '../kit/text/rows.ts'
import { textWidth } from '../kit/text/text-fit.ts'
import type { ScreenList } from '../screen.ts'
import type { State } from '../state.ts'
import { bodyPlace } from './frame.ts'

/** A cell of the terminal, column and line from 0. */
interface Cell {
  readonly column: number
  readonly line: number
}

/** Part of a line that belongs to one screen. */
interface Stretch {
  readonly screen: string | undefined
  /** First column. */
  readonly from: number
}

/** What stands at a cell of a frame. @param rows the lines of the frame that was drawn of the state */
export function pointAt(screens: ScreenList, state: State, rows: readonly Row[], cell: Cell): Pointed {
  const { screen, from } = stretchAt(screens, state, cell)
  const row = rows[cell.line] ?? []
  const spot = screen === undefined ? spotUnder(row, cell.column) : spotBefore(row, from, cell.column)
  return { screen, spot, by: spot === undefined ? undefined : rowsFromMark(rows, spot) }
}

function stretchAt(screens: ScreenList, state: State, { column, line }: Cell): Stretch {
  const { columns } = state.size
  const { first, rows } = bodyPlace(screens, state)
  const y = line - first
  if (y < 0 || y >= rows) return { screen: undefined, from: 0 }
  if (state.palette !== undefined) return { screen: state.tab, from: 0 }
  const desk = deskOf(screens, state, { columns, rows })
  if (desk.length === 0) return { screen: state.tab, from: 0 }
  const pane = desk.find(
    (each) => column >= each.x && column < each.x + each.columns && y >= each.y && y <= each.y + each.rows,
  )
  return { screen: pane?.screen, from: pane?.x ?? 0 }
}

function spotUnder(row: Row, column: number): Spot | undefined {
  let end = 0
  return row.find(({ text }) => {
    end += textWidth(text)
    return column < end
  })?.spot
}

/** What is empty behind a row of a list belongs to it. */
function spotBefore(row: Row, from: number, column: number): Spot | undefined {
  let start = 0
  let spot: Spot | undefined
  for (const piece of row) {
    if (start > column) break
    if (start >= from && (piece.spot !== undefined || piece.text.trim() !== '')) spot = piece.spot
    start += textWidth(piece.text)
  }
  return spot
}

function rowsFromMark(rows: readonly Row[], { list, row }: Spot): number | undefined {
  for (const each of rows) {
    const marked = each.find(({ spot }) => spot?.list === list && spot.isMarked)
    if (marked?.spot !== undefined) return row - marked.spot.row
  }
  return undefined
}
