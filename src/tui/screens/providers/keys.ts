import type { KeyRow } from '../../keys.ts'

const LIST = 'providers'
const DETAIL = 'providers.detail'
const BOTH = [LIST, DETAIL]

/** Keys of the Providers screen. */
export const PROVIDERS_KEYS: readonly KeyRow[] = [
  { keys: ['enter'], label: 'detail', where: [LIST], action: 'providers.detail', footer: 1 },
  { keys: ['esc', 'enter', 'left'], label: 'close', where: [DETAIL], action: 'providers.close', footer: 1 },
  { keys: ['c'], label: 'check now', where: BOTH, action: 'providers.check', footer: 2 },
  { keys: ['C'], label: 'check all', where: BOTH, action: 'providers.check-all', footer: 3 },
  { keys: ['t'], label: 'turn on or off', where: BOTH, action: 'providers.switch', footer: 4 },
  { keys: ['O'], label: 'open again', where: BOTH, action: 'providers.reopen' },
  { keys: ['y'], label: 'copy command', where: BOTH, action: 'providers.copy', footer: 6 },
  { keys: ['g'], label: 'read again', where: BOTH, action: 'providers.reload', footer: 5 },
  { keys: ['up', 'k'], label: 'up', where: BOTH, action: 'providers.up' },
  { keys: ['down', 'j'], label: 'down', where: BOTH, action: 'providers.down' },
  { keys: ['pageup'], label: 'ten up', where: BOTH, action: 'providers.page-up' },
  { keys: ['pagedown', ' '], label: 'ten down', where: BOTH, action: 'providers.page-down' },
  { keys: ['home'], label: 'first', where: BOTH, action: 'providers.first' },
  { keys: ['end', 'G'], label: 'last', where: BOTH, action: 'providers.last' },
]
