import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'libsql'
import { packText, unpackText } from '../../src/store/sqlite/packed-text.ts'
import { noteInMarker, signatureOf } from '../../src/store/sqlite/store-file.ts'

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
 * Flips one bit of a stored document: right behind the first place of `text` in it, so that it is no UTF-8 any more, or in the
 * middle of a packed one.
 * @param where an SQL condition that one row meets
 */
export function flipStoredBit(path: string, table: string, where: string, text: string): void {
  const database = new Database(path, { fileMustExist: true })
  try {
    const row = database.prepare(`SELECT CAST(doc AS BLOB) AS doc FROM ${table} WHERE ${where}`).get() as {
      readonly doc: Uint8Array
    }
    const bytes = Buffer.from(row.doc)
    const plain = Buffer.from(unpackText(bytes))
    const found = plain.indexOf(text)
    if (found < 0) throw new Error(`no ${text} in what is to be damaged`)
    const isPacked = !plain.equals(bytes)
    const place = isPacked ? bytes.length >> 1 : found + text.length
    bytes[place] = (bytes[place] ?? 0) ^ 0x80
    database.prepare(`UPDATE ${table} SET doc = ${isPacked ? '?' : 'CAST(? AS TEXT)'} WHERE ${where}`).run([bytes])
  } finally {
    database.close()
  }
}

/** Puts another text into packed documents, whose checksums stay as they were. @param where an SQL condition */
export function alterPacked(path: string, table: string, where: string, from: string, to: string): void {
  const database = new Database(path, { fileMustExist: true })
  try {
    const rows = database.prepare(`SELECT rowid AS at, doc FROM ${table} WHERE ${where}`).all([]) as {
      readonly at: number
      readonly doc: ArrayBuffer
    }[]
    let altered = 0
    for (const { at, doc } of rows) {
      const text = Buffer.from(unpackText(new Uint8Array(doc))).toString('utf8')
      if (!text.includes(from)) continue
      altered += 1
      const params = [packText(text.replaceAll(from, to)), at]
      database.prepare(`UPDATE ${table} SET doc = ? WHERE rowid = ?`).run(params)
    }
    if (altered === 0) throw new Error(`no ${from} in what is to be altered`)
  } finally {
    database.close()
  }
}

/** Takes the last row out of a small table or index, as bits that rot on a disk may do. */
export function rotLastRow(path: string, table: string): void {
  rotPage(path, table, (page) => page.writeUInt16BE(page.readUInt16BE(3) - 1, 3))
}

/** Changes a bit of the first row of a small index: the number of the row that it belongs to. */
export function rotRowNumber(path: string, index: string): void {
  rotPage(path, index, (page) => page.writeUInt8(page.readUInt8(page.length - 1) ^ 2, page.length - 1))
}

/** Changes the only page of a table or index; for the marker of the file, nobody has since it was closed. */
function rotPage(path: string, table: string, change: (page: Buffer) => void): void {
  const [root = 0] = rawColumn(path, `SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`).map(Number)
  const bytes = readFileSync(path)
  const size = bytes.readUInt16BE(16)
  const page = bytes.subarray((root - 1) * size, root * size)
  if (![0x0a, 0x0d].includes(page[0] ?? 0) || page.readUInt16BE(3) === 0) throw new Error(`${table} has not one page`)
  change(page)
  writeFileSync(path, bytes)
  noteInMarker(path, { closed: signatureOf(path) })
}

/** Changes a bit of each block of the index of texts, as bits that rot on a disk may do. */
export function rotBlocks(path: string): void {
  const database = new Database(path, { fileMustExist: true })
  const rows = database.prepare('SELECT id, block FROM transaction_search_data WHERE id > 10').all([]) as {
    readonly id: number
    readonly block: ArrayBuffer
  }[]
  for (const { id, block } of rows) {
    const bytes = Buffer.from(block)
    for (let at = 20; at < bytes.length; at += 40) bytes[at] = (bytes[at] ?? 0) ^ 0x11
    database.prepare('UPDATE transaction_search_data SET block = ? WHERE id = ?').run([bytes, id])
  }
  database.close()
}

/** Changes a bit of the first page of a table that has several pages, in what says how many rows that has. */
export function rotFirstPage(path: string, table: string): void {
  const [root = 0] = rawColumn(path, `SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`).map(Number)
  const bytes = readFileSync(path)
  const at = (root - 1) * bytes.readUInt16BE(16) + 3
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
