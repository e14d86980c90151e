import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type Libsql from 'libsql'
import { SwapError } from '../../core/api/errors.ts'
import { type DriverGate, NO_GATE } from './driver-gate.ts'
import { damagedStore, storeFailure, storeUnusable } from './failures.ts'

/** A value that can be bound. Never a boolean: the driver would end the process. */
export type SqlValue = string | number | bigint | Uint8Array | null

/**
 * A row of the file, read with `textOf` and `numberOf`. The driver ends the process when a text is not UTF-8, as one flipped
 * bit makes it: whatever a table holds is selected as `CAST(column AS BLOB)` or `CAST(column AS INTEGER)`, for a damaged
 * row may hold text in place of a number too.
 */
export interface SqlRow {
  readonly file: string
  readonly columns: Readonly<Record<string, unknown>>
}

/** An open connection. Statements are prepared once; failures are SwapErrors. */
export interface Connection {
  get(sql: string, params?: readonly SqlValue[]): SqlRow | undefined
  /** The row that must be there. @throws STORE_UNUSABLE when it is not */
  one(sql: string, params?: readonly SqlValue[]): SqlRow
  all(sql: string, params?: readonly SqlValue[]): SqlRow[]
  /** @returns the number of changed rows */
  run(sql: string, params?: readonly SqlValue[]): number
  /** Runs statements without parameters and results. */
  exec(sql: string): void
  /**
   * Runs `work` in an exclusive write transaction, all or nothing. It must be synchronous. Inside another write it is a part
   * of that one, which alone is undone where `work` throws.
   */
  write<T>(work: () => T): T
  /** Runs reads on one snapshot; inside a write, on what that sees. */
  read<T>(work: () => T): T
  /**
   * Inside a write: `write` is called with all that was left to it, once, before the commit. What a part left that is undone is
   * not among it.
   */
  leave<T>(write: LateWrite<T>, item: T): void
  /** Opens another database, in memory. */
  connectMemory(): Connection
  /** The same connection, with write transactions of which a power loss may take the last: they wait for no disk. */
  connectRelaxed(): Connection
  close(): void
}

/** Writes what was left to the end of a transaction. */
export type LateWrite<T> = (connection: Connection, items: readonly T[]) => void

/**
 * Thrown by what writes late where it cannot, and SQLite would let nothing else of the transaction pass either: all of it is
 * undone, `mend` runs in a transaction of its own, and then all of it runs again.
 */
export class LateFailure extends Error {
  readonly mend: (connection: Connection) => void
  constructor(mend: (connection: Connection) => void, cause: unknown) {
    super('What was left to the end of a transaction cannot be written', { cause })
    this.mend = mend
  }
}

/** `full`: a commit is on disk when it returns. `relaxed`: a power loss may lose the last commits, but never damages the file. */
type Durability = 'full' | 'relaxed'

/** What happens around the write transactions of a connection. */
export interface WriteHooks {
  /** Before one begins. */
  readonly verify?: () => void
  /** Before anything is written. */
  readonly before?: (connection: Connection) => void
  /** Where something was written by a full one, before it is committed. @returns called once it is */
  readonly onChange?: (connection: Connection) => () => void
  /** Once one is committed. */
  readonly onCommit?: () => void
}

/** Opens connections to the file at `path`. */
export type Connect = (durability: Durability, hooks?: WriteHooks) => Connection

const SYNCHRONOUS = { full: 'PRAGMA synchronous = FULL', relaxed: 'PRAGMA synchronous = NORMAL' } as const

/** Begins a transaction that only reads. */
const READ = 'BEGIN'

/** Path of a database in memory. */
export const IN_MEMORY = ':memory:'

/** Most that is left to the end of a transaction which has no parts: a migration leaves texts of each row. */
const MOST_LEFT = 5_000

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
export async function createConnect(path: string, readOnly: boolean, gate: DriverGate = NO_GATE): Promise<Connect> {
  const Database = await loadThrough(gate, path)
  return (durability, hooks = {}) => {
    const connectMemory = (): Connection => wrap(IN_MEMORY, () => new Database(IN_MEMORY), {}, connectMemory, gate)
    const connection = wrap(path, () => new Database(databaseName(path)), hooks, connectMemory, gate)
    connection.exec(
      [
        `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`,
        // The default is NORMAL in some builds; a power loss then loses acknowledged commits.
        SYNCHRONOUS[durability],
        'PRAGMA foreign_keys = ON',
        'PRAGMA trusted_schema = OFF',
        'PRAGMA cell_size_check = ON',
        ...(readOnly ? ['PRAGMA query_only = ON'] : []),
      ].join(';'),
    )
    return connection
  }
}

async function loadThrough(gate: DriverGate, path: string): Promise<typeof Libsql> {
  gate.enter()
  try {
    return await loadDriver(path)
  } finally {
    gate.leave()
  }
}

/**
 * What the driver opens the file at `path` by. Its own layer for encrypted files, which is the default, takes a read that
 * failed for one that went well, and pages of chance bytes are then written back: the name asks for the system's layer.
 */
export function databaseName(path: string): string {
  if (path === IN_MEMORY) return path
  const { href, host } = pathToFileURL(path)
  // SQLite takes no name of another machine in a URL.
  return host === '' ? `${href}?vfs=${sep === '/' ? 'unix' : 'win32'}` : path
}

/** The text in a column that was selected as a BLOB. @throws STORE_UNUSABLE when it is not UTF-8 */
export function textOf(row: SqlRow, column: string): string {
  try {
    return decodeText(bytesOf(row, column))
  } catch (error) {
    throw unreadable(row, column, error)
  }
}

/** The bytes in a column that was selected as a BLOB. @throws STORE_UNUSABLE when there are none */
export function bytesOf(row: SqlRow, column: string): Uint8Array {
  const value = row.columns[column]
  if (value instanceof Uint8Array) return value
  // What the driver gives of several rows.
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  throw unreadable(row, column, new Error('not selected as bytes'))
}

/** The number in a column that was selected as an INTEGER. @throws STORE_UNUSABLE when it is none */
export function numberOf(row: SqlRow, column: string): number {
  const value = row.columns[column]
  if (typeof value === 'number') return value
  throw unreadable(row, column, new Error('not a number'))
}

/** Decodes stored bytes. @throws TypeError when they are not UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

function unreadable(row: SqlRow, column: string, cause: unknown): SwapError {
  return damagedStore(row.file, `a row's ${column} cannot be read`, cause)
}

function wrap(
  file: string,
  open: () => Libsql.Database,
  hooks: WriteHooks,
  connectMemory: () => Connection,
  gate: DriverGate,
): Connection {
  const statements = new Map<string, Libsql.Statement>()
  let database: Libsql.Database | undefined = guard(() => inDriver(open))
  /** Rows that the transaction has changed. */
  let changes = 0
  let isWriting = false
  /** What the transaction that writes is begun with. */
  let durability: Durability = 'full'
  /** What the connection has been told last; undefined where it could not be told. */
  let told: Durability | undefined
  /** What ended the transaction while parts of it were still to come. */
  let lost: Error | undefined
  let openParts = 0
  /** What is written at the end of the transaction. */
  let left: { readonly write: LateWrite<never>; readonly item: unknown }[] = []

  function guard<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw storeFailure(error, file)
    }
  }

  /** Each call of the driver is within one of these, and little else: the end of the process waits for it. */
  function inDriver<T>(call: () => T): T {
    gate.enter()
    try {
      return call()
    } finally {
      gate.leave()
    }
  }

  function rowOf(value: unknown): SqlRow | undefined {
    // The driver's rows are plain objects keyed by column.
    return typeof value === 'object' && value !== null ? { file, columns: value as SqlRow['columns'] } : undefined
  }

  function requireOpen(): Libsql.Database {
    if (database === undefined) throw new SwapError('SERVICE_UNAVAILABLE', `The store ${file} is closed.`)
    return database
  }

  /** A prepared statement, within the driver. */
  function prepare(sql: string): Libsql.Statement {
    const from = requireOpen()
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = from.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }

  function step(sql: string, params: readonly SqlValue[] = []): number {
    return inDriver(() => prepare(sql).run(params).changes)
  }

  function transaction<T>(begin: string, work: () => T): T {
    return guard(() => {
      step(begin)
      try {
        changes = 0
        lost = undefined
        const result = work()
        refuseLost()
        const onCommit = changes > 0 && durability === 'full' ? hooks.onChange?.(connection) : undefined
        if (begin !== READ) step('COMMIT')
        else endRead()
        onCommit?.()
        return result
      } catch (error) {
        rollback()
        throw error
      }
    })
  }

  /** What was read is read, also where a statement that met damage lets no commit pass. */
  function endRead(): void {
    try {
      step('COMMIT')
    } catch {
      rollback()
    }
  }

  /** A part of a write transaction, which alone is undone where it throws. */
  function part<T>(work: () => T): T {
    refuseLost()
    const before = changes
    const leftBefore = left.length
    step('SAVEPOINT part')
    openParts += 1
    try {
      const result = work()
      step('RELEASE part')
      return result
    } catch (error) {
      const failure = storeFailure(error, file)
      left = left.slice(0, leftBefore)
      try {
        step('ROLLBACK TO part')
        step('RELEASE part')
        changes = before
      } catch {
        // Some failures, such as a full disk, end the whole transaction.
        lost = failure
      }
      throw failure
    } finally {
      openParts -= 1
    }
  }

  function writeWhole<T>(work: () => T): T {
    try {
      return writeOnce(work)
    } catch (error) {
      if (!(error instanceof LateFailure)) throw error
      writeOnce(() => error.mend(connection))
      return writeOnce(work)
    }
  }

  /** No full write runs as a relaxed one: it fails where that cannot be changed. */
  function tellDurability(): void {
    if (told === durability) return
    told = undefined
    connection.exec(SYNCHRONOUS[durability])
    told = durability
  }

  function writeOnce<T>(work: () => T): T {
    tellDurability()
    return transaction('BEGIN IMMEDIATE', () => {
      isWriting = true
      left = []
      try {
        hooks.before?.(connection)
        const result = work()
        writeLeft()
        return result
      } finally {
        isWriting = false
      }
    })
  }

  function writeLeft(): void {
    refuseLost()
    const items = left
    left = []
    for (const write of new Set(items.map((one) => one.write))) {
      const own = items.filter((one) => one.write === write).map(({ item }) => item as never)
      write(connection, own)
    }
  }

  /** @throws what ended the transaction: what followed would be committed by itself */
  function refuseLost(): void {
    if (lost !== undefined) throw lost
  }

  /** Never throws: some failures have ended the transaction already, and the first error is the one to report. */
  function rollback(): void {
    try {
      if (inDriver(() => requireOpen().inTransaction)) step('ROLLBACK')
    } catch {
      // A transaction that cannot be rolled back ends unwritten with its connection.
    }
  }

  const connection: Connection = {
    get: (sql, params = []) => guard(() => rowOf(inDriver(() => prepare(sql).get(params)))),
    one: (sql, params = []) => {
      const row = connection.get(sql, params)
      if (row === undefined) throw damagedStore(file, 'a row is missing')
      return row
    },
    all: (sql, params = []) =>
      guard(() =>
        inDriver(() => prepare(sql).all(params))
          .map(rowOf)
          .filter(isRow),
      ),
    run: (sql, params = []) =>
      guard(() => {
        const changed = step(sql, params)
        changes += changed
        return changed
      }),
    exec: (sql) => guard(() => inDriver(() => void requireOpen().exec(sql))),
    write: (work) => {
      if (isWriting) return part(work)
      hooks.verify?.()
      const result = writeWhole(work)
      hooks.onCommit?.()
      return result
    },
    connectRelaxed: () => relaxed,
    read: (work) => (isWriting ? work() : transaction(READ, work)),
    leave: (write, item) => {
      if (!isWriting) throw new Error('What is left to the end of a transaction is left inside one')
      left.push({ write, item })
      if (left.length === MOST_LEFT && openParts === 0) writeLeft()
    },
    connectMemory,
    close: () => {
      const closing = database
      database = undefined
      statements.clear()
      guard(() => inDriver(() => void closing?.close()))
    },
  }
  const relaxed: Connection = {
    ...connection,
    write: (work) => {
      if (isWriting) return part(work)
      durability = 'relaxed'
      try {
        return connection.write(work)
      } finally {
        durability = 'full'
        try {
          tellDurability()
        } catch {
          // The next write tells it, or fails.
        }
      }
    },
  }
  return connection
}

function isRow(row: SqlRow | undefined): row is SqlRow {
  return row !== undefined
}
