/** Connections of a process, and how many calls wait for one. */
export interface ConnectionCounts {
  readonly used: number
  readonly idle: number
  readonly awaited: number
}

/** One SQL statement with its parameters, `$1` and so on. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** True where the best way to it depends on its parameters: it is planned anew each time. @default one plan is kept */
  readonly isOnce?: true
}

/** A row of an answer: bigint columns as numbers, bytea as bytes, numeric and xid8 as text. */
export type PgRow = Readonly<Record<string, unknown>>

/** A statement that writes, and how its outcome is found where the answer to it was lost. */
export interface PgWrite<T> {
  /** Commits by itself. It may be sent again: a row that it has changed already, or made, must let it do nothing. */
  readonly run: Statement
  readonly read: (rows: readonly PgRow[]) => T
  /** The outcome where a constraint refuses it; undefined for one that is a fault. @default each is */
  readonly readRefusal?: (constraint: string) => T | undefined
  /** Asked once it was sent again: whether it was this call that wrote before. Gives undefined where it was not. */
  readonly mine?: { readonly statement: Statement; readonly read: (rows: readonly PgRow[]) => T | undefined }
}

/** Runs one statement of a transaction. */
export type Query = (statement: Statement) => Promise<readonly PgRow[]>

/**
 * The database of a store. What fails for a passing reason is tried again for some seconds: a lost connection, a deadlock, a
 * server that starts.
 * @throws SERVICE_UNAVAILABLE where that does not end, STORE_UNUSABLE where the server cannot be used
 */
export interface PgDatabase {
  /** The schema as statements name it, in quotes: every name is qualified by it. */
  readonly schema: string
  /** What messages call the store: its address without secrets. */
  readonly name: string
  /** The time in place of the database's own, epoch milliseconds: the parameter of `nowSql`. Null but in tests. */
  readonly nowMs: () => number | null
  /** A random id of a write, for `writes` columns: a bigint as text. */
  createWriteId(): string
  read(statement: Statement): Promise<readonly PgRow[]>
  /** Durable when it resolves. It resolves with what became of this call, never with a guess. */
  write<T>(write: PgWrite<T>): Promise<T>
  /** A write of a cache or a lease, of which a crash of the database may take the last: its statement says `relaxedSql`. */
  relax(statement: Statement): Promise<readonly PgRow[]>
  /**
   * Runs `work` in one transaction on one connection, anew where it is rolled back for a passing reason. Where the answer to its
   * end is lost, it fails.
   * @param timeoutMs longest time of a statement. @default that of every statement
   */
  transaction<T>(work: (query: Query) => Promise<T>, timeoutMs?: number): Promise<T>
  /** Runs a statement that must not be in a transaction, such as VACUUM, for at most `timeoutMs`. */
  maintain(statement: Statement, timeoutMs: number): Promise<void>
  connections(): ConnectionCounts
  /** Ends the connections; every later call is SERVICE_UNAVAILABLE. */
  close(): Promise<void>
}

/** The store's time in a statement, epoch milliseconds: the database's, unless parameter `at` says another. */
export function nowSql(at: number): string {
  return `coalesce($${at}::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint)`
}

/** A condition, always true, by which the statement that has it commits without waiting for the disk. */
export const RELAXED_SQL = `set_config('synchronous_commit', 'off', true) is not null`
