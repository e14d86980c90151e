import Database from 'libsql'

/** Runs SQL on a store's file behind the store's back. */
export function rawSql(path: string, ...statements: readonly string[]): void {
  const database = new Database(path)
  for (const sql of statements) database.exec(sql)
  database.close()
}

/** The first column of every row that `sql` gives on a store's file. */
export function rawColumn(path: string, sql: string): unknown[] {
  const database = new Database(path)
  const values = database.prepare(sql).raw().all([])
  database.close()
  return values.map((row) => (Array.isArray(row) ? (row[0] as unknown) : undefined))
}
