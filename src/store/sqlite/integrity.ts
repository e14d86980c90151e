import type { Json } from '../../core/ports.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { transactionForm } from '../record-json.ts'
import { type Connection, numberOf, type SqlRow, textOf } from './connection.ts'
import { readSummed, shownId } from './document-table.ts'
import { readUnlessDamaged } from '../unless-damaged.ts'
import { checkIndex, checkTexts, hasValues, VALUES } from './transactions/index-integrity.ts'
import { migrate } from './migrate.ts'
import { unlessTextsFail } from './transactions/text-index.ts'
import { hasLostPages } from './transactions/text-repair.ts'
import { type FileKind, IS_UNFINISHED_RUN, STORE_FILE, WALLET_FILE } from './schema.ts'

/** What is damaged in a file. */
export interface Damage {
  /** Documents by table and id: each is an error of its own, and the others can be used. */
  readonly documents: readonly string[]
  /** Everything else, worst first: what is listed, counted or searched may be wrong. */
  readonly structure: readonly string[]
  /** True where the index of texts, which only serves search, is damaged: it can be built anew. @default false */
  readonly lacksTexts?: true
}

/** Rows read at a time. */
const BATCH = 200
/** Most findings of SQLite's own check that are told. */
const MOST_FINDINGS = 20

/** Tables of documents: the column that names one, and what is summed. */
const DOCUMENTS = [
  { table: 'meta', id: 'id', column: 'doc' },
  { table: 'locks', id: 'id', column: 'doc' },
  { table: 'transactions', id: 'id', column: 'doc' },
  { table: 'events', id: 'seq', column: 'doc' },
  { table: 'routes', id: 'route_id', column: 'doc' },
  { table: 'rates', id: 'pair', column: 'doc' },
  { table: 'idempotency', id: 'key', column: 'outcome' },
  { table: 'catalog_chains', id: 'key', column: 'doc' },
  { table: 'catalog_assets', id: 'address', column: 'doc' },
] as const

/** Indexes over what is computed from documents: a damaged document makes each of them differ. */
const COMPUTED_INDEXES = /\b(meta_unfinished|meta_of_transaction|meta_updated|meta_approving)\b/

/** Looks through the whole file: what is in it against its checksums, its schema, and each other. */
export function findDamage(connection: Connection, path: string, kind: FileKind): Damage {
  return connection.read(() => {
    const schema = findSchemaDamage(connection, kind)
    if (schema.length > 0) return { documents: [], structure: schema }
    const tables = kind === STORE_FILE ? DOCUMENTS : DOCUMENTS.slice(0, 1)
    const documents: string[] = []
    const values: string[] = []
    const index = checkIndex(connection)
    const texts = checkTexts(connection)
    for (const { table, id, column } of tables) {
      forEachDocument(connection, table, id, column, (row, at) => {
        const json = readUnlessDamaged(() => readSummed(row, (read: Json) => read, path, table, column))
        const record = table === 'transactions' ? readUnlessDamaged(() => readRecord(row, path)) : undefined
        const isDamaged = json === undefined || (table === 'transactions' && record === undefined)
        if (isDamaged) documents.push(`${table} ${shownId(row)}`)
        else if (!hasValues(row, table, json))
          values.push(`what is searched of ${table} ${shownId(row)} is not what it holds`)
        if (table !== 'transactions') return
        index.visit(at, record)
        texts.visit(at, record)
      })
    }
    const pages = checkPages(connection, kind)
    const checked = pages.others.filter((line) => documents.length === 0 || !COMPUTED_INDEXES.test(line))
    const rows = kind === STORE_FILE ? index.end() : []
    // Runs are found without it, and compact counts them anew. A damaged document may count as one of them or not.
    const isMiscounted = kind === WALLET_FILE && documents.length === 0 && connection.get(RIGHT_COUNT) === undefined
    if (isMiscounted) documents.push('the count of unfinished runs')
    const structure = [...checked, ...values.slice(0, MOST_FINDINGS), ...rows]
    const lacksTexts = kind === STORE_FILE && (pages.isTextDamaged || !texts.end())
    return { documents, structure, ...(lacksTexts ? { lacksTexts } : {}) }
  })
}

/** True where SQLite finds damage, or an index that differs since a document is damaged: `findDamage` tells which of both. */
export function hasPageDamage(connection: Connection): boolean {
  const lines = unlessTextsFail(() => checkTables(connection, '', 1))
  return lines === undefined || lines.length > 0
}

/** What SQLite finds in pages, and in rows against indexes: in the index of texts, and elsewhere. */
interface PageDamage {
  readonly isTextDamaged: boolean
  readonly others: readonly string[]
}

function checkPages(connection: Connection, kind: FileKind): PageDamage {
  const hasLost = kind === STORE_FILE && readUnlessDamaged(() => hasLostPages(connection)) === true
  const isLost = hasLost ? /^Page \d+: never used$/ : /^$/
  const lines = unlessTextsFail(() => checkTables(connection))
  const found = lines?.filter((line) => !isLost.test(line)) ?? ['pages of it cannot be read']
  if (found.length === 0) return { isTextDamaged: false, others: [] }
  if (found.every((line) => OF_TEXTS.test(line))) return { isTextDamaged: true, others: [] }
  // The whole of it tells not, or not always, of which table a page is.
  const tables = connection
    .all(`SELECT CAST(name AS BLOB) AS name FROM sqlite_schema WHERE type = 'table' AND name <> 'transaction_triples'`)
    .map((row) => textOf(row, 'name'))
  const isDamaged = (table: string) => unlessTextsFail(() => checkTables(connection, table, 1).length === 0) !== true
  const isTextDamaged = tables.some((table) => IS_TEXTS.test(table) && isDamaged(table))
  const isElsewhere = tables.some((table) => !IS_TEXTS.test(table) && isDamaged(table))
  if (!isTextDamaged || isElsewhere || found.some((line) => line.startsWith('Freelist'))) {
    return { isTextDamaged, others: found }
  }
  return { isTextDamaged, others: [] }
}

/** What SQLite tells of the index of texts. */
const OF_TEXTS = /FTS5 table main\.transaction_search\b/
/** The tables that hold it, and itself. */
const IS_TEXTS = /^transaction_search(_|$)/

/** SQLite's own findings. @param table the only one that is looked at; '' for all */
function checkTables(connection: Connection, table = '', mostFindings = MOST_FINDINGS): readonly string[] {
  return connection
    .all('SELECT CAST(integrity_check AS BLOB) AS line FROM pragma_integrity_check(?)', [
      table === '' ? mostFindings : table,
    ])
    .flatMap((row) => textOf(row, 'line').split('\n'))
    .filter((line) => line !== 'ok' && !line.startsWith('***'))
    .slice(0, mostFindings)
}

/** What of the schema is missing or another: of a new file in memory all must be there. */
function findSchemaDamage(connection: Connection, kind: FileKind): readonly string[] {
  const found = new Set(schemaOf(connection))
  return newSchemaOf(connection, kind)
    .filter((sql) => !found.has(sql))
    .map((sql) => `${sql.split(/[(\n]/, 1)[0]?.trim() ?? sql} is missing or altered`)
}

function schemaOf(connection: Connection): readonly string[] {
  return connection
    .all(`SELECT CAST(sql AS BLOB) AS line FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'`)
    .map((row) => readUnlessDamaged(() => textOf(row, 'line')) ?? '')
}

function newSchemaOf(connection: Connection, kind: FileKind): readonly string[] {
  const fresh = connection.connectMemory()
  try {
    migrate(fresh, { path: ':memory:', kind, connectCopy: () => fresh, tell: () => undefined })
    return schemaOf(fresh)
  } finally {
    fresh.close()
  }
}

const RIGHT_COUNT = `SELECT 1 AS found FROM unfinished_runs
  WHERE total = (SELECT count(*) FROM meta NOT INDEXED WHERE ${IS_UNFINISHED_RUN})`

/** The record of a row; it must state the id of its row. */
function readRecord(row: SqlRow, path: string): TransactionRecord | undefined {
  const record = readSummed(row, transactionForm.fromJson, path, 'transactions')
  return record.id === textOf(row, 'id') ? record : undefined
}

function forEachDocument(
  connection: Connection,
  table: string,
  id: string,
  column: string,
  visit: (row: SqlRow, at: number) => void,
): void {
  const names = VALUES[table]?.names ?? []
  const beside = names.map((name) => `, CAST(${name} AS BLOB) AS ${name}`).join('')
  const sql = `SELECT rowid AS at, CAST(${id} AS BLOB) AS id, CAST(sum AS BLOB) AS sum, CAST(${column} AS BLOB) AS ${column}${beside}
    FROM ${table} WHERE rowid > ? AND (sum IS NOT NULL OR ${column} IS NOT NULL) ORDER BY rowid LIMIT ${BATCH}`
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = connection.all(sql, [after])
    for (const row of rows) {
      const at = numberOf(row, 'at')
      // Numbers that do not grow are damage that SQLite's own check tells.
      if (at <= after) return
      after = at
      visit(row, at)
    }
    if (rows.length < BATCH) return
  }
}

/** Kinds of the two files, by what they are called. */
export const EXAMINED_KINDS = { store: STORE_FILE, wallet: WALLET_FILE } as const

/** Which of the two files is looked through. */
export type ExaminedFile = keyof typeof EXAMINED_KINDS
