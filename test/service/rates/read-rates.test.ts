import { join } from 'node:path'
import type { RateGrain } from '../../../src/core/rates/point.ts'
import type { OrderRates } from '../../../src/core/rates/series.ts'
import type { Store } from '../../../src/store/port.ts'
import { expect, onTestFinished, test } from 'vitest'
import {
  readRateMarks,
  readRates,
  readRatesOfOrder,
  readRatesOfWatched,
} from '../../../src/service/rates/read-rates.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { newHome } from '../../support/new-home.ts'
import { addTransaction, sampleRate, sampleTransaction, STORE_TEST_START_MS as START } from '../../support/store.ts'

const MINUTE_MS = 60_000
const ONE = 10n ** 36n

const { srcChain, srcAddress, dstChain, dstAddress } = sampleRate(0)

/** An empty store, an hour after the start, with nothing that waits to be stored. */
async function openRates() {
  const clock = { now: () => START + 60 * MINUTE_MS }
  const store = await openStore({ path: join(await newHome(), 'sandbox.db'), now: () => clock.now() })
  onTestFinished(() => store.close())
  const context = { store, clock, keptRates: { waiting: () => [] } }
  return { store, context, pair: { srcChain, srcAddress, dstChain, dstAddress } }
}

test('rates of a pair are those stored and those that will be, and its swaps are of as many pages as its time takes', async () => {
  const { store, context, pair } = await openRates()
  await store.rates.putMany([sampleRate(-61 * MINUTE_MS), sampleRate(MINUTE_MS), sampleRate(2 * MINUTE_MS)])
  const made = (minutes: number) => ({ createdAt: new Date(START + minutes * MINUTE_MS).toISOString() })
  await addTransaction(store, sampleTransaction('tx_old', made(-1)))
  await addTransaction(store, sampleTransaction('tx_first', made(1)))
  for (let at = 0; at < 120; at += 1) {
    await addTransaction(store, sampleTransaction(`tx_${at}`, { ...made(2 + at / 10), srcChain: 'arbitrum' }))
  }
  const other = { ...sampleRate(4 * MINUTE_MS), srcChain: 'arbitrum' }
  const keptRates = { waiting: () => [sampleRate(2 * MINUTE_MS), sampleRate(3 * MINUTE_MS), other] }
  const { points, sinceMs } = await readRates({ ...context, keptRates }, pair, '1h')
  const marks = await readRateMarks({ store }, pair, sinceMs)
  expect([
    points.map(({ atMs }) => (atMs - START) / MINUTE_MS),
    marks.map(({ transactionId }) => transactionId),
  ]).toEqual([[1, 2, 3], ['tx_first']])
  const { points: ofDay } = await readRates({ ...context, keptRates }, pair, '1d')
  expect(ofDay).toHaveLength(4)
})

test('the rate of an order is of its amount or of all, by one read of each kind of points', async () => {
  const { store, context, pair } = await openRates()
  const sized = (minutes: number, tokens: bigint) => sampleRate(minutes * MINUTE_MS, { srcAmount: tokens * ONE })
  await store.rates.putMany([sized(1, 1n), sized(2, 50n), sized(3, 50n)])
  const reads: RateGrain[] = []
  const rates: Store['rates'] = {
    ...store.rates,
    ofPair: (of, grain, withinMs) => {
      reads.push(grain)
      return store.rates.ofPair(of, grain, withinMs)
    },
  }
  const counted = { ...context, store: { ...store, rates } }
  const read = async (order: OrderRates) => {
    const { range, points, isOfAllSizes } = await readRatesOfOrder(counted, pair, order)
    return [range, points.map(({ atMs }) => (atMs - START) / MINUTE_MS), isOfAllSizes, reads.splice(0).sort()]
  }
  expect([
    await read({ size: { amount: 50n * ONE } }),
    await read({ size: { amount: 7n * ONE } }),
    await read({ range: '1d', size: { amount: 7n * ONE } }),
  ]).toEqual([
    ['1h', [2, 3], false, ['minute', 'quarter']],
    ['1h', [1, 2, 3], true, ['minute', 'quarter']],
    ['1d', [1, 2, 3], true, ['minute']],
  ])
})

test('the rate of a watched pair ends with its last reading, whoever has quoted it since', async () => {
  const { store, context, pair } = await openRates()
  const quoted = (minutes: number, rate: bigint) => sampleRate(minutes * MINUTE_MS, { rate })
  await store.rates.putMany([quoted(1, ONE), quoted(2, 2n * ONE), quoted(3, 3n * ONE)])
  const seen = { atMs: START + 2 * MINUTE_MS, rate: 2n * ONE, srcUsd: 100_000_000n }
  expect(await readRatesOfWatched(context, pair, seen, '1h')).toMatchObject({ changeBps: 10_000, high: 2n * ONE })
  expect(await readRatesOfWatched(context, pair, undefined, '1h')).toMatchObject({ changeBps: 20_000 })
})
