import type { KeyRow } from '../../keys.ts'

const FORM = 'swap'
const FEES = 'swap.fees'
const NO_ROUTE = 'swap.no-route'
const PANELS = [FEES, NO_ROUTE]
const HERE = [FORM, ...PANELS]
const EDIT = ['swap.edit']
const PICK = ['swap.assets', 'swap.chains']

/** Keys of the Swap screen. */
export const SWAP_KEYS: readonly KeyRow[] = [
  { keys: ['enter'], label: 'open', where: [FORM], action: 'swap.enter', footer: 1 },
  { keys: ['up', 'k', 'shift-tab'], label: 'up', where: [FORM], action: 'swap.up' },
  { keys: ['down', 'j', 'tab'], label: 'down', where: [FORM], action: 'swap.down' },
  { keys: ['home'], label: 'first field', where: [FORM], action: 'swap.first' },
  { keys: ['end', 'G'], label: 'last route', where: [FORM], action: 'swap.last' },
  { keys: ['enter'], label: 'take this route', where: [FEES], action: 'swap.take', footer: 1 },
  { keys: ['left', 'h'], label: 'route before', where: [FEES], action: 'swap.route-before', footer: 2 },
  { keys: ['right'], label: 'next route', where: [FEES], action: 'swap.route-next', footer: 2 },
  { keys: ['esc'], label: 'close', where: PANELS, action: 'swap.close', footer: 2 },
  { keys: ['up', 'k'], label: 'up', where: PANELS, action: 'swap.scroll-up', footer: 3 },
  { keys: ['down', 'j'], label: 'down', where: PANELS, action: 'swap.scroll-down', footer: 3 },
  { keys: ['pageup'], label: 'ten up', where: PANELS, action: 'swap.page-up' },
  { keys: ['pagedown', ' '], label: 'ten down', where: PANELS, action: 'swap.page-down' },
  { keys: ['home'], label: 'first line', where: PANELS, action: 'swap.scroll-first' },
  { keys: ['end', 'G'], label: 'last line', where: PANELS, action: 'swap.scroll-last' },
  { keys: ['a'], label: 'amount', where: HERE, action: 'swap.amount', footer: 4 },
  { keys: ['s'], label: 'source', where: HERE, action: 'swap.from', footer: 5 },
  { keys: ['d'], label: 'target', where: HERE, action: 'swap.to', footer: 6 },
  { keys: ['t'], label: 'recipient address', where: HERE, action: 'swap.recipient' },
  { keys: ['l'], label: 'slippage', where: HERE, action: 'swap.slippage' },
  { keys: ['w'], label: 'swap the two assets', where: HERE, action: 'swap.flip' },
  { keys: ['f'], label: 'fees', where: HERE, action: 'swap.fees', footer: 7 },
  { keys: ['r'], label: 'rank', where: HERE, action: 'swap.rank', footer: 8 },
  { keys: ['n'], label: 'no route', where: HERE, action: 'swap.no-route', footer: 9 },
  { keys: ['x'], label: 'exclude', where: HERE, action: 'swap.exclude', footer: 10 },
  { keys: ['u'], label: 'include all providers again', where: HERE, action: 'swap.include' },
  { keys: ['g'], label: 'refresh', where: HERE, action: 'swap.refresh', footer: 11 },
  { keys: ['p'], label: 'pause or go on refreshing', where: HERE, action: 'swap.pause' },
  { keys: ['y'], label: 'copy as a command', where: HERE, action: 'swap.copy', footer: 12 },
  { keys: ['enter'], label: 'done', where: EDIT, action: 'edit.done', footer: 1 },
  { keys: ['tab', 'down'], label: 'next field', where: EDIT, action: 'edit.next', footer: 2 },
  { keys: ['shift-tab', 'up'], label: 'field before', where: EDIT, action: 'edit.before' },
  { keys: ['esc'], label: 'leave as it was', where: EDIT, action: 'edit.cancel', footer: 3 },
  { keys: ['enter'], label: 'choose', where: PICK, action: 'pick.choose', footer: 1 },
  { keys: ['up', 'ctrl-p'], label: 'up', where: PICK, action: 'pick.up', footer: 2 },
  { keys: ['down', 'ctrl-n'], label: 'down', where: PICK, action: 'pick.down', footer: 3 },
  { keys: ['pageup'], label: 'ten up', where: PICK, action: 'pick.page-up' },
  { keys: ['pagedown'], label: 'ten down', where: PICK, action: 'pick.page-down' },
  { keys: ['tab'], label: 'only one chain', where: ['swap.assets'], action: 'pick.chains', footer: 4 },
  { keys: ['tab', 'esc'], label: 'back to the assets', where: ['swap.chains'], action: 'pick.assets', footer: 4 },
  { keys: ['esc'], label: 'close', where: ['swap.assets'], action: 'pick.close', footer: 5 },
]
