import { describe, expect, test } from 'vitest'
import { readExecution, readLock } from '../../../src/core/api/answers.ts'
import type { Execution, Lock } from '../../../src/core/api/documents.ts'
import { type ExpectedLock, verifyExecution, verifyLock } from '../../../src/wallet/terms/answers.ts'

const FEES = { total: { usd: '0', formatted: '$0' }, items: [] }
const SRC = { formatted: '100', currency: 'USDC', usd: '' }
const DST = { formatted: '0.04', currency: 'ETH', usd: '' }
const LOCK: Lock = {
  ...{ provider: 'A', routeId: 'way', lockId: 'lock_1', expiresAt: '2026-01-15T12:00:00.000Z', ttlMs: 60_000 },
  ...{ src: SRC, dst: DST, fees: FEES, minimumReceived: '0.039' },
}
const ASKED = { provider: 'A', amount: '100.0', src: 'USDC', dst: 'ETH' }
const EXECUTION: Execution = {
  ...{ provider: 'A', lockId: 'lock_1', providerResult: {} },
  quote: { src: SRC, dst: DST, steps: [], fees: FEES, estimatedTime: 1 },
}

const DECIMALS = { src: 6, dst: 18 }
const checkLock = (lock: Lock, asked: ExpectedLock) => verifyLock(readLock(lock, DECIMALS), asked)
const checkExecution = (execution: Execution, lock: Lock, floor?: bigint) =>
  verifyExecution(readExecution(execution, DECIMALS), readLock(lock, DECIMALS), floor)

const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'WALLET_REFUSED', message: expect.stringMatching(message) as string }) as Error

describe('a lock', () => {
  test('of what was asked for is taken', () => {
    expect(() => checkLock(LOCK, ASKED)).not.toThrow()
    expect(() => checkLock(LOCK, { provider: 'A', amount: '100' })).not.toThrow()
    expect(() => checkLock(LOCK, { ...ASKED, recipientMemo: 'none' })).not.toThrow()
    expect(() => checkLock({ ...LOCK, recipientMemo: '7' }, { ...ASKED, recipientMemo: '7' })).not.toThrow()
  })

  test.each<[string, Partial<Lock>, RegExp]>([
    ['provider', { provider: 'B' }, /: provider B, expected A$/],
    ['amount', { src: { ...SRC, formatted: '1000' } }, /: it sends 1,000 USDC, expected 100.0 USDC$/],
    ['amount, finer than its asset', { src: { ...SRC, formatted: '100.0000001' } }, /can be read: 100.0000001 USDC$/],
    ['least amount that cannot be read', { minimumReceived: '1e-9' }, /can be read: 1e-9 ETH$/],
    [
      'amount that cannot be read',
      { src: { ...SRC, formatted: '1e2' } },
      /states no amount that can be read: 1e2 USDC$/,
    ],
    ['asset', { src: { ...SRC, currency: 'DAI' } }, /it sends 100 DAI, expected 100.0 USDC$/],
    ['destination asset', { dst: { ...DST, currency: 'BAD' } }, /it pays out BAD, expected ETH$/],
    [
      'amount than it promises at least',
      { minimumReceived: '0.041' },
      /contradicts itself: it pays out 0.04 ETH, expected the least that it promises, 0.041$/,
    ],
  ])('of another %s is refused', (_what, change, why) => {
    expect(() => checkLock({ ...LOCK, ...change }, ASKED)).toThrow(refused(why))
  })
})

test.each([
  ['does not know memos', undefined, '7', /the recipient's memo none, expected 7$/],
  ['keeps another one', '8', '7', /the recipient's memo 8, expected 7$/],
  ['adds one', '8', undefined, /the recipient's memo 8, expected none$/],
])(
  'a lock of a server that %s is refused: the payment would be another customer or nobody',
  (_what, kept, asked, why) => {
    const lock = kept === undefined ? LOCK : { ...LOCK, recipientMemo: kept }
    expect(() => checkLock(lock, { ...ASKED, recipientMemo: asked })).toThrow(refused(why))
  },
)

test('what arrives may be stated more finely than its asset can be paid out', () => {
  const finer = { ...LOCK, dst: { ...DST, formatted: '0.0412345678' }, minimumReceived: '0.0398765432' }
  const { terms } = readLock(finer, { src: 6, dst: 4 })
  expect([terms.dst.amount, terms.minimumOut]).toEqual([412n, 398n])
})

describe('an execution', () => {
  const giving = (formatted: string): Execution => ({
    ...EXECUTION,
    quote: { ...EXECUTION.quote, dst: { ...DST, formatted } },
  })

  test('of the lock leaves nothing to say', () => {
    expect(checkExecution(EXECUTION, LOCK)).toEqual([])
  })

  test('that gives less than shown and not less than promised is said', () => {
    expect(checkExecution(giving('0.039'), LOCK)).toEqual(['It pays out 0.039 ETH; the lock showed 0.04 ETH'])
  })

  test.each<[string, Execution, Partial<Lock>, RegExp]>([
    ['less than promised', giving('0.0389'), {}, /it pays out 0.0389 ETH, expected at least 0.039$/],
    ['less than shown where nothing is promised', giving('0.0399'), { minimumReceived: undefined }, /at least 0.04$/],
    ['an amount that cannot be read', giving('much'), {}, /states no amount that can be read: much ETH$/],
  ])('that gives %s is refused', (_what, execution, change, why) => {
    expect(() => checkExecution(execution, { ...LOCK, ...change })).toThrow(refused(why))
  })

  test('that gives what a lock promises, and less than must arrive, is refused', () => {
    const lock = { ...LOCK, minimumReceived: '0.000000000000000001' }
    expect(() => checkExecution(giving('0.039'), lock, 39_600_000_000_000_000n)).toThrow(refused(/at least 0.0396$/))
    expect(checkExecution(giving('0.0396'), lock, 39_600_000_000_000_000n)).toHaveLength(1)
  })

  test.each<[string, Partial<Execution>, RegExp]>([
    ['lock', { lockId: 'lock_2' }, /: lock lock_2, expected lock_1$/],
    ['provider', { provider: 'B' }, /: provider B, expected A$/],
    [
      'amount',
      { quote: { ...EXECUTION.quote, src: { ...SRC, formatted: '200' } } },
      /it sends 200 USDC, expected 100 USDC$/,
    ],
    ['asset', { quote: { ...EXECUTION.quote, dst: { ...DST, currency: 'BAD' } } }, /it pays out BAD, expected ETH$/],
  ])('of another %s is refused', (_what, change, why) => {
    expect(() => checkExecution({ ...EXECUTION, ...change }, LOCK)).toThrow(refused(why))
  })
})
