import type { Size } from '../events.ts'
import type { MadeFrom } from '../kit/remember-last.ts'
import { bodySize } from '../kit/layout/scrolling.ts'
import { type Desk, type Pane, type ScreenList, screenNamed } from '../screen.ts'
import { factsOf, keysScreen, offersDesk, screenSize, type State } from '../state.ts'
import { paneColumns, type PaneRoom, placePanes, type PlacedPane } from './layout.ts'
import type { ShownPane } from './desk-state.ts'
import { hiddenPanes, type PaneName, PANES } from './places.ts'

/** A pane of the desk, where it stands. */
export interface DeskPane extends PlacedPane {
  /** Name of its screen. */
  readonly screen: string
  readonly pane: Pane
  /** True where it has the keys. */
  readonly hasKeys: boolean
  /** True where it was given all of the desk by a key. */
  readonly isZoomed: boolean
}

/** A pane that may stand on the desk, of a screen. */
interface OfferedPane extends PaneRoom {
  readonly screen: string
  readonly pane: Pane
}

/** The desk of a screen that names none. */
const WHOLE_DESK: Desk = { panes: PANES.map(({ name }) => name), mostColumns: 3 }

/**
 * The panes that stand on the desk; none where the visible screen is shown alone.
 * @param size room of the desk. @default what the lines of the frame leave of the terminal
 */
export function deskOf(
  screens: ScreenList,
  state: State,
  size: Size = bodySize(screenSize(screens, state)),
): readonly DeskPane[] {
  if (!offersDesk(screens, state)) return []
  const { panes, main, mostColumns } = screenNamed(screens, state.tab).desk ?? WHOLE_DESK
  const hidden: readonly string[] = hiddenPanes(state.settings['hidden-panes'])
  const needed = neededPanes(screens, state)
  const shown = panes.filter((name) => !hidden.includes(name) || needed.includes(name))
  const widthOf = (name: PaneName) => paneColumns(name, shown, size, mostColumns)
  const offered = offeredPanes(screens, state, widthOf, shown)
  const isSeen = ({ name }: OfferedPane) => needed.every((each) => each === name || !panes.includes(each))
  const zoomed =
    offered.find((pane) => pane.name === state.desk.zoomed && isSeen(pane)) ??
    offered.find(({ screen, pane }) => pane.zooms?.(state.screens[screen], widthOf(pane.name)))
  const places =
    zoomed === undefined
      ? placePanes(offered, size, mostColumns)
      : [{ name: zoomed.name, x: 0, y: 0, columns: size.columns, rows: Math.max(0, size.rows - 1) }]
  if (main !== undefined && places.every(({ name }) => name !== main)) return []
  return places.flatMap((place) => {
    const found = offered.find(({ name }) => name === place.name)
    const isZoomed = zoomed !== undefined && zoomed.name === state.desk.zoomed
    return found === undefined ? [] : [{ ...place, ...heldBy(state, found), isZoomed }]
  })
}

/** Those that are shown though they are hidden: what the keys write, choose or scroll in them has to be seen. */
export function neededPanes(screens: ScreenList, state: State): readonly PaneName[] {
  const screen = screenNamed(screens, keysScreen(state))
  const own = state.screens[screen.name]
  return (screen.panes ?? []).filter((pane) => pane.isNeeded?.(own) === true).map(({ name }) => name)
}

function offeredPanes(
  screens: ScreenList,
  state: State,
  widthOf: (name: PaneName) => number,
  names: readonly PaneName[],
): readonly OfferedPane[] {
  return screens.flatMap((screen) =>
    (screen.panes ?? [])
      .filter((pane) => names.includes(pane.name) && pane.isOffered?.(state.place) !== false)
      .map((pane): OfferedPane => {
        const { name, least } = pane
        const app = factsOf(screens, state, screen.name)
        const wanted = pane.lines(state.screens[screen.name], app, widthOf(name))
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
