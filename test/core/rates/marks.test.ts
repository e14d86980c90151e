import { expect, test } from 'vitest'
import { rateMarks } from '../../../src/core/rates/marks.ts'
import { rateBetween } from '../../../src/core/rates/point.ts'
import { rateDocument } from '../../../src/core/rates/rate-document.ts'
import { rateSeries } from '../../../src/core/rates/series.ts'
import { sampleRate, sampleTransaction, STORE_TEST_START_MS as START } from '../../support/store.ts'

const { srcChain, srcAddress, dstChain, dstAddress } = sampleRate(0)
const pair = { srcChain, srcAddress, dstChain, dstAddress }
const at = (ms: number) => ({ createdAt: new Date(START + ms).toISOString() })

test('swaps of the pair are marked with what arrived, or was agreed to, and those that failed without a rate', () => {
  const records = [
    sampleTransaction('tx_3', { ...at(3), status: 'SUCCESS', deliveredOut: 50_000_000n }),
    sampleTransaction('tx_2', at(2)),
    sampleTransaction('tx_1', { ...at(1), status: 'REFUND' }),
    sampleTransaction('tx_other', { ...at(2), dstChain: 'arbitrum' }),
    sampleTransaction('tx_old', at(-1)),
  ]
  const { src, dst } = sampleTransaction('tx_2').terms
  const rateOf = (amount: bigint) => rateBetween(src, { amount, decimals: dst.decimals })
  expect(rateMarks(records, pair, START)).toEqual([
    { atMs: START + 1, transactionId: 'tx_1', status: 'REFUND' },
    { atMs: START + 2, transactionId: 'tx_2', status: 'PENDING', rate: rateOf(dst.amount) },
    {
      ...{ atMs: START + 3, transactionId: 'tx_3', status: 'SUCCESS' },
      rate: rateOf(50_000_000n),
    },
  ])
})

test('the document has decimal rates and ISO times', () => {
  const series = rateSeries([sampleRate(-60_000), sampleRate(0, { rate: 15n * 10n ** 35n })], {
    range: '1h',
    nowMs: START,
  })
  expect(rateDocument(pair, series, [{ atMs: START, transactionId: 'tx_1', status: 'FAILED' }])).toEqual({
    ...pair,
    ...{ range: '1h', since: '2026-01-15T11:00:00.000Z', until: '2026-01-15T12:00:00.000Z' },
    ...{ gapSec: 300, otherSizes: 0, low: '1', high: '1.5', changeBps: 5_000 },
    points: [
      { at: '2026-01-15T11:59:00.000Z', rate: '1', provider: 'SANDBOX_BRIDGE' },
      { at: '2026-01-15T12:00:00.000Z', rate: '1.5', provider: 'SANDBOX_BRIDGE' },
    ],
    marks: [{ at: '2026-01-15T12:00:00.000Z', transactionId: 'tx_1', status: 'FAILED' }],
  })
})
