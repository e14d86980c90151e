import { type AppFacts, type ScreenInput, stay, type Step } from '../../events.ts'
import type { ProvidersEvent, ProvidersState } from './state.ts'

/** The screen after something happened. */
export function updateProviders(
  state: ProvidersState,
  _event: ScreenInput | ProvidersEvent,
  _app: AppFacts,
): Step<ProvidersState> {
  return stay(state)
}
