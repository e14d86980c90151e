import { describe, expect, test } from 'vitest'
import {
  type Progress,
  progressAfter,
  progressFromJson,
  progressText,
  progressToJson,
  toProgressDocument,
} from '../../../src/core/swap/progress.ts'

const FULL: Progress = {
  receivedIn: 40_000_000n,
  refundedIn: 2_500_000n,
  paidOut: 10n ** 30n,
  parts: { done: 3, total: 10 },
  note: 'Waits for the rest',
}
const SIDES = {
  src: { symbol: 'USDC', decimals: 6, amount: 100_000_000n },
  dst: { symbol: 'ETH', decimals: 18, amount: 1n },
}
const asset = (symbol: string) => ({ id: null, symbol, contract: null, image: null, chain: 'base' })
const ASSETS = { srcAsset: asset('USDC'), dstAsset: asset('ETH') }

test('progress survives JSON digit by digit, and says no more than it said', () => {
  for (const progress of [FULL, { paidOut: 0n }, {}]) {
    const json = progressToJson(progress)
    expect(JSON.parse(JSON.stringify(json))).toEqual(json)
    expect(progressFromJson(json)).toEqual(progress)
  }
})

test('its document counts in whole tokens', () => {
  expect(toProgressDocument(FULL, SIDES)).toEqual({
    srcReceived: '40',
    srcRefunded: '2.5',
    dstPaid: '1000000000000',
    partsDone: 3,
    partsTotal: 10,
    note: 'Waits for the rest',
  })
  expect(toProgressDocument({ paidOut: 1n }, SIDES)).toEqual({ dstPaid: '0.000000000000000001' })
})

test('its text is one line of what is known; nothing yet is not told', () => {
  expect(progressText({ ...ASSETS, progress: toProgressDocument(FULL, SIDES) })).toBe(
    '40 USDC received, 3 of 10 parts swapped, 1,000,000,000,000 ETH paid out, 2.5 USDC refunded. Waits for the rest',
  )
  const back = { ...ASSETS, progress: { srcRefunded: '0.004' } }
  expect(progressText({ ...back, status: 'PENDING' })).toBe('0.004 USDC going back')
  expect(progressText({ ...back, status: 'SUCCESS' })).toBe('0.004 USDC refunded')
  expect(progressText({ ...ASSETS, progress: { srcReceived: '0', note: 'Waits' } })).toBe('Waits')
  expect(progressText({ ...ASSETS, progress: { srcReceived: '0' } })).toBe('')
  expect(progressText(ASSETS)).toBe('')
})

describe('after a report', () => {
  const after = (stated: Progress | undefined, status = 'PENDING') => progressAfter(FULL, stated, status, 100_000_000n)

  test('what is not repeated stays, but for the note: that was of then', () => {
    const { note: _note, ...known } = FULL
    expect(after(undefined)).toEqual(known)
    expect(after({ receivedIn: 100_000_000n })).toEqual({ ...known, receivedIn: 100_000_000n })
    expect(after({ note: 'Now this' })).toEqual({ ...known, note: 'Now this' })
    expect(after(undefined, 'FAILED')).toEqual(known)
  })

  test('of a success is left what did not arrive', () => {
    expect(after({ receivedIn: 100_000_000n, note: 'A part came back' }, 'SUCCESS')).toEqual({
      refundedIn: 2_500_000n,
      note: 'A part came back',
    })
    expect(after({}, 'SUCCESS')).toEqual({ receivedIn: 40_000_000n, refundedIn: 2_500_000n })
    expect(progressAfter({ parts: { done: 1, total: 2 }, paidOut: 5n }, undefined, 'SUCCESS', 1n)).toBeUndefined()
  })

  test('nothing known is no progress', () => {
    expect(progressAfter(undefined, undefined, 'PENDING', 1n)).toBeUndefined()
    expect(progressAfter(undefined, {}, 'PENDING', 1n)).toBeUndefined()
    expect(progressAfter({ note: 'over' }, undefined, 'PENDING', 1n)).toBeUndefined()
  })
})
