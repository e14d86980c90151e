import { describe, expect, test } from 'vitest'
import { assessLoss, type SwapLoss } from '../../../src/core/money/loss.ts'
import { isTyped, wordToGoOn, wordToType } from '../../../src/core/money/typed-consent.ts'
import { parseUsd } from '../../../src/core/money/usd.ts'

describe('what must be typed', () => {
  const worth = (usd: string, gets = '') => ({
    src: { usd: parseUsd(usd) },
    dst: { usd: parseUsd(gets) },
  })

  const valuation = (text: string) => {
    const usd = parseUsd(text) ?? 0n
    return { usdLow: usd, usdHigh: usd, sources: [], by: 'oracle' as const }
  }
  const lossOf = (leaves: string, arrives: string) =>
    assessLoss({ kind: 'priced', src: valuation(leaves), dst: valuation(arrives), onTop: 0n, unvalued: [] }, worth(''))
  const typed = (terms: ReturnType<typeof worth>, aboveUsd: string, isLive: boolean, loss?: SwapLoss) =>
    wordToType({ terms, shortfall: undefined, loss, isLive }, '2500', aboveUsd)

  test.each([
    ['1000.00', '1000', undefined],
    ['1000.000001', '1000', '2500'],
    ['', '1000', undefined],
    ['5', 'a lot', '2500'],
  ])('for paper worth $%s with the limit %s is %s', (usd, aboveUsd, word) => {
    expect(typed(worth(usd), aboveUsd, false)).toBe(word)
  })

  test.each([
    ['1000', '1000', undefined],
    ['1000.000001', '1000', '2500'],
    ['50.01', '50', '2500'],
    ['50', '50', undefined],
    ['5', 'a lot', '2500'],
  ])('for $%s by evidence with the limit %s is %s', (usd, aboveUsd, word) => {
    expect(typed(worth('0.01', '0.01'), aboveUsd, true, lossOf(usd, usd))).toBe(word)
  })

  test('is the amount on the live network where only the counterparty says what it is worth, however little', () => {
    expect(typed(worth('0.01', '0.01'), '1000', true)).toBe('2500')
    expect(typed(worth('0.01', '0.01'), '1000', true, assessLoss(undefined, worth('0.01', '0.01')))).toBe('2500')
  })

  test.each([
    ['97', true, undefined],
    ['96.9', true, '2500'],
    ['85', false, undefined],
    ['84.9', false, '2500'],
  ])('where $100 become $%s by evidence (live: %s) is %s, also to go on', (gets, isLive, word) => {
    const facts = { terms: worth('100', '100'), shortfall: undefined, loss: lossOf('100', gets), isLive }
    expect([wordToType(facts, '2500', '1000'), wordToGoOn(facts, '2500')]).toEqual([word, word])
  })

  test('is the amount where less than was seen may arrive, of paper too, also to go on', () => {
    const shortfall = { bps: 9_880, isBelowSeen: true, than: 'quoted' } as const
    const facts = { terms: worth('100', '100'), shortfall, loss: undefined, isLive: false }
    expect([wordToType(facts, '2500', '1000'), wordToGoOn(facts, '2500')]).toEqual(['2500', '2500'])
  })

  test('is nothing to go on for a large amount whose loss is usual: it is typed where it is paid', () => {
    const facts = { terms: worth('5000', '5000'), shortfall: undefined, loss: lossOf('5000', '4990'), isLive: true }
    expect([wordToType(facts, '2500', '1000'), wordToGoOn(facts, '2500')]).toEqual(['2500', undefined])
  })

  test('is a word where the amount is too long to type', () => {
    const facts = { terms: worth('5000'), shortfall: undefined, loss: undefined, isLive: true }
    expect(wordToType(facts, `0.${'1'.repeat(40)}`, '1000')).toBe('send')
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
