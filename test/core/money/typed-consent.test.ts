import { describe, expect, test } from 'vitest'
import { isTyped, wordToType } from '../../../src/core/money/typed-consent.ts'
import { parseUsd } from '../../../src/core/money/usd.ts'

describe('what must be typed', () => {
  const worth = (usd: string, gets = '') => ({
    src: { usd: parseUsd(usd) },
    dst: { usd: parseUsd(gets) },
  })

  test.each([
    ['1000.00', '1000', true, undefined],
    ['1000.000001', '1000', true, '2500'],
    ['1000.000001', '1000', false, '2500'],
    ['50.01', '50', true, '2500'],
    ['50', '50', true, undefined],
    ['', '50', true, '2500'],
    ['about 3', '1000', true, '2500'],
    ['', '50', false, undefined],
    ['5', 'a lot', true, '2500'],
    ['0', '1000', true, '2500'],
    ['0.00', '1000', false, undefined],
  ])('for $%s with the limit %s (live: %s) is %s', (usd, aboveUsd, isLive, word) => {
    expect(wordToType(worth(usd), '2500', aboveUsd, isLive)).toBe(word)
  })

  test.each([
    ['85', true, undefined],
    ['84.99', true, '2500'],
    ['84.99', false, undefined],
    ['1000.01', true, '2500'],
  ])('where $100 become $%s (live: %s) is %s', (gets, isLive, word) => {
    expect(wordToType(worth('100', gets), '2500', '1000', isLive)).toBe(word)
  })

  test.each([
    [undefined, undefined],
    [9_500n, undefined],
    [9_499n, '2500'],
    [0n, '2500'],
  ])('where 10000 are quoted and at least %s promised, of paper too, is %s', (minimumOut, word) => {
    const { src, dst } = worth('100', '100')
    expect(wordToType({ src, dst: { ...dst, amount: 10_000n }, minimumOut }, '2500', '1000', false)).toBe(word)
  })

  test('is a word where the amount is too long to type', () => {
    expect(wordToType(worth('5000'), `0.${'1'.repeat(40)}`, '1000', true)).toBe('send')
  })

  test.each([
    ['2500', true],
    [' 2500.0 ', true],
    ['2500.01', false],
    ['25000', false],
    ['', false],
    ['y', false],
  ])('is typed by %j: %s', (text, answer) => {
    expect(isTyped(text, '2500')).toBe(answer)
  })
})
