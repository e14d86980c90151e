import type { Stats } from '../../../core/api/documents.ts'
import type { TransactionRecord } from '../../../core/swap/records.ts'
import { claimInSteps, type ClaimSteps } from '../../claim-in-steps.ts'
import type { Store, TransactionFilter } from '../../port.ts'
import { type Connection, numberOf } from '../connection.ts'
import { documentColumns, type DocumentTable } from '../document-table.ts'
import { readUnlessDamaged } from '../../unless-damaged.ts'
import { damagedStore, isIndexFailure } from '../failures.ts'
import { keepRecentAnswers, stateOf } from './recent-answers.ts'
import { replaceTransaction } from './changes.ts'
import { hashKeysOf } from './entry.ts'
import type { Selection } from './filter.ts'
import { hashNumber, hashNumbers } from './index-rows.ts'
import { createMatching } from './matching.ts'
import { createPages } from './pages.ts'
import { release, transactionPolls } from './polls.ts'
import { damagedIndex, transactionRows } from './rows.ts'
import { computeStats, countByStatus } from './stats.ts'
import { WITH_PAYLOAD } from './table.ts'
import { rebuildTexts, startRebuild, verifyTexts } from './text-repair.ts'
import { rebuiltTexts } from './text-index.ts'

/** Statistics that are kept while the file is as it was. */
const MOST_STATS = 32

/** Events are written with the transaction that they name. */
const NAMED_BY_EVENT = 'SELECT 1 AS found FROM events WHERE transaction_id = ? LIMIT 1'

/** Transactions, and the steps by which a file claims what is due. */
export type TransactionTables = Store['transactions'] & ClaimSteps

/** Transactions. Leases are written over `relaxed`. @param now epoch milliseconds */
export function transactionCollection(
  connection: Connection,
  relaxed: Connection,
  file: string,
  table: DocumentTable<TransactionRecord>,
  now: () => number,
): TransactionTables {
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
  const polls = transactionPolls(connection, relaxed, table, now)
  const rows = transactionRows(connection, file, table)
  const select = createMatching(connection, file, rows.entries)
  /** What is read of the matching transactions: where the index of texts cannot be, each is looked at. */
  const readSelected = <T>(filter: TransactionFilter, read: (selection: Selection) => T): T => {
    try {
      return read(select(filter))
    } catch (error) {
      if ((filter.query ?? '') === '' || !isIndexFailure(error)) throw error
      return read(select(filter, 'scan'))
    }
  }
  const pages = createPages(connection, file)
  const keptStats = keepRecentAnswers<Stats>(connection, file, MOST_STATS, () => 1)
  const pageOf = (filter: TransactionFilter, page: number, perPage: number) => {
    verifyAsked(filter)
    const slice = { offset: (page - 1) * perPage, limit: perPage }
    return readSelected(filter, (selection) => pages.read(filter, selection, slice))
  }
  return {
    get: async (id) => read(id),
    findByHash: async (hashKey) => {
      const rows = connection.all(
        `SELECT ${documentColumns('t.')}, CAST(h.n AS INTEGER) AS n, t.n IS NULL AS is_lost
         FROM transaction_hashes AS h LEFT JOIN transactions AS t ON t.n = h.n WHERE h.h = ?`,
        [hashNumber(hashKey)],
      )
      for (const row of rows) {
        if (numberOf(row, 'is_lost') === 1) {
          throw damagedStore(
            file,
            `row ${numberOf(row, 'n')} of transactions is missing, and the index of hashes names it`,
          )
        }
        const found = table.decode(row)
        const keys = hashKeysOf(found.doc)
        if (keys.has(hashKey)) return found
        // Another hash may have the same number; but then the record has one with it.
        if (!hashNumbers(keys).has(hashNumber(hashKey))) throw damagedIndex(file, found.doc.id)
      }
      return undefined
    },
    replace: async (record, expectedVersion, events) =>
      connection.write(() => replaceTransaction(connection, table, { record, expectedVersion, events })),
    storeMany: async (changes, holder) =>
      connection.write(() => {
        const outcomes = changes.map((change) => replaceTransaction(connection, table, change))
        release(
          connection,
          changes.map(({ record }) => record.id),
          holder,
        )
        return outcomes
      }),
    list: async (filter, page, perPage) =>
      connection.read(() => {
        const found = pageOf(filter, page, perPage)
        const records = rows.records(found.rows)
        const damaged = records.filter((one) => typeof one === 'string')
        const items = records.filter((one) => typeof one !== 'string').map(({ doc }) => doc)
        return { items, total: found.total, ...(damaged.length === 0 ? {} : { damaged }) }
      }),
    listMarks: async (filter, page, perPage) =>
      connection.read(() => {
        const found = pageOf(filter, page, perPage)
        return { rows: rows.marks(found.rows), total: found.total }
      }),
    state: async () => stateOf(connection, file),
    getMany: async (ids) =>
      connection.read(() => rows.records(rows.numbersOf(ids)).filter((one) => typeof one !== 'string')),
    stats: async (filter) =>
      connection.read(() => {
        verifyAsked(filter)
        const compute = () => readSelected(filter, (selection) => computeStats(connection, selection))
        return keptStats.get(JSON.stringify(filter), compute)
      }),
    ...polls,
    claimDue: claimInSteps(polls, now),
    countByStatus: async () => countByStatus(connection, select({})),
    verifyTexts: async (after) =>
      rebuiltTexts(connection) === undefined ? verifyTexts(connection, table, after) : undefined,
    mendTexts: async () => {
      startRebuild(connection)
      return !rebuildTexts(connection, table)
    },
    dropPayloads: async (keepMs, limit) => {
      const beforeMs = now() - keepMs
      const old = `FROM (SELECT n FROM ${WITH_PAYLOAD} ORDER BY n LIMIT ?) AS held
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
