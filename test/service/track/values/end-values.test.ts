import { expect, test } from 'vitest'
import type { TransactionRecord } from '../../../../src/core/swap/records.ts'
import type { PriceBook, SwapQuestion, SwapValue } from '../../../../src/core/money/valuation.ts'
import { createDataFiles } from '../../../../src/io/data-files.ts'
import { createCatalog } from '../../../../src/service/index.ts'
import { withEndValues } from '../../../../src/service/track/values/end-values.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { openTempStore, sampleTransaction, STORE_TEST_START_MS } from '../../../support/store.ts'

const range = (usd: bigint) => ({ usdLow: usd - 10n, usdHigh: usd + 10n, sources: ['a feed'], by: 'oracle' as const })
const VALUES: SwapValue = { kind: 'same', src: range(100_010_000n), dst: range(99_500_000n), onTop: 0n, unvalued: [] }
const paid: Partial<TransactionRecord> = { status: 'SUCCESS', stage: 'done', deliveredOut: 99_500_000n }

/** @param valueSwap what the prices answer @param dueMs how long ago the poll was due, in milliseconds */
async function valuedAtEnd(
  end: Partial<TransactionRecord>,
  valueSwap: PriceBook['valueSwap'] = () => Promise.resolve(VALUES),
  dueMs = 0,
) {
  const clock = createFakeClock(STORE_TEST_START_MS)
  const temp = await openTempStore(() => clock.now())
  const before = sampleTransaction('tx_1', { nextPollAtMs: clock.now() - dueMs })
  const asked: SwapQuestion[] = []
  const book: PriceBook = {
    value: () => Promise.resolve(undefined),
    valueSwap: (question) => {
      asked.push(question)
      return valueSwap(question)
    },
  }
  const context = {
    ...{ clock, price: () => undefined, openPrices: () => Promise.resolve(book) },
    catalog: createCatalog({ data: createDataFiles(), store: temp.store }),
  }
  const record = { ...before, ...end }
  const working = withEndValues(context, before, record)
  let isDone = false
  void working.finally(() => (isDone = true)).catch(() => undefined)
  // What waits for prices waits by this clock.
  for (let turn = 0; !isDone && turn < 1_000; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (turn > 100 && asked.length > 0) await clock.advance(100)
  }
  const { endValues, ...rest } = await working
  await temp.cleanup()
  expect(rest).toEqual(record)
  return { endValues, asked, waitedMs: clock.now() - STORE_TEST_START_MS }
}

test('what has ended is valued on both sides at once: what was sent, and what arrived', async () => {
  const { endValues, asked } = await valuedAtEnd(paid)
  expect(endValues).toEqual({ src: 100_010_000n, dst: 99_500_000n })
  expect(asked.map(({ src, dst, fees }) => [src.chainId, src.units, dst.chainId, dst.units, fees])).toEqual([
    [1, 100_000_000n, 8453, 99_500_000n, []],
  ])
})

test('of a refund what was sent is valued, and nothing that arrived', async () => {
  const refunded: Partial<TransactionRecord> = { status: 'REFUND', stage: 'done', progress: { refundedIn: 1n } }
  expect((await valuedAtEnd(refunded)).endValues).toEqual({ src: 100_010_000n })
})

test.each([
  ['failed', { status: 'FAILED', stage: 'done' }],
  ['does not tell what arrived', { status: 'SUCCESS', stage: 'done' }],
  ['does not tell what came back', { status: 'REFUND', stage: 'done' }],
] as const)('what %s is not valued, and no price is asked for', async (_what, end) => {
  const { endValues, asked } = await valuedAtEnd(end)
  expect([endValues, asked]).toEqual([undefined, []])
})

test('what may have ended long ago is not valued by the prices of now', async () => {
  expect((await valuedAtEnd(paid, undefined, 10 * 60_000)).endValues).toBeDefined()
  expect((await valuedAtEnd(paid, undefined, 10 * 60_000 + 1)).endValues).toBeUndefined()
})

test('an end waits two seconds for prices, and is told without them', async () => {
  const { endValues, waitedMs } = await valuedAtEnd(paid, () => new Promise(() => undefined))
  expect([endValues, waitedMs]).toEqual([undefined, 2_000])
})

test('prices that cannot be read are no failure of the poll', async () => {
  expect((await valuedAtEnd(paid, () => Promise.reject(new Error('no nodes')))).endValues).toBeUndefined()
})

test('a side that nobody values is left out', async () => {
  const { dst: _dst, ...half } = VALUES
  expect((await valuedAtEnd(paid, () => Promise.resolve(half))).endValues).toEqual({ src: 100_010_000n })
  const { src: _src, ...other } = VALUES
  expect((await valuedAtEnd(paid, () => Promise.resolve(other))).endValues).toBeUndefined()
})
