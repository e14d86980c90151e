import type { StatedTerms } from '../../../../src/core/swap/terms.ts'
import type { SwapRun } from '../../../../src/wallet/run/journal.ts'
import {
  type ReviewEvent,
  type ReviewState,
  START_REVIEW,
  type Work,
} from '../../../../src/tui/screens/review/state.ts'
import { newWork } from '../../../../src/tui/screens/review/work.ts'
import { NOW } from '../../sample-swap.ts'

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const LONG = 'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x'

export const TERMS: StatedTerms = {
  src: { symbol: 'USDC', decimals: 6, amount: 100_000_000n, usd: 100_000_000n },
  dst: { symbol: 'ADA', decimals: 6, amount: 250_500_000n, usd: 99_000_000n },
  fees: [],
  feesUsd: 1_000_000n,
  steps: [],
  estimatedTimeSec: 60,
}

/** A locked run of 100 USDC to BTC. */
export function lockedRun(change: Partial<SwapRun> = {}): SwapRun {
  return {
    id: 'run_1',
    version: 1,
    step: 'locked',
    createdAt: new Date(NOW).toISOString(),
    updatedAt: new Date(NOW).toISOString(),
    from: 'ethereum:USDC',
    to: 'cardano:ADA',
    request: {
      srcChain: 'ethereum',
      srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      dstChain: 'cardano',
      dstAddress: 'native',
      amount: '100',
      depositor: PAYER,
      recipient: LONG,
      provider: 'A',
    },
    source: { chainId: 1, family: 'evm', isNative: false, symbol: 'USDC', decimals: 6, units: 100_000_000n },
    agreed: false,
    lockKey: 'key_1',
    executeKey: 'key_2',
    lock: {
      provider: 'A',
      routeId: 'A-1',
      lockId: 'lock_1',
      expiresAt: new Date(NOW + 45_000).toISOString(),
      ttlMs: 60_000,
      terms: TERMS,
    },
    ...change,
  }
}

/** The same executed, with a deposit to an address of the source chain. */
export function depositRun(memo: string, change: Partial<SwapRun> = {}): SwapRun {
  const run = lockedRun()
  return {
    ...run,
    step: 'tracked',
    transactionId: 'tx_1',
    execution: {
      provider: 'A',
      lockId: 'lock_1',
      providerResult: {
        depositAddress: PAYER,
        depositMemo: memo,
        execution: 'client',
        depositBefore: new Date(NOW + 600_000).toISOString(),
      },
      terms: TERMS,
      transaction: { id: 'tx_1', status: 'PENDING' },
    },
    ...change,
  }
}

/** An unfinished run is continued, as the first swap on the screen: what its work tells has the id 1. */
export const RESUME: ReviewEvent = { on: 'review', type: 'resume', runId: 'run_1' }

/** The Review screen with one swap on it, which goes on. */
export function reviewOf(change: Partial<Work>): ReviewState {
  return { ...START_REVIEW, lastId: 1, works: [{ ...newWork(1), ...change }], shown: 1 }
}
