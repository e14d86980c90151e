import { describe, expect, test } from 'vitest'
import type { BlockTransaction } from '../../../src/core/evm/block-transaction.ts'
import { ENTRY_POINTS } from '../../../src/core/evm/contracts.ts'
import { ACCOUNT_EVENTS, TOKEN_EVENTS } from '../../../src/core/evm/events.ts'
import type { Log } from '../../../src/core/evm/token-transfer.ts'
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

const word = (hex: string) => `0x${hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`
const logOf = (address: string, topics: readonly string[], ...words: readonly bigint[]): Log => ({
  address: address.toLowerCase(),
  topics,
  data: `0x${words.map((one) => one.toString(16).padStart(64, '0')).join('')}`,
})
const transfer = (units: bigint, from: string, to = VAULT, token = srcAddress): Log =>
  logOf(token, [TOKEN_EVENTS.transfer.topic, word(from), word(to)], units)
const operation = (sender: string, success: bigint, entryPoint = ENTRY_POINTS[1] ?? ''): Log =>
  logOf(entryPoint, [ACCOUNT_EVENTS.userOperation.topic, word('07'), word(sender), word('0')], 1n, success, 2n, 3n)

const payment: BlockTransaction = {
  ...{ from: DEPOSITOR, to: ROUTER.toLowerCase(), input: '0xaabbccdd', value: 7n, isReverted: false, logs: [] },
}
const sent = (units: bigint, to = VAULT, token = srcAddress): BlockTransaction => ({
  ...payment,
  ...{
    from: STRANGER,
    to: token,
    value: 0n,
    logs: [transfer(units, STRANGER, to, token)],
  },
})

describe('a call that was handed out', () => {
  test.each([
    ['is paid by itself from the depositor', {}, 'paid'],
    ['moved nothing where it was reverted', { isReverted: true }, 'reverted'],
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

  test('is not paid for a contract by what was reverted, or touches neither it nor what was to be called', () => {
    const bySomeone = { ...payment, from: STRANGER, to: DEPOSITOR, input: '0x1234' }
    expect(judgePayment(called, bySomeone, true)).toBe('possible')
    expect(judgePayment(called, { ...bySomeone, isReverted: true }, true)).toBe('other')
    expect(judgePayment(called, { ...bySomeone, to: VAULT, logs: [transfer(5n, STRANGER)] }, true)).toBe('other')
  })

  const bundled = `0x1fad948c${ROUTER.slice(2).toLowerCase().padStart(64, '0')}04aabbccdd00`
  const executed = logOf(DEPOSITOR, [ACCOUNT_EVENTS.safeExecution.topic], 1n, 0n)
  const received = logOf(DEPOSITOR, [`0x${'3d'.repeat(32)}`, word(STRANGER)], 1n)
  test.each([
    ['is, where its Safe executed it', { to: DEPOSITOR, input: bundled, logs: [executed] }, 'carried'],
    ['is, where a bundle held its operation', { input: bundled, logs: [operation(DEPOSITOR, 1n)] }, 'carried'],
    ['is, where the amount left it', { input: bundled, logs: [transfer(amount, DEPOSITOR, ROUTER)] }, 'carried'],
    ['likely is, where its Safe executed something', { to: DEPOSITOR, logs: [executed] }, 'likely'],
    ['likely is, where only the amount left it', { logs: [transfer(amount, DEPOSITOR)] }, 'likely'],
    ['likely is, where it was called with it', { to: DEPOSITOR, input: bundled }, 'likely'],
    ['may be, where less left it', { logs: [transfer(amount - 1n, DEPOSITOR)] }, 'possible'],
    ['may be, where another token left it', { logs: [transfer(amount, DEPOSITOR, VAULT, VAULT)] }, 'possible'],
    ['may be, where its operation failed', { logs: [operation(DEPOSITOR, 0n)] }, 'possible'],
    ['may be, where no entry point says so', { logs: [operation(DEPOSITOR, 1n, VAULT)] }, 'possible'],
    ['may be, where it was only sent coins', { logs: [received] }, 'possible'],
    ['may be, where what was to be called has a log', { logs: [logOf(ROUTER, [], 1n)] }, 'possible'],
    ['is not, where the operation was of another', { input: bundled, logs: [operation(STRANGER, 1n)] }, 'other'],
    ['is not, where only its bytes were written', { input: bundled }, 'other'],
  ] as const)('of a contract: %s', (_name, change, verdict) => {
    expect(judgePayment(called, { ...payment, from: STRANGER, to: VAULT, input: '0x', ...change }, true)).toBe(verdict)
  })

  test('whose value is no decimal number may be paid by anything: what a wallet made of it is not known', () => {
    const inHex = { ...called, exec: { ...called.exec, value: '0x7' } }
    expect(judgePayment(inHex, { ...payment, from: STRANGER, to: VAULT }, false)).toBe('possible')
    expect(judgePayment(inHex, payment, false)).toBe('likely')
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
      'is likely paid by less from the depositor',
      deposit,
      { ...sent(0n), logs: [transfer(amount - 1n, DEPOSITOR)] },
      'likely',
    ],
    [
      'that a memo shares with others is likely paid by the depositor',
      { ...deposit, providerResult: { ...deposit.providerResult, depositMemo: 'memo' } },
      { ...sent(0n), logs: [transfer(amount, DEPOSITOR)] },
      'likely',
    ],
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
