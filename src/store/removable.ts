import { latestStoredMs } from '../core/stored-time.ts'
import { KEEP_ROUTE_MS } from '../core/swap/defaults.ts'
import type { TransactionRecord } from '../core/swap/records.ts'
import type { Counted, KeepTimes, Removable } from './port.ts'
import { transactionForm } from './record-json.ts'
import { type Connection, numberOf, type SqlValue } from './sqlite/connection.ts'
import { bytesOnDisk } from './sqlite/database.ts'
import { lastSeqBefore, oldEventsMs } from './sqlite/events.ts'
import { UNUSED_LOCKS } from './sqlite/locks.ts'
import { AHEAD_ROUTES, OVER_ROUTES } from './sqlite/quotes/routes.ts'
import { DOCUMENT_COLUMNS } from './sqlite/document-table.ts'
import { readUnlessDamaged } from './unless-damaged.ts'
import { packText } from './sqlite/packed-text.ts'
import { transactionTable, WITH_PAYLOAD } from './sqlite/transactions/table.ts'

/** Most rows of a kind that are counted, which takes a few hundredths of a second. */
const MOST_COUNTED_ROWS = 100_000
/** Rows whose size is looked at. */
const SAMPLE = 100
/** Bytes of a row beside its document: checksum, id, and its places in indexes. */
const ROW_BYTES = 160

/** Rows of some table. */
interface Rows {
  /** What comes after FROM. */
  readonly from: string
  readonly params: readonly SqlValue[]
  /** What goes of a row, in bytes, in the mean of some. @default the row with its document */
  readonly meanBytes?: (rows: Rows) => number
}

/** About how much of a store is past its time, as its indexes count it: no document is read but for a few sizes. */
export function countRemovable(connection: Connection, path: string, nowMs: number, times: KeepTimes): Removable {
  const { keepLocksMs, keepEventsMs, keepPayloadsMs } = times
  return connection.read(() => ({
    routes: sumUp(
      countRows(connection, { from: OVER_ROUTES, params: [nowMs] }),
      countRows(connection, { from: AHEAD_ROUTES, params: [latestStoredMs(nowMs, KEEP_ROUTE_MS)] }),
    ),
    locks: countRows(connection, { from: UNUSED_LOCKS, params: [nowMs - keepLocksMs] }),
    events: countEvents(connection, nowMs, oldEventsMs(connection, path, nowMs, keepEventsMs)),
    payloads: countRows(connection, {
      from: `${WITH_PAYLOAD} AND (SELECT created_ms FROM transaction_facts AS f WHERE f.n = transactions.n) < ?`,
      params: [nowMs - keepPayloadsMs],
      meanBytes: (rows) => meanPayload(connection, path, rows),
    }),
    freeBytes: countFreeBytes(connection, path),
  }))
}

/** Bytes of a file and its log that hold nothing which is in use: they are given back when the file is written anew. */
export function countFreeBytes(connection: Connection, path: string): number {
  const used = `(SELECT page_count FROM pragma_page_count) - (SELECT freelist_count FROM pragma_freelist_count)`
  const row = connection.one(`SELECT (${used}) * page_size AS bytes FROM pragma_page_size`)
  return Math.max(0, bytesOnDisk(path) - numberOf(row, 'bytes'))
}

function countRows(connection: Connection, counted: Rows): Counted {
  const { from, params, meanBytes = (some) => sizeOfRow(connection, some) } = counted
  const limited = `SELECT count(*) AS total FROM (SELECT 1 FROM ${from} LIMIT ${MOST_COUNTED_ROWS})`
  const rows = numberOf(connection.one(limited, params), 'total')
  const bytes = rows === 0 ? 0 : rows * meanBytes(counted)
  return { rows, bytes, counted: rows < MOST_COUNTED_ROWS ? 'exactly' : 'at-least' }
}

/** Their numbers grow by one, but for those of swaps that are PENDING all of that time go: to count them would be to read them. */
function countEvents(connection: Connection, nowMs: number, beforeMs: number | undefined): Counted {
  const first = connection.get('SELECT seq FROM events ORDER BY seq LIMIT 1')
  if (first === undefined || beforeMs === undefined) return NOTHING
  const last = lastSeqBefore(connection, beforeMs, latestStoredMs(nowMs, 0))
  if (last === undefined) return NOTHING
  const rows = last - numberOf(first, 'seq') + 1
  const each = sizeOfRow(connection, { from: 'events WHERE seq <= ?', params: [last] })
  return { rows, bytes: rows * each, counted: 'at-most' }
}

/** Mean size of some rows, in bytes. */
function sizeOfRow(connection: Connection, { from, params }: Rows): number {
  const sizes = `SELECT octet_length(doc) AS bytes FROM ${from} LIMIT ${SAMPLE}`
  const mean = `SELECT CAST(coalesce(avg(bytes), 0) AS INTEGER) AS bytes FROM (${sizes})`
  return numberOf(connection.one(mean, params), 'bytes') + ROW_BYTES
}

/** Mean size of what transactions were to be paid by, in bytes: what their documents are longer with it. */
function meanPayload(connection: Connection, path: string, { from, params }: Rows): number {
  const table = transactionTable(connection, path)
  const sizes = connection.all(`SELECT ${DOCUMENT_COLUMNS} FROM ${from} LIMIT ${SAMPLE}`, params).map((row) => {
    const record = readUnlessDamaged(() => table.decode(row).doc)
    if (record === undefined) return 0
    const { exec: _payload, ...rest } = record
    return packedBytes(record) - packedBytes(rest)
  })
  return Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, sizes.length))
}

function packedBytes(record: TransactionRecord): number {
  return packText(JSON.stringify(transactionForm.toJson(record))).length
}

const NOTHING: Counted = { rows: 0, bytes: 0, counted: 'exactly' }

function sumUp(a: Counted, b: Counted): Counted {
  const counted = [a, b].some((each) => each.counted === 'at-least') ? 'at-least' : 'exactly'
  return { rows: a.rows + b.rows, bytes: a.bytes + b.bytes, counted }
}
