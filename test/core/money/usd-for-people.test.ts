import { expect, test } from 'vitest'
import { formatUsdForPeople, unsignedUsdForPeople, usdForPeople, worthForPeople } from '../../../src/core/money/fees.ts'

test('dollars have separators and cents from one dollar on, and four digits that count below it', () => {
  const shown = [
    [0n, '$0.00'],
    [1n, '$0.000001'],
    [512n, '$0.000512'],
    [4_512n, '$0.004512'],
    [45_125n, '$0.04513'],
    [371_249n, '$0.3712'],
    [371_250n, '$0.3713'],
    [500_000n, '$0.50'],
    [999_949n, '$0.9999'],
    [999_950n, '$1.00'],
    [1_000_000n, '$1.00'],
    [1_004_999n, '$1.00'],
    [1_005_000n, '$1.01'],
    [999_994_999n, '$999.99'],
    [999_995_000n, '$1,000.00'],
    [1_498_630_000n, '$1,498.63'],
    [1_234_567_890_120_000n, '$1,234,567,890.12'],
    [-4_512n, '-$0.004512'],
    [-1_498_630_000n, '-$1,498.63'],
  ] as const
  expect(shown.map(([value]) => [value, formatUsdForPeople(value)])).toEqual(shown)
})

test('a text of dollars that is not nothing never reads as nothing, and one that is no value is unknown', () => {
  expect(['0', '0.00', '0.0000004', '1498.634999999', '-2.5', 'n/a', '1e309', ''].map(usdForPeople)).toEqual([
    '$0.00',
    '$0.00',
    '<$0.000001',
    '$1,498.63',
    '-$2.50',
    'unknown',
    'unknown',
    '',
  ])
  expect(['1498.63', '-2.5', '1e309', ''].map(worthForPeople)).toEqual(['$1,498.63', 'unknown', 'unknown', ''])
  expect(['-2.5', '2.5', '', '-0.0000004'].map(unsignedUsdForPeople)).toEqual([
    '$2.50',
    '$2.50',
    'not stated',
    '<$0.000001',
  ])
})
