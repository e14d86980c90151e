import type { AppFacts } from '../../events.ts'
import { siftedRows, type SiftTable } from '../../kit/find/sift.ts'
import { type ShownSetting, settingRows } from './rows.ts'
import type { SettingsState } from './state.ts'

/** What the list can be filtered and sorted by: a value that is hidden is not found. */
export const SETTING_SIFTING: SiftTable<ShownSetting> = {
  fields: {
    group: { kind: 'text', about: 'what it belongs to', read: ({ section }) => [section] },
    from: { kind: 'text', about: 'where it comes from', read: ({ from }) => [from] },
  },
  words: ({ key, section, value, about }) => [key, section, value, about],
  columns: [
    { header: 'GROUP', value: ({ section }) => section },
    { header: 'SETTING', value: ({ key }) => key },
    { header: 'VALUE', value: ({ value }) => value },
    { header: 'FROM', value: ({ from }) => from },
  ],
}

/** The settings that are shown, in their order. */
export function shownSettings(state: SettingsState, app: AppFacts): readonly ShownSetting[] {
  return siftedRows(SETTING_SIFTING, settingRows(state, app), state.sifting, app.now)
}
