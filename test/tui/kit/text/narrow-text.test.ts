import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { cleanText } from '../../../../src/core/text/clean-text.ts'
import { isNarrow } from '../../../../src/tui/kit/text/narrow-text.ts'

const CHARACTERS = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter(isNarrow)

test('what is narrow takes one column, is a character of its own beside any other such, and cannot act on a terminal', () => {
  expect(CHARACTERS).toEqual(expect.arrayContaining(['a', ' ', '…', '→', '▸', '█', '─', '✓', '⣿', 'é', '⏱']))
  expect(CHARACTERS.filter((each) => stringWidth(each) !== 1)).toEqual([])
  const line = CHARACTERS.join('')
  expect(stringWidth(line)).toBe(CHARACTERS.length)
  expect([...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)].length).toBe(CHARACTERS.length)
  expect(cleanText(line, Infinity)).toBe(line)
})

test.each([['汉'], ['e\u0301'], ['a\u200D'], ['❤\uFE0F'], ['\u00AD'], ['\u001B'], ['🙂'], ['\u2800']])(
  '%j is looked at more closely',
  (text) => {
    expect(isNarrow(text)).toBe(false)
  },
)
