import { expect, test } from 'vitest'
import { assessLoss } from '../../../src/core/money/loss.ts'
import { ownSentUsd, sentWorthText, statedWorthWarnings } from '../../../src/core/money/own-worth.ts'
import { worthAtStake } from '../../../src/core/money/typed-consent.ts'
import type { Valuation } from '../../../src/core/money/valuation.ts'

const DOLLAR = 1_000_000n
const worth = (low: bigint, high: bigint, more: Partial<Valuation> = {}): Valuation => ({
  ...{ usdLow: low * DOLLAR, usdHigh: high * DOLLAR, sources: [], by: 'oracle' },
  ...more,
})
const stated = (src: bigint, dst: bigint) => ({ src: { usd: src * DOLLAR }, dst: { usd: dst * DOLLAR } })
const lossOf = (src: Valuation, dst: Valuation) =>
  assessLoss({ kind: 'priced', src, dst, onTop: 2n * DOLLAR, unvalued: [] }, { src: {}, dst: {} })
const KNOWN = lossOf(worth(1000n, 1000n), worth(990n, 990n))
const SINGLE = lossOf(worth(1000n, 1000n, { isSingleNode: true }), worth(990n, 990n))

test('what is sent is worth what evidence says, costs on top left out', () => {
  expect([ownSentUsd(KNOWN), ownSentUsd(SINGLE), ownSentUsd(undefined)]).toEqual([1000n * DOLLAR, undefined, undefined])
})

test('without evidence it says who states the value', () => {
  const text = (loss: typeof KNOWN | undefined, server: boolean) => sentWorthText(stated(1n, 1n), loss, server, 'none')
  expect([text(KNOWN, true), text(SINGLE, true), text(undefined, true), text(undefined, false)]).toEqual([
    '$1,000.00',
    '$1.00, says the server',
    '$1.00, says the server',
    '$1.00',
  ])
  expect(sentWorthText({ src: {} }, undefined, true, 'none')).toBe('none')
})

test('a stated value that is over 3 %, and what prices may be off, from the known one is said', () => {
  const warnings = (src: bigint, dst: bigint, loss = KNOWN) => statedWorthWarnings(stated(src, dst), loss, 'The server')
  expect(warnings(1030n, 961n)).toEqual([])
  expect(warnings(1031n, 960n)).toEqual([
    'The server says that what is sent is worth $1,031.00, and it is worth $1,000.00 by price feeds',
    'The server says that what arrives is worth $960.00, and it is worth $990.00 by price feeds',
  ])
  expect(warnings(1031n, 990n, lossOf(worth(990n, 1010n), worth(990n, 990n)))).toEqual([])
  expect(warnings(1n, 1n, SINGLE)).toEqual([])
})

test('at stake is the larger of what evidence and the counterparty say', () => {
  expect(worthAtStake(stated(1n, 1n), KNOWN)).toBe(1002n * DOLLAR)
  expect(worthAtStake(stated(5000n, 1n), KNOWN)).toBe(5000n * DOLLAR)
  expect(worthAtStake(stated(5n, 1n), SINGLE)).toBe(5n * DOLLAR)
})
