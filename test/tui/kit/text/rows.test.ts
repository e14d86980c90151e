import { expect, test } from 'vitest'
import { wrapAtMost } from '../../../../src/tui/kit/text/rows.ts'

test('a long text is broken between words, and in them where there is no space', () => {
  expect(wrapAtMost('one two three', 7, 3)).toEqual(['one two', 'three'])
  expect(wrapAtMost('abcdefghij', 4, 3)).toEqual(['abcd', 'efgh', 'ij'])
  expect(wrapAtMost('汉汉汉', 4, 3)).toEqual(['汉汉', '汉'])
})

test('what does not fit on its lines is cut at the end of the last one', () => {
  expect(wrapAtMost('one two three four', 7, 2)).toEqual(['one two', 'three …'])
  expect(wrapAtMost('a b c d', 1, 2)).toEqual(['a', '…'])
})
