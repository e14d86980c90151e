import type { AppFacts } from '../../events.ts'

/** What the Stats screen shows. */
export interface StatsState {
  readonly at: number
}

/** What happens to the Stats screen. */
export type StatsEvent = { readonly on: 'stats'; readonly type: 'nothing' }

/** What the Stats screen asks for. */
export type StatsEffect = { readonly on: 'stats'; readonly type: 'nothing' }

/** The screen before anything is known. */
export const START_STATS: StatsState = { at: 0 }

/** Which keys of the table apply. */
export function statsMode(_state: StatsState): string {
  return 'stats'
}

/** True while a text field has the focus. */
export function statsTakesText(_state: StatsState): boolean {
  return false
}

/** True while something on the screen counts seconds. */
export function statsTicks(_state: StatsState, _app: AppFacts): boolean {
  return false
}
