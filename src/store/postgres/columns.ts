import type { PgRow } from './database.ts'

/** A column that holds text. @throws Error where it holds something else: the statement does not fit its reader */
export function textOf(row: PgRow, name: string): string {
  const value = row[name]
  if (typeof value !== 'string') throw wrongColumn(name)
  return value
}

/** A column that holds an integer of at most 53 bits. @throws as above */
export function numberOf(row: PgRow, name: string): number {
  const value = row[name]
  if (typeof value !== 'number') throw wrongColumn(name)
  return value
}

/** A column that holds bytes. @throws as above */
export function bytesOf(row: PgRow, name: string): Uint8Array {
  const value = row[name]
  if (!(value instanceof Uint8Array)) throw wrongColumn(name)
  return value
}

/**
 * The clause for at most `limit` rows, as text: of a parameter the database does not know the value when it keeps a plan, takes it
 * for a tenth of the table, and reads all of that.
 */
export function limitTo(limit: number): string {
  return `limit ${Math.max(0, Math.trunc(limit))}`
}

/** How many rows a write changed, as it counts them itself. */
export function countOf(rows: readonly PgRow[]): number {
  return numberOf(onlyRow(rows), 'changed')
}

/** The only row of an answer. @throws as above */
export function onlyRow(rows: readonly PgRow[]): PgRow {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`One row was expected, ${rows.length} came`)
  return row
}

function wrongColumn(name: string): Error {
  return new Error(`The column ${name} is not what its statement selects`)
}
