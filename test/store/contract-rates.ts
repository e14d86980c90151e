import { describe, expect, test } from 'vitest'
import type { QuotedRate } from '../../src/core/rates/point.ts'
import { KEEP_MINUTES_MS } from '../../src/core/rates/point.ts'
import { DAY_MS } from '../../src/core/text/duration.ts'
import { sampleRate, STORE_TEST_START_MS as START } from '../support/store.ts'
import type { ContractWorld } from './contract.ts'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS

/** Rates of quotes. */
export function ratesContract({ store, setClock }: ContractWorld): void {
  const { srcChain, srcAddress, dstChain, dstAddress } = sampleRate(0)
  const pair = { srcChain, srcAddress, dstChain, dstAddress }
  const times = (rates: readonly { readonly atMs: number }[]) => rates.map(({ atMs }) => atMs - START)
  /** What is stored of a rate besides its pair. */
  const point = ({ atMs, rate, provider, srcUsd, srcAmount }: QuotedRate) => ({
    ...{ atMs, rate, provider },
    ...(srcUsd === undefined ? {} : { srcUsd }),
    ...(srcAmount === undefined ? {} : { srcAmount }),
  })

  describe('rates', () => {
    test('come back as they were, of their own pair, with and without what is not known', async () => {
      const whole = sampleRate(0, { srcUsd: 2n ** 80n, srcAmount: 2n ** 120n })
      const bare = sampleRate(MINUTE_MS, { rate: 1n })
      await store().rates.putMany([whole, bare, sampleRate(0, { dstChain: 'arbitrum' })])
      await store().rates.putMany([])
      setClock(MINUTE_MS)
      expect(await store().rates.ofPair(pair, 'minute', DAY_MS)).toEqual([point(whole), point(bare)])
      expect(await store().rates.ofPair({ ...pair, srcChain: 'base' }, 'minute', DAY_MS)).toEqual([])
    })

    test('a minute and a quarter of an hour keep their newest, of amounts of each size', async () => {
      const small = sampleRate(10, { srcUsd: 5_000_000n })
      const rates = [0, 1, MINUTE_MS - 1, MINUTE_MS, QUARTER_MS - 1, QUARTER_MS].map((ms) => sampleRate(ms))
      await store().rates.putMany([...rates.slice(0, 2), small])
      await store().rates.putMany([...rates.slice(2)].reverse())
      setClock(QUARTER_MS)
      expect(times(await store().rates.ofPair(pair, 'minute', DAY_MS))).toEqual([
        ...[10, MINUTE_MS - 1, MINUTE_MS, QUARTER_MS - 1, QUARTER_MS],
      ])
      expect(times(await store().rates.ofPair(pair, 'quarter', DAY_MS))).toEqual([10, QUARTER_MS - 1, QUARTER_MS])
    })

    test('only those of the time that is asked for are given, oldest first, and none of a clock that was ahead', async () => {
      const far = 40 * MINUTE_MS
      await store().rates.putMany([0, 10, 20, 30, 60 * 24].map((minutes) => sampleRate(minutes * MINUTE_MS)))
      setClock(far)
      expect(times(await store().rates.ofPair(pair, 'minute', 30 * MINUTE_MS))).toEqual([
        ...[10, 20, 30].map((minutes) => minutes * MINUTE_MS),
      ])
    })

    test('prune removes what is too old, minutes after a day, and what a clock ahead has set', async () => {
      await store().rates.putMany([sampleRate(0), sampleRate(90 * DAY_MS)])
      setClock(DAY_MS)
      // The minute and the quarter that are ahead.
      expect(await store().rates.prune(7 * DAY_MS, 1)).toBe(1)
      expect(await store().rates.prune(7 * DAY_MS, 9)).toBe(1)
      expect(await store().rates.prune(7 * DAY_MS, 9)).toBe(0)
      setClock(KEEP_MINUTES_MS + MINUTE_MS + 1)
      expect(await store().rates.prune(7 * DAY_MS, 9)).toBe(1)
      const kept = [
        await store().rates.ofPair(pair, 'minute', 7 * DAY_MS),
        await store().rates.ofPair(pair, 'quarter', 7 * DAY_MS),
      ]
      expect(kept.map(times)).toEqual([[], [0]])
      setClock(7 * DAY_MS + QUARTER_MS + 1)
      expect(await store().rates.prune(7 * DAY_MS, 9)).toBe(1)
      expect(await store().rates.prune(0, 9)).toBe(0)
    })
  })
}
