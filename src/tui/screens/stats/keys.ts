import type { ActionOf, KeyRow } from '../../keys.ts'
import { siftKeys } from '../../kit/find/sift.ts'
import { moveKeys } from '../../kit/moves.ts'

/** Modes of the Stats screen. */
type StatsMode = 'list' | 'filter'

const HERE = ['list'] as const

/** Keys of the Stats screen. */
export const STATS_KEYS = [
  { keys: ['left', 'h'], label: 'shorter period', where: HERE, action: 'shorter', footer: 1 },
  { keys: ['right', 'l'], label: 'longer period', where: HERE, action: 'longer', footer: 2 },
  { keys: ['tab'], label: 'providers or pairs', where: HERE, action: 'by', footer: 3 },
  ...moveKeys(HERE),
  ...siftKeys('list'),
  { keys: ['r', 'ctrl-r'], label: 'refresh', where: HERE, action: 'refresh', footer: 4 },
  { keys: ['y'], label: 'copy command', where: HERE, action: 'copy', footer: 5 },
] as const satisfies readonly KeyRow<StatsMode>[]

export type StatsAction = ActionOf<typeof STATS_KEYS>
