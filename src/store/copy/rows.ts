import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import type { Json } from '../../core/ports.ts'
import type { LockRecord, TransactionRecord } from '../../core/swap/records.ts'
import type { NewEvent } from '../port.ts'

/*
 * What is copied from one store to another. Quoted routes are left out, which are over within minutes, and leases, whose holders
 * ended before.
 */

/** The collections, in the order in which they are copied. */
export const COPIED = [
  'documents',
  'locks',
  'transactions',
  'events',
  'idempotency',
  'catalog_chains',
  'catalog_assets',
] as const

export type CopiedCollection = (typeof COPIED)[number]

/** What the rows of each collection hold. */
export interface CopiedValues {
  readonly documents: Json
  readonly locks: LockRecord
  readonly transactions: TransactionRecord
  readonly events: NewEvent
  /** The outcome; undefined while the request runs. */
  readonly idempotency: Json | undefined
  readonly catalog_chains: CatalogChain
  readonly catalog_assets: CatalogAsset
}

/** Rows that are read or written at a time. */
export const ROWS_AT_A_TIME = 500

/** Where a row stands in its collection, as the store reads on behind it. */
export type RowPlace = readonly (string | number)[]

/** What an entry of idempotency holds beside its outcome. */
export interface RequestKept {
  readonly digest: string
  /** Epoch milliseconds. */
  readonly runningUntil: number
  /** Epoch milliseconds. */
  readonly keepUntil: number
}

interface PlacedRow {
  readonly place: RowPlace
  /** Its key; the number of an event, `CHAIN ADDRESS` of an asset. */
  readonly id: string
  /** 1 where the collection has none. */
  readonly version: number
  /** Of idempotency only. */
  readonly request?: RequestKept
}

/** A row as it is copied. */
export interface CopiedRow<C extends CopiedCollection> extends PlacedRow {
  /** JSON, as it was written; undefined for a request without an outcome. */
  readonly text: string | undefined
  readonly value: CopiedValues[C]
}

/** A row as it is compared. */
export interface SummedRow extends PlacedRow {
  /** The first bytes of its text's SHA-256, in hex; empty where it has no text. */
  readonly sum: string
}

/** A row that does not match its checksum or form. */
export interface DamagedRow {
  readonly place: RowPlace
  /** Its id, as far as it can be read. */
  readonly damagedId: string
}

/** Reads a store, each collection in the order in which it grew, where the store keeps that. */
export interface StoreReader {
  /** As messages call the store. */
  readonly name: string
  /** At most ROWS_AT_A_TIME rows behind a place, and less than those at the end. @param after undefined for the first */
  rows<C extends CopiedCollection>(
    collection: C,
    after: RowPlace | undefined,
  ): Promise<readonly (CopiedRow<C> | DamagedRow)[]>
  /** The same rows as they are compared. */
  sums(collection: CopiedCollection, after: RowPlace | undefined): Promise<readonly (SummedRow | DamagedRow)[]>
  count(collection: CopiedCollection): Promise<number>
  /** The greatest number that an event has or had. */
  lastEvent(): Promise<number>
}

export function isDamaged(row: object): row is DamagedRow {
  return 'damagedId' in row
}
