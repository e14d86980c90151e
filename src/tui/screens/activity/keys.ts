import type { ActionOf, KeyRow } from '../../keys.ts'
import { siftKeys } from '../../kit/find/sift.ts'
import { LIST_KEYS } from '../../kit/moves.ts'

/** Modes of the Activity screen. */
type ActivityMode = 'list' | 'detail' | 'filter'

const BOTH = ['list', 'detail'] as const

/** Keys of the Activity screen. */
export const ACTIVITY_KEYS = [
  ...LIST_KEYS,
  { keys: ['c'], label: 'continue', where: BOTH, action: 'continue', footer: 2 },
  { keys: ['.'], label: 'swap again', where: BOTH, action: 'again', footer: 3 },
  ...siftKeys('list'),
  { keys: ['y'], label: 'copy hash', where: BOTH, action: 'copy', footer: 4 },
  { keys: ['o'], label: 'copy explorer link', where: BOTH, action: 'link', footer: 8 },
  { keys: ['E'], label: 'export CSV', where: ['list'], action: 'export', footer: 10 },
  { keys: ['alt-i'], label: 'copy id', where: BOTH, action: 'copy-id' },
  { keys: ['r', 'ctrl-r'], label: 'refresh', where: BOTH, action: 'refresh', footer: 11 },
] as const satisfies readonly KeyRow<ActivityMode>[]

export type ActivityAction = ActionOf<typeof ACTIVITY_KEYS>
