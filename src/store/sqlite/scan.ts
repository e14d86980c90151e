import { isSwapError, type SwapError } from '../../core/api/errors.ts'
import type { Json } from '../../core/ports.ts'
import { type Connection, numberOf } from './connection.ts'
import { type DatabaseOptions, openDatabase } from './database.ts'
import { readSummed, shownId } from './document-table.ts'
import { damagedStore } from './failures.ts'
import { IS_RUN, STORE_FILE, WALLET_FILE } from './schema.ts'

/** A stored document as JSON, or why it cannot be read. */
export type Scanned = { readonly id: string; readonly doc: Json } | { readonly id: string; readonly damage: SwapError }

/** What can be read from end to end. */
const SCANS = {
  transactions: { kind: STORE_FILE, from: 'transactions WHERE rowid > ?', id: 'id' },
  events: { kind: STORE_FILE, from: 'events WHERE rowid > ?', id: 'seq' },
  runs: { kind: WALLET_FILE, from: `meta WHERE rowid > ? AND ${IS_RUN}`, id: 'id' },
} as const

/** How many transactions there are, by their index. */
function countFacts(connection: Connection): number {
  return numberOf(connection.one('SELECT count(*) AS total FROM transaction_facts'), 'total')
}

/** Rows that are in memory at a time. */
const ROWS = 200

/**
 * Every document of one kind, oldest first, a few hundred at a time, so that a large file takes no more memory than a small
 * one. Others may write meanwhile, and compact the file: VACUUM keeps the row numbers of tables that have an index, as all of
 * these do (its documentation leaves that open, a test does not).
 * @throws STORE_UNUSABLE when the file cannot be used
 */
export async function* scanDocuments(what: keyof typeof SCANS, options: DatabaseOptions): AsyncGenerator<Scanned> {
  const { kind, from, id } = SCANS[what]
  const database = await openDatabase({ ...options, mustExist: true }, kind)
  const { main, path } = database
  const columns = `CAST(rowid AS INTEGER) AS n, CAST(${id} AS BLOB) AS id, CAST(sum AS BLOB) AS sum, CAST(doc AS BLOB) AS doc`
  try {
    for (let [after, count] = [0, 0]; ;) {
      const { rows, lacks } = main.read(() => {
        const found = main.all(`SELECT ${columns} FROM ${from} ORDER BY rowid LIMIT ${ROWS}`, [after])
        const isLast = found.length < ROWS
        return { rows: found, lacks: isLast && what === 'transactions' ? countFacts(main) - count - found.length : 0 }
      })
      count += rows.length
      const before = after
      for (const row of rows) {
        // Numbers of a damaged file may go back: it is read to its end all the same.
        after = Math.max(after, numberOf(row, 'n'))
        try {
          yield { id: shownId(row), doc: readSummed(row, (json: Json) => json, path, what) }
        } catch (error) {
          if (!isSwapError(error) || error.code !== 'STORE_UNUSABLE') throw error
          yield { id: shownId(row), damage: error }
        }
      }
      if (lacks !== 0) {
        const damage = damagedStore(path, `${Math.abs(lacks)} transactions are missing, or not in its index`)
        yield { id: '', damage }
      }
      if (rows.length < ROWS) return
      if (after === before) {
        yield { id: '', damage: damagedStore(path, 'its rows are not in order') }
        return
      }
    }
  } finally {
    database.close()
  }
}
