import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editOf } from '../../../../src/tui/kit/text/edit-keys.ts'
import { type Edit, editLine, lineOf } from '../../../../src/tui/kit/text/line-edit.ts'

const after = (text: string, ...edits: readonly (Edit | Exclude<Edit['type'], 'insert'>)[]) =>
  edits.reduce((line, edit) => editLine(line, typeof edit === 'string' ? { type: edit } : edit), lineOf(text))

describe('a line of text', () => {
  test('takes what is typed where its cursor is', () => {
    expect(after('ac', 'left', { type: 'insert', text: 'b' })).toEqual({ text: 'abc', cursor: 2 })
  })

  test('takes a paste without its line ends and control codes', () => {
    expect(after('', { type: 'insert', text: 'bc1q\n\u001B]52;x\u0007\u2028' }).text).toBe('bc1q]52;x')
  })

  test('loses what was before its cursor, after it, or the word before it', () => {
    expect(after('one two', 'left', 'left', 'left', 'kill-start')).toEqual({ text: 'two', cursor: 0 })
    expect(after('one two ', 'kill-word')).toEqual({ text: 'one ', cursor: 4 })
  })

  test('goes by characters as a person sees them', () => {
    expect(after('né', 'backspace')).toEqual({ text: 'n', cursor: 1 })
    expect(after('n\u0065\u0301', 'backspace')).toEqual({ text: 'n', cursor: 1 })
  })

  test('goes to its ends and by words', () => {
    expect(after('one two', 'start').cursor).toBe(0)
    expect(after('one two', 'start', 'word-right').cursor).toBe(3)
    expect(after('one two', 'word-left').cursor).toBe(4)
    expect(after('one two', 'start', 'delete').text).toBe('ne two')
  })

  test('refuses what would make it longer than any address', () => {
    expect(after('a', { type: 'insert', text: 'b'.repeat(400) }).text).toBe('a')
  })

  test('never loses its cursor', () => {
    const edits = fc.constantFrom<Edit>(
      { type: 'left' },
      { type: 'right' },
      { type: 'backspace' },
      { type: 'kill-word' },
      { type: 'insert', text: 'é ' },
      { type: 'insert', text: '汉' },
      { type: 'start' },
    )
    fc.assert(
      fc.property(fc.array(edits), (all) => {
        const { text, cursor } = after('', ...all)
        expect(cursor).toBeGreaterThanOrEqual(0)
        expect(cursor).toBeLessThanOrEqual([...text].length)
      }),
    )
  })
})

test('a key edits, or types its character, or does nothing', () => {
  expect(editOf({ name: 'ctrl-u', text: '' })).toEqual({ type: 'kill-start' })
  expect(editOf({ name: 'x', text: 'x' })).toEqual({ type: 'insert', text: 'x' })
  expect(editOf({ name: 'up', text: '' })).toBeUndefined()
})
