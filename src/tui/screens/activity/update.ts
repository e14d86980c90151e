import { type AppFacts, type ScreenInput, stay, type Step } from '../../events.ts'
import type { ActivityEvent, ActivityState } from './state.ts'

/** The screen after something happened. */
export function updateActivity(
  state: ActivityState,
  _event: ScreenInput | ActivityEvent,
  _app: AppFacts,
): Step<ActivityState> {
  return stay(state)
}
