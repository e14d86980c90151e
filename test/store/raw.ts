import Database from 'libsql'

/** Runs SQL on a store's file behind the store's back. */
export function rawSql(path: string, ...statements: readonly string[]): void {
  const database = new Database(path)
  for (const sql of statements) database.exec(sql)
  database.close()
}

/** The first column of every row that `sql` gives on a store's file. */
export function rawColumn(path: string, sql: string): unknown[] {
  const database = new Database(path, { fileMustExist: true })
  const values = database.prepare(sql).raw().all([])
  database.close()
  return values.map((row) => (Array.isArray(row) ? (row[0] as unknown) : undefined))
}

/**
 * Flips one bit of a stored document, right behind the first place of `text` in it: it is no UTF-8 any more.
 * @param where an SQL condition that one row meets
 */
export function flipStoredBit(path: string, table: string, where: string, text: string): void {
  const database = new Database(path, { fileMustExist: true })
  try {
    const row = database.prepare(`SELECT CAST(doc AS BLOB) AS doc FROM ${table} WHERE ${where}`).get() as {
      readonly doc: Uint8Array
    }
    const bytes = Buffer.from(row.doc)
    const found = bytes.indexOf(text)
    if (found < 0) throw new Error(`no ${text} in what is to be damaged`)
    const place = found + text.length
    bytes[place] = (bytes[place] ?? 0) ^ 0x80
    database.prepare(`UPDATE ${table} SET doc = CAST(? AS TEXT) WHERE ${where}`).run([bytes])
  } finally {
    database.close()
  }
}
