import type { Screen } from '../../screen.ts'
import { openSettingsRunner } from './effects.ts'
import { SETTINGS_KEYS } from './keys.ts'
import { settingsMode, type SettingsEffect, type SettingsEvent, type SettingsState, START_SETTINGS } from './state.ts'
import { viewSettings } from './view.ts'
import { updateSettings } from './update.ts'

/** The Settings screen. */
export const settingsScreen: Screen<'settings', SettingsState, SettingsEvent, SettingsEffect, typeof SETTINGS_KEYS> = {
  name: 'settings',
  title: 'Settings',
  start: START_SETTINGS,
  keys: SETTINGS_KEYS,
  update: updateSettings,
  view: viewSettings,
  mode: settingsMode,
  takesText: (state) => ['edit', 'filter'].includes(settingsMode(state)),
  ticks: () => false,
  openRunner: openSettingsRunner,
}
