import type { Screen } from '../../screen.ts'
import { openStatsRunner } from './effects.ts'
import { STATS_KEYS } from './keys.ts'
import { type StatsEffect, type StatsEvent, type StatsState, START_STATS } from './state.ts'
import { viewStats } from './view.ts'
import { updateStats } from './update.ts'

/** The Stats screen. */
export const statsScreen: Screen<'stats', StatsState, StatsEvent, StatsEffect, typeof STATS_KEYS> = {
  name: 'stats',
  title: 'Stats',
  start: START_STATS,
  keys: STATS_KEYS,
  update: updateStats,
  view: viewStats,
  mode: ({ sifting }) => (sifting.line === undefined ? 'list' : 'filter'),
  takesText: ({ sifting }) => sifting.line !== undefined,
  // Other programs make swaps too: the counts are read again and again.
  ticks: (_state, { isVisible, ready }) => isVisible && ready,
  openRunner: openStatsRunner,
}
