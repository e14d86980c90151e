import type { SwapError } from '../../../core/api/errors.ts'
import type { TransactionRecord } from '../../../core/swap/records.ts'
import type { MarkedTransaction } from '../../port.ts'
import { bytesOf, type Connection, numberOf, type SqlRow } from '../connection.ts'
import { DOCUMENT_COLUMNS, documentColumns, type DocumentTable, shownId } from '../document-table.ts'
import { readUnlessDamaged } from '../../unless-damaged.ts'
import { damagedStore } from '../failures.ts'
import { createdMs, entryOf, STATUS_CODES, type TransactionEntry } from './entry.ts'

const LISTED = 'IN (SELECT value FROM json_each(?))'

/** Reads transactions by their row numbers. */
export function transactionRows(connection: Connection, file: string, table: DocumentTable<TransactionRecord>) {
  const select = (columns: string, rows: readonly number[]) =>
    connection.all(`SELECT n, ${columns} FROM transactions WHERE n ${LISTED}`, [JSON.stringify(rows)])
  return {
    /** The numbers of those with these ids, in any order. */
    numbersOf: (ids: readonly string[]): readonly number[] =>
      connection
        .all('SELECT n FROM transactions WHERE id IN (SELECT CAST(value AS TEXT) FROM json_each(?))', [
          JSON.stringify(ids),
        ])
        .map((row) => numberOf(row, 'n')),

    /** What the index should say of them; undefined for one that is damaged. */
    entries: (rows: readonly number[]): ReadonlyMap<number, TransactionEntry | undefined> =>
      new Map(
        select(DOCUMENT_COLUMNS, rows).map((row) => [
          numberOf(row, 'n'),
          readUnlessDamaged(() => entryOf(table.decode(row).doc)),
        ]),
      ),

    /** The records, in the order of the rows, or the id of one that is damaged. @throws STORE_UNUSABLE when the index is not theirs */
    records: (rows: readonly number[]): readonly (MarkedTransaction | string)[] => {
      const found = connection.all(
        `SELECT t.n AS n, ${documentColumns('t.')}, CAST(f.created_ms AS INTEGER) AS created_ms, CAST(f.status AS INTEGER) AS status
         FROM transactions AS t LEFT JOIN transaction_facts AS f ON f.n = t.n WHERE t.n ${LISTED}`,
        [JSON.stringify(rows)],
      )
      return inOrder(rows, found, (row) => {
        const doc = readUnlessDamaged(() => table.decode(row).doc)
        if (doc === undefined) return shownId(row)
        const isSame =
          createdMs(doc) === numberOf(row, 'created_ms') && STATUS_CODES[doc.status] === numberOf(row, 'status')
        if (!isSame) throw damagedIndex(file, doc.id)
        return { mark: markOf(row), doc }
      })
    },

    /** Their ids and marks, in the order of the rows. @throws STORE_UNUSABLE when one is not there */
    marks: (rows: readonly number[]): readonly { readonly id: string; readonly mark: string }[] =>
      inOrder(rows, select('CAST(id AS BLOB) AS id, CAST(sum AS BLOB) AS sum', rows), (row) => ({
        id: shownId(row),
        mark: markOf(row),
      })),
  }

  function inOrder<T>(rows: readonly number[], found: readonly SqlRow[], read: (row: SqlRow) => T): readonly T[] {
    const byNumber = new Map(found.map((row) => [numberOf(row, 'n'), row]))
    return rows.map((n) => {
      const row = byNumber.get(n)
      if (row === undefined) throw damagedIndex(file)
      return read(row)
    })
  }
}

/** The error for an index of transactions that is not theirs. */
export function damagedIndex(file: string, id?: string): SwapError {
  return damagedStore(file, `its index of transactions is not what they hold${id === undefined ? '' : ` (${id})`}`)
}

/** A document's checksum, as text. */
function markOf(row: SqlRow): string {
  return Buffer.from(bytesOf(row, 'sum')).toString('latin1')
}
