import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRateMarks, readRates } from '../../../src/service/rates/read-rates.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { newHome } from '../../support/new-home.ts'
import { addTransaction, sampleRate, sampleTransaction, STORE_TEST_START_MS as START } from '../../support/store.ts'

const MINUTE_MS = 60_000

test('rates of a pair are those stored and those that will be, and its swaps are of as many pages as its time takes', async () => {
  const clock = { now: () => START + 60 * MINUTE_MS }
  const store = await openStore({ path: join(await newHome(), 'sandbox.db'), now: () => clock.now() })
  onTestFinished(() => store.close())
  const { srcChain, srcAddress, dstChain, dstAddress } = sampleRate(0)
  const pair = { srcChain, srcAddress, dstChain, dstAddress }
  await store.rates.putMany([sampleRate(-61 * MINUTE_MS), sampleRate(MINUTE_MS), sampleRate(2 * MINUTE_MS)])
  const made = (minutes: number) => ({ createdAt: new Date(START + minutes * MINUTE_MS).toISOString() })
  await addTransaction(store, sampleTransaction('tx_old', made(-1)))
  await addTransaction(store, sampleTransaction('tx_first', made(1)))
  for (let at = 0; at < 120; at += 1) {
    await addTransaction(store, sampleTransaction(`tx_${at}`, { ...made(2 + at / 10), srcChain: 'arbitrum' }))
  }
  const other = { ...sampleRate(4 * MINUTE_MS), srcChain: 'arbitrum' }
  const keptRates = { waiting: () => [sampleRate(2 * MINUTE_MS), sampleRate(3 * MINUTE_MS), other] }
  const { points, sinceMs } = await readRates({ store, keptRates, clock }, pair, '1h')
  const marks = await readRateMarks({ store }, pair, sinceMs)
  expect([
    points.map(({ atMs }) => (atMs - START) / MINUTE_MS),
    marks.map(({ transactionId }) => transactionId),
  ]).toEqual([[1, 2, 3], ['tx_first']])
  const { points: ofDay } = await readRates({ store, keptRates, clock }, pair, '1d')
  expect(ofDay).toHaveLength(4)
})
