import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RatePoint } from '../../../src/core/rates/point.ts'
import { changeText, rateText } from '../../../src/core/rates/rate-text.ts'
import {
  changeBps,
  isComparable,
  type OrderRates,
  rateSeries,
  seriesAsOf,
  seriesOfOrder,
  unbrokenParts,
} from '../../../src/core/rates/series.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const MINUTE_MS = 60_000
const ONE = 10n ** 36n

const point = (minutesAgo: number, rate: bigint, changes: Partial<RatePoint> = {}): RatePoint => ({
  ...{ atMs: NOW - minutesAgo * MINUTE_MS, rate: rate * ONE, provider: 'A' },
  ...{ srcUsd: 100_000_000n, ...changes },
})
const series = (points: readonly RatePoint[], range: '1h' | '1d' | '1w' = '1h') =>
  rateSeries(points, { range, nowMs: NOW })

describe('the series of an order', () => {
  const sized = (minutesAgo: number, srcAmount: bigint, rate: bigint) => point(minutesAgo, rate, { srcAmount })
  const ofOrder = (points: readonly RatePoint[], order: OrderRates = {}) => seriesOfOrder(() => points, order, NOW)

  test('is over the shortest range that holds all that is known, or over the one that is asked for', () => {
    const shortest = (...minutesAgo: readonly number[]) => ofOrder(minutesAgo.map((ago) => point(ago, 1n))).range
    expect([shortest(), shortest(10, 60), shortest(1, 61), shortest(1, 1_440), shortest(1_441)]).toEqual([
      ...['1h', '1h', '1d', '1d', '1w'],
    ])
    expect(ofOrder([point(1, 1n)], { range: '1w' }).range).toBe('1w')
  })

  test('is of the points that its range is made of', () => {
    const byGrain = { quarter: [point(30, 2n)], minute: [point(30, 2n), point(20, 3n)] }
    const rangeAndRates = (order: OrderRates) => {
      const { range, points } = seriesOfOrder((grain) => byGrain[grain], order, NOW)
      return [range, points.map(({ rate }) => rate / ONE)]
    }
    expect([rangeAndRates({}), rangeAndRates({ range: '1w' })]).toEqual([
      ['1h', [2n, 3n]],
      ['1w', [2n]],
    ])
  })

  test('is of its size where two points are, and else says that it is of all sizes, and no change', () => {
    const size = { amount: ONE }
    const others = [sized(90, 9n * ONE, 50n), sized(80, 9n * ONE, 51n)]
    expect(ofOrder([...others, sized(3, ONE, 100n), sized(1, ONE, 101n)], { size })).toMatchObject({
      ...{ range: '1h', isOfAllSizes: false, otherSizes: 0, changeBps: 100 },
    })
    for (const points of [others, [...others, sized(1, ONE, 100n)]]) {
      const all = ofOrder(points, { size })
      expect(all).toMatchObject({ range: '1d', isOfAllSizes: true, low: 50n * ONE })
      expect(all.points).toHaveLength(points.length)
      expect(all).not.toHaveProperty('changeBps')
    }
    expect(ofOrder([sized(1, ONE, 100n)], { size })).toMatchObject({ isOfAllSizes: false, low: 100n * ONE })
  })
})

describe('a series', () => {
  test('is of the points within its time, oldest first, with lowest, highest and change', () => {
    expect(series([point(10, 110n), point(20, 80n), point(30, 100n), point(61, 1n), point(-1, 1n)])).toEqual({
      ...{
        range: '1h',
        sinceMs: NOW - 60 * MINUTE_MS,
        untilMs: NOW,
        gapMs: 5 * MINUTE_MS,
        otherSizes: 0,
        isOfAllSizes: false,
      },
      points: [
        { atMs: NOW - 30 * MINUTE_MS, rate: 100n * ONE, provider: 'A' },
        { atMs: NOW - 20 * MINUTE_MS, rate: 80n * ONE, provider: 'A' },
        { atMs: NOW - 10 * MINUTE_MS, rate: 110n * ONE, provider: 'A' },
      ],
      ...{ low: 80n * ONE, high: 110n * ONE, changeBps: 1_000 },
    })
  })

  test('as of a reading ends with it, whether its point is kept yet or others are newer', () => {
    const reading = { atMs: NOW - 5 * MINUTE_MS, rate: 90n * ONE }
    const asOf = (...points: readonly RatePoint[]) => {
      const { points: kept, high, changeBps: change } = seriesAsOf(series(points), reading)
      return [kept.map(({ rate }) => rate / ONE), (high ?? 0n) / ONE, change]
    }
    expect(asOf(point(10, 100n))).toEqual([[100n, 90n], 100n, -1_000])
    expect(asOf(point(10, 100n), point(5, 90n), point(1, 120n))).toEqual([[100n, 90n], 100n, -1_000])
  })

  test('without a point says nothing, and of one no change', () => {
    expect(series([])).not.toHaveProperty('low')
    expect(series([point(1, 5n)])).toMatchObject({ low: 5n * ONE, high: 5n * ONE })
    expect(series([point(1, 5n)])).not.toHaveProperty('changeBps')
  })

  test('leaves out amounts of other sizes than the newest, or than the one that is asked for', () => {
    const points = [point(3, 90n, { srcUsd: 79_000_000n }), point(2, 95n, { srcUsd: 80_000_000n }), point(1, 100n)]
    expect(series(points)).toMatchObject({ otherSizes: 1, low: 95n * ONE, high: 100n * ONE })
    const asked = rateSeries(points, { range: '1h', nowMs: NOW, size: { usd: 63_900_000n } })
    expect(asked).toMatchObject({ otherSizes: 2, low: 90n * ONE, high: 90n * ONE })
  })

  test('of half of an amount says nothing of how the whole one moved', () => {
    const half = series([point(2, 1_000n, { srcUsd: 50_000_000n }), point(1, 999n)])
    expect(half).toMatchObject({ otherSizes: 1, low: 999n * ONE })
    expect(half).not.toHaveProperty('changeBps')
  })

  test('is of the amount of an order, whatever its value; of all sizes no change is known', () => {
    const of = (minutesAgo: number, srcAmount: bigint, rate: bigint): RatePoint => {
      const { srcUsd: _unvalued, ...rest } = point(minutesAgo, rate)
      return { ...rest, srcAmount: srcAmount * ONE }
    }
    const points = [of(4, 1n, 100n), of(3, 500n, 60n), of(2, 1n, 101n), of(1, 500n, 61n)]
    const sized = (size: 'all' | { readonly amount: bigint }) => rateSeries(points, { range: '1h', nowMs: NOW, size })
    expect(sized({ amount: ONE })).toMatchObject({ changeBps: 100, otherSizes: 2, isOfAllSizes: false })
    expect(series(points)).toMatchObject({ low: 60n * ONE, high: 61n * ONE, otherSizes: 2 })
    expect(sized('all')).toMatchObject({ low: 60n * ONE, high: 101n * ONE, otherSizes: 0, isOfAllSizes: true })
    expect(sized('all')).not.toHaveProperty('changeBps')
    expect(sized({ amount: 20n * ONE }).points).toEqual([])
  })

  test('what nobody values is comparable with all', () => {
    expect([isComparable(undefined, 1n), isComparable(1n, undefined), isComparable(11n, 1n)]).toEqual([
      true,
      true,
      false,
    ])
  })
})

test('parts of a series lie between gaps, and hold all of its points once', () => {
  const near = (minutes: readonly number[]) => series(minutes.map((each) => point(each, 1n)))
  const lengths = unbrokenParts(near([30, 25, 19, 18, 1])).map((part) => part.length)
  expect(lengths).toEqual([2, 2, 1])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 })), (minutes) => {
      const whole = near(minutes)
      expect(unbrokenParts(whole).flat()).toEqual(whole.points)
    }),
  )
})

test.each([
  [100n, 101n, 100],
  [100n, 99n, -100],
  [3n, 4n, 3_333],
  [3n, 2n, -3_333],
  [3n, 5n, 6_667],
  [3n, 1n, -6_667],
  [20_000n, 20_001n, 1],
  [20_000n, 19_999n, -1],
  [30_000n, 30_001n, 0],
])('from %s to %s is %d basis points', (from, to, bps) => {
  expect(changeBps(from, to)).toBe(bps)
})

test.each([
  [2_992_812_345n * 10n ** 30n, '2,992.81'],
  [1_234_567_891n * 10n ** 36n, '1,234,560,000'],
  [ONE, '1'],
  [334_123_456n * 10n ** 24n, '0.000334123'],
  [1n, '0.000000000000000000000000000000000001'],
])('a rate of %s reads %s', (rate, text) => {
  expect(rateText(rate)).toBe(text)
})

test.each([
  [82, '+0.82 %'],
  [-1_234, '-12.34 %'],
  [0, '+0.00 %'],
])('a change of %d reads %s', (bps, text) => {
  expect(changeText(bps)).toBe(text)
})
