import type { SettingsByKey } from '../io/index.ts'
import type { Place } from './context.ts'
import type { Addressed, AppEffect, AppFacts, Notice, Size } from './events.ts'
import { jobsTick, NO_JOBS } from './jobs/jobs.ts'
import { type AppKeyRow, appKeys, keysIn, type KeyTable } from './keys.ts'
import type { Palette } from './palette.ts'
import type { Problem } from './problem.ts'
import { type NameOf, type ScreenList, screenNamed, type StatesOf } from './screen.ts'

/** Smallest terminal that the screens are drawn on. */
export const LEAST_SIZE: Size = { columns: 40, rows: 10 }

/** Everything that is on the screens; what is drawn is a function of it. */
export interface State<L extends ScreenList = ScreenList> extends Omit<AppFacts, 'isVisible'> {
  /** Name of the visible screen. */
  readonly tab: NameOf<L>
  /** First line of the help that is shown; undefined while it is not. */
  readonly help: number | undefined
  /** What finds actions by words; undefined while it is closed. */
  readonly palette: Palette | undefined
  readonly notice: Notice | undefined
  /** Whether the terminal has the keys of its user; undefined where it does not say. */
  readonly hasFocus: boolean | undefined
  /** Why the service could not be opened. */
  readonly problem: Problem | undefined
  /** States of the screens by name. */
  readonly screens: StatesOf<L>
}

/** The state of the first frame: nothing is open yet. */
export function startState<L extends ScreenList>(
  screens: L,
  parts: {
    readonly now: number
    readonly size: Size
    readonly place: Place
    readonly settings: SettingsByKey
  },
): State<L> {
  return {
    ...parts,
    ready: false,
    jobs: NO_JOBS,
    tab: screens[0]?.name ?? '',
    help: undefined,
    palette: undefined,
    notice: undefined,
    hasFocus: undefined,
    problem: undefined,
    // Name and start of each come from the same record.
    screens: Object.fromEntries(screens.map(({ name, start }) => [name, start])) as StatesOf<L>,
  }
}

/** What a screen may know of the app. */
export function factsOf({ tab, now, size, place, ready, settings, jobs }: State, name: string = tab): AppFacts {
  return { isVisible: tab === name, now, size, place, ready, settings, jobs }
}

/** True when the terminal is too small to draw on. */
export function isTooSmall({ size }: State): boolean {
  return size.columns < LEAST_SIZE.columns || size.rows < LEAST_SIZE.rows
}

/** What the visible screen says about keys and time. */
export interface Focus {
  /** Which keys of its table apply. */
  readonly mode: string
  /** True while a text field has the focus. */
  readonly takesText: boolean
  /** True while something on it, or in hand, counts seconds. */
  readonly ticks: boolean
}

/** What the visible screen says about keys and time. */
export function focusOf(screens: ScreenList, state: State): Focus {
  const screen = screenNamed(screens, state.tab)
  const own = state.screens[screen.name]
  return {
    mode: screen.mode(own),
    takesText: screen.takesText(own),
    ticks: jobsTick(state.jobs) || screen.ticks(own, factsOf(state)),
  }
}

/** Keys that apply now. */
export interface ActiveKeys {
  /** Those of the visible screen: they outweigh those of the app. */
  readonly own: KeyTable
  readonly app: readonly AppKeyRow[]
  /** True while a text field takes all other keys. */
  readonly takesText: boolean
}

/** Keys that apply now. */
export function activeKeys(screens: ScreenList, state: State): ActiveKeys {
  const { mode, takesText } = focusOf(screens, state)
  return {
    own: keysIn(screenNamed(screens, state.tab).keys, mode),
    app: appKeys(screens).filter(({ where }) => where.includes(takesText ? 'text' : 'keys')),
    takesText,
  }
}

/** Keys that the footer and the help offer: those of the screen that would change something, not only say why they cannot. */
export function offeredKeys(screens: ScreenList, state: State): ActiveKeys {
  const screen = screenNamed(screens, state.tab)
  const before = state.screens[screen.name]
  const app = factsOf(state)
  const keys = activeKeys(screens, state)
  const changes = ({ action }: KeyTable[number]): boolean => {
    const after = screen.update(before, { on: 'input', type: 'action', action }, app)
    return !isSame(before, after.state) || after.effects.some((effect) => !isNotice(effect))
  }
  return { ...keys, own: keys.own.filter(changes) }
}

function isSame(before: unknown, after: unknown): boolean {
  const fields = new Map(Object.entries(after ?? {}))
  return Object.entries(before ?? {}).every(([name, value]) => Object.is(value, fields.get(name)))
}

function isNotice(effect: Addressed | AppEffect): boolean {
  return effect.type === 'send' && 'event' in effect && effect.event.type === 'notice'
}
