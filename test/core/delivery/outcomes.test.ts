import { expect, test } from 'vitest'
import {
  deliveryOf,
  keepNewest,
  MOST_OUTCOMES,
  outcomeOf,
  type EndedSwap,
} from '../../../src/core/delivery/outcomes.ts'
import { defined } from '../../../src/core/defined.ts'
import { sampleTerms, sampleTransaction, STORE_TEST_START_MS } from '../../support/store.ts'

const START = { createdAt: new Date(STORE_TEST_START_MS).toISOString() }
const after = (seconds: number) => new Date(STORE_TEST_START_MS + seconds * 1000).toISOString()

/** A swap that succeeded after 44 seconds, of 100 USDC. */
const ended = (deliveredOut: bigint | undefined, promised = 1_000_000n, minimumOut = 990_000n) =>
  sampleTransaction('tx_1', {
    ...{ ...START, updatedAt: after(44), status: 'SUCCESS', stage: 'done' },
    terms: {
      ...{ ...sampleTerms(), minimumOut, estimatedTimeSec: 45 },
      dst: { symbol: 'USDC', decimals: 6, amount: promised },
    },
    ...(deliveredOut === undefined ? {} : { deliveredOut }),
  })

const OUTCOME: EndedSwap = {
  ...{ id: 'tx_1', provider: 'SANDBOX_BRIDGE', src: 'ethereum:USDC', dst: 'base:USDC', status: 'SUCCESS' },
  ...{ endedMs: STORE_TEST_START_MS + 44_000, tookSec: 44, estimatedSec: 45 },
}

test('an outcome says when a swap ended, after how long, and by how much what arrived differs from the promise', () => {
  expect(outcomeOf(ended(1_000_000n))).toEqual({ ...OUTCOME, tenthBps: 0 })
  expect(outcomeOf(ended(1_000_150n))).toEqual({ ...OUTCOME, tenthBps: 15 })
  expect(outcomeOf(ended(undefined))).toEqual(OUTCOME)
  expect(outcomeOf(ended(5n, 0n, 0n))).toEqual(OUTCOME)
})

test('what swaps cost is kept where it is known, and summed with how many these are', () => {
  const cost = outcomeOf({ ...ended(1_000_000n), endValues: { src: 100_250_000n, dst: 1_000_000n } })
  expect(cost).toEqual({ ...OUTCOME, tenthBps: 0, costUsd: '99.25' })
  const costs = ['99.25', undefined, '-0.25']
  const delivery = deliveryOf(
    'A',
    many(3, (at) => defined({ costUsd: costs[at] })),
  )
  expect([delivery.cost, deliveryOf('A', many(3)).cost]).toEqual([{ usd: '99.00', swaps: 2 }, undefined])
})

test('a difference is rounded down, and one unit too little is no promise kept', () => {
  expect(outcomeOf(ended(999_999n))).toEqual({ ...OUTCOME, tenthBps: -1 })
  expect(outcomeOf(ended(1_000_009n))).toEqual({ ...OUTCOME, tenthBps: 0 })
  expect(outcomeOf(ended(989_999n))).toEqual({ ...OUTCOME, tenthBps: -1001, isBelowLeast: true })
  expect(outcomeOf(ended(10n ** 30n))).toEqual({ ...OUTCOME, tenthBps: 100_000_000 })
})

test('time counts from the reported payment, and never backwards', () => {
  expect(outcomeOf({ ...ended(undefined), hashKnownAtMs: STORE_TEST_START_MS + 30_000 })?.tookSec).toBe(14)
  expect(outcomeOf({ ...ended(undefined), hashKnownAtMs: STORE_TEST_START_MS + 90_000 })?.tookSec).toBe(0)
})

test('what has not ended has no outcome, and what failed delivered nothing', () => {
  expect(outcomeOf(sampleTransaction('tx_1'))).toBeUndefined()
  const { tenthBps: _none, ...failed } = { ...OUTCOME, tenthBps: 0 }
  expect(outcomeOf({ ...ended(5n), status: 'FAILED' })).toEqual({ ...failed, status: 'FAILED' })
})

const many = (count: number, changes: (at: number) => Partial<EndedSwap> = () => ({})): EndedSwap[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ ...OUTCOME, id: `tx_${String(at).padStart(4, '0')}`, endedMs: at },
    ...changes(at),
  }))

test('the newest are kept, each swap once, as it was told last', () => {
  const outcomes = many(MOST_OUTCOMES + 5)
  const later: EndedSwap = { ...OUTCOME, id: 'tx_0204', endedMs: 204, status: 'REFUND' }
  const kept = keepNewest([...outcomes, later])
  expect(kept).toHaveLength(MOST_OUTCOMES)
  expect(kept[0]?.id).toBe('tx_0005')
  expect(kept.at(-1)).toEqual(later)
})

test('figures are of all, of their middle and their worst: of two in the middle the worse one counts', () => {
  const outcomes = [
    ...many(2, (at) => ({ tookSec: 40 + at, tenthBps: at === 0 ? 20 : -10 })),
    ...many(2, (at) => ({
      id: `x${at}`,
      tookSec: 100 * (at + 1),
      ...(at === 0 ? { tenthBps: -2000, isBelowLeast: true } : {}),
    })),
    ...many(1, () => ({ id: 'refunded', status: 'REFUND', tookSec: 9999 })),
  ]
  expect(deliveryOf('SANDBOX_BRIDGE', outcomes)).toEqual({
    ...{ provider: 'SANDBOX_BRIDGE', finished: 5, success: 4, refunded: 1, belowLeast: 1, measured: 3 },
    ...{
      differenceBps: { median: -1, worst: -200 },
      spread: [1, 0, 0, 1, 1],
      tookSec: { median: 100, worst: 200 },
      estimatedSec: 45,
      pairs: [],
    },
  })
})

test('a pair has figures of its own once there are ten swaps of it', () => {
  const ofPair = (count: number) =>
    deliveryOf('A', [...many(count), ...many(3, (at) => ({ id: `other${at}`, dst: 'base:ETH' }))]).pairs
  expect(ofPair(9)).toEqual([])
  expect(ofPair(10)).toEqual([
    {
      ...{ src: 'ethereum:USDC', dst: 'base:USDC', finished: 10, success: 10, refunded: 0, belowLeast: 0, measured: 0 },
      ...{ tookSec: { median: 44, worst: 44 }, estimatedSec: 45 },
    },
  ])
})

test('without a success there is neither a time nor a difference', () => {
  expect(
    deliveryOf(
      'A',
      many(2, () => ({ status: 'FAILED' })),
    ),
  ).toEqual({
    ...{ provider: 'A', finished: 2, success: 0, refunded: 0, belowLeast: 0, measured: 0, pairs: [] },
  })
})
