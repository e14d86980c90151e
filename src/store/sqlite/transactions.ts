import { SwapError } from '../../core/api/errors.ts'
import { latestStoredMs } from '../../core/stored-time.ts'
import { LEASE_MS, LONGEST_POLL_AHEAD_MS } from '../../core/swap/poll-times.ts'
import type { LockRecord, TransactionRecord } from '../../core/swap/records.ts'
import { type Connection, numberOf, type SqlRow, textOf } from './connection.ts'
import { DOCUMENT_COLUMNS, documentColumns, type DocumentTable, readUnlessDamaged } from './document-table.ts'
import { appendEvents } from './events.ts'
import { HOLDS_PAYLOAD } from './schema.ts'
import { damagedStore } from './failures.ts'
import type { ReplaceOutcome, Store, TransactionChange, TransactionFilter } from '../port.ts'
import { selectTransactions } from './transaction-filter.ts'
import { createdMs, hashIsTaken, hashKeysOf, insertIndex, updateIndex } from './transaction-index.ts'
import { computeStats, countByStatus, countOfTotals } from './transaction-stats.ts'

/** Events are written with the transaction that they name. */
const NAMED_BY_EVENT = 'SELECT 1 AS found FROM events WHERE transaction_id = ? LIMIT 1'

const LEASE = `UPDATE transactions SET lease_holder = ?, lease_until = ?
  WHERE id = ? AND (lease_until <= ? OR lease_until > ? OR lease_holder = ?)`
const RELEASE = 'UPDATE transactions SET lease_holder = NULL, lease_until = 0 WHERE id = ? AND lease_holder = ?'

/** Transactions. Leases are written over `connectRelaxed`: after a power loss their holders are gone anyway. */
export function transactionCollection(
  connection: Connection,
  connectRelaxed: () => Connection,
  file: string,
  table: DocumentTable<TransactionRecord>,
): Store['transactions'] {
  /** @throws STORE_UNUSABLE for one that is damaged, or that the journal names and that is gone: that is no "not found" */
  const read = (id: string) => {
    const found = table.get(id)
    if (found === undefined && connection.get(NAMED_BY_EVENT, [id]) !== undefined) {
      throw damagedStore(file, `transactions ${id} is missing or cannot be found, and its events are there`)
    }
    return found
  }
  /** One that is asked for by its id is never left out of a list, or counted unread. */
  const verifyAsked = ({ transactionId }: TransactionFilter) => {
    if (transactionId !== undefined) read(transactionId)
  }
  const replaceOne = ({ record, expectedVersion, events }: TransactionChange): ReplaceOutcome => {
    const row = connection.get(`SELECT n, ${DOCUMENT_COLUMNS} FROM transactions WHERE id = ?`, [record.id])
    if (row === undefined || numberOf(row, 'version') !== expectedVersion) return 'conflict'
    const n = numberOf(row, 'n')
    if (hashIsTaken(connection, n, record)) return 'hash_taken'
    if (!table.replace(record.id, record, expectedVersion)) return 'conflict'
    updateIndex(connection, n, table.decode(row).doc, record)
    appendEvents(connection, events)
    return 'ok'
  }
  /** Leases what is free in one write. @returns what it got */
  const leaseAll = (ids: readonly string[], holder: string, nowMs: number, untilMs: number): readonly string[] => {
    const relaxed = connectRelaxed()
    const own = [holder, untilMs] as const
    const free = [nowMs, latestStoredMs(untilMs, 0), holder] as const
    return relaxed.write(() => ids.filter((id) => relaxed.run(LEASE, [...own, id, ...free]) === 1))
  }
  const releaseAll = (ids: readonly string[], holder: string): void => {
    const relaxed = connectRelaxed()
    relaxed.write(() => {
      for (const id of ids) relaxed.run(RELEASE, [id, holder])
    })
  }
  return {
    get: async (id) => read(id),
    findByHash: async (hashKey) => {
      const row = connection.get(
        `SELECT ${documentColumns('t.')}, CAST(h.n AS INTEGER) AS n, t.n IS NULL AS is_lost
         FROM transaction_hashes AS h LEFT JOIN transactions AS t ON t.n = h.n WHERE h.hash_key = ?`,
        [hashKey],
      )
      if (row === undefined) return undefined
      if (numberOf(row, 'is_lost') === 1) {
        throw damagedStore(
          file,
          `row ${numberOf(row, 'n')} of transactions is missing, and the index of hashes names it`,
        )
      }
      const found = table.decode(row)
      if (!hashKeysOf(found.doc).has(hashKey)) throw damagedIndex(file, found.doc.id)
      return found
    },
    replace: async (record, expectedVersion, events) =>
      connection.write(() => replaceOne({ record, expectedVersion, events })),
    storeMany: async (changes, holder) =>
      connection.write(() => {
        const outcomes = changes.map(replaceOne)
        for (const { record } of changes) connection.run(RELEASE, [record.id, holder])
        return outcomes
      }),
    list: async (filter, page, perPage) =>
      connection.read(() => {
        verifyAsked(filter)
        const { rows, totals } = selectTransactions(filter)
        const total =
          (totals === undefined ? undefined : countOfTotals(connection, totals)) ??
          numberOf(connection.one(`SELECT count(*) AS total ${rows.text}`, rows.params), 'total')
        const offset = (page - 1) * perPage
        if (offset >= total) return { items: [], total }
        const found = connection.all(
          `SELECT ${documentColumns('t.')}, CAST(page.id AS BLOB) AS page_id, CAST(page.created_ms AS INTEGER) AS created_ms,
             CAST(page.status AS BLOB) AS status
           FROM (SELECT n, created_ms, id, status ${rows.text} ORDER BY created_ms DESC, id DESC LIMIT ? OFFSET ?) AS page
           LEFT JOIN transactions AS t ON t.n = page.n ORDER BY page.created_ms DESC, page.id DESC`,
          [...rows.params, perPage, offset],
        )
        if (found.length !== Math.min(perPage, total - offset)) throw damagedIndex(file)
        const read = found.map((row) => readListed(table, file, row))
        const damaged = read.filter((one) => typeof one === 'string')
        const items = read.filter((one) => typeof one !== 'string')
        return { items, total, ...(damaged.length === 0 ? {} : { damaged }) }
      }),
    stats: async (filter) => {
      verifyAsked(filter)
      return computeStats(connection, filter)
    },
    due: async (nowMs, limit, except = []) => {
      const leases = [nowMs, latestStoredMs(nowMs, LEASE_MS), JSON.stringify(except), limit]
      const read = (time: string, atMs: number) =>
        connection
          .all(
            `SELECT CAST(t.id AS BLOB) AS id, CAST(f.provider AS BLOB) AS provider FROM transactions AS t CROSS JOIN transaction_facts AS f ON f.n = t.n
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
        `SELECT CAST(next_poll_at AS INTEGER) AS at FROM transactions WHERE next_poll_at IS NOT NULL
         ORDER BY next_poll_at LIMIT 1`,
      )
      return row === undefined ? undefined : numberOf(row, 'at')
    },
    lease: async (id, holder, nowMs, untilMs) => leaseAll([id], holder, nowMs, untilMs).length === 1,
    leaseMany: async (ids, holder, nowMs, untilMs) => {
      const leased = leaseAll(ids, holder, nowMs, untilMs)
      const found = leased.map((id) => readUnlessDamaged(() => read(id)) ?? id)
      return {
        leased: found.filter((one) => typeof one !== 'string'),
        damaged: found.filter((one) => typeof one === 'string'),
      }
    },
    release: async (id, holder) => releaseAll([id], holder),
    releaseMany: async (ids, holder) => releaseAll(ids, holder),
    countByStatus: async () => countByStatus(connection),
    dropPayloads: async (beforeMs, limit) => {
      const old = `FROM (SELECT n FROM transactions INDEXED BY transactions_payload WHERE ${HOLDS_PAYLOAD} ORDER BY n LIMIT ?) AS held
        JOIN transaction_facts AS f ON f.n = held.n JOIN transactions AS t ON t.n = held.n WHERE f.created_ms < ?`
      if (connection.get(`SELECT 1 AS found ${old} LIMIT 1`, [limit, beforeMs]) === undefined) return 0
      return connection.write(() => {
        const rows = connection.all(`SELECT ${documentColumns('t.')} ${old}`, [limit, beforeMs])
        const changed = rows.filter((row) => {
          const found = readUnlessDamaged(() => table.decode(row))
          if (found === undefined) return false
          const { exec: _payload, ...record } = found.doc
          return table.replace(record.id, record, found.version)
        })
        return changed.length
      })
    },
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
  const row = connection.one('SELECT n FROM transactions WHERE id = ?', [record.id])
  insertIndex(connection, numberOf(row, 'n'), record)
}

/** The record of a listed row, or its id where the record is damaged. @throws STORE_UNUSABLE when the row is not the record's */
function readListed(table: DocumentTable<TransactionRecord>, file: string, row: SqlRow): TransactionRecord | string {
  const id = textOf(row, 'page_id')
  const record = readUnlessDamaged(() => table.decode(row).doc)
  if (record === undefined) return id
  const isSame =
    record.id === id && createdMs(record) === numberOf(row, 'created_ms') && record.status === textOf(row, 'status')
  if (!isSame) throw damagedIndex(file, record.id)
  return record
}

function damagedIndex(file: string, id?: string): SwapError {
  return damagedStore(file, `its index of transactions is not what they hold${id === undefined ? '' : ` (${id})`}`)
}
