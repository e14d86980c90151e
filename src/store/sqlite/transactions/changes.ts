import { SwapError } from '../../../core/api/errors.ts'
import type { LockRecord, TransactionRecord } from '../../../core/swap/records.ts'
import type { ReplaceOutcome, Store, TransactionChange } from '../../port.ts'
import { type Connection, numberOf } from '../connection.ts'
import { documentColumns, type DocumentTable } from '../document-table.ts'
import { readUnlessDamaged } from '../../unless-damaged.ts'
import { appendEvents } from '../events.ts'
import { entryOf, hashKeysOf } from './entry.ts'
import { hashNumber, hashNumbers, insertIndex, updateHashes, updateIndex } from './index-rows.ts'
import { damagedIndex } from './rows.ts'

/** Stores the transaction of a lock and the used lock. @throws BAD_GATEWAY when a hash of the new transaction belongs to another one */
export function executionCommit(
  connection: Connection,
  locks: DocumentTable<LockRecord>,
  transactions: DocumentTable<TransactionRecord>,
): Store['commitExecution'] {
  return async (lock, expectedLockVersion, transaction, events) =>
    connection.write(() => {
      if (!locks.replace(lock.id, lock, expectedLockVersion)) return false
      if (hashIsTaken(connection, transactions, undefined, transaction)) {
        throw new SwapError('BAD_GATEWAY', 'The provider returned a transaction hash that belongs to another swap.')
      }
      insertTransaction(connection, transactions, transaction)
      appendEvents(connection, events)
      return true
    })
}

/** Inserts a transaction whose hashes are free, in the caller's database transaction. */
export function insertTransaction(
  connection: Connection,
  table: DocumentTable<TransactionRecord>,
  record: TransactionRecord,
): void {
  table.insert(record.id, record)
  const row = connection.one('SELECT n FROM transactions WHERE id = ?', [record.id])
  insertIndex(connection, numberOf(row, 'n'), entryOf(record), hashNumbers(hashKeysOf(record)))
}

/** True when a hash of `record` belongs to a transaction other than number `n`. */
function hashIsTaken(
  connection: Connection,
  table: DocumentTable<TransactionRecord>,
  n: number | undefined,
  record: TransactionRecord,
): boolean {
  return [...hashKeysOf(record)].some((key) =>
    connection
      .all(
        `SELECT ${documentColumns('t.')}, CAST(h.n AS INTEGER) AS n FROM transaction_hashes AS h
         LEFT JOIN transactions AS t ON t.n = h.n WHERE h.h = ? AND h.n IS NOT ?`,
        [hashNumber(key), n ?? null],
      )
      // Of one that is lost or damaged it is not known that it has another.
      .some((row) => readUnlessDamaged(() => hashKeysOf(table.decode(row).doc))?.has(key) !== false),
  )
}

/** Replaces a transaction with its index rows, in the caller's database transaction. */
export function replaceTransaction(
  connection: Connection,
  table: DocumentTable<TransactionRecord>,
  { record, expectedVersion, events }: TransactionChange,
): ReplaceOutcome {
  const row = connection.get(
    `SELECT t.n AS n, ${documentColumns('t.')}, CAST(f.tie AS INTEGER) AS tie
     FROM transactions AS t LEFT JOIN transaction_facts AS f ON f.n = t.n WHERE t.id = ?`,
    [record.id],
  )
  if (row === undefined || numberOf(row, 'version') !== expectedVersion) return 'conflict'
  const n = numberOf(row, 'n')
  if (hashIsTaken(connection, table, n, record)) return 'hash_taken'
  if (!table.replace(record.id, record, expectedVersion)) return 'conflict'
  const before = table.decode(row).doc
  if (row.columns['tie'] === null) throw damagedIndex(row.file, record.id)
  updateIndex(connection, { n, tie: numberOf(row, 'tie') }, entryOf(before), entryOf(record))
  updateHashes(connection, n, hashNumbers(hashKeysOf(before)), hashNumbers(hashKeysOf(record)))
  appendEvents(connection, events)
  return 'ok'
}
