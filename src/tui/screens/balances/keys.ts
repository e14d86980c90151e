import type { ActionOf, KeyRow } from '../../keys.ts'
import { siftKeys } from '../../kit/find/sift.ts'
import { moveKeys } from '../../kit/moves.ts'
import type { PageSubject } from './fact-page.ts'
import type { WorkMode } from './work.ts'

/** Modes of the Balances screen: `unread` where the marked row of the list is what could not be read. */
export type BalancesMode = 'list' | 'unread' | 'filter' | 'accounts' | 'approvals' | PageSubject['kind'] | WorkMode

const LIST = ['list', 'unread'] as const
const PAGES = ['page', 'account', 'key-file', 'approval'] as const

/** Keys of the Balances screen. */
export const BALANCES_KEYS = [
  { keys: ['enter'], label: 'swap from it', where: ['list'], action: 'use', footer: 1, click: 'marked' },
  { keys: ['enter'], label: 'why', where: ['unread'], action: 'explain', footer: 1, click: 'marked' },
  ...moveKeys([...LIST, 'accounts', 'approvals', ...PAGES, 'agree', 'payment']),
  { keys: ['y'], label: 'copy address', where: LIST, action: 'copy', footer: 3 },
  { keys: ['A'], label: 'accounts, approvals', where: LIST, action: 'add', footer: 4 },
  { keys: ['r', 'ctrl-r'], label: 'refresh', where: [...LIST, 'approvals'], action: 'refresh', footer: 2 },
  ...siftKeys(...LIST),
  { keys: ['enter'], label: 'choose', where: ['accounts'], action: 'choose', footer: 1, click: 'marked' },
  { keys: ['y'], label: 'copy', where: ['account', 'key-file'], action: 'copy', footer: 3 },
  { keys: ['alt-b'], label: 'copy backup command', where: ['key-file'], action: 'copy-backup', footer: 4 },
  { keys: ['enter'], label: 'details', where: ['approvals'], action: 'look', footer: 1, click: 'marked' },
  { keys: ['x'], label: 'revoke', where: ['approvals', 'approval'], action: 'take-out', footer: 2 },
  { keys: ['esc'], label: 'back', where: ['accounts', 'approvals'], action: 'back', footer: 3 },
  { keys: ['enter', 'esc'], label: 'close', where: PAGES, action: 'close', footer: 1, click: 'elsewhere' },
  { keys: ['enter'], label: 'done', where: ['typed'], action: 'enter', footer: 1 },
  { keys: ['Y'], label: 'yes', where: ['agree'], action: 'yes', agrees: 'alone', footer: 1 },
  { keys: ['P'], label: 'sign and send', where: ['payment'], action: 'pay', agrees: 'alone', footer: 1 },
  { keys: ['n', 'esc'], label: 'no', where: ['agree', 'payment'], action: 'no', footer: 2 },
  { keys: ['esc'], label: 'cancel', where: ['typed'], action: 'no', footer: 2 },
] as const satisfies readonly KeyRow<BalancesMode>[]

export type BalancesAction = ActionOf<typeof BALANCES_KEYS>
