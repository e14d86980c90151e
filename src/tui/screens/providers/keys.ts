import type { ActionOf, KeyRow, ModeOf } from '../../keys.ts'
import { moveKeys } from '../../kit/moves.ts'

const LIST = 'list'
const DETAIL = 'detail'
const BOTH = [LIST, DETAIL] as const

/** Keys of the Providers screen. */
export const PROVIDERS_KEYS = [
  { keys: ['enter'], label: 'details', where: [LIST], action: 'detail', footer: 1 },
  { keys: ['esc', 'enter', 'left'], label: 'close', where: [DETAIL], action: 'close', footer: 1 },
  { keys: ['c'], label: 'check now', where: BOTH, action: 'check', footer: 2 },
  { keys: ['C'], label: 'check all', where: BOTH, action: 'check-all', footer: 3 },
  { keys: ['t'], label: 'turn on or off', where: BOTH, action: 'switch', footer: 4 },
  { keys: ['O'], label: 'reopen to apply', where: BOTH, action: 'reopen' },
  { keys: ['y'], label: 'copy command', where: BOTH, action: 'copy', footer: 6 },
  { keys: ['g'], label: 'refresh', where: BOTH, action: 'reload', footer: 5 },
  ...moveKeys(BOTH),
  { keys: ['home'], label: 'first', where: BOTH, action: 'first' },
  { keys: ['end', 'G'], label: 'last', where: BOTH, action: 'last' },
] as const satisfies readonly KeyRow[]

export type ProvidersMode = ModeOf<typeof PROVIDERS_KEYS>
export type ProvidersAction = ActionOf<typeof PROVIDERS_KEYS>
