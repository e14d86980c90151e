import { bytesOf, type Connection } from './connection.ts'
import { sumOf } from './document-table.ts'
import { forEachRow } from './terms-migration.ts'

/*
 * From schema 3 to 4: the rows of tables whose documents had no checksum move into tables that hold one. A document that is
 * damaged by then cannot be told from one that is not, unless it is no text: it moves as it is.
 */

/** The tables, the columns that move, and the one that is summed. */
const TABLES = [
  ['events', 'seq, doc', 'doc'],
  ['routes', 'provider, route_id, keep_until, doc', 'doc'],
  ['idempotency', 'key, digest, running_until, keep_until, outcome', 'outcome'],
  ['catalog_chains', 'n, key, doc', 'doc'],
  ['catalog_assets', 'n, chain, address, doc', 'doc'],
] as const

/** Moves the rows of the tables named `<table>_3` into those named `<table>`, in the caller's database transaction. */
export function moveRows(connection: Connection): void {
  for (const [table, columns, summed] of TABLES) {
    const insert = `INSERT INTO ${table} (${columns}, sum) SELECT ${columns}, ? FROM ${table}_3 WHERE rowid = ?`
    forEachRow(connection, `${table}_3`, `CAST(${summed} AS BLOB) AS summed`, (row, at) => {
      connection.run(insert, [row.columns['summed'] === null ? null : sumOf(bytesOf(row, 'summed')), at])
    })
    connection.exec(`DROP TABLE ${table}_3`)
  }
}
