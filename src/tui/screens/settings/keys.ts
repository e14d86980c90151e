import type { ActionOf, KeyRow } from '../../keys.ts'
import { siftKeys } from '../../kit/find/sift.ts'
import { jumpKeys } from '../../kit/moves.ts'

/** Modes of the Settings screen. */
export type SettingsMode = 'list' | 'edit' | 'action' | 'choice' | 'ask' | 'filter'

const HERE = ['list'] as const
const EDIT = ['edit'] as const
const CHOICE = ['choice'] as const
const ACTION = ['action'] as const
const ASK = ['ask'] as const

const LIST_KEYS = [
  { keys: ['enter', 'e'], label: 'change', where: HERE, action: 'change', footer: 1, click: 'marked' },
  { keys: ['A'], label: 'add another', where: HERE, action: 'add', footer: 3 },
  { keys: ['x'], label: 'remove', where: HERE, action: 'take-out', footer: 2 },
  { keys: ['y'], label: 'copy', where: HERE, action: 'copy', footer: 4 },
  { keys: ['r', 'ctrl-r'], label: 'refresh', where: HERE, action: 'refresh' },
  { keys: ['up', 'k', 'shift-tab'], label: 'up', where: [...HERE, ...CHOICE], action: 'up', footer: 5 },
  { keys: ['down', 'j', 'tab'], label: 'down', where: [...HERE, ...CHOICE], action: 'down', footer: 6 },
  ...jumpKeys([...HERE, ...CHOICE]),
  ...siftKeys('list'),
] as const satisfies readonly KeyRow<SettingsMode>[]

/** Keys while a setting is being changed. */
export const TASK_KEYS = [
  { keys: ['enter'], label: 'save', where: EDIT, action: 'submit', footer: 1 },
  { keys: ['tab'], label: 'complete', where: ACTION, action: 'complete', footer: 2 },
  { keys: ['enter'], label: 'choose', where: [...CHOICE, ...ACTION], action: 'choose', footer: 1, click: 'marked' },
  { keys: ['Y'], label: 'yes', where: ASK, action: 'yes', agrees: 'alone', footer: 1 },
] as const satisfies readonly KeyRow<SettingsMode>[]

/** Keys that move in the list of what is found while it is typed. */
const ACTION_MOVES = [
  { keys: ['up', 'ctrl-p'], label: 'up', where: ACTION, action: 'up', footer: 5 },
  { keys: ['down', 'ctrl-n'], label: 'down', where: ACTION, action: 'down', footer: 6 },
  { keys: ['pageup'], label: 'ten lines up', where: ACTION, action: 'page-up' },
  { keys: ['pagedown'], label: 'ten lines down', where: ACTION, action: 'page-down' },
] as const satisfies readonly KeyRow<SettingsMode>[]

const BACK_KEYS = [
  { keys: ['n', 'esc'], label: 'no', where: ASK, action: 'no', footer: 2 },
  { keys: ['esc'], label: 'cancel', where: [...EDIT, ...CHOICE, ...ACTION], action: 'back', footer: 4 },
] as const satisfies readonly KeyRow<SettingsMode>[]

/** Keys of the Settings screen. */
export const SETTINGS_KEYS = [...LIST_KEYS, ...TASK_KEYS, ...ACTION_MOVES, ...BACK_KEYS] as const

export type SettingsAction = ActionOf<typeof SETTINGS_KEYS>
