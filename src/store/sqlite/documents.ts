import type { DocumentStore, Json, RunDocuments, StoredDocument } from '../../core/ports.ts'
import { type Connection, numberOf, type SqlRow, type SqlValue, textOf } from './connection.ts'
import { DOCUMENT_COLUMNS, documentTable, shownId } from './document-table.ts'
import { readUnlessDamaged } from '../unless-damaged.ts'
import { jsonForm } from '../record-json.ts'
import { damagedDocument } from './failures.ts'
import {
  IS_APPROVING_RUN,
  IS_RUN,
  IS_RUN_OF,
  IS_RUN_SINCE,
  IS_UNFINISHED_RUN,
  RUN_APPROVES,
  RUN_CREATED,
  RUN_UPDATED,
} from './schema.ts'

/** Sorts after every key that starts with the text before it. */
const LAST_CHARACTER = '\u{10FFFF}'

/** As SQLite takes it. */
const NO_LIMIT = -1

/** Small documents by key. */
export function documentCollection(connection: Connection, file: string): DocumentStore {
  return collect(connection, file).documents
}

/** The documents of the wallet's file. */
export function runCollection(connection: Connection, file: string): RunDocuments {
  const { documents, rowsOf, decodeAll, select, read } = collect(connection, file)
  /** What was read last, where all of it could be: screens read it every few seconds. */
  let unfinished: { readonly at: string; readonly documents: readonly StoredDocument[] } | undefined
  return {
    ...documents,
    // By index, since there may be many runs; but where it does not find as many as there are, each is looked at.
    listUnfinishedRuns: async (skip) =>
      connection.read(() => {
        const at = writesSeen(connection)
        if (unfinished?.at === at) return unfinished.documents
        const found = rowsOf(`id IN (SELECT id FROM meta INDEXED BY meta_unfinished WHERE ${IS_UNFINISHED_RUN})`)
        const isAll =
          connection.get('SELECT 1 AS found FROM unfinished_runs WHERE total = ?', [found.length]) !== undefined
        const rows = isAll ? found : rowsOf(IS_UNFINISHED_RUN, [], 'meta NOT INDEXED')
        const documents = decodeAll(rows, skip)
        unfinished = documents.length === rows.length ? { at, documents } : undefined
        return documents
      }),
    listRunsOf: async (transactionId) =>
      select(IS_RUN_OF, [transactionId], undefined, 'meta INDEXED BY meta_of_transaction'),
    listApprovingRuns: async (most, skip) => {
      const from = `FROM meta INDEXED BY meta_approving WHERE ${IS_APPROVING_RUN} AND ${RUN_APPROVES}`
      const newest = `SELECT CAST(id AS BLOB) AS id ${from} = ? ORDER BY ${RUN_CREATED} DESC, id DESC LIMIT ?`
      const next = `SELECT CAST(${RUN_APPROVES} AS BLOB) AS approves ${from} > ? ORDER BY ${RUN_APPROVES} LIMIT 1`
      return connection.read(() => {
        const found = connection.all(newest, ['', NO_LIMIT])
        for (let row = connection.get(next, ['']); row !== undefined;) {
          const approves = textOf(row, 'approves')
          found.push(...connection.all(newest, [approves, most]))
          row = connection.get(next, [approves])
        }
        return found.flatMap((row) => unlessDamaged(row, () => read(row), skip))
      })
    },
    listNewestRuns: async (most, skip) =>
      connection
        .all(
          `SELECT ${DOCUMENT_COLUMNS} FROM meta INDEXED BY meta_updated WHERE ${IS_RUN} ORDER BY ${RUN_UPDATED} DESC, id DESC LIMIT ?`,
          [most],
        )
        .flatMap((row) => decodeAll([row], skip)),
    listRunsSince: async (updatedAt, skip) => select(IS_RUN_SINCE, [updatedAt], skip, 'meta INDEXED BY meta_updated'),
  }
}

/** Changes with every write to the file, by this connection (the second number) or by any other. */
function writesSeen(connection: Connection): string {
  const others = numberOf(connection.one('PRAGMA data_version'), 'data_version')
  return `${others} ${numberOf(connection.one('SELECT total_changes() AS own'), 'own')}`
}

/** What `read` gives of a row; where it is damaged, `skip` is told its key. @param skip without it a damaged one is thrown */
function unlessDamaged(row: SqlRow, read: () => StoredDocument, skip?: (key: string) => void): StoredDocument[] {
  const found = skip === undefined ? read() : readUnlessDamaged(read)
  if (found === undefined) skip?.(shownId(row))
  return found === undefined ? [] : [found]
}

function collect(connection: Connection, file: string) {
  const table = documentTable(connection, file, 'meta', jsonForm<Json>())
  const rowsOf = (condition: string, params: readonly SqlValue[] = [], from = 'meta'): readonly SqlRow[] =>
    connection.all(`SELECT ${DOCUMENT_COLUMNS} FROM ${from} WHERE ${condition} ORDER BY meta.id`, params)
  const decodeAll = (rows: readonly SqlRow[], skip?: (key: string) => void): StoredDocument[] =>
    rows.flatMap((row) => unlessDamaged(row, () => ({ key: textOf(row, 'id'), ...table.decode(row) }), skip))
  const select = (
    condition: string,
    params: readonly SqlValue[],
    skip?: (key: string) => void,
    from?: string,
  ): StoredDocument[] => decodeAll(rowsOf(condition, params, from), skip)
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
  /** The document whose id a row holds. */
  const read = (row: SqlRow): StoredDocument => {
    const found = table.get(textOf(row, 'id'))
    if (found === undefined) throw damagedDocument(file, 'meta', shownId(row))
    return { key: textOf(row, 'id'), ...found }
  }
  return { documents, rowsOf, decodeAll, select, read }
}
