import type { ActionOf, KeyRow } from '../../keys.ts'
import { siftKeys } from '../../kit/find/sift.ts'
import { LIST_KEYS } from '../../kit/moves.ts'

/** Modes of the Providers screen. */
type ProvidersMode = 'list' | 'detail' | 'filter'

const BOTH = ['list', 'detail'] as const

/** Keys of the Providers screen. */
export const PROVIDERS_KEYS = [
  ...LIST_KEYS,
  { keys: ['v'], label: 'check now', where: BOTH, action: 'check', footer: 2 },
  { keys: ['V'], label: 'check all', where: BOTH, action: 'check-all', footer: 3 },
  { keys: ['x'], label: 'turn on or off', where: BOTH, action: 'take-out', footer: 4 },
  { keys: ['O'], label: 'reopen to apply', where: BOTH, action: 'reopen' },
  { keys: ['y'], label: 'copy command', where: BOTH, action: 'copy', footer: 6 },
  { keys: ['r', 'ctrl-r'], label: 'refresh', where: BOTH, action: 'refresh', footer: 5 },
  ...siftKeys('list'),
] as const satisfies readonly KeyRow<ProvidersMode>[]

export type ProvidersAction = ActionOf<typeof PROVIDERS_KEYS>
