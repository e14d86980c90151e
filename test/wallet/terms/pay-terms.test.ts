import { describe, expect, test } from 'vitest'
import { formatAmount } from '../../../src/core/money/amount.ts'
import { readAmount, readLock } from '../../../src/core/api/answers.ts'
import type { FeeItem, Lock } from '../../../src/core/api/documents.ts'
import { verifyLockedTerms, payTerms } from '../../../src/wallet/terms/pay-terms.ts'
import type { SwapRun } from '../../../src/wallet/run/journal.ts'

const AT = '2026-01-15T12:00:00.000Z'
const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const LOCK: Lock = {
  provider: 'A',
  routeId: 'A-1',
  lockId: 'lock_1',
  expiresAt: AT,
  ttlMs: 60_000,
  src: { formatted: '100', currency: 'USDC', usd: '100.00' },
  dst: { formatted: '0.04', currency: 'ETH', usd: '80.00' },
  fees: { total: { usd: '20.00', formatted: '$20.00' }, items: [] },
  minimumReceived: '0.0396',
}

function locked(bounds: Pick<SwapRun, 'leastOut' | 'minReceive' | 'shown'>, lock: Partial<Lock> = {}): SwapRun {
  return {
    ...{ id: 'run_1', version: 1, step: 'locked', createdAt: AT, updatedAt: AT, lockKey: 'key_1', executeKey: 'key_2' },
    ...{ from: 'ethereum:USDC', to: 'ethereum:ETH', agreed: true, source: { chainId: 1, isNative: false } },
    request: {
      ...{ srcChain: 'ethereum', srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '100' },
      ...{ dstChain: 'ethereum', dstAddress: 'native', depositor: ALICE, recipient: ALICE, provider: 'A' },
    },
    lock: readLock({ ...LOCK, ...lock }, { src: 6, dst: 18 }),
    ...bounds,
  }
}

describe('a lock', () => {
  test.each([
    ['that keeps what was promised at least', locked({ leastOut: 39_600_000_000_000_000n })],
    ['that rounds two units lower', locked({ leastOut: 39_600_000_000_000_002n })],
    ['that promises the quote less the slippage', locked({ shown: 40_000_000_000_000_000n })],
    ['without a least that shows what was quoted', locked({ shown: 40_000_000_000_000_000n }, { minimumReceived: '' })],
    ['without bounds', locked({}, { dst: { ...LOCK.dst, usd: '1.00' } })],
  ])('%s is taken', (_name, run) => {
    expect(() => verifyLockedTerms(run)).not.toThrow()
  })

  test.each([
    [
      'that pays less at least than the quote, with the flag that takes it',
      locked({ leastOut: 40_000_000_000_000_000n }),
      'The route promises at least 0.0396 ETH, and the quote promised 0.04 ETH',
      'Nothing was sent. Quote again, or allow more slippage, in basis points: --slippage 100',
    ],
    [
      'that pays less at least than the quote less the slippage',
      locked({ shown: 41_000_000_000_000_000n }),
      'The route promises at least 0.0396 ETH, and the quote, less the slippage, comes to 0.04059 ETH',
      'Nothing was sent. Quote again, or allow more slippage, in basis points: --slippage 342',
    ],
    [
      'that promises no least and shows a hundredth of the quote',
      locked({ shown: 4_000_000_000_000_000_000n }, { minimumReceived: '' }),
      'The route promises at least 0.04 ETH, and the quote, less the slippage, comes to 3.96 ETH',
      'Nothing was sent. Quote again, or allow more slippage, in basis points: --slippage 9900',
    ],
    [
      'that pays a unit less than the user takes, with the flag that takes it',
      locked({ minReceive: 39_600_000_000_000_001n }),
      'The route promises at least 0.0396 ETH, and --min-receive asks for 0.039600000000000001 ETH',
      'Nothing was sent. Wait for a better price, or take less: --min-receive 0.03956',
    ],
    [
      'that promises nothing, where something was promised',
      locked({ leastOut: 0n }, { minimumReceived: '0' }),
      'The route promises at least 0 ETH, and the quote promised 0 ETH',
      'Nothing was sent. Quote again, or allow more slippage, in basis points: --slippage 0',
    ],
  ])('%s, is refused with nothing sent', (_name, run, message, hint) => {
    expect(() => verifyLockedTerms(run)).toThrow(
      expect.objectContaining({ code: 'WALLET_REFUSED', funds: 'untouched', message, hint }) as Error,
    )
  })
})

describe('a lock in another currency than was asked for', () => {
  const asked = (target: string, lock: Partial<Lock> = {}) => ({
    ...locked({}, lock),
    source: { chainId: 1, isNative: false, symbol: 'USDC' },
    target: { symbol: target, decimals: 18 },
  })

  test('is refused, and one in the same is not', () => {
    expect(() => verifyLockedTerms(asked('ETH'))).not.toThrow()
    const message = 'The lock does not match the request: it pays out ETH, expected WBTC'
    expect(() => verifyLockedTerms(asked('WBTC'))).toThrow(message)
    const other = asked('ETH', { src: { ...LOCK.src, currency: 'DAI' } })
    expect(() => verifyLockedTerms(other)).toThrow('it sends 100 DAI, expected 100 USDC')
  })
})

describe('what a lock takes on top in the coin of the chain', () => {
  const fee = (amount: string): FeeItem => ({
    ...{
      type: 'protocol_fee',
      amount,
      amountUsd: '0',
      description: 'Message',
      providerLabel: 'Message',
      included: false,
    },
    token: { chainId: 1, address: '0x0000000000000000000000000000000000000000', symbol: 'ETH', decimals: 18 },
    chain: { chainId: 1, name: 'Ethereum' },
  })
  const withFees = (...amounts: string[]) => ({
    ...locked({}, { fees: { ...LOCK.fees, items: amounts.map(fee) } }),
    mostOnTop: 1000n,
  })

  test('is taken up to what was agreed to', () => {
    expect(() => verifyLockedTerms(withFees('1000'))).not.toThrow()
  })

  test.each([
    ['above that', ['1001']],
    ['above that, behind a reward', ['1001', '-1001']],
  ])('%s is refused', (_name, amounts) => {
    const message = "The locked route takes 1001 base units of the chain's coin on top, and the quote said 1000"
    expect(() => verifyLockedTerms(withFees(...amounts))).toThrow(message)
  })
})

describe('the least that a payload must give', () => {
  const known = (lock: Partial<Lock>, slippage: number | undefined, asked = '') => {
    const run = locked(asked === '' ? {} : { leastOut: readAmount(asked, 18) }, lock)
    const { minimumOut = 0n } = payTerms({
      ...run,
      request: { ...run.request, ...(slippage === undefined ? {} : { slippage }) },
      source: { ...run.source, decimals: 6, units: 100_000_000n },
      target: { symbol: 'ETH', decimals: 18 },
    }).dst
    return formatAmount(minimumOut, 18)
  }
  const unsaid = { minimumReceived: '' }

  test.each<[string, Partial<Lock>, number | undefined, string | undefined, string | undefined]>([
    ['is that of the lock', {}, 100, undefined, '0.0396'],
    ['is what the lock shows less the slippage where it promises less', {}, 50, undefined, '0.0398'],
    ['is the same where it promises a unit', { minimumReceived: '0.000000000000000001' }, 50, undefined, '0.0398'],
    ['is what was asked for where that is more', {}, 50, '0.0399', '0.0399'],
    ['is what the lock shows less the slippage where it promises none', unsaid, 50, undefined, '0.0398'],
    ['is the same with 1 % where no slippage is asked for', unsaid, undefined, undefined, '0.0396'],
    ['is the same where the promise is nothing', { minimumReceived: '0' }, 50, undefined, '0.0398'],
  ])('%s', (_name, lock, slippage, asked, least) => {
    expect(known(lock, slippage, asked)).toBe(least)
  })
})
