import type Libsql from 'libsql'
import { SwapError } from '../../core/api/errors.ts'
import { storeFailure, storeUnusable } from './failures.ts'

/** What may be bound. A boolean must never get here: the driver ends the whole process on one. */
export type SqlValue = string | number | bigint | null

/** A row by column name; read it with `textOf` and `numberOf`. */
export type Row = Readonly<Record<string, unknown>>

/** One open connection. Statements are prepared once and kept; failures are SwapErrors. */
export interface Connection {
  get(sql: string, params?: readonly SqlValue[]): Row | undefined
  all(sql: string, params?: readonly SqlValue[]): Row[]
  /** Gives back how many rows it changed. */
  run(sql: string, params?: readonly SqlValue[]): number
  /** Runs statements that take and give nothing. */
  exec(sql: string): void
  /** Runs `work` in one transaction that nobody else can write beside; all or nothing. It must not wait for anything. */
  write<T>(work: () => T): T
  /** Runs reads that must see the same state. */
  read<T>(work: () => T): T
  close(): void
}

/** `full`: a commit is on disk when it returns. `relaxed`: a power loss may take the last commits, never damage the file. */
export type Durability = 'full' | 'relaxed'

/** Opens connections to the file at `path`. */
export type Connect = (durability: Durability, checkBeforeWrite?: (connection: Connection) => void) => Connection

/** How long a connection waits for another process, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000

/** Loads the driver. @throws STORE_UNUSABLE when it has no build for this platform */
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

/** How connections to the file at `path` are opened. @throws STORE_UNUSABLE when the driver has no build for this platform */
export async function createConnect(path: string, readOnly: boolean): Promise<Connect> {
  const Database = await loadDriver(path)
  return (durability, checkBeforeWrite) => {
    const connection = wrap(path, () => new Database(path), checkBeforeWrite)
    connection.exec(
      [
        `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`,
        // The library's own default is NORMAL in some builds, and then a power loss takes acknowledged commits.
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

/** Text of a column. @throws Error when it is none */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`Column ${column} holds no text`)
  return value
}

/** Number of a column. @throws Error when it is none */
export function numberOf(row: Row, column: string): number {
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

  function opened(): Libsql.Database {
    if (database === undefined) throw new SwapError('SERVICE_UNAVAILABLE', `The store ${file} has been closed.`)
    return database
  }

  function prepare(sql: string): Libsql.Statement {
    const from = opened()
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

  /** Some failures have ended the transaction already, and the first error is the one to report. */
  function rollback(): void {
    try {
      if (opened().inTransaction) prepare('ROLLBACK').run([])
    } catch {
      // A transaction that cannot be rolled back ends with its connection, unwritten.
    }
  }

  const connection: Connection = {
    get: (sql, params = []) => guard(() => rowOf(prepare(sql).get(params))),
    all: (sql, params = []) => guard(() => prepare(sql).all(params).map(rowOf).filter(isRow)),
    run: (sql, params = []) => guard(() => prepare(sql).run(params).changes),
    exec: (sql) => guard(() => void opened().exec(sql)),
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

function isRow(row: Row | undefined): row is Row {
  return row !== undefined
}

function rowOf(value: unknown): Row | undefined {
  // The driver's rows are plain objects keyed by column.
  return typeof value === 'object' && value !== null ? (value as Row) : undefined
}
