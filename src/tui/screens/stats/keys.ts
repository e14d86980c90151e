import type { KeyRow } from '../../keys.ts'

const HERE = ['stats']

/** Keys of the Stats screen. */
export const STATS_KEYS: readonly KeyRow[] = [
  { keys: ['left', 'h'], label: 'shorter', where: HERE, action: 'stats.shorter', footer: 1 },
  { keys: ['right', 'l'], label: 'longer', where: HERE, action: 'stats.longer', footer: 2 },
  { keys: ['tab', 'p'], label: 'providers/pairs', where: HERE, action: 'stats.by', footer: 3 },
  { keys: ['up', 'k'], label: 'up', where: HERE, action: 'stats.up' },
  { keys: ['down', 'j'], label: 'down', where: HERE, action: 'stats.down' },
  { keys: ['pageup'], label: 'ten up', where: HERE, action: 'stats.page-up' },
  { keys: ['pagedown', ' '], label: 'ten down', where: HERE, action: 'stats.page-down' },
  { keys: ['g'], label: 'refresh', where: HERE, action: 'stats.refresh', footer: 4 },
  { keys: ['y'], label: 'copy command', where: HERE, action: 'stats.copy', footer: 5 },
]
