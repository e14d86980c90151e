import type { ActionOf, KeyRow } from '../../keys.ts'
import { siftKeys } from '../../kit/find/sift.ts'
import { moveKeys } from '../../kit/moves.ts'

const LIST = ['list'] as const

/** Keys of the Balances screen. */
export const BALANCES_KEYS = [
  { keys: ['enter'], label: 'swap from it', where: LIST, action: 'use', footer: 1 },
  ...moveKeys(LIST),
  { keys: ['y'], label: 'copy address', where: LIST, action: 'copy', footer: 3 },
  { keys: ['r', 'ctrl-r'], label: 'refresh', where: LIST, action: 'refresh', footer: 2 },
  ...siftKeys('list'),
] as const satisfies readonly KeyRow<'list' | 'filter'>[]

export type BalancesAction = ActionOf<typeof BALANCES_KEYS>
