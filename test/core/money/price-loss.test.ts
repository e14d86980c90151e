import { describe, expect, test } from 'vitest'
import {
  lockWarnings,
  lossBps,
  type ValuedTerms,
  valueWarnings,
  warningsOf,
} from '../../../src/core/money/price-loss.ts'
import { parseUsd } from '../../../src/core/money/usd.ts'

const terms = (srcUsd: string, dstUsd: string, priceImpactBps?: number): ValuedTerms => ({
  src: { usd: parseUsd(srcUsd) },
  dst: { usd: parseUsd(dstUsd) },
  ...(priceImpactBps === undefined ? {} : { priceImpactBps }),
})

const LARGE = (percent: string) => `The amount is large for this route: the price impact is ${percent} %`
const LESS = (percent: string) => `The output is worth ${percent} % less than the input`

describe('the loss of a swap', () => {
  test.each([
    ['is none where as much comes out', '100', '100', undefined, 0],
    ['is none where more comes out', '100', '101', undefined, 0],
    ['is rounded up', '100.000000', '99.999999', undefined, 1],
    ['is a share of what is sent', '100', '97', undefined, 300],
    ['may be nearly all', '1000000', '0.000001', undefined, 10_000],
    ['is exact beyond what numbers hold', '90071992547409930000.00', '45035996273704965000.00', undefined, 5_000],
    ['is not known without the value sent', '', '100', undefined, undefined],
    ['is not known without the value that arrives', '100', '', undefined, undefined],
    ['is not known where one is no number', '100', 'about 90', undefined, undefined],
    ['is not known where zero stands for a price that nobody knows', '100', '0.00', undefined, undefined],
    ['is not known where nothing was worth anything before', '0.00', '1', undefined, undefined],
    ['is not known for a negative value', '100', '-1', undefined, undefined],
    ['is the price impact where values are not stated', '', '', 421, 421],
    ['is the price impact where that is more', '100', '97', 421, 421],
    ['is by value where that is more', '100', '90', 421, 1_000],
    ['takes no impact below zero', '', '', -1, undefined],
    ['takes no impact above the whole', '', '', 10_001, undefined],
    ['takes no impact that is no whole number', '', '', 1.5, undefined],
    ['takes no impact that is no number', '', '', Number.NaN, undefined],
  ])('%s', (_name, srcUsd, dstUsd, impact, expected) => {
    expect(lossBps(terms(srcUsd, dstUsd, impact))).toBe(expected)
  })
})

describe('a warning', () => {
  test.each([
    ['is not given below 3 %', terms('100', '97.01'), []],
    ['is given from 3 % on', terms('100', '97'), [LESS('3')]],
    ['names hundredths of a percent', terms('100', '95.785'), [LESS('4.22')]],
    ['says so where the pools are thin', terms('', '', 2_850), [LARGE('28.5')]],
    ['is one only, of the worse', terms('100', '95', 400), [LESS('5')]],
    ['is none where nothing is known', terms('', ''), []],
    [
      'is given for a value that is too good',
      terms('100', '115.02'),
      ['The output seems to be worth over 15 % more than the input: a price is probably wrong'],
    ],
    ['is none for a little more', terms('100', '115'), []],
  ])('%s', (_name, valued, expected) => {
    expect(valueWarnings(valued)).toEqual(expected)
  })

  test('is listed with those that the route carries, once', () => {
    const route = { ...terms('100', '90'), warnings: ['look at the symbol', LESS('10')] }
    expect(warningsOf(route)).toEqual([LESS('10'), 'look at the symbol'])
    expect(warningsOf(terms('100', '100'))).toEqual([])
  })

  test('of a lock is about the values of the lock, with what else was said of its route', () => {
    const route = { ...terms('100', '90'), warnings: [LESS('10'), 'look at the symbol'] }
    expect(lockWarnings(terms('100', '80'), route)).toEqual([LESS('20'), 'look at the symbol'])
    expect(lockWarnings({ ...terms('100', '99'), warnings: ['late'] }, route)).toEqual(['late', 'look at the symbol'])
    expect(lockWarnings(terms('100', '80'), undefined)).toEqual([LESS('20')])
  })
})
