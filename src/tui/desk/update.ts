import { type AppEffect, notify, type Step, step } from '../events.ts'
import type { ScreenList } from '../screen.ts'
import { keysScreen, type State } from '../state.ts'
import { deskOf, neededPanes } from './desk.ts'
import { hiddenPanes, type HiddenPane, PANES, readPanes } from './places.ts'

/**
 * Hides a pane, or shows it again; that is remembered in the settings. The last one stays, and one in which the keys do something is
 * hidden once they do not.
 */
export function togglePane<L extends ScreenList>(
  screens: L,
  state: State<L>,
  name: HiddenPane,
): Step<State<L>, AppEffect> {
  if (!hasPane(screens, state, name)) return step(state, notify('info', `${name} has nothing to show with a server`))
  const { 'hidden-panes': before, ...others } = state.settings
  const hidden = hiddenPanes(before)
  const isHidden = hidden.includes(name)
  if (!isHidden && hidden.length === PANES.length - 1) {
    return step(state, notify('info', `${name} is the last pane: it stays`))
  }
  const next = isHidden ? hidden.filter((each) => each !== name) : [...hidden, name]
  const value = next.length === 0 ? undefined : readPanes(next.join(',')).join(',')
  const zoomed = state.desk.zoomed === name ? undefined : state.desk.zoomed
  const waits = !isHidden && neededPanes(screens, state).includes(name)
  return step(
    {
      ...state,
      settings: value === undefined ? others : { ...others, 'hidden-panes': value },
      desk: { ...state.desk, zoomed },
    },
    { on: 'app', type: 'keep-setting', key: 'hidden-panes', value },
    ...(waits ? [notify('info', `${name} is hidden once the mark has left it`)] : []),
  )
}

function hasPane<L extends ScreenList>(screens: L, { place }: State<L>, name: HiddenPane): boolean {
  return screens.some(({ panes = [] }) => panes.some((pane) => pane.name === name && pane.isOffered?.(place) !== false))
}

/** Gives the pane that has the keys the whole desk, or its place again. */
export function zoomPane<L extends ScreenList>(screens: L, state: State<L>): State<L> {
  if (state.desk.zoomed !== undefined) return { ...state, desk: { ...state.desk, zoomed: undefined } }
  const zoomed = deskOf(screens, state).find(({ hasKeys }) => hasKeys)?.pane.name
  return zoomed === undefined ? state : { ...state, desk: { ...state.desk, zoomed } }
}

/** Gives the keys to the next screen that has a pane on the desk, and after the last one back to the visible one. */
export function focusNext<L extends ScreenList>(screens: L, state: State<L>): State<L> {
  const names = new Set<string>([state.tab, ...deskOf(screens, state).map(({ screen }) => screen)])
  const all = [...names]
  const next = all[(all.indexOf(keysScreen(state)) + 1) % all.length]
  const focus = next === state.tab ? undefined : next
  return { ...state, desk: { focus, zoomed: undefined } }
}
