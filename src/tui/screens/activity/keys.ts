import type { KeyRow } from '../../keys.ts'

const LIST = 'activity'
const DETAIL = 'activity.detail'
const SEARCH = 'activity.search'
const BOTH = [LIST, DETAIL]

/** Keys of the Activity screen. */
export const ACTIVITY_KEYS: readonly KeyRow[] = [
  { keys: ['enter'], label: 'detail', where: [LIST], action: 'activity.detail', footer: 1 },
  { keys: ['esc', 'enter', 'left'], label: 'close', where: [DETAIL], action: 'activity.close', footer: 1 },
  { keys: ['c'], label: 'continue', where: BOTH, action: 'activity.continue', footer: 2 },
  { keys: ['/'], label: 'search', where: [LIST], action: 'activity.search', footer: 3 },
  { keys: ['y'], label: 'copy hash', where: BOTH, action: 'activity.copy-hash', footer: 4 },
  { keys: ['o'], label: 'copy explorer link', where: BOTH, action: 'activity.link', footer: 8 },
  { keys: ['P'], label: 'pending', where: [LIST], action: 'activity.status.PENDING', footer: 5 },
  { keys: ['S'], label: 'success', where: [LIST], action: 'activity.status.SUCCESS', footer: 6 },
  { keys: ['F'], label: 'failed', where: [LIST], action: 'activity.status.FAILED', footer: 6 },
  { keys: ['R'], label: 'refund', where: [LIST], action: 'activity.status.REFUND', footer: 6 },
  { keys: ['v'], label: 'provider', where: [LIST], action: 'activity.provider', footer: 7 },
  { keys: ['V'], label: 'provider before', where: [LIST], action: 'activity.provider-before' },
  { keys: ['A', 'esc'], label: 'all', where: [LIST], action: 'activity.all', footer: 9 },
  { keys: ['e'], label: 'export CSV', where: [LIST], action: 'activity.export', footer: 10 },
  { keys: ['i'], label: 'copy id', where: BOTH, action: 'activity.copy-id' },
  { keys: ['g'], label: 'read again', where: BOTH, action: 'activity.reload', footer: 11 },
  { keys: ['enter'], label: 'search', where: [SEARCH], action: 'search.done', footer: 1 },
  { keys: ['esc'], label: 'cancel', where: [SEARCH], action: 'search.cancel', footer: 2 },
  { keys: ['up', 'k'], label: 'up', where: BOTH, action: 'activity.up' },
  { keys: ['down', 'j'], label: 'down', where: BOTH, action: 'activity.down' },
  { keys: ['pageup'], label: 'ten up', where: BOTH, action: 'activity.page-up' },
  { keys: ['pagedown', ' '], label: 'ten down', where: BOTH, action: 'activity.page-down' },
  { keys: ['home'], label: 'first', where: BOTH, action: 'activity.first' },
  { keys: ['end', 'G'], label: 'last that is loaded', where: BOTH, action: 'activity.last' },
]
