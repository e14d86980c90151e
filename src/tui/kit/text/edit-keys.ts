import { type KeyLine, rowWithKey } from '../../keys.ts'
import type { KeyPress } from '../../terminal/key-decoder.ts'
import type { Edit } from './line-edit.ts'

/** Keys that edit a text field; every other key that types something inserts it. */
export const EDIT_KEYS = [
  { keys: ['left', 'ctrl-b'], label: 'left', edit: 'left' },
  { keys: ['right', 'ctrl-f'], label: 'right', edit: 'right' },
  { keys: ['alt-b', 'alt-left', 'ctrl-left'], label: 'one word left', edit: 'word-left' },
  { keys: ['alt-f', 'alt-right', 'ctrl-right'], label: 'one word right', edit: 'word-right' },
  { keys: ['home', 'ctrl-a'], label: 'to the start', edit: 'start' },
  { keys: ['end', 'ctrl-e'], label: 'to the end', edit: 'end' },
  { keys: ['backspace', 'ctrl-h'], label: 'delete the character before', edit: 'backspace' },
  { keys: ['delete', 'ctrl-d'], label: 'delete the character here', edit: 'delete' },
  { keys: ['ctrl-w', 'alt-backspace'], label: 'delete the word before', edit: 'kill-word' },
  { keys: ['ctrl-u'], label: 'delete to the start', edit: 'kill-start' },
] as const satisfies readonly (KeyLine & { readonly edit: Exclude<Edit['type'], 'insert'> })[]

/** The edit that a key means in a text field; undefined where it means none. */
export function editOf({ name, text }: KeyPress): Edit | undefined {
  const row = rowWithKey(EDIT_KEYS, name)
  if (row !== undefined) return { type: row.edit }
  if (text === '') return undefined
  return name === 'paste' ? { type: 'insert', text, isPasted: true } : { type: 'insert', text }
}
