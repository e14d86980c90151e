import { describe, expect, test } from 'vitest'
import type { BlockTransaction } from '../../../src/core/evm/block-transaction.ts'
import { judgePayment } from '../../../src/core/swap/payment-proof.ts'
import { sampleTransaction } from '../../support/store.ts'

const DEPOSITOR = `0x${'a1'.repeat(20)}`
const STRANGER = `0x${'b2'.repeat(20)}`
const ROUTER = `0x${'C3'.repeat(20)}`
const VAULT = `0x${'d4'.repeat(20)}`
const NATIVE = `0x${'00'.repeat(20)}`

const called = sampleTransaction('tx_1', {
  depositor: DEPOSITOR,
  exec: { providerTarget: ROUTER, providerCalldata: '0xAABBccdd', value: '7' },
})
const { srcAddress, terms } = called
const amount = terms.src.amount
const deposit = sampleTransaction('tx_2', {
  depositor: DEPOSITOR,
  providerResult: { execution: 'server', depositAddress: VAULT },
})
const coins = { ...deposit, srcAddress: NATIVE, srcAsset: { ...deposit.srcAsset, contract: null } }

const payment: BlockTransaction = {
  ...{ from: DEPOSITOR, to: ROUTER.toLowerCase(), input: '0xaabbccdd', value: 7n, isReverted: false, transfers: [] },
}
const sent = (units: bigint, to = VAULT, token = srcAddress): BlockTransaction => ({
  ...payment,
  ...{
    from: STRANGER,
    to: token,
    value: 0n,
    transfers: [{ token: token.toLowerCase(), from: STRANGER, to, amount: units }],
  },
})

describe('a call that was handed out', () => {
  test.each([
    ['is paid by itself from the depositor', {}, 'paid'],
    ['is paid by itself also where it was reverted', { isReverted: true }, 'paid'],
    ['is paid with what a wallet adds behind the calldata', { input: '0xaabbccdd00ff' }, 'paid'],
    ['may be paid from another wallet', { from: STRANGER }, 'possible'],
    ['is not paid by another wallet whose call was reverted', { from: STRANGER, isReverted: true }, 'other'],
    ['is not paid by another call, such as the approval before it', { input: '0x095ea7b3' }, 'other'],
    ['is not paid to another contract', { to: STRANGER }, 'other'],
    ['is not paid by another value', { value: 6n }, 'other'],
    ['is not paid by what makes a contract', { to: null }, 'other'],
    ['is not paid by a stranger', { from: STRANGER, input: '0x' }, 'other'],
  ] as const)('%s', (_name, change, verdict) => {
    expect(judgePayment(called, { ...payment, ...change }, false)).toBe(verdict)
  })

  test('may be paid by any transaction where the depositor is a contract, but by none that was reverted', () => {
    const bySomeone = { ...payment, from: STRANGER, to: DEPOSITOR, input: '0x1234' }
    expect(judgePayment(called, bySomeone, true)).toBe('possible')
    expect(judgePayment(called, { ...bySomeone, isReverted: true }, true)).toBe('other')
  })

  test('whose value is no decimal number may be paid by anything: what a wallet made of it is not known', () => {
    const inHex = { ...called, exec: { ...called.exec, value: '0x7' } }
    expect(judgePayment(inHex, payment, false)).toBe('possible')
    expect(judgePayment(inHex, { ...payment, isReverted: true }, false)).toBe('other')
  })

  test('that is no longer stored may be paid by anything', () => {
    const { exec: _exec, ...without } = called
    expect(judgePayment(without, { ...payment, from: STRANGER }, false)).toBe('possible')
  })
})

describe('a deposit address', () => {
  test.each([
    ['of tokens is paid by a transfer of the amount, whoever sends it', deposit, sent(amount), 'paid'],
    ['of tokens may be paid by less', deposit, sent(amount - 1n), 'possible'],
    ['of tokens is not paid by a transfer to another address', deposit, sent(amount, STRANGER), 'other'],
    ['of tokens is not paid in another token', deposit, sent(amount, VAULT, ROUTER), 'other'],
    ['of tokens is not paid by what was reverted', deposit, { ...sent(amount), isReverted: true }, 'other'],
    ['of coins is paid by the amount', coins, { ...payment, to: VAULT, value: amount }, 'paid'],
    ['of coins may be paid by what a contract pays out', coins, { ...payment, to: STRANGER, value: 0n }, 'possible'],
    [
      'that a memo shares with others may be paid',
      { ...deposit, providerResult: { ...deposit.providerResult, depositMemo: 'memo' } },
      sent(amount),
      'possible',
    ],
  ] as const)('%s', (_name, swap, mined, verdict) => {
    expect(judgePayment(swap, mined, false)).toBe(verdict)
  })
})
