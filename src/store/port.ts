import type { CatalogAsset, CatalogChain } from '../core/assets/catalog.ts'
import type { DocumentStore, Json, Versioned } from '../core/ports.ts'
import type { Stats, TransactionStatus } from '../core/api/documents.ts'
import type { QuotedRate, RateGrain, RatePoint } from '../core/rates/point.ts'
import type { LockRecord, QuotedRoute, RecentRoute, RoutePair, TransactionRecord } from '../core/swap/records.ts'
import type { NewEvent, StoredEvents } from './journal.ts'
import type { SharedTables, StoreHints } from './shared.ts'

export type { EventCursor, JournalBounds, JournalEntry, MissingEvents, NewEvent } from './journal.ts'
export { JOURNAL_START } from './journal.ts'
export type { CallBudget, SharedCount, SharedTables, StoreHint, StoreHints } from './shared.ts'

/*
 * The store, small and async so that another database can implement it. Every write that matters to money is durable
 * (synced to disk) when its promise resolves.
 *
 * A store has its own clock: that of this process for a file, that of its server for a database. Whoever calls gives durations,
 * in milliseconds, and never the present time; what a record holds is epoch milliseconds.
 */

/** A transaction matches when all conditions hold; an empty list or undefined is no condition. */
export interface TransactionFilter {
  /** `addressKey` of depositors or recipients. */
  readonly addressKeys?: readonly string[]
  readonly statuses?: readonly TransactionStatus[]
  readonly referralCode?: string
  readonly transactionId?: string
  /** Case-insensitive text in id, hashes, addresses, provider, symbols or chains. */
  readonly query?: string
}

/** Up to where an index of texts is verified: numbers of rows and of wallets, 0 for the beginning. */
export interface VerifiedTexts {
  readonly rows: number
  readonly parties: number
}

/** A transaction to be written in the place of its stored version. */
export interface TransactionChange {
  readonly record: TransactionRecord
  readonly expectedVersion: number
  readonly events: readonly NewEvent[]
}

/** How that ended: `conflict` where the version differs, `hash_taken` where a hash belongs to another transaction. */
export type ReplaceOutcome = 'ok' | 'conflict' | 'hash_taken'

/** A transaction as it is at one moment. */
export interface MarkedTransaction {
  /** Another one once the record is. */
  readonly mark: string
  readonly doc: TransactionRecord
}

/** How many transactions may be claimed for their polls. */
export interface DuePlaces {
  /** Most in all. */
  readonly total: number
  /** Places that one provider has. */
  readonly each: number
  /** How many of them are taken, by the provider's key. */
  readonly taken: ReadonlyMap<string, number>
}

/** Transactions whose polls one holder has claimed. */
export interface ClaimedPolls {
  readonly leased: readonly Versioned<TransactionRecord>[]
  /** Ids, as far as they can be read, of those that are damaged, or that cannot be leased. */
  readonly damaged: readonly string[]
}

export interface Store {
  readonly locks: {
    insert(lock: LockRecord, events: readonly NewEvent[]): Promise<void>
    get(lockId: string): Promise<Versioned<LockRecord> | undefined>
    /** Writes if the stored version is `expectedVersion`: of concurrent callers, in any process, exactly one gets true. */
    replace(lock: LockRecord, expectedVersion: number, events: readonly NewEvent[]): Promise<boolean>
    /** Removes at most `limit` locks that nobody used and that ran out more than `keepMs` ago. @returns how many it removed */
    prune(keepMs: number, limit: number): Promise<number>
    /**
     * At most `limit` of those that nobody used, the ones that run out latest, as far as that is later than `aheadMs` from now.
     * Damaged ones are left out: who executes one reads it, and that fails.
     */
    latest(aheadMs: number, limit: number): Promise<readonly Versioned<LockRecord>[]>
  }
  readonly transactions: {
    get(id: string): Promise<Versioned<TransactionRecord> | undefined>
    /** By the `hashKey` of its hash, inboundHash or outboundHash. */
    findByHash(hashKey: string): Promise<Versioned<TransactionRecord> | undefined>
    /** Writes if the version matches and no hash of the record belongs to another transaction. */
    replace(record: TransactionRecord, expectedVersion: number, events: readonly NewEvent[]): Promise<ReplaceOutcome>
    /**
     * Writes each as `replace` does, all in one durable write, and ends the leases that `holder` has on them. One that is
     * refused keeps no other from being written.
     */
    storeMany(changes: readonly TransactionChange[], holder: string): Promise<readonly ReplaceOutcome[]>
    /**
     * Newest first (createdAt, then id); `total` counts all matches, or at least so many where `isTotalLeast` is set. `page` from
     * 1. Records of the page that are damaged are left out of it and named by their ids, where there are any.
     * @throws STORE_UNUSABLE for one that the filter asks for by its id and that is damaged
     */
    list(
      filter: TransactionFilter,
      page: number,
      perPage: number,
    ): Promise<{
      readonly items: TransactionRecord[]
      readonly total: number
      readonly isTotalLeast?: true
      readonly damaged?: readonly string[]
    }>
    /** The same page without its records: each has a mark that is another one once the record is. Those that are damaged count as well. */
    listMarks(
      filter: TransactionFilter,
      page: number,
      perPage: number,
    ): Promise<{
      readonly rows: readonly { readonly id: string; readonly mark: string }[]
      readonly total: number
      readonly isTotalLeast?: true
    }>
    /** A number that grows when a transaction changes, and at other times; undefined where nobody counts. */
    state(): Promise<number | undefined>
    /** The records with these ids, in any order, with their marks; none for one that is damaged, or not there. */
    getMany(ids: readonly string[]): Promise<readonly MarkedTransaction[]>
    stats(filter: TransactionFilter): Promise<Stats>
    /**
     * Leases transactions whose poll is due for `leaseMs`, as far as there are places: first those whose time only a clock that was
     * ahead can have set (core/swap/poll-times.ts), then earliest first. No other holder gets the same one until its lease ends,
     * and no provider takes the places of another. The damaged ones are leased too.
     */
    claimDue(holder: string, leaseMs: number, places: DuePlaces): Promise<ClaimedPolls>
    /** How long it is until the earliest poll that no lease keeps, in milliseconds: 0 or less where it is due. */
    nextDueInMs(): Promise<number | undefined>
    /**
     * Leases the transaction for `leaseMs`; false while another holder's lease runs. One that runs a minute longer than the new
     * one would is over: the clock was ahead. The version does not change.
     */
    lease(id: string, holder: string, leaseMs: number): Promise<boolean>
    /** Ends the leases of `holder` in one write, where it has them. */
    releaseMany(ids: readonly string[], holder: string): Promise<void>
    /** Ends the lease of `holder`, if it has one. */
    release(id: string, holder: string): Promise<void>
    countByStatus(): Promise<Record<TransactionStatus, number>>
    /**
     * Removes from at most `limit` transactions that have ended, oldest first, what was handed out to be paid, where they were
     * made more than `keepMs` ago. @returns from how many
     */
    dropPayloads(keepMs: number, limit: number): Promise<number>
    /**
     * Verifies some more of the index of texts, which only serves search. @param after up to where it was verified
     * @returns up to where it is verified; undefined where it is damaged, or being built anew
     */
    verifyTexts(after: VerifiedTexts): Promise<VerifiedTexts | undefined>
    /** Builds the next part of a damaged index of texts anew. @returns true where that was the last */
    mendTexts(): Promise<boolean>
  }
  /** Stores the transaction and the used lock in one durable write; false, and nothing written, when the lock's version differs. */
  commitExecution(
    lock: LockRecord,
    expectedLockVersion: number,
    transaction: TransactionRecord,
    events: readonly NewEvent[],
  ): Promise<boolean>
  /** Quoted routes, so that a lock in another process finds them. A cache: its writes need not survive a power loss. */
  readonly routes: {
    putMany(routes: readonly QuotedRoute[]): Promise<void>
    get(provider: string, routeId: string): Promise<QuotedRoute | undefined>
    /**
     * Amounts of a pair's routes that have not expired, oldest first; at most the newest 500. They are shown, and bind no swap: one
     * of which a damaged document does not tell the pair is left out.
     * @throws STORE_UNUSABLE for another damaged one
     */
    ofPair(pair: RoutePair): Promise<RecentRoute[]>
    /**
     * Removes at most `limit` routes that have expired, or are kept longer than routes are (KEEP_ROUTE_MS).
     * @returns how many it removed
     */
    prune(limit: number): Promise<number>
  }
  /** Rates of quotes, as charts show them. Like routes a cache: they bind no swap, and need not survive a power loss. */
  readonly rates: {
    /** Keeps each in the place of the one that its minute, and its quarter of an hour, has of amounts of its size. */
    putMany(rates: readonly QuotedRate[]): Promise<void>
    /** Those of a pair that are at most `withinMs` old, oldest first; at most the newest 5,000. Damaged ones are left out. */
    ofPair(pair: RoutePair, grain: RateGrain, withinMs: number): Promise<RatePoint[]>
    /**
     * Removes at most `limit` that are older than `keepMs`, of minutes also than KEEP_MINUTES_MS, or that only a clock that was
     * ahead can have set. @returns how many it removed
     */
    prune(keepMs: number, limit: number): Promise<number>
  }
  readonly idempotency: {
    /**
     * Inserts a running entry; gives the one that is known instead, unless its `keepUntil` has passed, or it has no outcome and its
     * `runningUntil` has, or one of them is more than a minute after that of the new entry: the clock was ahead.
     */
    begin(
      request: IdempotencyRequest,
    ): Promise<{ readonly begun: IdempotencyEntry } | { readonly known: IdempotencyEntry }>
    /**
     * Stores the outcome in the entry with this `runningUntil`; false where there is none: its time was over, and another one
     * may stand in its place.
     */
    finish(key: string, runningUntil: number, outcome: Json): Promise<boolean>
    /** Removes the entry with this `runningUntil`, of a request that failed or whose outcome is over: it can run again. */
    delete(key: string, runningUntil: number): Promise<void>
  }
  readonly events: StoredEvents
  /** Chains and assets added to the bundled catalog. */
  readonly catalog: {
    chains(): Promise<CatalogChain[]>
    assets(chainKey?: string): Promise<CatalogAsset[]>
    /**
     * Adds or replaces rows.
     * @param documents small documents that are replaced in the same write
     */
    put(
      chains: readonly CatalogChain[],
      assets: readonly CatalogAsset[],
      documents?: ReadonlyMap<string, Json>,
    ): Promise<void>
    /** Changes with every put. */
    version(): Promise<number>
  }
  /** Small documents: the paper wallet's ledger (`paper:<hash>`), provider gates, unlisted tokens, catalog listings. */
  readonly documents: DocumentStore
  /** Reads and writes the store. @throws STORE_UNUSABLE when that fails, SERVICE_UNAVAILABLE */
  check(): Promise<StoreState>
  /**
   * Writes the file anew without the space of what was removed; a database makes that space free for new rows, under whoever uses it.
   * @returns its size before and after it, in bytes
   * @throws SERVICE_UNAVAILABLE while another process uses it
   */
  compact(): Promise<Compaction>
  /** About how much is past its time, at a cost that does not grow with the store. */
  countRemovable(times: KeepTimes): Promise<Removable>
  /** What the servers of a database count and keep together. @default the store is of one machine: each process counts by itself, or by documents */
  readonly shared?: SharedTables
  /** Word of what changes in the store. @default nobody tells: whoever waits for a change looks by itself */
  readonly hints?: StoreHints
  close(): Promise<void>
}

/** A store that can be read and written. */
export interface StoreState {
  readonly schemaVersion: number
  readonly sizeBytes: number
  /** Set where a newer program has changed a database since, which this one must not write any more. */
  readonly isOutdated?: true
}

/** How long is kept what can be removed, in milliseconds. */
export interface KeepTimes {
  /** Unused locks, from when they run out. */
  readonly keepLocksMs: number
  readonly keepEventsMs: number
  /** What ended transactions were to be paid by. */
  readonly keepPayloadsMs: number
}

/** What is past its time in a store, by what it is. */
export interface Removable {
  readonly routes: Counted
  readonly locks: Counted
  readonly events: Counted
  /** What ended transactions were to be paid by; they themselves stay. */
  readonly payloads: Counted
  /** Bytes of the file and its log that hold nothing which is in use. */
  readonly freeBytes: number
}

/** Some rows, and about how many bytes they take. */
export interface Counted {
  readonly rows: number
  readonly bytes: number
  readonly counted: 'exactly' | 'at-least' | 'at-most'
}

/** How large the store was and is, in bytes. */
export interface Compaction {
  readonly beforeBytes: number
  readonly afterBytes: number
  /** Set where what is free stays with the database, for new rows: its size is the same. */
  readonly free?: 'for-new-rows'
}

/** A request that is to run once under its key. */
export interface IdempotencyRequest {
  /** Operation and key as sent: `execute:abc`. */
  readonly key: string
  /** Digest of the request. */
  readonly digest: string
  /** How long the first request counts as running, in milliseconds. */
  readonly runningMs: number
  /** How long the entry is stored, in milliseconds. */
  readonly keepMs: number
}

/** Such a request as it is stored. Its times are by the clock of the store. */
export interface IdempotencyEntry {
  /** Operation and key as sent: `execute:abc`. */
  readonly key: string
  /** Digest of the request. */
  readonly digest: string
  /** Epoch milliseconds until which the first request counts as running. */
  readonly runningUntil: number
  /** Epoch milliseconds until which the entry is stored. */
  readonly keepUntil: number
  /** Undefined while running. */
  readonly outcome?: Json
}
