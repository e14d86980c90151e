import type { Size } from '../events.ts'
import type { MadeFrom } from '../kit/remember-last.ts'
import { bodySize } from '../kit/layout/scrolling.ts'
import { type Pane, type ScreenList, screenNamed } from '../screen.ts'
import { factsOf, keysScreen, screenSize, type State } from '../state.ts'
import { LEAST_DESK, paneColumns, type PaneRoom, placePanes, type PlacedPane } from './layout.ts'
import type { ShownPane } from './desk-state.ts'
import { readPanes } from './places.ts'

/** A pane of the desk, where it stands. */
export interface DeskPane extends PlacedPane {
  /** Name of its screen. */
  readonly screen: string
  readonly pane: Pane
  /** True where it has the keys. */
  readonly hasKeys: boolean
}

/** A pane that may stand on the desk, of a screen. */
interface OfferedPane extends PaneRoom {
  readonly screen: string
  readonly pane: Pane
}

/**
 * The panes that stand on the desk; none where the visible screen is shown alone.
 * @param size room of the desk. @default what the lines of the frame leave of the terminal
 */
export function deskOf(
  screens: ScreenList,
  state: State,
  size: Size = bodySize(screenSize(screens, state)),
): readonly DeskPane[] {
  const host = screenNamed(screens, state.tab)
  if (state.spoken || size.columns < LEAST_DESK || host.showsDesk?.(state.screens[host.name]) !== true) return []
  const hidden: readonly string[] = readPanes(state.settings['hidden-panes'])
  const offered = offeredPanes(screens, state, size.columns).filter(({ name }) => !hidden.includes(name))
  const zoomed =
    offered.find(({ name }) => name === state.desk.zoomed) ??
    offered.find(({ name, screen, pane }) => pane.zooms?.(state.screens[screen], paneColumns(name, size.columns)))
  const places =
    zoomed === undefined
      ? placePanes(offered, size)
      : [{ name: zoomed.name, x: 0, y: 0, columns: size.columns, rows: Math.max(0, size.rows - 1) }]
  return places.flatMap((place) => {
    const found = offered.find(({ name }) => name === place.name)
    return found === undefined ? [] : [{ ...place, ...heldBy(state, found) }]
  })
}

function offeredPanes(screens: ScreenList, state: State, width: number): readonly OfferedPane[] {
  return screens.flatMap((screen) =>
    (screen.panes ?? []).map((pane): OfferedPane => {
      const { name, least } = pane
      const wanted = pane.lines(
        state.screens[screen.name],
        factsOf(screens, state, screen.name),
        paneColumns(name, width),
      )
      return { name, least, wanted, screen: screen.name, pane }
    }),
  )
}

function heldBy(state: State, { screen, pane }: OfferedPane): Pick<DeskPane, 'screen' | 'pane' | 'hasKeys'> {
  const hasKeys = keysScreen(state) === screen && pane.hasKeys?.(state.screens[screen]) !== false
  return { screen, pane, hasKeys }
}

/** What the places of the panes are made from: time alone moves none. */
export function deskFrom({
  screens,
  tab,
  desk,
  spoken,
  size,
  guide,
  notice,
  problem,
  settings,
  bindings,
  jobs,
  place,
  ready,
}: State): MadeFrom {
  return [screens, tab, desk, spoken, size, guide, notice, problem, settings, bindings, jobs, place, ready]
}

/** The panes that are shown; the same list where they are those of before. */
export function shownPanes(screens: ScreenList, state: State): readonly ShownPane[] {
  const now = deskOf(screens, state).map(({ pane, screen, columns, rows }): ShownPane => ({
    name: pane.name,
    screen,
    columns,
    rows,
  }))
  const before = state.panes
  const isSame = now.length === before.length && now.every((pane, at) => isSamePane(pane, before[at]))
  return isSame ? before : now
}

function isSamePane(now: ShownPane, before: ShownPane | undefined): boolean {
  return (
    now.name === before?.name &&
    now.screen === before.screen &&
    now.columns === before.columns &&
    now.rows === before.rows
  )
}
