import type { ActionOf, KeyRow, ModeOf } from '../../keys.ts'

const HERE = ['list'] as const

/** Keys of the Stats screen. */
export const STATS_KEYS = [
  { keys: ['left', 'h'], label: 'shorter', where: HERE, action: 'shorter', footer: 1 },
  { keys: ['right', 'l'], label: 'longer', where: HERE, action: 'longer', footer: 2 },
  { keys: ['tab', 'p'], label: 'providers/pairs', where: HERE, action: 'by', footer: 3 },
  { keys: ['up', 'k'], label: 'up', where: HERE, action: 'up' },
  { keys: ['down', 'j'], label: 'down', where: HERE, action: 'down' },
  { keys: ['pageup'], label: 'ten up', where: HERE, action: 'page-up' },
  { keys: ['pagedown', ' '], label: 'ten down', where: HERE, action: 'page-down' },
  { keys: ['g'], label: 'refresh', where: HERE, action: 'refresh', footer: 4 },
  { keys: ['y'], label: 'copy command', where: HERE, action: 'copy', footer: 5 },
] as const satisfies readonly KeyRow[]

export type StatsMode = ModeOf<typeof STATS_KEYS>
export type StatsAction = ActionOf<typeof STATS_KEYS>
