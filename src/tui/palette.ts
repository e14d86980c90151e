import { beginsEntry, type EntryReading } from '../core/entry/read-entry.ts'
import { actionName, boundRows } from './bound-rows.ts'
import { type AppKeyRow, keyName, keysIn, type KeyLine, type KeyRow } from './keys.ts'
import { findBest, readPattern } from './kit/find/match.ts'
import { isMove } from './kit/moves.ts'
import { leaveText } from './leave-text.ts'
import { type Line, lineOf } from './kit/text/line-edit.ts'
import { type FoundItem, type LookedLine, type Screen, type ScreenList, screenNamed } from './screen.ts'
import { activeKeys, factsOf, keysOfApp, keysScreen, offeredKeys, type State } from './state.ts'

/*
 * What one can do, found by words: every action of the app and of all screens, assets, contacts, past swaps, settings, and a swap on
 * one line. Screens whose actions must not be found by a search, since they pay, are left out.
 */

/** The palette while it is open. */
export interface Palette {
  readonly line: Line
  /** Index of the marked row. */
  readonly selected: number
}

/** Name of its rows as a list that clicks mark. */
export const PALETTE_LIST = 'palette'

/** The palette as it opens. */
export const OPEN_PALETTE: Palette = { line: lineOf(''), selected: 0 }

/** Something that the palette does. */
export type PaletteItem =
  | {
      readonly kind: 'app'
      readonly label: string
      readonly name: string
      readonly keys: string
      /** What settings of keys call it; undefined where none can be set. */
      readonly id: string | undefined
      readonly action: AppKeyRow['action']
    }
  | {
      readonly kind: 'screen'
      readonly label: string
      readonly name: string
      readonly keys: string
      /** What settings of keys call it. */
      readonly id: string
      /** Name of the screen. */
      readonly on: string
      readonly action: string
      /** True where the text field of the screen is left first. */
      readonly leavesText: boolean
    }
  /** Tells a screen what was chosen, and shows it. */
  | {
      readonly kind: FoundItem['kind']
      readonly label: string
      /** What it is called; '' for nothing. */
      readonly name: string
      readonly keys: string
      readonly on: string
      readonly event: FoundItem['event']
    }
  /** Hands a swap on one line to the screen that takes such. */
  | {
      readonly kind: 'line'
      readonly label: string
      readonly on: string
      readonly text: string
      readonly reading: EntryReading
      /** What its assets mean, and how it may go on; undefined before that was looked up. */
      readonly looked: LookedLine | undefined
    }

/** Keys of the palette; every other one edits its line. */
export const PALETTE_KEYS = [
  { keys: ['enter'], label: 'do it', where: ['palette'], action: 'choose' },
  { keys: ['tab'], label: 'complete', where: ['palette'], action: 'complete' },
  { keys: ['up', 'ctrl-p'], label: 'up', where: ['palette'], action: 'up' },
  { keys: ['down', 'ctrl-n'], label: 'down', where: ['palette'], action: 'down' },
  { keys: ['esc'], label: 'close', where: ['palette'], action: 'close' },
] as const satisfies readonly KeyRow<'palette'>[]

/**
 * What a text finds: what is called exactly so, then the best first; everything for none. A text that begins with a number is a swap
 * on one line, below which the past swaps stand that it finds while it is none yet.
 */
export function paletteItems(screens: ScreenList, state: State, text: string): readonly PaletteItem[] {
  const written = text.trim()
  if (beginsEntry(written)) {
    const lines = screens.flatMap(({ name, title, line }) =>
      line === undefined
        ? []
        : [
            {
              kind: 'line',
              label: `fill in on ${title}`,
              on: name,
              text: written,
              reading: line.read(written),
              looked: line.lookup(state.screens[name], text),
            } as const,
          ],
    )
    if (lines.some(({ reading }) => reading.order !== undefined)) return lines
    return [...lines, ...foundItems(screens, state, written).filter(({ kind }) => kind === 'past swap')]
  }
  if (written === '') return actionItems(screens, state)
  const all = [...actionItems(screens, state), ...foundItems(screens, state, written)]
  const called = all.filter((item) => item.kind !== 'line' && isCalled(item.name, written))
  const contacts = called.filter(({ kind }) => kind === 'contact')
  const best = findBest(all, ({ label }) => label, readPattern(written))
  // An address is found by what it is, and stands in no label. Past swaps were looked up by all of their words.
  const others = all.filter(({ kind }) => kind === 'past swap' || (kind === 'asset' && written.length >= LEAST_ADDRESS))
  return [...new Set([...contacts, ...called, ...best, ...others])]
}

/** True where there is more than a text finds here. */
export function hasMore(screens: ScreenList, state: State, text: string): boolean {
  return screens.some(({ name, finder }) => finder?.hasMore?.(state.screens[name], text.trim()) === true)
}

function isCalled(name: string, text: string): boolean {
  return name.toLowerCase() === text.toLowerCase().replace(/^@/, '')
}

/** Fewest characters of an address or a hash. */
const LEAST_ADDRESS = 20

function foundItems(screens: ScreenList, state: State, text: string): readonly PaletteItem[] {
  return screens.flatMap(({ name, finder }) =>
    (finder?.found(state.screens[name], factsOf(screens, state, name), text) ?? []).map((item): PaletteItem => ({
      ...item,
      name: item.name ?? '',
      keys: item.kind,
      on: name,
    })),
  )
}

/** All actions: those that work here first. In a text field those that work once it is left are there too. */
function actionItems(screens: ScreenList, state: State): readonly PaletteItem[] {
  const first = screenNamed(screens, keysScreen(state))
  const others = screens.filter((screen) => screen !== first)
  const { app, takesText } = activeKeys(screens, state)
  const outside = takesText ? keysOfApp(screens, state, 'keys').filter(({ label }) => !hasLabel(app, label)) : []
  return [
    ...ownItems(screens, state, first),
    ...[...app, ...outside].map(appItem),
    ...others.flatMap((screen) => {
      const left = screen.keysOnly === true ? undefined : leaveText(screens, state, screen.name)
      if (left === undefined) return []
      const rows = boundRows(keysIn(screen.keys, screen.mode(left.own)), state.bindings)
      return rows.flatMap((row) => screenItem(screen, row, left.actions.length > 0))
    }),
  ]
}

/** The actions of the screen that has the keys: those that would change something. */
function ownItems(screens: ScreenList, state: State, screen: Screen): readonly PaletteItem[] {
  if (screen.keysOnly === true) return []
  const here = offeredKeys(screens, state).own
  const items = here.flatMap((row) => screenItem(screen, row, false))
  const left = leaveText(screens, state, screen.name)
  if (left === undefined || left.actions.length === 0) return items
  const after = offeredKeys(screens, { ...state, screens: { ...state.screens, [screen.name]: left.own } }).own
  const outside = after.filter(({ label }) => !hasLabel(here, label))
  return [...items, ...outside.flatMap((row) => screenItem(screen, row, true))]
}

function hasLabel(rows: readonly KeyLine[], label: string): boolean {
  return rows.some((row) => row.label === label)
}

function appItem({ label, keys, action }: AppKeyRow): PaletteItem {
  const isTab = typeof action === 'object' && 'go' in action
  const id = isTab ? undefined : actionName(action)
  return { kind: 'app', label: isTab ? `go to ${label}` : label, name: label, keys: keyName(keys[0]), id, action }
}

function screenItem(
  { name, title }: Screen,
  { label, keys, action, agrees }: KeyRow<string>,
  leavesText: boolean,
): readonly PaletteItem[] {
  // What pays, agrees or locks is found by no search, and done by no click on what was found.
  if (isMove(action) || agrees !== undefined) return []
  const [key] = keys
  return [
    {
      kind: 'screen',
      label: `${title}: ${label}`,
      name: label,
      keys: keyName(key),
      id: action,
      on: name,
      action,
      leavesText,
    },
  ]
}
