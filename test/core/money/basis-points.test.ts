import { describe, expect, test } from 'vitest'
import { lessBps } from '../../../src/core/money/amount.ts'
import { percentOfBps, readBps, wholeBps, writeBps } from '../../../src/core/money/basis-points.ts'

const bpsOf = (text: string) => {
  const read = readBps(text, 10_000)
  return read.ok ? read.bps : read.problem
}

describe('basis points as people write them', () => {
  test.each([
    ['0', 0],
    ['50', 50],
    ['10000', 10_000],
    ['50bps', 50],
    ['50 BPS', 50],
    ['0.5bps', 0.5],
    ['12.25 bps', 12.25],
    ['0.5%', 50],
    [' 0.5 % ', 50],
    ['.5%', 50],
    ['0.29%', 29],
    ['0.005%', 0.5],
    ['0%', 0],
    ['0.0', 0],
    ['.00', 0],
    ['100%', 10_000],
  ])('%s is %d', (text, bps) => {
    expect(bpsOf(text)).toBe(bps)
  })

  test.each([
    ['0.5', '0.5% is 50 basis points, and 0.5bps is 0.005%'],
    ['1.0', '1.0% is 100 basis points, and 1.0bps is 0.01%'],
    ['12.25', '12.25% is 1225 basis points, and 12.25bps is 0.1225%'],
  ])('%s has two readings, and is neither', (text, readings) => {
    expect(bpsOf(text)).toBe(`must have a unit where it has a decimal point: ${readings}`)
  })

  test.each([
    '',
    '-1',
    '-0',
    '+5',
    '10001',
    '100.01%',
    '10000.5',
    '1e3',
    '0.0000001bps',
    '5 0',
    'bps',
    '%',
    '50 percent',
    '0x5',
    'NaN',
    '1,5%',
  ])('"%s" is none', (text) => {
    expect(bpsOf(text)).toBe('must be basis points from 0 to 10000, or a percentage: 50, 50bps and 0.5% are the same')
  })

  test.each([0, 1, 50, 0.5, 12.25, 0.000001, 9999.999999, 7.000000000000001, 1 / 3])(
    '%d is written so that it is read as itself',
    (bps) => {
      expect(bpsOf(writeBps(bps))).toBe(bps)
      expect(wholeBps(bps)).toBeLessThanOrEqual(bps)
    },
  )

  test('are shown in percent with all their decimals', () => {
    expect([0, 1, 50, 100, 12.25, 0.5, 10_000].map(percentOfBps)).toEqual([
      '0.00',
      '0.01',
      '0.50',
      '1.00',
      '0.1225',
      '0.005',
      '100.00',
    ])
  })
})

describe('an amount less basis points', () => {
  const ONE = 10n ** 30n

  test.each([
    [0, ONE],
    [1, 9_999n * 10n ** 26n],
    [0.5, 99_995n * 10n ** 25n],
    [12.25, 998_775n * 10n ** 24n],
    [0.1, 99_999n * 10n ** 25n],
    [0.000001, 9_999_999_999n * 10n ** 20n],
    [1e-9, 9_999_999_999_999n * 10n ** 17n],
    [7.000000000000001, 9_992_999_999_999_999_999n * 10n ** 11n],
    [10_000, 0n],
  ])('is exact for %d', (bps, left) => {
    expect(lessBps(ONE, bps)).toBe(left)
  })

  test('is rounded down to a base unit, and never more for more', () => {
    expect([0, 0.5, 1, 33.3, 33.4, 9_999.5, 10_000].map((bps) => lessBps(999n, bps))).toEqual([
      999n,
      998n,
      998n,
      995n,
      995n,
      0n,
      0n,
    ])
  })
})
