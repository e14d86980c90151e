import type { DocumentStore, RunDocuments, StoredDocument } from '../../core/ports.ts'
import { type Connection, type SqlValue, textOf } from './connection.ts'
import { DOCUMENT_COLUMNS, documentTable, plainForm, readUnlessDamaged, shownId } from './document-table.ts'
import { IS_RUN_OF, IS_RUN_SINCE, IS_UNFINISHED_RUN } from './schema.ts'

/** Sorts after every key that starts with the text before it. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Small documents by key. */
export function documentCollection(connection: Connection, file: string): DocumentStore {
  return collect(connection, file).documents
}

/** The documents of the wallet's file. */
export function runCollection(connection: Connection, file: string): RunDocuments {
  const { documents, select } = collect(connection, file)
  return {
    ...documents,
    // By index or not at all: there may be many runs.
    listUnfinishedRuns: async (skip) => select(IS_UNFINISHED_RUN, [], skip, 'meta INDEXED BY meta_unfinished'),
    listRunsOf: async (transactionId) =>
      select(IS_RUN_OF, [transactionId], undefined, 'meta INDEXED BY meta_of_transaction'),
    listRunsSince: async (updatedAt) => select(IS_RUN_SINCE, [updatedAt], undefined, 'meta INDEXED BY meta_updated'),
  }
}

function collect(connection: Connection, file: string) {
  const table = documentTable(connection, file, 'meta', plainForm)
  const select = (
    condition: string,
    params: readonly SqlValue[],
    skip?: (key: string) => void,
    from = 'meta',
  ): StoredDocument[] =>
    connection
      .all(`SELECT ${DOCUMENT_COLUMNS} FROM ${from} WHERE ${condition} ORDER BY meta.id`, params)
      .flatMap((row) => {
        const found = skip === undefined ? table.decode(row) : readUnlessDamaged(() => table.decode(row))
        if (found === undefined) skip?.(shownId(row))
        return found === undefined ? [] : [{ key: textOf(row, 'id'), ...found }]
      })
  const documents: DocumentStore = {
    get: async (key) => table.get(key),
    put: async (key, doc, expectedVersion) =>
      connection.write(() => {
        if (expectedVersion !== 0) return table.replace(key, doc, expectedVersion)
        if (connection.get('SELECT 1 AS found FROM meta WHERE id = ?', [key]) !== undefined) return false
        table.insert(key, doc)
        return true
      }),
    delete: async (key) => void connection.write(() => connection.run('DELETE FROM meta WHERE id = ?', [key])),
    list: async (prefix, skip) => select('id >= ? AND id < ?', [prefix, prefix + LAST_CHARACTER], skip),
  }
  return { documents, select }
}
