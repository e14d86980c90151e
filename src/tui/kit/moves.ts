import type { AppFacts } from '../events.ts'
import type { SiftAction } from './find/sift.ts'

/** How far each key of a list, or of a long text, moves: rows, negative for up. */
export const MOVES = {
  up: -1,
  down: 1,
  'page-up': -10,
  'page-down': 10,
  first: -Infinity,
  last: Infinity,
} as const

/** Rows of a key table that move in these modes: line by line and by tens. */
export function moveKeys<const M extends string>(where: readonly M[]) {
  return [
    { keys: ['up', 'k'], label: 'up', where, action: 'up' },
    { keys: ['down', 'j'], label: 'down', where, action: 'down' },
    ...jumpKeys(where),
  ] as const
}

/** Rows of a key table that move by tens, and to the ends, in these modes. */
export function jumpKeys<const M extends string>(where: readonly M[]) {
  return [
    { keys: ['pageup', 'ctrl-b', 'ctrl-u'], label: 'ten lines up', where, action: 'page-up' },
    { keys: ['pagedown', 'ctrl-f', 'ctrl-d'], label: 'ten lines down', where, action: 'page-down' },
    { keys: ['home', 'g'], label: 'first', where, action: 'first' },
    { keys: ['end', 'G'], label: 'last', where, action: 'last' },
  ] as const
}

/** Rows of a key table for a list whose rows open as details: for its modes `list` and `detail`. */
export const LIST_KEYS = [
  { keys: ['enter'], label: 'details', where: ['list'], action: 'detail', footer: 1, click: 'marked' },
  {
    keys: ['esc', 'enter', 'left', 'h'],
    label: 'close',
    where: ['detail'],
    action: 'close',
    footer: 1,
    click: 'elsewhere',
  },
  ...moveKeys(['list', 'detail']),
] as const

/** Action of a key that moves. */
export type Move = keyof typeof MOVES

/** True for the action of a key that moves. */
export function isMove<A extends string>(action: A): action is A & Move {
  return Object.hasOwn(MOVES, action)
}

/** The index after a move among `count` rows, 0 for none. */
export function moveIndex(index: number, by: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index + by))
}

/** Index of the row of a key; 0 for one that is not there. */
export function indexOfKey(rows: readonly { readonly key: string }[], key: string | undefined): number {
  return Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  )
}

/** What each action of a screen does, but for those that move, filter or sort. */
export type ActionTable<A extends string, S, R> = {
  readonly [X in Exclude<A, Move | SiftAction>]: (state: S, app: AppFacts) => R
}
