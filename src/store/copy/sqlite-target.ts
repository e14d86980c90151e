import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isRecord } from '../../core/is-record.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { bytesOf, type Connection, createConnect, numberOf, textOf } from '../sqlite/connection.ts'
import { type Database, openDatabase } from '../sqlite/database.ts'
import { documentColumns, type DocumentTable, readText, storePacked, sumOf } from '../sqlite/document-table.ts'
import { eventValues } from '../sqlite/events.ts'
import { refuseFileInUse } from './file-use.ts'
import { setFileAside } from './set-aside.ts'
import { lockValues } from '../sqlite/locks.ts'
import { COPY_FILE, STORE_FILE } from '../sqlite/schema.ts'
import { entryOf, hashKeysOf } from '../sqlite/transactions/entry.ts'
import { hashNumbers, insertIndex, updateHashes, updateIndex } from '../sqlite/transactions/index-rows.ts'
import { transactionTable, transactionValues } from '../sqlite/transactions/table.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { sumOfText } from '../postgres/stored-text.ts'
import { isUnused, removeUnused } from '../unused.ts'
import type { CopiedRow } from './rows.ts'
import type { CopyFileOptions } from './sqlite-source.ts'
import { readSqlite, TABLE_OF } from './sqlite-reader.ts'
import type { CopyMark, CopyTarget, FoundTarget, RowWriters, TargetPlace } from './target.ts'

/** The table of a copy that says what it is one of; a store has none. */
const STATE = 'copy_state'

/** Pages of the file that are kept in memory while rows are written anywhere in it, in KiB. */
const CACHE_KIB = 65_536

/**
 * The file of a store that is to be made.
 * @throws SERVICE_UNAVAILABLE while somebody has it open
 */
export async function openSqlitePlace(options: CopyFileOptions): Promise<TargetPlace> {
  const path = resolve(options.path)
  if (existsSync(path)) {
    await options.verify?.(path)
    await refuseFileInUse(path)
  }
  let opened: Database | undefined
  const openCopy = async (): Promise<Database> =>
    (opened ??= await openDatabase({ ...options, path, isExamined: true }, COPY_FILE))
  const find = async (): Promise<FoundTarget> => {
    const state = await stateOf(path)
    if (state === 'empty') return { kind: 'unused' }
    if (state === 'copy') return { kind: 'unfinished', mark: readMark((await openCopy()).main) }
    return { kind: (await isUnused('store', path)) ? 'unused' : 'used' }
  }
  return {
    name: path,
    find,
    setAside: (stamp) => setFileAside(path, stamp),
    read: async (work) => {
      const database = await openDatabase({ ...options, path, mustExist: true, readOnly: true }, STORE_FILE)
      try {
        return await work(readSqlite(database.main, path))
      } finally {
        database.close()
      }
    },
    open: async (mark) => {
      if ((await stateOf(path)) === 'other') await removeUnused('store', path)
      const database = await openCopy()
      const { main } = database
      noteMark(main, mark)
      main.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
      return writeSqlite(main, path)
    },
    close: async () => opened?.close(),
  }
}

/** What the file at `path` is: `empty` also where there is none, or one in which nothing was begun. */
async function stateOf(path: string): Promise<'copy' | 'empty' | 'other'> {
  if (!existsSync(path)) return 'empty'
  const connection = (await createConnect(path, true))('full')
  try {
    const id = numberOf(connection.one('PRAGMA application_id'), 'application_id')
    if (id === COPY_FILE.applicationId) return 'copy'
    const tables = numberOf(connection.one('SELECT count(*) AS tables FROM sqlite_schema'), 'tables')
    return id === 0 && tables === 0 ? 'empty' : 'other'
  } finally {
    connection.close()
  }
}

function noteMark(connection: Connection, mark: CopyMark): void {
  connection.write(() => {
    connection.exec(`CREATE TABLE IF NOT EXISTS ${STATE} (doc TEXT NOT NULL) STRICT; DELETE FROM ${STATE}`)
    connection.run(`INSERT INTO ${STATE} (doc) VALUES (?)`, [JSON.stringify(mark)])
  })
}

/** What the copy is one of; undefined where it was ended before it noted that. */
function readMark(connection: Connection): CopyMark | undefined {
  if (connection.get('SELECT 1 AS found FROM sqlite_schema WHERE name = ?', [STATE]) === undefined) return undefined
  const row = connection.get(`SELECT CAST(doc AS BLOB) AS doc FROM ${STATE}`)
  return row === undefined ? undefined : parseMark(textOf(row, 'doc'))
}

/** The mark of a copy from its text. */
export function parseMark(text: string): CopyMark | undefined {
  const mark = parseJson(text)
  if (!isRecord(mark)) return undefined
  const { source, name } = mark
  return typeof source === 'string' && typeof name === 'string' ? { source, name } : undefined
}

function writeSqlite(main: Connection, path: string): CopyTarget {
  const transactions = transactionTable(main, path)
  let firstEvent = 1
  const upsert = (table: string, key: string, columns: readonly string[]) => {
    const keys = key.split(', ')
    const names = [...keys, ...columns]
    return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
      ON CONFLICT (${key}) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
      WHERE ${columns.map((name) => `${name} IS NOT excluded.${name}`).join(' OR ')}`
  }
  const SQL = {
    document: upsert('meta', 'id', ['version', 'sum', 'doc']),
    lock: upsert('locks', 'id', ['version', 'state', 'expires_at', 'sum', 'doc']),
    request: upsert('idempotency', 'key', ['digest', 'running_until', 'keep_until', 'sum', 'outcome']),
    chain: upsert('catalog_chains', 'key', ['sum', 'doc']),
    asset: upsert('catalog_assets', 'chain, address', ['sum', 'doc']),
  }
  const all =
    <T>(write: (row: T) => void) =>
    async (rows: readonly T[]) => {
      main.write(() => rows.forEach(write))
      return []
    }
  const put: RowWriters = {
    documents: all(({ id, version, text = '' }) => main.run(SQL.document, [id, version, sumOf(text), text])),
    locks: all(({ value, version, text = '' }) => {
      const { sum, doc } = storePacked(text)
      main.run(SQL.lock, [value.id, version, ...lockValues(value), sum, doc])
    }),
    transactions: all((row) => putTransaction(main, transactions, row)),
    events: all(({ value, text = '' }) => {
      const { sum, doc } = storePacked(text)
      main.run('INSERT INTO events (seq, at_ms, transaction_id, sum, doc) VALUES (?, ?, ?, ?, ?)', [
        ...[firstEvent === 1 ? null : firstEvent, ...eventValues(value), sum, doc],
      ])
      firstEvent = 1
    }),
    idempotency: all(({ id, request, text }) => {
      if (request === undefined) return
      const { sum, doc } = text === undefined ? { sum: null, doc: null } : storePacked(text)
      main.run(SQL.request, [id, request.digest, request.runningUntil, request.keepUntil, sum, doc])
    }),
    catalog_chains: all(({ value, text = '' }) => main.run(SQL.chain, [value.key, sumOf(text), text])),
    catalog_assets: all(({ value, text = '' }) => main.run(SQL.asset, [value.chain, value.address, sumOf(text), text])),
  }
  return {
    reader: readSqlite(main, path),
    put,
    clear: async (collection) => void main.write(() => main.run(`DELETE FROM ${TABLE_OF[collection]}`)),
    numberEvents: async (behind) => {
      const isEmpty = main.get('SELECT 1 AS found FROM events LIMIT 1') === undefined
      if (isEmpty) firstEvent = behind + 1
    },
    finish: async () => {
      main.write(() => {
        main.run(`INSERT INTO counters (name, value) VALUES ('catalog', 1) ON CONFLICT DO UPDATE SET value = value + 1`)
        main.exec(`DROP TABLE ${STATE}`)
        main.exec(`PRAGMA application_id = ${STORE_FILE.applicationId}`)
      })
      main.get('PRAGMA wal_checkpoint(TRUNCATE)')
    },
  }
}

/** Writes a transaction with its rows in the index. */
function putTransaction(
  main: Connection,
  table: DocumentTable<TransactionRecord>,
  { value, version, text = '' }: CopiedRow<'transactions'>,
): void {
  const stored = main.get(
    `SELECT t.n AS n, ${documentColumns('t.')}, CAST(f.tie AS INTEGER) AS tie
     FROM transactions AS t JOIN transaction_facts AS f ON f.n = t.n WHERE t.id = ?`,
    [value.id],
  )
  const { sum, doc } = storePacked(text)
  const values = [version, ...transactionValues(value), sum, doc]
  if (stored === undefined) {
    main.run('INSERT INTO transactions (version, next_poll_at, has_payload, sum, doc, id) VALUES (?, ?, ?, ?, ?, ?)', [
      ...values,
      value.id,
    ])
    const n = numberOf(main.one('SELECT n FROM transactions WHERE id = ?', [value.id]), 'n')
    return insertIndex(main, n, entryOf(value), hashNumbers(hashKeysOf(value)))
  }
  const before = readText(bytesOf(stored, 'doc'), bytesOf(stored, 'sum'))
  if (numberOf(stored, 'version') === version && Buffer.compare(sumOfText(before), sumOfText(text)) === 0) return
  const [n, tie] = [numberOf(stored, 'n'), numberOf(stored, 'tie')]
  const old = table.decode(stored).doc
  main.run('UPDATE transactions SET version = ?, next_poll_at = ?, has_payload = ?, sum = ?, doc = ? WHERE n = ?', [
    ...[...values, n],
  ])
  updateIndex(main, { n, tie }, entryOf(old), entryOf(value))
  updateHashes(main, n, hashNumbers(hashKeysOf(old)), hashNumbers(hashKeysOf(value)))
}
