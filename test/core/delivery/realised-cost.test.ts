import { expect, test } from 'vitest'
import { realisedCost, toCostDocument } from '../../../src/core/delivery/realised-cost.ts'
import type { Fee } from '../../../src/core/money/fees.ts'
import type { TransactionRecord } from '../../../src/core/swap/records.ts'
import { sampleTransaction } from '../../support/store.ts'

const paid: Partial<TransactionRecord> = {
  status: 'SUCCESS',
  stage: 'done',
  deliveredOut: 99_500_000n,
  endValues: { src: 99_990_000n, dst: 99_490_000n },
}
const costOf = (changes: Partial<TransactionRecord>) => realisedCost(sampleTransaction('tx_1', changes))

/** The terms of the sample with a cost on top. */
function withOnTop(usd: bigint | undefined): Pick<TransactionRecord, 'terms'> {
  const { terms } = sampleTransaction('tx_1')
  const token = { chainId: 1, chainName: 'Ethereum', address: '0x0', symbol: 'ETH', decimals: 18 }
  const gas: Fee = {
    ...{ type: 'source_gas', amount: 10n ** 14n, token, usd, included: false },
    ...{ description: 'Gas', providerLabel: 'gas' },
  }
  return { terms: { ...terms, fees: [...terms.fees, gas] } }
}

test('a swap cost what was sent less what arrived, at the prices of its end, and what was paid on top', () => {
  expect(costOf({ ...paid, ...withOnTop(300_000n) })).toEqual({
    ...{ sent: 99_990_000n, arrived: 99_490_000n, onTop: 300_000n, cost: 800_000n },
  })
})

test('a swap that brought more than it took has a cost below zero', () => {
  expect(costOf({ ...paid, endValues: { src: 99_000_000n, dst: 99_490_000n } })).toMatchObject({ cost: -490_000n })
})

test('a part that went back was not sent; its share is rounded so that the cost is never too low', () => {
  const progress = { refundedIn: 33_333_333n }
  expect(costOf({ ...paid, endValues: { src: 100_000_001n, dst: 66_000_000n }, progress })).toMatchObject({
    // 66.666667 of 100 tokens are worth 66.66666766666667 dollars.
    ...{ sent: 66_666_668n, arrived: 66_000_000n, cost: 666_668n },
  })
})

test('what was sent in fact counts, not what was to be sent', () => {
  expect(costOf({ ...paid, progress: { receivedIn: 50_000_000n } })).toMatchObject({ sent: 49_995_000n })
})

test('a refunded swap cost what did not come back, and what was paid on top', () => {
  const refunded: Partial<TransactionRecord> = {
    ...withOnTop(300_000n),
    status: 'REFUND',
    endValues: { src: 100_000_000n },
  }
  expect(costOf({ ...refunded, progress: { refundedIn: 99_000_000n } })).toEqual({
    ...{ sent: 1_000_000n, arrived: 0n, onTop: 300_000n, cost: 1_300_000n },
  })
  expect(costOf(refunded)).toBeUndefined()
  expect(costOf({ ...refunded, progress: { refundedIn: 99_000_000n, paidOut: 1n } })).toBeUndefined()
  expect(costOf({ ...refunded, progress: { refundedIn: 100_000_001n } })).toBeUndefined()
})

const { deliveredOut: _deliveredOut, ...undelivered } = paid
const { endValues: _endValues, ...unvalued } = paid

test.each([
  ['has not ended', { ...paid, status: 'PENDING' }],
  ['failed', { ...paid, status: 'FAILED' }],
  ['does not tell what arrived', undelivered],
  ['was valued by nobody', unvalued],
  ['brought what nobody values', { ...paid, endValues: { src: 99_990_000n } }],
  ['cost something on top that nobody values', { ...paid, ...withOnTop(undefined) }],
] as const)('what a swap cost that %s is not known', (_what, changes) => {
  expect(costOf(changes)).toBeUndefined()
})

test('its document states dollars', () => {
  expect(toCostDocument({ sent: 1_500_000n, arrived: 2_000_001n, onTop: 0n, cost: -500_001n })).toEqual({
    ...{ usd: '-0.500001', sentUsd: '1.50', arrivedUsd: '2.000001', onTopUsd: '0.00' },
  })
})
