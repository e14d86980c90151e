import type { ActionOf, KeyRow } from '../../keys.ts'
import { LIST_KEYS } from '../../kit/moves.ts'

/** Modes of the Providers screen. */
type ProvidersMode = 'list' | 'detail'

const BOTH = ['list', 'detail'] as const

/** Keys of the Providers screen. */
export const PROVIDERS_KEYS = [
  ...LIST_KEYS,
  { keys: ['c'], label: 'check now', where: BOTH, action: 'check', footer: 2 },
  { keys: ['C'], label: 'check all', where: BOTH, action: 'check-all', footer: 3 },
  { keys: ['t'], label: 'turn on or off', where: BOTH, action: 'switch', footer: 4 },
  { keys: ['O'], label: 'reopen to apply', where: BOTH, action: 'reopen' },
  { keys: ['y'], label: 'copy command', where: BOTH, action: 'copy', footer: 6 },
  { keys: ['g'], label: 'refresh', where: BOTH, action: 'reload', footer: 5 },
] as const satisfies readonly KeyRow<ProvidersMode>[]

export type ProvidersAction = ActionOf<typeof PROVIDERS_KEYS>
