import { keyFor } from '../bindings.ts'
import type { AppFacts, Size } from '../events.ts'
import { drawAgain, type Drawn, keepRows } from '../frame/drawn.ts'
import { isMadeFrom, keepLast, type MadeFrom } from '../kit/remember-last.ts'
import { titledRule } from '../kit/layout/titled-rule.ts'
import { BLANK, fillRows, fitRow, type Row } from '../kit/text/rows.ts'
import type { ScreenList } from '../screen.ts'
import type { State } from '../state.ts'
import { deskFrom, type DeskPane, deskOf } from './desk.ts'

/** Gives the lines of the desk; undefined where the visible screen is shown alone. What is the same as before is the same row. */
export type DeskRows = (screens: ScreenList, state: State, size: Size) => readonly Row[] | undefined

/** Draws desks, and remembers the last one: what did not change is not drawn again. */
export function createDeskRows(): DeskRows {
  const placed = keepLast<readonly DeskPane[]>()
  let panes = new Map<string, Drawn<readonly Row[]>>()
  let lines: readonly { readonly from: MadeFrom; readonly row: Row }[] = []
  let last: readonly Row[] = []
  return (screens, state, size) => {
    const desk = placed([...deskFrom(state), size.rows], () => deskOf(screens, state, size))
    if (desk.length === 0) return undefined
    const drawn = new Map(desk.map((pane) => [pane.name, drawPane(screens, pane, state, panes.get(pane.name))]))
    panes = drawn
    const columns = columnsOf(desk, (name) => drawn.get(name)?.made ?? [], size.rows)
    const widths = columns.flatMap(({ x, width }) => [x, width])
    lines = Array.from({ length: size.rows }, (_, y) => {
      const parts = columns.map(({ rows }) => rows[y] ?? BLANK)
      const before = lines[y]
      // The same parts stand elsewhere where the columns are others.
      const from = [...widths, ...parts]
      return before !== undefined && isMadeFrom(before.from, from) ? before : { from, row: joinRow(columns, parts) }
    })
    const rows = lines.map(({ row }) => row)
    if (rows.length !== last.length || rows.some((row, at) => row !== last[at])) last = rows
    return last
  }
}

function drawPane(
  screens: ScreenList,
  place: DeskPane,
  state: State,
  last: Drawn<readonly Row[]> | undefined,
): Drawn<readonly Row[]> {
  const { pane, screen, columns, rows, hasKeys, isZoomed } = place
  const own = state.screens[screen]
  const shown = pane.shows?.(own) ?? [own]
  const drawn = drawAgain(last, screens, state, screen, [...shown, columns, rows, hasKeys, isZoomed], (app) => [
    titledRule(titleOf(place, app), columns, hasKeys),
    ...fillRows(pane.view({ state: own, app, width: columns, height: rows, spoken: false }), rows),
  ])
  return drawn === last ? drawn : { ...drawn, made: keepRows(drawn.made, last?.made ?? []) }
}

/** Its name, and where the others are out of sight how they come back. */
function titleOf({ pane, isZoomed }: DeskPane, app: AppFacts): string {
  const title = pane.title.toUpperCase()
  return isZoomed ? `${title} · zoomed, ${keyFor(app, 'zoom', 'Alt-Z')} shows all` : title
}

interface DeskColumn {
  readonly x: number
  readonly width: number
  readonly rows: readonly Row[]
}

/** The columns from left to right, each with all of its lines. */
function columnsOf(
  desk: readonly DeskPane[],
  rowsOf: (name: string) => readonly Row[],
  height: number,
): readonly DeskColumn[] {
  const lefts = [...new Set(desk.map(({ x }) => x))].sort((a, b) => a - b)
  return lefts.map((x) => {
    const own = desk.filter((pane) => pane.x === x)
    const rows = own.flatMap(({ name }) => rowsOf(name))
    return { x, width: own[0]?.columns ?? 0, rows: rows.length > height ? rows.slice(0, height) : rows }
  })
}

function joinRow(columns: readonly DeskColumn[], parts: readonly Row[]): Row {
  return columns.flatMap(({ x, width }, at): Row => {
    const fitted = fitRow(parts[at] ?? BLANK, width)
    const before = columns[at - 1]
    const space = x - (before === undefined ? 0 : before.x + before.width)
    return space === 0 ? fitted : [{ text: ' '.repeat(space) }, ...fitted]
  })
}
