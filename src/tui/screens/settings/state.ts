import type { AppFacts } from '../../events.ts'

/** What the Settings screen shows. */
export interface SettingsState {
  readonly at: number
}

/** What happens to the Settings screen. */
export type SettingsEvent = { readonly on: 'settings'; readonly type: 'nothing' }

/** What the Settings screen asks for. */
export type SettingsEffect = { readonly on: 'settings'; readonly type: 'nothing' }

/** The screen before anything is known. */
export const START_SETTINGS: SettingsState = { at: 0 }

/** Which keys of the table apply. */
export function settingsMode(_state: SettingsState): string {
  return 'settings'
}

/** True while a text field has the focus. */
export function settingsTakesText(_state: SettingsState): boolean {
  return false
}

/** True while something on the screen counts seconds. */
export function settingsTicks(_state: SettingsState, _app: AppFacts): boolean {
  return false
}
