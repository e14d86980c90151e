import { expect, test } from 'vitest'
import { costSumText, costText, sumCosts, sumDeliveries, type WithCost } from '../../../src/core/delivery/cost-text.ts'

const cost = { usd: '3.74', sentUsd: '1498.63', arrivedUsd: '1495.00', onTopUsd: '0.11' }

test('what a swap cost is told with what it is made of', () => {
  expect(costText({ status: 'SUCCESS', cost })).toBe('$3.74: sent $1,498.63, arrived $1,495.00, on top $0.11')
})

test('a cost that nobody knows is unknown, and one of a swap that goes on is none', () => {
  expect([
    costText({ status: 'SUCCESS' }),
    costText({ status: 'REFUND' }),
    costText({ status: 'FAILED' }),
    costText({ status: 'PENDING' }),
    costText({ status: 'SUCCESS', cost: { ...cost, sentUsd: 'much' } }),
  ]).toEqual(['unknown', 'unknown', 'unknown', '', 'unknown'])
})

const swaps: readonly WithCost[] = [
  { status: 'SUCCESS', cost },
  { status: 'REFUND', cost: { ...cost, usd: '-0.74' } },
  { status: 'SUCCESS' },
  { status: 'PENDING' },
]

test('a sum says how many it leaves out; those that go on are not among them', () => {
  expect(sumCosts(swaps)).toEqual({ usd: 3_000_000n, known: 2, ended: 3 })
  expect([swaps, swaps.slice(0, 2), swaps.slice(2), swaps.slice(3)].map((some) => costSumText(sumCosts(some)))).toEqual(
    ['$3.00 (1 of 3 left out: their cost is not known)', '$3.00', 'unknown (of 1)', ''],
  )
})

test('the costs of providers are summed with how many of their swaps are known', () => {
  const figures = { success: 3, refunded: 0, belowLeast: 0, measured: 0, pairs: [] }
  const deliveries = [
    { ...figures, provider: 'A', finished: 3, cost: { usd: '1.50', swaps: 2 } },
    { ...figures, provider: 'B', finished: 4 },
  ]
  expect(sumDeliveries(deliveries)).toEqual({ usd: 1_500_000n, known: 2, ended: 7 })
})
