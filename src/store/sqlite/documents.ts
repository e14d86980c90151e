import type { DocumentStore } from '../../core/ports.ts'
import { type Connection, textOf } from './connection.ts'
import { DOCUMENT_COLUMNS, documentTable, plainForm } from './document-table.ts'

/** Sorts after every key that starts with the text before it. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Small documents by key. */
export function documentCollection(connection: Connection, file: string): DocumentStore {
  const table = documentTable(connection, file, 'meta', plainForm)
  return {
    get: async (key) => table.get(key),
    put: async (key, doc, expectedVersion) =>
      connection.write(() => {
        if (expectedVersion !== 0) return table.replace(key, doc, expectedVersion)
        if (connection.get('SELECT 1 AS found FROM meta WHERE id = ?', [key]) !== undefined) return false
        table.insert(key, doc)
        return true
      }),
    delete: async (key) => void connection.write(() => connection.run('DELETE FROM meta WHERE id = ?', [key])),
    list: async (prefix) =>
      connection
        .all(`SELECT ${DOCUMENT_COLUMNS} FROM meta WHERE id >= ? AND id < ? ORDER BY id`, [
          prefix,
          prefix + LAST_CHARACTER,
        ])
        .map((row) => {
          const { doc, version } = table.decode(row)
          return { key: textOf(row, 'id'), doc, version }
        }),
  }
}
