import { keysIn, rowWithKey } from './keys.ts'
import { type ScreenList, screenNamed } from './screen.ts'
import { factsOf, keysScreen, type State } from './state.ts'

/** Most fields in one another: Esc goes from the chains of the picker to its assets, and from these to the form. */
const MOST_FIELDS = 3

/** A screen whose text field was left. */
export interface LeftText {
  /** What leaves it, one after the other; none where nothing is typed. */
  readonly actions: readonly string[]
  /** State of the screen then. */
  readonly own: unknown
}

/**
 * How a screen leaves its text field: what is typed is kept where a key does that, and elsewhere given up as by Esc, on the screen alone
 * that has the keys. Undefined where it cannot be left so.
 */
export function leaveText(screens: ScreenList, state: State, name: string): LeftText | undefined {
  const screen = screenNamed(screens, name)
  const app = factsOf(screens, state, name)
  let own: unknown = state.screens[name]
  const actions: string[] = []
  while (screen.takesText(own)) {
    const rows = keysIn(screen.keys, screen.mode(own))
    const esc = keysScreen(state) === name ? rowWithKey(rows, 'esc') : undefined
    const row = rows.find(({ leaves }) => leaves === true) ?? esc
    if (row === undefined || actions.length === MOST_FIELDS) return undefined
    own = screen.update(own, { on: 'input', type: 'action', action: row.action }, app).state
    actions.push(row.action)
  }
  return { actions, own }
}
