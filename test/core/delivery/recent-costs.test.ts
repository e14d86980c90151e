import { expect, test } from 'vitest'
import { addRecentCosts, recentCosts, recentCostsText } from '../../../src/core/delivery/recent-costs.ts'
import { DAY_MS } from '../../../src/core/text/duration.ts'

const NOW = Date.UTC(2026, 10, 29)
const swap = (daysAgo: number, usd: string | undefined, walletAddress = 'own') => ({
  ...{ status: 'SUCCESS' as const, walletAddress, createdAt: new Date(NOW - daysAgo * DAY_MS).toISOString() },
  ...(usd === undefined ? {} : { cost: { usd, sentUsd: '10.00', arrivedUsd: '9.00', onTopUsd: '0.00' } }),
})
const isOwn = (address: string) => address === 'own'

test('the swaps that an account paid for in thirty days are summed, and those of others are not', () => {
  const swaps = [swap(0, '1.25'), swap(1, undefined), swap(29.9, '0.75'), swap(2, '50.00', 'other'), swap(30, '9.00')]
  const costs = recentCosts({ swaps, hasMore: true }, isOwn, NOW)
  expect(costs).toEqual({ usd: 2_000_000n, known: 2, ended: 3, isPartial: false })
  expect(recentCostsText(costs)).toBe('swaps of 30 days cost $2.00 (1 of 3 left out: their cost is not known)')
})

test('where older ones of those days were not read, the sum says so', () => {
  const swaps = [swap(0, '1.25'), swap(3, '0.75')]
  expect(recentCosts({ swaps, hasMore: false }, isOwn, NOW).isPartial).toBe(false)
  const partial = recentCosts({ swaps, hasMore: true }, isOwn, NOW)
  expect(recentCostsText(addRecentCosts([partial, recentCosts({ swaps: [], hasMore: false }, isOwn, NOW)]))).toBe(
    'swaps of 30 days cost $2.00, of the newest only',
  )
})

test('an account without swaps that ended says nothing', () => {
  expect(recentCostsText(addRecentCosts([]))).toBe('')
})
