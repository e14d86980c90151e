import { expect, test } from 'vitest'
import { quotedRateOf, type RatedQuote, sizeOf } from '../../../src/core/rates/point.ts'
import type { RouteFigures } from '../../../src/core/swap/ranking.ts'

const pair = { srcChain: 'ethereum', srcAddress: 'native', dstChain: 'base', dstAddress: '0xusdc' }

const route = (provider: string, amountOut: bigint, changes: Partial<RouteFigures> = {}): RouteFigures => ({
  ...{ provider, routeId: 'r', amountOut, dstUsd: amountOut, feesUsd: 0n, onTopUsd: 0n, estimatedTimeSec: 1 },
  ...{ isBelowFloor: false, needsClaim: false, hasUnvaluedOnTop: false, hasUnvaluedFee: false, ...changes },
})

/** Half an ether for dollars of six decimals. */
const quote = (figures: readonly RouteFigures[], changes: Partial<RatedQuote['src']> = {}): RatedQuote => ({
  ...{ pair, dstDecimals: 6, figures, atMs: 7 },
  src: { amount: 5n * 10n ** 17n, decimals: 18, usd: 1_500_000_000n, ...changes },
})

test('a point is what one source token gets by the best route, whatever is paid on top', () => {
  const best = route('A', 1_500_000_000n, { onTopUsd: 15_000_000n })
  expect(quotedRateOf(quote([best, route('B', 1n)]))).toEqual({
    ...{ ...pair, atMs: 7, rate: 3_000n * 10n ** 36n, provider: 'A' },
    ...{ srcUsd: 1_500_000_000n, srcAmount: 5n * 10n ** 35n },
  })
})

test('the value of what is sent is left out where it is not known', () => {
  expect(quotedRateOf(quote([route('A', 1_500_000_000n)], { usd: undefined }))).toEqual({
    ...{ ...pair, atMs: 7, rate: 3_000n * 10n ** 36n, provider: 'A', srcAmount: 5n * 10n ** 35n },
  })
})

test('a route below the floor, and one that pays far above the middle of three, give no point', () => {
  const low = route('LOW', 1_600_000_000n, { isBelowFloor: true })
  expect(quotedRateOf(quote([low, route('B', 1_500_000_000n)]))?.provider).toBe('B')
  const others = [route('B', 1_500_000_000n), route('C', 1_490_000_000n)]
  expect(quotedRateOf(quote([route('LIAR', 9_000_000_000n), ...others]))?.provider).toBe('B')
  expect(quotedRateOf(quote([route('GOOD', 1_600_000_000n), ...others]))?.provider).toBe('GOOD')
})

test('there is none without routes, and none where nothing arrives', () => {
  expect(quotedRateOf(quote([]))).toBeUndefined()
  expect(quotedRateOf(quote([route('A', 0n)]))).toBeUndefined()
})

test('a rate keeps twelve digits', () => {
  const rate = quotedRateOf(quote([route('A', 1_234_567_891n)], { amount: 3n * 10n ** 17n }))?.rate
  expect(rate).toBe(411_522_630_333n * 10n ** 28n)
})

test.each([
  [undefined, -1],
  [999_999n, 0],
  [1_000_000n, 1],
  [9_999_999n, 1],
  [1_498_630_000n, 4],
  [10n ** 60n, 20],
])('an amount of %s micro-dollars has the size %d', (srcUsd, size) => {
  expect(sizeOf(srcUsd === undefined ? {} : { srcUsd })).toBe(size)
})
