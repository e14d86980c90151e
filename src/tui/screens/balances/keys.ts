import type { ActionOf, KeyRow } from '../../keys.ts'
import { siftKeys } from '../../kit/find/sift.ts'
import { moveKeys } from '../../kit/moves.ts'
import type { WorkMode } from './work.ts'

/** Modes of the Balances screen. */
export type BalancesMode = 'list' | 'filter' | 'accounts' | 'approvals' | WorkMode

const LIST = ['list'] as const

/** Keys of the Balances screen. */
export const BALANCES_KEYS = [
  { keys: ['enter'], label: 'swap from it', where: LIST, action: 'use', footer: 1, click: 'marked' },
  ...moveKeys(['list', 'accounts', 'approvals', 'agree', 'payment']),
  { keys: ['y'], label: 'copy address', where: LIST, action: 'copy', footer: 3 },
  { keys: ['A'], label: 'accounts, or another one', where: LIST, action: 'add', footer: 4 },
  { keys: ['r', 'ctrl-r'], label: 'refresh', where: ['list', 'approvals'], action: 'refresh', footer: 2 },
  ...siftKeys('list'),
  { keys: ['enter'], label: 'choose', where: ['accounts'], action: 'choose', footer: 1, click: 'marked' },
  { keys: ['enter', 'x'], label: 'revoke', where: ['approvals'], action: 'take-out', footer: 1 },
  { keys: ['esc'], label: 'back', where: ['accounts', 'approvals'], action: 'back', footer: 3 },
  { keys: ['enter'], label: 'done', where: ['typed'], action: 'enter', footer: 1 },
  { keys: ['Y'], label: 'yes', where: ['agree'], action: 'yes', agrees: 'alone', footer: 1 },
  { keys: ['P'], label: 'sign and send', where: ['payment'], action: 'pay', agrees: 'alone', footer: 1 },
  { keys: ['n', 'esc'], label: 'no', where: ['agree', 'payment'], action: 'no', footer: 2 },
  { keys: ['esc'], label: 'cancel', where: ['typed'], action: 'no', footer: 2 },
] as const satisfies readonly KeyRow<BalancesMode>[]

export type BalancesAction = ActionOf<typeof BALANCES_KEYS>
