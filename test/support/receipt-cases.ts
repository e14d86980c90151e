import type { StatusReport } from '../../src/providers/contract.ts'
import type { StatusCase } from './provider-suite.ts'

const HASH = `0x${'5e'.repeat(32)}`
const ALICE = '0xEe7aE85f2Fe2239E27D9c1E23fFFe168D63b4055'
const BOB = '0xdead00000000000000000000000000000000beef'
const POOL = '0x72ab388e2e2f6facef59e3c3fa2c4e29011c2d38'
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const WETH = '0x4200000000000000000000000000000000000006'

const confirming: StatusReport = { status: 'PENDING', stage: 'confirming', inboundHash: HASH }
const done: StatusReport = { status: 'SUCCESS', stage: 'done', inboundHash: HASH, outboundHash: HASH }

const usdc = `base:${USDC}`
const swap = {
  src: 'base:native',
  dst: usdc,
  hash: HASH,
  tracking: { depositor: ALICE, recipient: BOB },
  exchanges: [],
}
const payout = { ...swap, src: usdc, dst: 'base:native' }

/** Statuses of every provider whose swaps are decided by the receipt of the wallet's own transaction. */
export const receiptCases: readonly StatusCase[] = [
  {
    ...swap,
    name: 'waits for the hash',
    hash: '',
    expected: { status: 'PENDING', stage: 'awaiting_deposit' },
  },
  { ...swap, name: 'is pending until the transaction is in a block', receipt: 'pending', expected: confirming },
  { ...swap, name: 'stays pending while no RPC answers', receipt: 'unknown', expected: confirming },
  {
    ...swap,
    name: 'failed when the transaction was reverted',
    receipt: 'reverted',
    expected: {
      status: 'FAILED',
      stage: 'done',
      inboundHash: HASH,
      reason: 'The transaction was reverted: nothing was swapped, only its network fee was spent',
    },
  },
  {
    ...swap,
    name: 'failed with the reason that the contract gave',
    receipt: { state: 'reverted', reason: 'Too little received' },
    expected: {
      status: 'FAILED',
      stage: 'done',
      inboundHash: HASH,
      reason: 'The transaction was reverted (Too little received): nothing was swapped, only its network fee was spent',
    },
  },
  { ...swap, name: 'is done when only the success is known', receipt: 'success', expected: done },
  {
    ...swap,
    name: 'tells what the recipient got from the transfers of the token',
    receipt: {
      state: 'success',
      transfers: [
        { token: WETH, from: POOL, to: BOB, amount: 7n },
        { token: USDC, from: POOL, to: BOB, amount: 1_000_000n },
        { token: USDC, from: POOL, to: BOB, amount: 500_000n },
        { token: USDC, from: BOB, to: POOL, amount: 1n },
        { token: USDC, from: POOL, to: ALICE.toLowerCase(), amount: 900n },
      ],
    },
    expected: { ...done, deliveredOut: 1_499_999n },
  },
  {
    ...swap,
    name: 'is not done by a transaction that pays the recipient nothing',
    receipt: { state: 'success', transfers: [{ token: USDC, from: POOL, to: ALICE.toLowerCase(), amount: 900n }] },
    expected: confirming,
  },
  {
    ...payout,
    name: 'a payout in coins is done when the tokens were taken',
    receipt: { state: 'success', transfers: [{ token: USDC, from: ALICE.toLowerCase(), to: POOL, amount: 500n }] },
    expected: done,
  },
  {
    ...payout,
    name: 'a payout in coins is not done by the approval before it',
    receipt: { state: 'success', transfers: [] },
    expected: confirming,
  },
]
