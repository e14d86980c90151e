import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DocumentStore } from '../../src/core/ports.ts'
import { systemClock } from '../../src/io/clock.ts'
import { randomIds } from '../../src/io/ids.ts'
import { openSwapService } from '../../src/open.ts'
import { createPaperWallet } from '../../src/sandbox/paper-wallet.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Wallet } from '../../src/wallet/payment.ts'
import { createRunJournal, type NewRun, type SwapRun } from '../../src/wallet/run/journal.ts'
import type { RunContext } from '../../src/wallet/run/swap-run.ts'
import { scanRuns } from './run-documents.ts'

/** The account of the paper wallet. */
export const PAPER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NATIVE = '0x0000000000000000000000000000000000000000'
const ETHEREUM_USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** A swap that is paid by one transaction. */
export const ETH_TO_USDC: NewRun = {
  from: 'ethereum:ETH',
  to: 'base:USDC',
  request: {
    srcChain: 'ethereum',
    srcAddress: NATIVE,
    dstChain: 'base',
    dstAddress: BASE_USDC,
    amount: '0.5',
    depositor: PAPER,
    recipient: PAPER,
    provider: 'SANDBOX_BRIDGE',
  },
  source: { chainId: 1, isNative: true, units: 500_000_000_000_000_000n },
  agreed: true,
}

/** A swap that is paid after an approval. */
export const USDC_TO_USDC: NewRun = {
  ...ETH_TO_USDC,
  from: 'ethereum:USDC',
  request: { ...ETH_TO_USDC.request, srcAddress: ETHEREUM_USDC, amount: '1000' },
  source: { chainId: 1, isNative: false, units: 1_000_000_000n, decimals: 6 },
}

/** What ends a process in a test. */
export class Crash extends Error {}

/** A sandbox whose runs are paid with paper. Home, service and store end with the test. */
export async function openPaperRuns() {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-run-'))
  const service = await openSwapService({ home, sandbox: { speed: 100_000 } })
  const store = await openStore({ path: join(home, 'wallet.db'), now: () => systemClock.now() })
  onTestFinished(async () => {
    await service.close()
    await store.close()
    await rm(home, { recursive: true, force: true })
  })
  const paper = createPaperWallet({ ledger: store.documents })
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const walletOf = (ledger: Pick<DocumentStore, 'get' | 'put' | 'list'>): Wallet => {
    const own = createPaperWallet({ ledger })
    return {
      address: (family) => own.address(family),
      paysDeposits: false,
      sign: ({ exec }) => own.sign(exec ?? {}),
      broadcast: (payment) => own.broadcast(payment as Parameters<typeof own.broadcast>[0]),
    }
  }
  const wallet = walletOf(store.documents)
  /** The process dies after so many writes of the ledger. */
  const killedLedger = (writes: number): Wallet => {
    let left = writes
    return walletOf({
      ...store.documents,
      put: async (...written) => {
        if (left === 0) throw new Crash('ledger')
        left -= 1
        return store.documents.put(...written)
      },
    })
  }
  const context: RunContext = {
    service,
    journal,
    wallet,
    review: async () => true,
    onProgress: () => undefined,
    now: () => systemClock.now(),
    signal: new AbortController().signal,
  }
  const payments = async () => (await paper.transactions()).filter(({ kind }) => kind !== 'approve')
  const stored = async (run: SwapRun) => {
    const found = await journal.get(run.id)
    if (found === undefined) throw new Error('the run is gone')
    return found
  }
  return { home, service, journal, context, payments, stored, wallet, killedLedger }
}
