import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TRANSACTION_STATUSES } from '../../src/core/api/documents.ts'
import { LEASE_MS } from '../../src/core/swap/poll-times.ts'
import type { QuotedRate } from '../../src/core/rates/point.ts'
import type { LockRecord, QuotedRoute, SwapEvent, TransactionRecord } from '../../src/core/swap/records.ts'
import type { Terms } from '../../src/core/swap/terms.ts'
import { createConnect } from '../../src/store/sqlite/connection.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { NewEvent, Store } from '../../src/store/port.ts'
import { insertTransaction } from '../../src/store/sqlite/transactions/changes.ts'
import { transactionTable } from '../../src/store/sqlite/transactions/table.ts'

export interface TempStore {
  readonly store: Store
  /** The file; its folder holds nothing else. */
  readonly path: string
  /** Closes the store and deletes its folder. */
  readonly cleanup: () => Promise<void>
}

/** Where the clocks of the store's tests start. */
export const STORE_TEST_START_MS = Date.UTC(2026, 0, 15, 12)

/** How far the clocks are ahead that are set right. */
export const TEN_DAYS_MS = 10 * 24 * 60 * 60 * 1000

/** A path for a store in a new folder, and how to delete that folder. */
export function tempStorePath(): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'swapcli-store-'))
  return { path: join(folder, 'sandbox.db'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A new, empty store on disk. @param now epoch milliseconds; stands still by default */
export async function openTempStore(now: () => number = () => STORE_TEST_START_MS): Promise<TempStore> {
  const { path, remove } = tempStorePath()
  const store = await openStore({ path, now })
  return {
    store,
    path,
    cleanup: async () => {
      await store.close()
      remove()
    },
  }
}

/** The terms of `sampleLock`. */
export function sampleTerms(): Terms {
  return SAMPLE_TERMS
}

/** A lock from 100 USDC on Ethereum to USDC on Base. */
export function sampleLock(id: string, changes: Partial<LockRecord> = {}): LockRecord {
  return {
    id,
    state: 'locked',
    srcChain: 'ethereum',
    srcAddress: USDC_ETHEREUM,
    dstChain: 'base',
    dstAddress: USDC_BASE,
    amountText: '100',
    slippageBps: 50,
    confidentiality: 'public',
    provider: 'SANDBOX_BRIDGE',
    routeId: 'route-1',
    depositor: WALLET,
    recipient: WALLET,
    terms: sampleTerms(),
    providerState: { quoteId: 'q-1', nested: { list: [1, 'two', null] } },
    createdAt: new Date(STORE_TEST_START_MS).toISOString(),
    expiresAtMs: STORE_TEST_START_MS + 60_000,
    ...changes,
  }
}

/** A pending transaction of `sampleLock`. */
export function sampleTransaction(id: string, changes: Partial<TransactionRecord> = {}): TransactionRecord {
  const createdAt = new Date(STORE_TEST_START_MS).toISOString()
  return {
    id,
    lockId: `lock_of_${id}`,
    provider: 'SANDBOX_BRIDGE',
    status: 'PENDING',
    stage: 'awaiting_deposit',
    hash: '',
    inboundHash: '',
    outboundHash: null,
    srcChain: 'ethereum',
    srcAddress: USDC_ETHEREUM,
    dstChain: 'base',
    dstAddress: USDC_BASE,
    terms: sampleTerms(),
    depositor: WALLET,
    recipient: WALLET,
    addressKeys: [WALLET.toLowerCase()],
    srcAsset: { id: 1, symbol: 'USDC', contract: USDC_ETHEREUM, image: null, chain: 'ethereum' },
    dstAsset: { id: 2, symbol: 'USDC', contract: USDC_BASE, image: null, chain: 'base' },
    createdAt,
    updatedAt: createdAt,
    nextPollAtMs: STORE_TEST_START_MS + 3000,
    polls: 0,
    needsHash: false,
    tracking: { requestId: 'r-1' },
    providerResult: { status: 'PENDING', execution: 'client' },
    ...changes,
  }
}

/** A quoted route that may be forgotten after a minute. */
export function sampleRoute(routeId: string, changes: Partial<QuotedRoute> = {}): QuotedRoute {
  const provider = changes.provider ?? 'SANDBOX_BRIDGE'
  return {
    provider,
    routeId,
    confidentiality: 'public',
    srcChain: 'ethereum',
    srcAddress: USDC_ETHEREUM,
    dstChain: 'base',
    dstAddress: USDC_BASE,
    amountText: '100',
    terms: sampleTerms(),
    keepUntilMs: STORE_TEST_START_MS + 60_000,
    ...changes,
  }
}

/** A rate of that pair, of 100 dollars. @param afterMs when, in milliseconds after the start of the tests' clock */
export function sampleRate(afterMs: number, changes: Partial<QuotedRate> = {}): QuotedRate {
  const { srcChain, srcAddress, dstChain, dstAddress } = sampleRoute('route')
  return {
    ...{ srcChain, srcAddress, dstChain, dstAddress },
    atMs: STORE_TEST_START_MS + afterMs,
    rate: 10n ** 36n,
    provider: 'SANDBOX_BRIDGE',
    srcUsd: 100_000_000n,
    ...changes,
  }
}

/** A journal entry at the start of the tests' clock; a store keeps any type. */
export function sampleEvent(type: string, changes: Partial<NewEvent> = {}): NewEvent {
  return { at: new Date(STORE_TEST_START_MS).toISOString(), type: type as NewEvent['type'], ...changes }
}

/** Puts a transaction into the store the way execute does: with its lock. */
export async function addTransaction(store: Store, record: TransactionRecord): Promise<void> {
  const lock = sampleLock(record.lockId)
  await store.locks.insert(lock, [])
  await store.commitExecution({ ...lock, state: 'used', transactionId: record.id }, 1, record, [])
}

/** The events of a store that come after a number. */
export async function readEvents(
  { events }: Pick<Store, 'events'>,
  limit = 1_000,
  after = 0,
): Promise<readonly SwapEvent[]> {
  return (await events.since(String(after), limit)).flatMap(({ event }) => event ?? [])
}

/** The ids of transactions that are due and that nobody has leased, in order. */
export async function readDueIds({ transactions }: Pick<Store, 'transactions'>): Promise<readonly string[]> {
  const holder = 'whoever_looks'
  const { leased } = await transactions.claimDue(holder, LEASE_MS, { total: 999, each: 999, taken: new Map() })
  const ids = leased.map(({ doc }) => doc.id)
  await transactions.releaseMany(ids, holder)
  return ids
}

/** Comparable address of wallet number `index` of `fillTransactions`. */
export function filledWallet(index: number): string {
  return `0x${index.toString(16).padStart(40, '0')}`
}

/**
 * Adds `count` transactions, a minute apart and dealt in turn to `walletCount` wallets, to the store at `path`: fast,
 * and without any care for power failures. Every 50th is pending.
 */
export async function fillTransactions(path: string, count: number, walletCount: number): Promise<void> {
  const store = await openStore({ path, now: () => STORE_TEST_START_MS })
  await store.close()
  const chunk = 20_000
  for (let start = 0; start < count; start += chunk) {
    const indexes = Array.from({ length: Math.min(chunk, count - start) }, (_, at) => start + at)
    await addFast(
      path,
      indexes.map((index) => filledTransaction(index, walletCount)),
    )
  }
}

/** Adds transactions to the store at `path`, without their locks and any care for power failures. */
export async function addFast(path: string, records: readonly TransactionRecord[]): Promise<void> {
  const connect = await createConnect(path, false)
  const connection = connect('relaxed')
  connection.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -65536')
  const table = transactionTable(connection, path)
  connection.write(() => records.forEach((record) => insertTransaction(connection, table, record)))
  connection.close()
}

function filledTransaction(index: number, walletCount: number): TransactionRecord {
  const wallet = filledWallet(index % walletCount)
  const at = new Date(STORE_TEST_START_MS + index * 60_000).toISOString()
  const status = index % 50 === 0 ? 'PENDING' : (TRANSACTION_STATUSES[1 + ((index % 50) % 3)] ?? 'SUCCESS')
  return sampleTransaction(`tx_${index.toString().padStart(26, '0')}`, {
    provider: ['SANDBOX_BRIDGE', 'SANDBOX_DEX', 'SANDBOX_DEPOSIT', 'SANDBOX_INTENTS'][index % 4] ?? 'SANDBOX_DEX',
    status,
    hash: `0x${hash('sha256', String(index))}`,
    terms: { ...SAMPLE_TERMS, src: { ...SAMPLE_TERMS.src, usd: BigInt(1_000_000 + index) } },
    depositor: wallet,
    recipient: wallet,
    addressKeys: [wallet],
    createdAt: at,
    updatedAt: at,
    nextPollAtMs: status === 'PENDING' ? STORE_TEST_START_MS + index : null,
  })
}

const USDC_ETHEREUM = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const SAMPLE_TERMS: Terms = {
  src: { symbol: 'USDC', decimals: 6, amount: 100_000_000n, usd: 100_000_000n },
  dst: { symbol: 'USDC', decimals: 6, amount: 99_800_000n, usd: 99_800_000n },
  minimumOut: 99_301_000n,
  fees: [
    {
      type: 'bridge_fee',
      amount: 200_000n,
      token: { chainId: 1, chainName: 'Ethereum', address: USDC_ETHEREUM, symbol: 'USDC', decimals: 6 },
      usd: 200_000n,
      description: 'Fee of the bridge',
      providerLabel: 'relayer fee',
    },
  ],
  steps: [{ type: 'bridge', name: 'Sandbox Bridge', image: '' }],
  estimatedTimeSec: 60,
}
