import { SwapError } from '../../core/api/errors.ts'
import { latestStoredMs } from '../../core/stored-time.ts'
import { LEASE_MS, LONGEST_POLL_AHEAD_MS } from '../../core/swap/poll-times.ts'
import type { LockRecord, TransactionRecord } from '../../core/swap/records.ts'
import { type Connection, numberOf, textOf } from './connection.ts'
import type { DocumentTable } from './document-table.ts'
import { appendEvents } from './events.ts'
import type { Store } from '../port.ts'
import { selectTransactions } from './transaction-filter.ts'
import { hashIsTaken, insertIndex, updateIndex } from './transaction-index.ts'
import { computeStats, countByStatus } from './transaction-stats.ts'

/** Transactions. Leases are written over `connectRelaxed`: after a power loss their holders are gone anyway. */
export function transactionCollection(
  connection: Connection,
  connectRelaxed: () => Connection,
  table: DocumentTable<TransactionRecord>,
): Store['transactions'] {
  return {
    get: async (id) => table.get(id),
    findByHash: async (hashKey) => {
      const row = connection.get(
        `SELECT id, version, sum, doc FROM transactions
         WHERE n = (SELECT n FROM transaction_hashes WHERE hash_key = ?)`,
        [hashKey],
      )
      return row === undefined ? undefined : table.decode(row)
    },
    replace: async (record, expectedVersion, events) =>
      connection.write(() => {
        const row = connection.get('SELECT n, id, version, sum, doc FROM transactions WHERE id = ?', [record.id])
        if (row === undefined || numberOf(row, 'version') !== expectedVersion) return 'conflict'
        const n = numberOf(row, 'n')
        if (hashIsTaken(connection, n, record)) return 'hash_taken'
        if (!table.replace(record.id, record, expectedVersion)) return 'conflict'
        updateIndex(connection, n, table.decode(row).doc, record)
        appendEvents(connection, events)
        return 'ok'
      }),
    list: async (filter, page, perPage) =>
      connection.read(() => {
        const { rows, totals } = selectTransactions(filter)
        const counted =
          totals === undefined
            ? connection.get(`SELECT count(*) AS total ${rows.text}`, rows.params)
            : connection.get(
                `SELECT coalesce(sum(total), 0) AS total FROM transaction_totals
                 ${totals.text === '' ? 'WHERE' : `${totals.text} AND`} kind = 'all'`,
                totals.params,
              )
        const total = numberOf(counted ?? {}, 'total')
        const offset = (page - 1) * perPage
        if (offset >= total) return { items: [], total }
        const found = connection.all(
          `SELECT t.id, t.version, t.sum, t.doc
           FROM (SELECT n, created_ms, id ${rows.text} ORDER BY created_ms DESC, id DESC LIMIT ? OFFSET ?) AS page
           JOIN transactions AS t ON t.n = page.n ORDER BY page.created_ms DESC, page.id DESC`,
          [...rows.params, perPage, offset],
        )
        return { items: found.map((row) => table.decode(row).doc), total }
      }),
    stats: async (filter) => computeStats(connection, filter),
    due: async (nowMs, limit, except = []) => {
      const leases = [nowMs, latestStoredMs(nowMs, LEASE_MS), JSON.stringify(except), limit]
      const read = (time: string, atMs: number) =>
        connection
          .all(
            `SELECT t.id, f.provider FROM transactions AS t CROSS JOIN transaction_facts AS f ON f.n = t.n
             WHERE next_poll_at IS NOT NULL AND next_poll_at ${time} ? AND (lease_until <= ? OR lease_until > ?)
               AND f.provider NOT IN (SELECT value FROM json_each(?))
             ORDER BY next_poll_at, t.n LIMIT ?`,
            [atMs, ...leases],
          )
          .map((row) => ({ id: textOf(row, 'id'), provider: textOf(row, 'provider') }))
      // Those set by a clock that was ahead have waited longest.
      const ahead = read('>', latestStoredMs(nowMs, LONGEST_POLL_AHEAD_MS))
      return [...ahead, ...read('<=', nowMs)].slice(0, limit)
    },
    nextDueAt: async () => {
      const row = connection.get(
        `SELECT next_poll_at FROM transactions WHERE next_poll_at IS NOT NULL ORDER BY next_poll_at LIMIT 1`,
      )
      return row === undefined ? undefined : numberOf(row, 'next_poll_at')
    },
    lease: async (id, holder, nowMs, untilMs) => {
      const relaxed = connectRelaxed()
      const sql = `UPDATE transactions SET lease_holder = ?, lease_until = ?
                   WHERE id = ? AND (lease_until <= ? OR lease_until > ? OR lease_holder = ?)`
      return relaxed.write(
        () => relaxed.run(sql, [holder, untilMs, id, nowMs, latestStoredMs(untilMs, 0), holder]) === 1,
      )
    },
    release: async (id, holder) => {
      const relaxed = connectRelaxed()
      const sql = 'UPDATE transactions SET lease_holder = NULL, lease_until = 0 WHERE id = ? AND lease_holder = ?'
      relaxed.write(() => relaxed.run(sql, [id, holder]))
    },
    countByStatus: async () => countByStatus(connection),
  }
}

/** Stores the transaction of a lock and the used lock. @throws BAD_GATEWAY when a hash of the new transaction belongs to another one */
export function executionCommit(
  connection: Connection,
  locks: DocumentTable<LockRecord>,
  transactions: DocumentTable<TransactionRecord>,
): Store['commitExecution'] {
  return async (lock, expectedLockVersion, transaction, events) =>
    connection.write(() => {
      if (!locks.replace(lock.id, lock, expectedLockVersion)) return false
      if (hashIsTaken(connection, undefined, transaction)) {
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
  const row = connection.get('SELECT n FROM transactions WHERE id = ?', [record.id])
  insertIndex(connection, numberOf(row ?? {}, 'n'), record)
}
