import type { AppFacts, Size } from '../events.ts'
import { titledRule } from '../kit/layout/titled-rule.ts'
import { BLANK, fillRows, fitRow, isSameRow, type Row } from '../kit/text/rows.ts'
import type { ScreenList } from '../screen.ts'
import { factsOf, type State } from '../state.ts'
import { type DeskPane, deskOf } from './desk.ts'
import { DESK_GAP } from './layout.ts'

/** Gives the lines of the desk; undefined where the visible screen is shown alone. What is the same as before is the same row. */
export type DeskRows = (screens: ScreenList, state: State, size: Size) => readonly Row[] | undefined

/** What a pane was drawn from. */
type Drawn = readonly unknown[]

/** Draws desks, and remembers the last one: what did not change is not drawn again. */
export function createDeskRows(): DeskRows {
  let panes = new Map<string, { readonly from: Drawn; readonly rows: readonly Row[] }>()
  let lines: readonly { readonly parts: readonly Row[]; readonly row: Row }[] = []
  let last: readonly Row[] = []
  return (screens, state, size) => {
    const desk = deskOf(screens, state, size)
    if (desk.length === 0) return undefined
    const drawn = new Map(
      desk.map((pane) => {
        const from = drawnFrom(pane, state)
        const before = panes.get(pane.name)
        const isSame = before !== undefined && from.every((value, at) => value === before.from[at])
        return [pane.name, isSame ? before : { from, rows: keepRows(paneRows(pane, state), before?.rows ?? []) }]
      }),
    )
    panes = drawn
    const columns = columnsOf(desk, (name) => drawn.get(name)?.rows ?? [], size.rows)
    lines = Array.from({ length: size.rows }, (_, y) => {
      const parts = columns.map(({ rows }) => rows[y] ?? BLANK)
      const before = lines[y]
      const isSame = before?.parts.length === parts.length && parts.every((part, at) => part === before.parts[at])
      return isSame ? before : { parts, row: joinRow(columns, parts) }
    })
    const rows = lines.map(({ row }) => row)
    if (rows.length !== last.length || rows.some((row, at) => row !== last[at])) last = rows
    return last
  }
}

function drawnFrom({ name, screen, columns, rows, hasKeys }: DeskPane, state: State): Drawn {
  const { now, ready, settings, jobs, place, panes } = state
  const second = Math.floor(now / 1000)
  return [name, state.screens[screen], columns, rows, hasKeys, second, ready, settings, jobs, place, panes]
}

function paneRows({ pane, screen, columns, rows, hasKeys }: DeskPane, state: State): readonly Row[] {
  const app: AppFacts = factsOf(state, screen)
  const props = { state: state.screens[screen], app, width: columns, height: rows, spoken: false }
  return [titledRule(pane.title.toUpperCase(), columns, hasKeys), ...fillRows(pane.view(props), rows)]
}

/** The lines, those that look as before as the same rows. */
function keepRows(rows: readonly Row[], before: readonly Row[]): readonly Row[] {
  return rows.map((row, at) => {
    const old = before[at]
    return old !== undefined && isSameRow(old, row) ? old : row
  })
}

interface DeskColumn {
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
    return { width: own[0]?.columns ?? 0, rows: rows.length > height ? rows.slice(0, height) : rows }
  })
}

function joinRow(columns: readonly DeskColumn[], parts: readonly Row[]): Row {
  const space = { text: ' '.repeat(DESK_GAP) }
  return parts.flatMap((part, at): Row => {
    const fitted = fitRow(part, columns[at]?.width ?? 0)
    return at === parts.length - 1 ? fitted : [...fitted, space]
  })
}
