import { ACTIVITY_KEYS } from './screens/activity/keys.ts'
import { PROVIDERS_KEYS } from './screens/providers/keys.ts'
import { REVIEW_KEYS } from './screens/review/keys.ts'
import { SETTINGS_KEYS } from './screens/settings/keys.ts'
import { STATS_KEYS } from './screens/stats/keys.ts'
import { SWAP_KEYS } from './screens/swap/keys.ts'

/** One line of the table of keys: the dispatcher, the footer and the help are made from it. */
export interface KeyRow {
  /** Names of keys as in Press; the first is the one that is shown. */
  readonly keys: readonly string[]
  /** What it does, in one to four words. */
  readonly label: string
  /** Modes of screens in which it works; `everywhere`, or `everywhere but in text`. */
  readonly where: readonly string[]
  /** Action that the screen, or the app, is told. */
  readonly action: string
  /** Place in the footer, from 1; without it only the help shows the key. */
  readonly footer?: number
}

/** Works in every mode. */
export const EVERYWHERE = 'everywhere'
/** Works in every mode in which no text is typed. */
export const NOT_IN_TEXT = 'everywhere but in text'

/** Keys of the app itself. */
export const APP_KEYS: readonly KeyRow[] = [
  { keys: ['1'], label: 'Swap', where: [NOT_IN_TEXT], action: 'app.swap' },
  { keys: ['2'], label: 'Review', where: [NOT_IN_TEXT], action: 'app.review' },
  { keys: ['3'], label: 'Activity', where: [NOT_IN_TEXT], action: 'app.activity' },
  { keys: ['4'], label: 'Providers', where: [NOT_IN_TEXT], action: 'app.providers' },
  { keys: ['5'], label: 'Stats', where: [NOT_IN_TEXT], action: 'app.stats' },
  { keys: ['6'], label: 'Settings', where: [NOT_IN_TEXT], action: 'app.settings' },
  { keys: ['?'], label: 'help', where: [EVERYWHERE], action: 'app.help', footer: 98 },
  { keys: ['q'], label: 'quit', where: [NOT_IN_TEXT], action: 'app.quit', footer: 99 },
  { keys: ['ctrl-z'], label: 'to the shell; fg comes back', where: [EVERYWHERE], action: 'app.suspend' },
  { keys: ['ctrl-c'], label: 'leave at once', where: [EVERYWHERE], action: 'app.interrupt' },
]

/** Every key of the program. Rows of screens come first: they outweigh those of the app. */
export const KEYS: readonly KeyRow[] = [
  ...SWAP_KEYS,
  ...REVIEW_KEYS,
  ...ACTIVITY_KEYS,
  ...PROVIDERS_KEYS,
  ...STATS_KEYS,
  ...SETTINGS_KEYS,
  ...APP_KEYS,
]

/** The rows that work in a mode, in the order of the table. */
export function keysIn(mode: string, takesText: boolean, rows: readonly KeyRow[] = KEYS): readonly KeyRow[] {
  return rows.filter(
    ({ where }) => where.includes(mode) || where.includes(EVERYWHERE) || (!takesText && where.includes(NOT_IN_TEXT)),
  )
}

/** The action that a key means in a mode, undefined when it means none. */
export function actionOf(
  key: string,
  mode: string,
  takesText: boolean,
  rows: readonly KeyRow[] = KEYS,
): string | undefined {
  return keysIn(mode, takesText, rows).find(({ keys }) => keys.includes(key))?.action
}

const SHOWN: Readonly<Record<string, string>> = {
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
  ' ': 'Space',
  home: 'Home',
  end: 'End',
}

/** A key as it is shown to a person. */
export function shownKey(key: string): string {
  const named = Object.hasOwn(SHOWN, key) ? SHOWN[key] : undefined
  if (named !== undefined) return named
  return key.startsWith('ctrl-') ? `Ctrl-${key.slice(5).toUpperCase()}` : key
}
