import type { HiddenPane } from './desk/places.ts'
import type { KeyName, KeyPress } from './terminal/key-decoder.ts'

/** A key as the footer and the help show it. */
export interface KeyLine {
  /** The first is the one that the footer shows. */
  readonly keys: readonly [KeyName, ...KeyName[]]
  /** What it does, in one to four words. */
  readonly label: string
  /** Place in the footer, from 1; without it only the help shows the key. */
  readonly footer?: number
}

/** A row of the key table of a screen with the modes M, which the screen declares: a misspelt mode does not compile. */
export interface KeyRow<M extends string, A extends string = string> extends KeyLine {
  /** Modes of the screen in which it works. */
  readonly where: readonly M[]
  /** Action that the screen's update function gets. */
  readonly action: A
  /** True where it only shows something else: it works before a question that is asked could be read. */
  readonly looks?: true
  /**
   * How it has to come where it agrees to something: `alone`, since a key that is held down, a paste or the rest of a code
   * agrees to nothing; `typed` may follow its text at once, but not in one read with it. Where it locks: `pressed`, however it
   * comes but by being held down. @default however it comes
   */
  readonly agrees?: 'alone' | 'typed' | 'pressed'
  /**
   * Whether a click does it, which locks and pays nothing: one on the marked row, one on the field that is named like the
   * action, or one elsewhere, which first leaves what has the keys. @default by none
   */
  readonly click?: 'marked' | 'field' | 'elsewhere'
  /** True where it leaves a text field and keeps what was typed, before an action that was found by words. @default Esc leaves it */
  readonly leaves?: true
}

/** A key table, whatever its modes. */
export type KeyTable = readonly KeyRow<string>[]
/** Modes of a key table that is declared `as const`. */
export type ModeOf<R extends KeyTable> = R[number]['where'][number]
/** Actions of a key table that is declared `as const`. */
export type ActionOf<R extends KeyTable> = R[number]['action']

/** True for an action of these rows: a part of a key table that is handled by itself. */
export function isActionOf<R extends KeyTable>(rows: R, action: string): action is ActionOf<R> {
  return rows.some((row) => row.action === action)
}

/** A key of the app itself, with the names N of its screens. */
export interface AppKeyRow<N extends string = string> extends KeyLine {
  /** Where it works: outside text fields, in them, or in both. */
  readonly where: readonly ('keys' | 'text')[]
  readonly action:
    | 'help'
    | 'palette'
    | 'quit'
    | 'redraw'
    | 'suspend'
    | 'interrupt'
    | 'zoom'
    | 'next-pane'
    | { readonly go: N }
    | { readonly pane: HiddenPane }
}

const APP_KEYS: readonly AppKeyRow<never>[] = [
  { keys: ['?', 'f1'], label: 'help', where: ['keys'], action: 'help', footer: 98 },
  // A password or the address of a node may hold a question mark.
  { keys: ['f1'], label: 'help', where: ['text'], action: 'help', footer: 98 },
  { keys: [':', 'ctrl-k'], label: 'find an action, or write a swap', where: ['keys'], action: 'palette' },
  { keys: ['ctrl-k'], label: 'find an action, or write a swap', where: ['text'], action: 'palette' },
  { keys: ['q'], label: 'quit', where: ['keys'], action: 'quit', footer: 99 },
  { keys: ['ctrl-l'], label: 'draw the screen anew', where: ['keys', 'text'], action: 'redraw' },
  { keys: ['ctrl-z'], label: 'suspend (fg resumes)', where: ['keys', 'text'], action: 'suspend' },
  { keys: ['ctrl-c'], label: 'quit immediately', where: ['keys', 'text'], action: 'interrupt' },
]

/** Keys that show a screen: a tenth screen has none. */
const TAB_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Keys of the app: a digit for each screen, and those that work on all of them. */
export function appKeys<N extends string>(
  screens: readonly { readonly name: N; readonly title: string }[],
): readonly AppKeyRow<N>[] {
  const tabs = screens.flatMap(({ name, title }, index): readonly AppKeyRow<N>[] => {
    const key = TAB_KEYS[index]
    return key === undefined ? [] : [{ keys: [key], label: title, where: ['keys'], action: { go: name } }]
  })
  return [...tabs, ...APP_KEYS]
}

/** The rows of a key table that work in a mode, in the order of the table. */
export function keysIn<R extends KeyRow<string>>(rows: readonly R[], mode: string): readonly R[] {
  return rows.filter(({ where }) => where.includes(mode))
}

/** The first row with this key. */
export function rowWithKey<R extends KeyLine>(rows: readonly R[], key: KeyPress['name']): R | undefined {
  return rows.find(({ keys }) => keys.some((each) => each === key))
}

const NAMES = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  esc: 'Esc',
  enter: 'Enter',
  tab: 'Tab',
  'shift-tab': 'Shift-Tab',
  backspace: 'Backspace',
  delete: 'Delete',
  ' ': 'Space',
  home: 'Home',
  end: 'End',
} as const satisfies Partial<Record<KeyName, string>>
const NAME_OF: ReadonlyMap<string, string> = new Map(Object.entries(NAMES))

/** A key as a person reads it. */
export function keyName(key: KeyName): string {
  const [, modifiers = '', plain = key] = /^((?:ctrl-|alt-)*)(.+)$/.exec(key) ?? []
  const name = NAME_OF.get(plain) ?? (modifiers === '' && !/^f\d/.test(plain) ? plain : plain.toUpperCase())
  return modifiers.replace('ctrl', 'Ctrl').replace('alt', 'Alt') + name
}
