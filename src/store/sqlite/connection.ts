import type Libsql from 'libsql'
import { SwapError } from '../../core/api/errors.ts'
import { storeFailure, storeUnusable } from './failures.ts'

/** A value that can be bound. Never a boolean: the driver would end the process. */
export type SqlValue = string | number | bigint | null

/** A row by column name, read with `textOf` and `numberOf`. */
export type SqlRow = Readonly<Record<string, unknown>>

/** An open connection. Statements are prepared once; failures are SwapErrors. */
export interface Connection {
  get(sql: string, params?: readonly SqlValue[]): SqlRow | undefined
  all(sql: string, params?: readonly SqlValue[]): SqlRow[]
  /** @returns the number of changed rows */
  run(sql: string, params?: readonly SqlValue[]): number
  /** Runs statements without parameters and results. */
  exec(sql: string): void
  /** Runs `work` in an exclusive write transaction, all or nothing. It must be synchronous. */
  write<T>(work: () => T): T
  /** Runs reads on one snapshot. */
  read<T>(work: () => T): T
  close(): void
}

/** `full`: a commit is on disk when it returns. `relaxed`: a power loss may lose the last commits, but never damages the file. */
type Durability = 'full' | 'relaxed'

/** Opens connections to the file at `path`. */
export type Connect = (durability: Durability, checkBeforeWrite?: (connection: Connection) => void) => Connection

/** How long a connection waits for another process, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000

/** Loads the SQLite driver. @throws STORE_UNUSABLE when it has no build for this platform */
export async function loadDriver(path: string): Promise<typeof Libsql> {
  try {
    return (await import('libsql')).default
  } catch (error) {
    throw storeUnusable(
      path,
      'cannot be opened: its driver libsql does not load on this platform',
      'Reinstall swapcli for this platform',
      error,
    )
  }
}

/** Creates a `Connect` for the file at `path`. @throws STORE_UNUSABLE when the driver has no build for this platform */
export async function createConnect(path: string, readOnly: boolean): Promise<Connect> {
  const Database = await loadDriver(path)
  return (durability, checkBeforeWrite) => {
    const connection = wrap(path, () => new Database(path), checkBeforeWrite)
    connection.exec(
      [
        `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`,
        // The default is NORMAL in some builds; a power loss then loses acknowledged commits.
        `PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`,
        'PRAGMA foreign_keys = ON',
        'PRAGMA trusted_schema = OFF',
        'PRAGMA cell_size_check = ON',
        ...(readOnly ? ['PRAGMA query_only = ON'] : []),
      ].join(';'),
    )
    return connection
  }
}

/** The text in a column. @throws Error when it is not text */
export function textOf(row: SqlRow, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`Column ${column} holds no text`)
  return value
}

/** The number in a column. @throws Error when it is not a number */
export function numberOf(row: SqlRow, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new Error(`Column ${column} holds no number`)
  return value
}

function wrap(
  file: string,
  open: () => Libsql.Database,
  checkBeforeWrite: ((connection: Connection) => void) | undefined,
): Connection {
  const statements = new Map<string, Libsql.Statement>()
  let database: Libsql.Database | undefined = guard(open)

  function guard<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw storeFailure(error, file)
    }
  }

  function requireOpen(): Libsql.Database {
    if (database === undefined) throw new SwapError('SERVICE_UNAVAILABLE', `The store ${file} is closed.`)
    return database
  }

  function prepare(sql: string): Libsql.Statement {
    const from = requireOpen()
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = from.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }

  function transaction<T>(begin: string, check: () => void, work: () => T): T {
    return guard(() => {
      prepare(begin).run([])
      try {
        check()
        const result = work()
        prepare('COMMIT').run([])
        return result
      } catch (error) {
        rollback()
        throw error
      }
    })
  }

  /** Never throws: some failures have ended the transaction already, and the first error is the one to report. */
  function rollback(): void {
    try {
      if (requireOpen().inTransaction) prepare('ROLLBACK').run([])
    } catch {
      // A transaction that cannot be rolled back ends unwritten with its connection.
    }
  }

  const connection: Connection = {
    get: (sql, params = []) => guard(() => rowOf(prepare(sql).get(params))),
    all: (sql, params = []) => guard(() => prepare(sql).all(params).map(rowOf).filter(isRow)),
    run: (sql, params = []) => guard(() => prepare(sql).run(params).changes),
    exec: (sql) => guard(() => void requireOpen().exec(sql)),
    write: (work) => transaction('BEGIN IMMEDIATE', () => checkBeforeWrite?.(connection), work),
    read: (work) => transaction('BEGIN', () => undefined, work),
    close: () => {
      const closing = database
      database = undefined
      statements.clear()
      guard(() => void closing?.close())
    },
  }
  return connection
}

function isRow(row: SqlRow | undefined): row is SqlRow {
  return row !== undefined
}

function rowOf(value: unknown): SqlRow | undefined {
  // The driver's rows are plain objects keyed by column.
  return typeof value === 'object' && value !== null ? (value as SqlRow) : undefined
}
