import type { KeyRow } from '../../keys.ts'

const HERE = ['settings']
const EDIT = ['settings.edit']
const CHOICE = ['settings.choice']
const ASK = ['settings.ask']

/** Keys of the Settings screen. */
export const SETTINGS_KEYS: readonly KeyRow[] = [
  { keys: ['enter'], label: 'change', where: HERE, action: 'settings.change', footer: 1 },
  { keys: ['a'], label: 'add another', where: HERE, action: 'settings.add', footer: 3 },
  { keys: ['x'], label: 'remove', where: HERE, action: 'settings.remove', footer: 2 },
  { keys: ['y'], label: 'copy', where: HERE, action: 'settings.copy', footer: 4 },
  { keys: ['g'], label: 'read again', where: HERE, action: 'settings.load' },
  { keys: ['up', 'k', 'shift-tab'], label: 'up', where: HERE, action: 'settings.up' },
  { keys: ['down', 'j', 'tab'], label: 'down', where: HERE, action: 'settings.down' },
  { keys: ['pageup'], label: 'ten up', where: HERE, action: 'settings.page-up' },
  { keys: ['pagedown', ' '], label: 'ten down', where: HERE, action: 'settings.page-down' },
  { keys: ['enter'], label: 'keep', where: EDIT, action: 'settings.done', footer: 1 },
  { keys: ['enter'], label: 'choose', where: CHOICE, action: 'settings.done', footer: 1 },
  { keys: ['up', 'k', 'shift-tab'], label: 'up', where: CHOICE, action: 'settings.up', footer: 2 },
  { keys: ['down', 'j', 'tab'], label: 'down', where: CHOICE, action: 'settings.down', footer: 3 },
  { keys: ['y'], label: 'yes', where: ASK, action: 'settings.done', footer: 1 },
  { keys: ['esc', 'n'], label: 'no', where: ASK, action: 'settings.back', footer: 2 },
  { keys: ['esc'], label: 'leave as it was', where: [...EDIT, ...CHOICE], action: 'settings.back', footer: 4 },
]
