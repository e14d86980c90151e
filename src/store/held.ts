import { isRecord } from '../core/is-record.ts'
import { parseJson } from '../core/text/parse-json.ts'
import { countFreeBytes } from './removable.ts'
import { bytesOf, type Connection, numberOf } from './sqlite/connection.ts'
import { type DatabaseOptions, openDatabase } from './sqlite/database.ts'
import { EXAMINED_KINDS, type ExaminedFile } from './sqlite/integrity.ts'
import { IS_RUN, IS_UNFINISHED_RUN } from './sqlite/schema.ts'
import { STATUS_CODES } from './sqlite/transactions/entry.ts'

/** How much is in a store. */
export interface HeldTransactions {
  readonly total: number
  /** Those that have not ended. */
  readonly pending: number
  /** When the newest was made, ISO 8601; absent where there is none. */
  readonly newestAt?: string
}

/** How much is in a wallet's file. */
export interface HeldRuns {
  readonly total: number
  readonly unfinished: number
}

/** Counts the transactions of a store, and writes nothing. @throws STORE_UNUSABLE */
export async function countTransactions(path: string): Promise<HeldTransactions> {
  return readOnly('store', path, (connection) => {
    const counts = connection.one(
      `SELECT count(*) AS total, count(*) FILTER (WHERE status = ${STATUS_CODES.PENDING}) AS pending FROM transaction_facts`,
    )
    const newest = connection.get(
      'SELECT CAST(created_ms AS INTEGER) AS at FROM transaction_facts ORDER BY created_ms DESC LIMIT 1',
    )
    const held = { total: numberOf(counts, 'total'), pending: numberOf(counts, 'pending') }
    return newest === undefined ? held : { ...held, newestAt: new Date(numberOf(newest, 'at')).toISOString() }
  })
}

/** Counts the runs of a wallet's file, and writes nothing. @throws STORE_UNUSABLE */
export async function countRuns(path: string): Promise<HeldRuns> {
  return readOnly('wallet', path, (connection) => {
    const count = (condition: string) =>
      numberOf(connection.one(`SELECT count(*) AS total FROM meta WHERE ${condition}`), 'total')
    return { total: count(IS_RUN), unfinished: count(IS_UNFINISHED_RUN) }
  })
}

/** An unfinished run whose transaction the store does not have. */
export interface LackingRun {
  readonly runId: string
  readonly transactionId: string
}

/**
 * Holds the unfinished runs of a wallet's file against the store beside it, and writes nothing. Runs of a server have their
 * transactions there.
 * @throws STORE_UNUSABLE
 */
export async function findLackingRuns(walletPath: string, storePath: string): Promise<readonly LackingRun[]> {
  // The wallet's first: whatever a run knows, the store had written before.
  const executed = await readOnly('wallet', walletPath, (connection) =>
    connection
      .all(`SELECT CAST(doc AS BLOB) AS doc FROM meta WHERE ${IS_UNFINISHED_RUN}`)
      .flatMap((row) => executedRun(bytesOf(row, 'doc')) ?? []),
  )
  return readOnly('store', storePath, (connection) =>
    executed.filter(
      ({ transactionId }) =>
        connection.get('SELECT 1 AS found FROM transactions WHERE id = ?', [transactionId]) === undefined,
    ),
  )
}

/** The run of a document that names its transaction; undefined where it has none here, or is damaged, which is found elsewhere. */
function executedRun(bytes: Uint8Array): LackingRun | undefined {
  const doc = parseJson(Buffer.from(bytes).toString('utf8'))
  const run = isRecord(doc) && isRecord(doc['run']) ? doc['run'] : doc
  if (!isRecord(run) || run['api'] !== undefined) return undefined
  const { id, transactionId } = run
  return typeof id === 'string' && typeof transactionId === 'string' ? { runId: id, transactionId } : undefined
}

/** Bytes of a file that nothing uses, which are given back when it is written anew. @throws STORE_UNUSABLE */
export async function findFreeBytes(name: ExaminedFile, options: DatabaseOptions): Promise<number> {
  const database = await openDatabase({ ...options, mustExist: true }, EXAMINED_KINDS[name])
  try {
    return countFreeBytes(database.main, database.path)
  } finally {
    database.close()
  }
}

async function readOnly<T>(name: ExaminedFile, path: string, read: (connection: Connection) => T): Promise<T> {
  const database = await openDatabase({ path, readOnly: true }, EXAMINED_KINDS[name])
  try {
    return read(database.main)
  } finally {
    database.close()
  }
}
