import type { ActionOf, KeyRow } from '../../keys.ts'
import { siftKeys } from '../../kit/find/sift.ts'
import { moveKeys } from '../../kit/moves.ts'

/** Modes of the Activity screen. */
type ActivityMode = 'list' | 'detail' | 'filter'

const BOTH = ['list', 'detail'] as const

/** Keys of the Activity screen. */
export const ACTIVITY_KEYS = [
  { keys: ['enter'], label: 'details', where: ['list'], action: 'detail', footer: 1, click: 'marked' },
  { keys: ['.'], label: 'swap again', where: ['list'], action: 'again', footer: 3 },
  { keys: ['enter', '.'], label: 'swap again', where: ['detail'], action: 'again', footer: 1 },
  { keys: ['esc', 'left', 'h'], label: 'close', where: ['detail'], action: 'close', footer: 1, click: 'elsewhere' },
  ...moveKeys(BOTH),
  { keys: ['c'], label: 'open on Review', where: BOTH, action: 'continue', footer: 2 },
  ...siftKeys('list'),
  { keys: ['y'], label: 'copy hash', where: BOTH, action: 'copy', footer: 4 },
  { keys: ['o'], label: 'copy explorer link', where: BOTH, action: 'link', footer: 8 },
  { keys: ['E'], label: 'export CSV', where: ['list'], action: 'export', footer: 10 },
  { keys: ['alt-i'], label: 'copy id', where: BOTH, action: 'copy-id' },
  { keys: ['r', 'ctrl-r'], label: 'refresh', where: BOTH, action: 'refresh', footer: 11 },
] as const satisfies readonly KeyRow<ActivityMode>[]

export type ActivityAction = ActionOf<typeof ACTIVITY_KEYS>
