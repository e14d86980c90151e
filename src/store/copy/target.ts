import type { CopiedCollection, CopiedRow, StoreReader } from './rows.ts'

/** Which store is copied, as the copy notes it. */
export interface CopyMark {
  /** The same for the same store, another one for any other. */
  readonly source: string
  /** As messages call it. */
  readonly name: string
}

/** Writes rows of each collection: new ones, and those that differ. */
export type RowWriters = {
  readonly [C in CopiedCollection]: (rows: readonly CopiedRow<C>[]) => Promise<readonly string[]>
}

/** A store that is being made of another one. Nobody else opens it until it is finished. */
export interface CopyTarget {
  readonly reader: StoreReader
  /** They give the ids of those that cannot be written: a transaction of which another one has a hash. */
  readonly put: RowWriters
  /** Removes all rows of a collection. */
  clear(collection: Exclude<CopiedCollection, 'transactions'>): Promise<void>
  /** Numbers events from behind this one, where it has none yet: a place in the journal of the other store is none of this one. */
  numberEvents(behind: number): Promise<void>
  /** Makes of the copy a store that is used. */
  finish(): Promise<void>
}

/** What stands where a copy is to be made. */
export type FoundTarget =
  /** Nothing, or a store in which nothing was ever done. */
  | { readonly kind: 'unused' }
  | { readonly kind: 'unfinished'; readonly mark: CopyMark | undefined }
  | { readonly kind: 'used' }

/** A place in which a copy can be made. */
export interface TargetPlace {
  /** Keeps what is used there under another name, which it gives, and leaves nothing; absent where that cannot be. */
  readonly setAside?: (stamp: string) => Promise<string>
  readonly name: string
  find(): Promise<FoundTarget>
  /** Reads what stands there. */
  read<T>(work: (reader: StoreReader) => Promise<T>): Promise<T>
  /** Begins a copy, or goes on with it. */
  open(mark: CopyMark): Promise<CopyTarget>
  close(): Promise<void>
}

/** A store that is copied. */
export interface CopySource {
  readonly mark: CopyMark
  readonly reader: StoreReader
  /** Runs `work` while nobody else writes to the store. It may run again where that is lost. */
  hold<T>(work: (reader: StoreReader) => Promise<T>): Promise<T>
  close(): Promise<void>
}
