import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from '../../../../src/core/text/clean-text.ts'
import { cutText, fitText, shortAddress, textWidth } from '../../../../src/tui/kit/text/text-fit.ts'

describe('a text that is fitted', () => {
  test.each([
    ['汉字汉字', 5, '汉字…'],
    ['abcdef', 4, 'abc…'],
    ['abc', 5, 'abc  '],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['abc', 0, ''],
  ])('%j in %i columns is %j', (text, width, expected) => {
    expect(fitText(text, width)).toBe(expected)
  })

  test('takes exactly its columns, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 30 }), (text, width) => {
        expect(textWidth(fitText(cleanText(text), width))).toBe(width)
      }),
    )
  })

  test('stands at the right where it is a number', () => {
    expect(fitText('1.5', 6, 'right')).toBe('   1.5')
  })

  test('stays whole where it has room', () => {
    expect(cutText('abc', 3)).toBe('abc')
  })
})

test('an address is shortened to its first and last characters', () => {
  expect(shortAddress('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')).toBe('0xA0b8…eB48')
  expect(shortAddress('native')).toBe('native')
})
