import { cleanText } from '../../../core/text/clean-text.ts'
import type { Screen } from '../../screen.ts'
import { openSettingsRunner } from './effects.ts'
import { SETTINGS_KEYS } from './keys.ts'
import { settingsMode, type SettingsEffect, type SettingsEvent, type SettingsState, START_SETTINGS } from './state.ts'
import { settingRows } from './rows.ts'
import { viewSettings } from './view.ts'
import { updateSettings } from './update.ts'

/** The Settings screen. */
export const settingsScreen: Screen<'settings', SettingsState, SettingsEvent, SettingsEffect, typeof SETTINGS_KEYS> = {
  name: 'settings',
  title: 'Settings',
  shortTitle: 'Set',
  start: START_SETTINGS,
  keys: SETTINGS_KEYS,
  update: updateSettings,
  view: viewSettings,
  mode: settingsMode,
  takesText: (state) => ['edit', 'action', 'filter'].includes(settingsMode(state)),
  ticks: () => false,
  finder: {
    found: (state, app) =>
      settingRows(state, app).map(({ key, change }) => ({
        kind: 'setting',
        name: key,
        label: `Settings: ${change.how === 'add' ? `another ${key.slice(0, -1)}` : cleanText(key)}`,
        event: { on: 'settings', type: 'wanted', key },
      })),
  },
  openRunner: openSettingsRunner,
}
