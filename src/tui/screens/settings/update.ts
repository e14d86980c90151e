import { type AppFacts, type ScreenInput, stay, type Step } from '../../events.ts'
import type { SettingsEvent, SettingsState } from './state.ts'

/** The screen after something happened. */
export function updateSettings(
  state: SettingsState,
  _event: ScreenInput | SettingsEvent,
  _app: AppFacts,
): Step<SettingsState> {
  return stay(state)
}
