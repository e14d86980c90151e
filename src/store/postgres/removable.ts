import { latestStoredMs } from '../../core/stored-time.ts'
import { KEEP_ROUTE_MS } from '../../core/swap/defaults.ts'
import type { Counted, KeepTimes, Removable } from '../port.ts'
import { transactionForm } from '../record-json.ts'
import { readUnlessDamaged } from '../unless-damaged.ts'
import { numberOf, onlyRow, textOf } from './columns.ts'
import { type PgDatabase, nowSql } from './database.ts'
import { readText } from './stored-text.ts'

/** Most rows of a kind that are counted, which takes some hundredths of a second. */
const MOST_COUNTED = 100_000
/** Rows whose size is looked at. */
const SAMPLED = 100
/** Bytes of a row beside its document: header, checksum, id, and its places in indexes. */
const BYTES_BESIDE = 200

/** Rows that are past their time. */
interface Rows {
  readonly table: string
  /** Of the store's clock `$1` and of `$2`. */
  readonly condition: string
  /** The column whose index finds them. */
  readonly order: string
}

/** About how much of a store is past its time, as its indexes count it: few documents are looked at. */
export async function countRemovable(database: PgDatabase, times: KeepTimes): Promise<Removable> {
  const count = (table: string, order: string, condition: string, ms: number) =>
    countRows(database, { table, condition, order }, ms)
  const [over, ahead, locks, events, payloads, freeBytes] = await Promise.all([
    count('routes', 'keep_until_ms', `keep_until_ms < (select ${nowSql(1)} - $2)`, 0),
    count('routes', 'keep_until_ms', `keep_until_ms > (select ${nowSql(1)} + $2)`, latestStoredMs(0, KEEP_ROUTE_MS)),
    count('locks', 'expires_ms', `state = 'locked' and expires_ms < (select ${nowSql(1)} - $2)`, times.keepLocksMs),
    count('events', 'at_ms', `at_ms < (select ${nowSql(1)} - $2)`, times.keepEventsMs),
    countPayloads(database, times.keepPayloadsMs),
    countFreeBytes(database),
  ])
  return {
    routes: sumUp(over, ahead),
    locks,
    // Those of swaps that are not over stay.
    events: { ...events, counted: events.counted === 'exactly' ? 'at-most' : events.counted },
    payloads,
    freeBytes,
  }
}

async function countRows(database: PgDatabase, rows: Rows, ms: number): Promise<Counted> {
  const mean = `select avg(pg_column_size(doc)) from (${select(database, rows, 'doc', SAMPLED)}) as sampled`
  const row = onlyRow(
    await database.read({
      text: `select count(*) as total, coalesce((${mean}), 0)::bigint as mean
        from (${select(database, rows, rows.order, MOST_COUNTED)}) as counted`,
      values: [database.nowMs(), ms],
    }),
  )
  return sumRows(numberOf(row, 'total'), numberOf(row, 'mean') + BYTES_BESIDE)
}

/** The first rows by their index: without an order the database may choose to read the whole table. */
function select({ schema }: PgDatabase, { table, condition, order }: Rows, columns: string, most: number): string {
  return `select ${columns} from ${schema}.${table} where ${condition} order by ${order} limit ${most}`
}

/** Transactions that have ended and still hold what was handed out to be paid. */
async function countPayloads(database: PgDatabase, keepMs: number): Promise<Counted> {
  const { schema, name } = database
  const rows: Rows = {
    table: 'transaction_facts',
    condition: `has_payload and status <> 0 and created_ms < (select ${nowSql(1)} - $2)`,
    order: 'created_ms',
  }
  const values = [database.nowMs(), keepMs]
  const [total, sampled] = await Promise.all([
    database.read({
      text: `select count(*) as total from (${select(database, rows, 'n', MOST_COUNTED)}) as counted`,
      values,
    }),
    database.read({
      text: `select id, sum, doc from ${schema}.transactions where n = any(array(${select(database, rows, 'n', SAMPLED)}))`,
      values,
    }),
  ])
  const sizes = sampled.map((row) => {
    const place = { store: name, collection: 'transactions', id: textOf(row, 'id') }
    const record = readUnlessDamaged(() => readText(row, place, transactionForm))
    return record?.exec === undefined ? 0 : JSON.stringify(record.exec).length
  })
  const mean = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, sizes.length))
  return sumRows(numberOf(onlyRow(total), 'total'), mean)
}

/** About how many bytes hold rows that are gone, as the database's own statistics have it. */
async function countFreeBytes({ schema, ...database }: PgDatabase): Promise<number> {
  const row = onlyRow(
    await database.read({
      text: `select coalesce(sum(pg_relation_size(oid) * dead / greatest(dead + live, 1)), 0)::bigint as bytes
        from (
          select oid, pg_stat_get_dead_tuples(oid) as dead, pg_stat_get_live_tuples(oid) as live
          from pg_class where relnamespace = $1::text::regnamespace and relkind = 'r'
        ) as tables`,
      values: [schema],
    }),
  )
  return numberOf(row, 'bytes')
}

function sumRows(rows: number, meanBytes: number): Counted {
  return { rows, bytes: rows * meanBytes, counted: rows < MOST_COUNTED ? 'exactly' : 'at-least' }
}

function sumUp(a: Counted, b: Counted): Counted {
  const isLeast = a.counted === 'at-least' || b.counted === 'at-least'
  return { rows: a.rows + b.rows, bytes: a.bytes + b.bytes, counted: isLeast ? 'at-least' : 'exactly' }
}
