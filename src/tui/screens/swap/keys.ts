import type { ActionOf, KeyRow } from '../../keys.ts'
import { siftKeys } from '../../kit/find/sift.ts'
import { jumpKeys, type Move, moveKeys } from '../../kit/moves.ts'

/** Modes of the Swap screen. */
export type SwapMode = 'form' | 'fees' | 'no-route' | 'compare' | 'edit' | 'filter' | 'assets' | 'chains' | 'pairs'

const PANELS = ['fees', 'no-route'] as const
const HERE = ['form', ...PANELS] as const
const EDIT = ['edit'] as const
const PICK = ['assets', 'chains'] as const

/** Keys of the form, its routes and their panels. */
const FORM_KEYS = [
  { keys: ['enter'], label: 'select', where: ['form'], action: 'enter', agrees: 'pressed', footer: 1 },
  { keys: ['up', 'k', 'shift-tab'], label: 'up', where: ['form'], action: 'up' },
  { keys: ['down', 'j', 'tab'], label: 'down', where: ['form'], action: 'down' },
  { keys: ['left', 'h'], label: 'less of the balance', where: ['form'], action: 'share-less' },
  { keys: ['right', 'l'], label: 'more of the balance', where: ['form'], action: 'share-more', footer: 2 },
  { keys: ['enter'], label: 'use this route', where: ['fees'], action: 'take', agrees: 'pressed', footer: 1 },
  { keys: ['left', 'h'], label: 'previous route', where: ['fees'], action: 'route-before', footer: 2 },
  { keys: ['right', 'l'], label: 'next route', where: ['fees'], action: 'route-next', footer: 2 },
  { keys: [' '], label: 'mark, two to compare', where: ['form'], action: 'compare', footer: 3 },
  { keys: [' '], label: 'close', where: ['compare'], action: 'compare' },
  { keys: ['esc'], label: 'close', where: [...PANELS, 'compare'], action: 'close', footer: 2, click: 'elsewhere' },
  { keys: ['up', 'k'], label: 'up', where: [...PANELS, 'compare'], action: 'up', footer: 3 },
  { keys: ['down', 'j'], label: 'down', where: [...PANELS, 'compare'], action: 'down', footer: 3 },
  ...jumpKeys([...HERE, 'compare']),
  { keys: ['a'], label: 'amount', where: HERE, action: 'amount', footer: 4, click: 'field' },
  { keys: ['f'], label: 'from', where: HERE, action: 'from', footer: 5, click: 'field' },
  { keys: ['d'], label: 'to', where: HERE, action: 'to', footer: 6, click: 'field' },
  { keys: ['t'], label: 'recipient', where: HERE, action: 'recipient', click: 'field' },
  { keys: ['%'], label: 'slippage', where: HERE, action: 'slippage', click: 'field' },
  { keys: ['w'], label: 'reverse the pair', where: HERE, action: 'flip' },
  { keys: ['.'], label: 'fill in the last swap', where: HERE, action: 'again' },
  { keys: ['b'], label: 'pairs', where: [...HERE, 'pairs'], action: 'pairs', footer: 6 },
  { keys: ['*'], label: 'favourite pair', where: [...HERE, 'pairs'], action: 'favourite' },
  { keys: ['enter'], label: 'take this pair', where: ['pairs'], action: 'pair-choose', footer: 1, click: 'marked' },
  { keys: ['esc'], label: 'close', where: ['pairs'], action: 'pairs-close', footer: 2 },
  ...moveKeys(['pairs']),
  { keys: ['i'], label: 'fees', where: HERE, action: 'fees', footer: 7 },
  { keys: ['R'], label: 'ranking', where: HERE, action: 'rank', footer: 8 },
  { keys: ['T'], label: 'rate over another time', where: HERE, action: 'range' },
  { keys: ['N'], label: 'no route', where: HERE, action: 'no-route', footer: 9 },
  { keys: ['x'], label: 'exclude', where: HERE, action: 'take-out', footer: 10 },
  { keys: ['u'], label: 'include all providers', where: HERE, action: 'include' },
  { keys: ['r', 'ctrl-r'], label: 'refresh', where: HERE, action: 'refresh', footer: 11 },
  { keys: ['p'], label: 'pause or resume refresh', where: HERE, action: 'pause' },
  ...siftKeys('form'),
  { keys: ['y'], label: 'copy as command', where: HERE, action: 'copy', footer: 12 },
] as const satisfies readonly KeyRow<SwapMode>[]

/** Keys of a text field. */
const EDIT_KEYS = [
  { keys: ['enter'], label: 'done', where: EDIT, action: 'edit-done', footer: 1 },
  {
    keys: ['tab', 'down'],
    label: 'next field',
    where: EDIT,
    action: 'edit-next',
    footer: 2,
    click: 'elsewhere',
    leaves: true,
  },
  { keys: ['shift-tab', 'up'], label: 'previous field', where: EDIT, action: 'edit-before' },
  { keys: ['esc'], label: 'cancel', where: EDIT, action: 'edit-cancel', footer: 3 },
] as const satisfies readonly KeyRow<SwapMode>[]

/** Keys of the asset picker. */
export const PICKER_KEYS = [
  { keys: ['enter'], label: 'choose', where: PICK, action: 'pick-choose', footer: 1, click: 'marked' },
  { keys: ['up', 'ctrl-p'], label: 'up', where: PICK, action: 'up', footer: 2 },
  { keys: ['down', 'ctrl-n'], label: 'down', where: PICK, action: 'down', footer: 3 },
  { keys: ['pageup'], label: 'ten lines up', where: PICK, action: 'page-up' },
  { keys: ['pagedown'], label: 'ten lines down', where: PICK, action: 'page-down' },
  { keys: ['tab'], label: 'filter by chain', where: ['assets'], action: 'pick-chains', footer: 4 },
  { keys: ['tab', 'esc'], label: 'back to assets', where: ['chains'], action: 'pick-assets', footer: 4 },
  { keys: ['esc'], label: 'close', where: ['assets'], action: 'pick-close', footer: 5 },
] as const satisfies readonly KeyRow<SwapMode>[]

/** Keys of the Swap screen. */
export const SWAP_KEYS = [...FORM_KEYS, ...EDIT_KEYS, ...PICKER_KEYS] as const

export type SwapAction = ActionOf<typeof SWAP_KEYS>
export type PickerAction = Exclude<ActionOf<typeof PICKER_KEYS>, Move>
