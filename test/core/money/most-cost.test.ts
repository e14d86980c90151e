import { expect, it } from 'vitest'
import { readMostCost } from '../../../src/core/money/most-cost.ts'

it.each([
  ['$5', { usd: 5_000_000n }],
  ['5usd', { usd: 5_000_000n }],
  ['0.5 USD', { usd: 500_000n }],
  ['2%', { bps: 200 }],
  ['0.25 %', { bps: 25 }],
  ['5', undefined],
  ['101%', undefined],
  ['-1%', undefined],
  ['$', undefined],
  ['1.2.3usd', undefined],
  ['0.01coin', { coin: 10n ** 16n }],
  ['0coin', undefined],
  ['1.2.3coin', undefined],
  ['0.001%', undefined],
])('%s is read as a bound of the network cost', (text, most) => {
  expect(readMostCost(text)).toEqual(most)
})
