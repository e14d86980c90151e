import type { AppKeyRow } from '../keys.ts'
import type { Screen } from '../screen.ts'
import { PANES } from './places.ts'

const DIGITS = ['alt-1', 'alt-2', 'alt-3', 'alt-4', 'alt-5', 'alt-6', 'alt-7'] as const

/** Keys of all desks, which work in text fields too. */
export const DESK_KEYS: readonly AppKeyRow<never>[] = [
  { keys: ['alt-z'], label: 'zoom the pane or back', where: ['keys', 'text'], action: 'zoom' },
  { keys: ['alt-o'], label: 'next pane with keys of its own', where: ['keys', 'text'], action: 'next-pane' },
  ...PANES.flatMap(({ name }, index): readonly AppKeyRow<never>[] => {
    const key = DIGITS[index]
    const label = `hide or show ${name}`
    return key === undefined ? [] : [{ keys: [key], label, where: ['keys', 'text'], action: { pane: name } }]
  }),
]

/** Those that do something on the desk of a screen: one that may pay gives its keys to no other pane. */
export function deskKeys({ desk, keysOnly }: Pick<Screen, 'desk' | 'keysOnly'>): readonly AppKeyRow<never>[] {
  return DESK_KEYS.filter(({ action }) => {
    if (action === 'next-pane') return keysOnly !== true
    return typeof action !== 'object' || !('pane' in action) || desk?.panes.includes(action.pane) !== false
  })
}
