import type { SettingsByKey } from '../io/index.ts'
import { besideText, keyRules, keySettings } from './bindings.ts'
import { boundRows } from './bound-rows.ts'
import type { Place } from './context.ts'
import type { Addressed, AppEffect, AppFacts, Notice, Size } from './events.ts'
import type { DeskState, ShownPane } from './desk/desk-state.ts'
import { deskKeys } from './desk/keys.ts'
import { LEAST_DESK } from './desk/layout.ts'
import type { Guide } from './frame/guide.ts'
import { type ToldRows, toldRows } from './frame/told.ts'
import { jobsTick, NO_JOBS } from './jobs/jobs.ts'
import { type AppKeyRow, appKeys, keysIn, type KeyTable, rowWithKey } from './keys.ts'
import type { Palette } from './palette.ts'
import type { Problem } from './problem.ts'
import type { Remembered } from './remembered.ts'
import type { KeyPress } from './terminal/key-decoder.ts'
import { type NameOf, type ScreenList, screenNamed, type StatesOf } from './screen.ts'
import type { TerminalForms } from './terminal/terminal-forms.ts'

/** Smallest terminal that the screens are drawn on. */
export const LEAST_SIZE: Size = { columns: 40, rows: 10 }

/** Clocks of all time zones are whole quarters of an hour apart. */
const QUARTER_MS = 900_000

/** Everything that is on the screens; what is drawn is a function of it. */
export interface State<L extends ScreenList = ScreenList> extends Omit<
  AppFacts,
  'isVisible' | 'hasKeys' | 'isSeen' | 'panes' | 'quarter' | 'keyRules'
> {
  /** Name of the visible screen. */
  readonly tab: NameOf<L>
  /** True for a screen reader, which gets one screen at a time. */
  readonly spoken: boolean
  readonly desk: DeskState
  /** Panes of the desk that are shown; none where the visible screen is shown alone. */
  readonly panes: readonly ShownPane[]
  /** First line of the help that is shown; undefined while it is not. */
  readonly help: number | undefined
  /** What finds actions by words; undefined while it is closed. */
  readonly palette: Palette | undefined
  readonly notice: Notice | undefined
  /** What leads its user through the screens; undefined but on the tour. */
  readonly guide: Guide | undefined
  /** Whether the terminal has the keys of its user; undefined where it does not say. */
  readonly hasFocus: boolean | undefined
  /** How the terminal is told of something besides what is drawn; undefined where there is none. */
  readonly terminal: TerminalForms | undefined
  /** Keys whose meaning has changed, as far as that was said. */
  readonly toldKeys: readonly string[]
  /** When a server that does not answer was asked last whether it is there, in epoch milliseconds; undefined while it answers. */
  readonly serverAskedAt: number | undefined
  /** Why the service could not be opened. */
  readonly problem: Problem | undefined
  /** Why the settings could not be read again, as it was said; undefined where they could. */
  readonly unreadSettings: string | undefined
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
    /** @default nothing is kept */
    readonly remembered?: Remembered | undefined
    /** @default false */
    readonly spoken?: boolean
    /** @default none */
    readonly terminal?: TerminalForms
  },
): State<L> {
  return {
    ...parts,
    terminal: parts.terminal,
    spoken: parts.spoken === true,
    ready: false,
    bindings: keySettings(screens, parts.settings).bindings,
    jobs: NO_JOBS,
    remembered: parts.remembered,
    // One that may pay is shown for what it asks, and not by itself.
    tab:
      (screens.find(({ name, keysOnly }) => name === parts.remembered?.tab && keysOnly !== true) ?? screens[0])?.name ??
      '',
    desk: { focus: undefined, zoomed: undefined },
    panes: [],
    help: undefined,
    palette: undefined,
    notice: undefined,
    guide: undefined,
    hasFocus: undefined,
    toldKeys: [],
    serverAskedAt: undefined,
    problem: undefined,
    unreadSettings: undefined,
    // Name and start of each come from the same record.
    screens: Object.fromEntries(screens.map(({ name, start }) => [name, start])) as StatesOf<L>,
  }
}

/** What a screen may know of the app. */
export function factsOf(screens: ScreenList, state: State, name: string = state.tab): AppFacts {
  const { tab, panes, now, place, ready, settings, bindings, jobs, remembered } = state
  const isSeen = tab === name || panes.some(({ screen }) => screen === name)
  const size = screenSize(screens, state)
  return {
    isVisible: tab === name,
    hasKeys: keysScreen(state) === name,
    isSeen,
    panes: paneSizes(panes),
    now,
    quarter: now - (now % QUARTER_MS),
    size,
    place,
    ready,
    settings,
    bindings,
    keyRules: keyRules(screens, bindings),
    jobs,
    remembered,
  }
}

/** The terminal without the lines of the guide and of a message, of which one is the frame's: what screens take for all of it. */
export function screenSize(screens: ScreenList, state: State): Size {
  const { guide, status } = toldBeside(screens, state)
  return { ...state.size, rows: state.size.rows - guide.length - (status.length - 1) }
}

/** What the frame tells beside the screen. */
export function toldBeside(screens: ScreenList, state: State): ToldRows {
  return toldRows(screens, state, readableQuestion(screens, state) !== undefined)
}

function paneSizes(panes: readonly ShownPane[]): AppFacts['panes'] {
  return Object.fromEntries(panes.map(({ name, columns, rows }) => [name, { columns, rows }]))
}

/** Name of the screen that has the keys: the visible one, or that of the pane that has the focus. */
export function keysScreen<L extends ScreenList>({ tab, desk, panes }: State<L>): string {
  return panes.find(({ screen }) => screen === desk.focus)?.screen ?? tab
}

/** True where the visible screen may have a desk, whatever is hidden of it. */
export function offersDesk(screens: ScreenList, { spoken, size, tab, screens: states }: State): boolean {
  return !spoken && size.columns >= LEAST_DESK && screenNamed(screens, tab).showsDesk?.(states[tab]) === true
}

/** Names of the screens that are seen: the visible one, and those of the panes. */
export function seenScreens<L extends ScreenList>({ tab, panes }: State<L>): ReadonlySet<string> {
  return new Set([tab, ...panes.map(({ screen }) => screen)])
}

/** True when the terminal is too small to draw on. */
export function isTooSmall({ size }: State): boolean {
  return size.columns < LEAST_SIZE.columns || size.rows < LEAST_SIZE.rows
}

/** What the screen that has the keys says about them, and those that are seen about time. */
export interface Focus {
  /** Which keys of its table apply. */
  readonly mode: string
  /** True while a text field has the focus. */
  readonly takesText: boolean
  /** True while something that is seen, or in hand, counts seconds. */
  readonly ticks: boolean
  /** The question that its keys answer; undefined while nothing is asked. */
  readonly asked: string | undefined
}

/** What the screen that has the keys says about them, and those that are seen about time. */
export function focusOf(screens: ScreenList, state: State): Focus {
  const screen = screenNamed(screens, keysScreen(state))
  const own = state.screens[screen.name]
  const seen = seenScreens(state)
  const ticks = screens.some(
    (each) => seen.has(each.name) && each.ticks(state.screens[each.name], factsOf(screens, state, each.name)),
  )
  return {
    mode: screen.mode(own),
    takesText: screen.takesText(own),
    ticks: jobsTick(state.jobs) || ticks,
    asked: askedOn(screens, state),
  }
}

/** The question that the keys answer. */
function askedOn(screens: ScreenList, state: State): string | undefined {
  const screen = screenNamed(screens, keysScreen(state))
  const asked = screen.asks?.(state.screens[screen.name])
  return asked === undefined ? undefined : `${screen.name} ${asked}`
}

/** The question that can be read in a frame of this state: nothing covers it. */
export function readableQuestion(screens: ScreenList, state: State): string | undefined {
  return isCovered(state) ? undefined : askedOn(screens, state)
}

/** True for a key that does something now which counts only as the key has to come. */
export function isGuarded(screens: ScreenList, state: State, key: KeyPress['name']): boolean {
  return !isCovered(state) && rowWithKey(activeKeys(screens, state).own, key)?.agrees !== undefined
}

function isCovered(state: State): boolean {
  return state.help !== undefined || state.palette !== undefined || isTooSmall(state)
}

/** Keys that apply now. */
export interface ActiveKeys {
  /** Those of the screen that has the keys: they outweigh those of the app. */
  readonly own: KeyTable
  readonly app: readonly AppKeyRow[]
  /** True while a text field takes all other keys. */
  readonly takesText: boolean
}

/** Keys that apply now. */
export function activeKeys(screens: ScreenList, state: State): ActiveKeys {
  const { mode, takesText } = focusOf(screens, state)
  const own = boundRows(keysIn(screenNamed(screens, keysScreen(state)).keys, mode), state.bindings)
  return {
    own: takesText ? besideText(own) : own,
    app: takesText ? besideText(keysOfApp(screens, state, 'text')) : keysOfApp(screens, state, 'keys'),
    takesText,
  }
}

/** Keys of the app and of the desk that is shown. @param where outside text fields, or in them */
export function keysOfApp(screens: ScreenList, state: State, where: 'keys' | 'text'): readonly AppKeyRow[] {
  const ofDesk = offersDesk(screens, state) ? deskKeys(screenNamed(screens, state.tab)) : []
  const rows = [...appKeys(screens), ...ofDesk].filter((row) => row.where.includes(where))
  return boundRows(rows, state.bindings)
}

/** Keys that the footer and the help offer: those of the screen that would change something, not only say why they cannot. */
export function offeredKeys(screens: ScreenList, state: State): ActiveKeys {
  const screen = screenNamed(screens, keysScreen(state))
  const before = state.screens[screen.name]
  const app = factsOf(screens, state, screen.name)
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
