import type { ActionOf, KeyRow } from '../../keys.ts'
import { siftKeys } from '../../kit/find/sift.ts'
import { moveKeys } from '../../kit/moves.ts'

/** Modes of the Watch screen. */
export type WatchMode = 'list' | 'add' | 'filter'

const LIST = ['list'] as const

/** Keys of the Watch screen. */
export const WATCH_KEYS = [
  { keys: ['enter'], label: 'swap it', where: LIST, action: 'use', footer: 1, click: 'marked' },
  ...moveKeys(LIST),
  { keys: ['A'], label: 'watch a pair', where: LIST, action: 'add', footer: 2 },
  { keys: ['x'], label: 'take out', where: LIST, action: 'take-out', footer: 3 },
  { keys: ['left', 'h'], label: 'shorter period', where: LIST, action: 'shorter', footer: 4 },
  { keys: ['right', 'l'], label: 'longer period', where: LIST, action: 'longer', footer: 5 },
  ...siftKeys('list'),
  { keys: ['enter'], label: 'watch it', where: ['add'], action: 'add-done', footer: 1 },
  { keys: ['esc'], label: 'cancel', where: ['add'], action: 'add-cancel', footer: 2 },
] as const satisfies readonly KeyRow<WatchMode>[]

export type WatchAction = ActionOf<typeof WATCH_KEYS>
