import type { ActionOf, KeyRow } from '../../keys.ts'
import { LIST_KEYS } from '../../kit/moves.ts'

/** Modes of the Activity screen. */
type ActivityMode = 'list' | 'detail' | 'search'

const BOTH = ['list', 'detail'] as const

/** Keys of the Activity screen. */
export const ACTIVITY_KEYS = [
  ...LIST_KEYS,
  { keys: ['c'], label: 'continue', where: BOTH, action: 'continue', footer: 2 },
  { keys: ['.'], label: 'swap again', where: BOTH, action: 'again', footer: 3 },
  { keys: ['/'], label: 'search', where: ['list'], action: 'search', footer: 3 },
  { keys: ['y'], label: 'copy hash', where: BOTH, action: 'copy', footer: 4 },
  { keys: ['o'], label: 'copy explorer link', where: BOTH, action: 'link', footer: 8 },
  { keys: [']'], label: 'filter by status', where: ['list'], action: 'status', footer: 5 },
  { keys: ['}'], label: 'filter by provider', where: ['list'], action: 'provider', footer: 7 },
  { keys: ['esc'], label: 'clear filters', where: ['list'], action: 'all', footer: 9 },
  { keys: ['E'], label: 'export CSV', where: ['list'], action: 'export', footer: 10 },
  { keys: ['alt-i'], label: 'copy id', where: BOTH, action: 'copy-id' },
  { keys: ['r', 'ctrl-r'], label: 'refresh', where: BOTH, action: 'refresh', footer: 11 },
  { keys: ['enter'], label: 'search', where: ['search'], action: 'search-done', footer: 1 },
  { keys: ['esc'], label: 'cancel', where: ['search'], action: 'search-cancel', footer: 2 },
] as const satisfies readonly KeyRow<ActivityMode>[]

export type ActivityAction = ActionOf<typeof ACTIVITY_KEYS>
