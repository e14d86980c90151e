import { type AppFacts, type ScreenInput, stay, type Step } from '../../events.ts'
import type { StatsEvent, StatsState } from './state.ts'

/** The screen after something happened. */
export function updateStats(state: StatsState, _event: ScreenInput | StatsEvent, _app: AppFacts): Step<StatsState> {
  return stay(state)
}
