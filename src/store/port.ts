import type { CatalogAsset, CatalogChain } from '../core/assets/catalog.ts'
import type { DocumentStore, Json, Versioned } from '../core/ports.ts'
import type { Stats, TransactionStatus } from '../core/api/documents.ts'
import type {
  LockRecord,
  QuotedRoute,
  RecentRoute,
  RoutePair,
  SwapEvent,
  SwapEventType,
  TransactionRecord,
} from '../core/swap/records.ts'

/*
 * The document store. Async and small, so that another database can implement it. Every write that matters to money is
 * durable (synced to disk) when its promise resolves.
 */

/** Which transactions to take. All conditions must hold; empty lists and undefined take everything. */
export interface TransactionFilter {
  /** Comparable forms of wallet addresses (`addressKey`): depositor or recipient. */
  readonly addressKeys?: readonly string[]
  readonly statuses?: readonly TransactionStatus[]
  readonly referralCode?: string
  readonly transactionId?: string
  /** Literal, case-insensitive text in id, hashes, addresses, provider, symbols or chains. */
  readonly query?: string
}

export type HashBinding = 'ok' | 'conflict' | 'hash_taken'

export interface Store {
  readonly locks: {
    insert(lock: LockRecord, events: readonly NewEvent[]): Promise<void>
    get(lockId: string): Promise<Versioned<LockRecord> | undefined>
    /** Writes if the stored version is still `expectedVersion`; of any number of callers in any number of processes exactly one gets true. */
    replace(lock: LockRecord, expectedVersion: number, events: readonly NewEvent[]): Promise<boolean>
  }
  readonly transactions: {
    get(id: string): Promise<Versioned<TransactionRecord> | undefined>
    /** By hash, inboundHash or outboundHash (any of `hashKey`'s comparable forms). */
    findByHash(hashKey: string): Promise<Versioned<TransactionRecord> | undefined>
    /**
     * Writes if the version matches and every hash of the new document is free or its own; a hash belongs to one
     * transaction only.
     */
    replace(record: TransactionRecord, expectedVersion: number, events: readonly NewEvent[]): Promise<HashBinding>
    /** Newest first (createdAt, then id); `total` counts all that match. `page` from 1. */
    list(
      filter: TransactionFilter,
      page: number,
      perPage: number,
    ): Promise<{ readonly items: TransactionRecord[]; readonly total: number }>
    stats(filter: TransactionFilter): Promise<Stats>
    /** Ids of pending transactions whose `nextPollAt` is at or before `nowMs` and that nobody holds, earliest first. */
    due(nowMs: number, limit: number): Promise<string[]>
    /** Earliest `nextPollAt` of all pending transactions. */
    nextDueAt(): Promise<number | undefined>
    /** Takes the right to poll until `untilMs`; false when another holder's lease is still running at `nowMs`. Not a document write: the version stays. */
    lease(id: string, holder: string, nowMs: number, untilMs: number): Promise<boolean>
    /** Gives up a lease, if `holder` has it. */
    release(id: string, holder: string): Promise<void>
    countByStatus(): Promise<Record<TransactionStatus, number>>
  }
  /** Stores the transaction and marks the lock used in one durable step; false (and nothing written) when the lock's version has moved on. */
  commitExecution(
    lock: LockRecord,
    expectedLockVersion: number,
    transaction: TransactionRecord,
    events: readonly NewEvent[],
  ): Promise<boolean>
  /** Quoted routes, kept so that a lock in another process finds what was shown. A cache: its writes need not survive a power loss. */
  readonly routes: {
    putMany(routes: readonly QuotedRoute[]): Promise<void>
    get(provider: string, routeId: string): Promise<QuotedRoute | undefined>
    /** What the routes of a pair paid that are kept beyond `afterMs`, oldest first; at most the last few hundred. */
    ofPair(pair: RoutePair, afterMs: number): Promise<RecentRoute[]>
    /** Removes what expired before `nowMs`. */
    prune(nowMs: number): Promise<void>
  }
  readonly idempotency: {
    /** Inserts a running entry for `key`; gives back the entry that is already there instead, unless its `runningUntil` or `keepUntil` has passed at `nowMs` (then it is replaced). */
    begin(entry: IdempotencyEntry, nowMs: number): Promise<IdempotencyEntry | undefined>
    finish(key: string, digest: string, outcome: Json): Promise<void>
    /** Forgets a key whose request failed validation or may be tried again. */
    forget(key: string): Promise<void>
  }
  readonly events: {
    append(events: readonly NewEvent[]): Promise<void>
    /** Events after `afterSeq`, oldest first. */
    since(afterSeq: number, limit: number): Promise<SwapEvent[]>
    ofTransaction(transactionId: string): Promise<SwapEvent[]>
  }
  /** Chains and assets added to the bundled catalog. */
  readonly catalog: {
    chains(): Promise<CatalogChain[]>
    assets(chainKey?: string): Promise<CatalogAsset[]>
    /**
     * Adds or replaces, in one step.
     * @param notes documents of `meta` that are replaced in the same step
     */
    put(
      chains: readonly CatalogChain[],
      assets: readonly CatalogAsset[],
      notes?: ReadonlyMap<string, Json>,
    ): Promise<void>
    /** Changes with every put. */
    version(): Promise<number>
  }
  /** Small documents: swap runs of the wallet (`run:<id>`), the paper wallet's ledger (`paper:<hash>`), provider gates, catalog notes. */
  readonly documents: DocumentStore
  /** Throws STORE_UNUSABLE unless the store can be read and written now. */
  check(): Promise<{ readonly schemaVersion: number; readonly sizeBytes: number }>
  close(): Promise<void>
}

export type NewEvent = Omit<SwapEvent, 'seq' | 'type'> & { readonly type: SwapEventType }

export interface IdempotencyEntry {
  /** Operation and key as sent: `execute:abc`. */
  readonly key: string
  /** Digest of the request. */
  readonly digest: string
  /** Epoch milliseconds until which the first request counts as running. */
  readonly runningUntil: number
  /** Epoch milliseconds until which the outcome is kept. */
  readonly keepUntil: number
  /** Undefined while running. */
  readonly outcome?: Json
}
