import { latestStoredMs } from '../../core/stored-time.ts'
import type { SwapEvent } from '../../core/swap/records.ts'
import { defined } from '../../core/defined.ts'
import { JOURNAL_START, type NewEvent, type Store } from '../port.ts'
import { eventForm } from '../record-json.ts'
import { readUnlessDamaged } from '../unless-damaged.ts'
import { countOf, limitTo, numberOf, onlyRow } from './columns.ts'
import { nowSql, type PgDatabase, type PgRow, RELAXED_SQL } from './database.ts'
import { cursorOf, isBefore, placeAfterGap, placeBefore, placeOf, readCursor } from './event-places.ts'
import { eventValues, noteEvents } from './event-rows.ts'
import { STATUS_CODES } from '../sqlite/transactions/entry.ts'
import { keyText, readText } from './stored-text.ts'

/*
 * The number of an event does not tell its place: of two writers, the one that was given the later number may commit first, and a
 * reader that went on from it would skip the other. Events stand in the order of their transactions' ids, and are read only as
 * far as each of those has ended: whatever appears later stands behind.
 */

/** Which events have their place: those from before the oldest transaction that still writes. */
const IS_PLACED = 'xid < pg_snapshot_xmin(pg_current_snapshot())'

/** How far ahead of now a right clock can have set the time of an event, in milliseconds. */
const AHEAD_MS = latestStoredMs(0, 0)

/** The event journal. */
export function eventCollection(database: PgDatabase): Store['events'] {
  const { schema } = database
  const table = `${schema}.events`
  const columns = 'event.xid::text as xid, event.n, event.sum, event.doc'
  /** The last event that was removed. */
  const pruned = `${schema}.store`
  const appendSql = noteEvents(schema, '(select 1) as source', 1)
  const sinceSql = (limit: number) => `select ${columns}, pruned_xid::text as pruned_xid, pruned_n
    from ${table} as event, ${pruned}
    where (event.xid, event.n) > ($1::xid8, $2::bigint) and ${IS_PLACED} order by event.xid, event.n ${limitTo(limit)}`
  const edge = (name: string, order: 'asc' | 'desc') =>
    `left join (select xid, n from ${table} where ${IS_PLACED} order by xid ${order}, n ${order} limit 1) as ${name} on true`
  const boundsSql = `select pruned_xid::text as pruned_xid, pruned_n, oldest.xid::text as oldest_xid, oldest.n as oldest_n,
      newest.xid::text as newest_xid, newest.n as newest_n
    from ${pruned} ${edge('oldest', 'asc')} ${edge('newest', 'desc')}`
  const asked = '($1::xid8, $2::bigint)'
  // By index: `exists` may read the whole table.
  const some = (condition: string) =>
    `coalesce((select true from ${table} where ${condition} order by xid, n limit 1), false)`
  const findSql = `select ${columns},
      ${asked} > (pruned_xid, pruned_n) as is_kept,
      ${some(`(xid, n) < ${asked}`)} as has_earlier,
      ${some(`(xid, n) > ${asked} and ${IS_PLACED}`)} as has_later
    from ${pruned} left join ${table} as event on (event.xid, event.n) = ${asked}`
  const ofTransactionSql = `select ${columns} from ${table} as event where transaction_id = $1 order by event.xid, event.n`
  // One of a clock that was ahead is as old as those behind it. One without a time stays: what it was is not known.
  const pruneSql = (limit: number) => `with clock as materialized (
      select now_ms, now_ms - $2::bigint as old_ms, now_ms + ${AHEAD_MS} as ahead_ms from (select ${nowSql(1)} as now_ms) as now
    ), last_old as materialized (
      select xid, n from ${table} where at_ms < (select old_ms from clock) order by at_ms desc, xid desc, n desc limit 1
    ), deleted as (
      delete from ${table} where ctid = any(array(
        select old.ctid from ${table} as old
        where (old.xid, old.n) <= ((select xid from last_old), (select n from last_old))
          and (old.at_ms < (select old_ms from clock) or old.at_ms > (select ahead_ms from clock))
          and coalesce((
            select facts.status from ${schema}.transactions as found join ${schema}.transaction_facts as facts using (n)
            where found.id = old.transaction_id
          ), -1) <> ${STATUS_CODES.PENDING}
        order by old.xid, old.n ${limitTo(limit)} for update skip locked
      )) returning xid, n
    ), noted as (
      update ${schema}.store as store set pruned_xid = last.xid, pruned_n = last.n
      from (select xid, n from deleted order by xid desc, n desc limit 1) as last
      where (store.pruned_xid, store.pruned_n) < (last.xid, last.n)
    ) select count(*) as changed, ${RELAXED_SQL} as relaxed from deleted`

  const decode = (row: PgRow, isOwn?: (event: NewEvent) => boolean): SwapEvent => {
    const seq = numberOf(row, 'n')
    return { seq, ...readText(row, { store: database.name, collection: 'events', id: String(seq) }, eventForm, isOwn) }
  }
  return {
    append: async (events) => {
      if (events.length === 0) return
      // Nothing tells whether these were noted already: in a transaction, they are not sent twice.
      await database.transaction((query) => query({ text: appendSql, values: eventValues(events) }))
    },
    since: async (after, limit) => {
      const start = readCursor(after)
      if (start === undefined) return []
      const rows = await database.read({ text: sinceSql(limit), values: [String(start.xid), String(start.n)] })
      return rows.map((row, at) => {
        const place = placeOf(row)
        const before = rows[at - 1]
        const gap = placeAfterGap(before === undefined ? start : placeOf(before), place, placeOf(row, 'pruned_'))
        return {
          cursor: cursorOf(place),
          seq: numberOf(row, 'n'),
          event: readUnlessDamaged(() => decode(row)),
          ...defined({ missing: gap === undefined ? undefined : { cursor: cursorOf(gap) } }),
        }
      })
    },
    bounds: async () => {
      const row = onlyRow(await database.read({ text: boundsSql, values: [] }))
      const removed = placeOf(row, 'pruned_')
      if (row['oldest_n'] === null) return { first: cursorOf(removed), newest: cursorOf(removed) }
      const [oldest, newest] = [placeOf(row, 'oldest_'), placeOf(row, 'newest_')]
      return { first: cursorOf(placeBefore(oldest)), newest: cursorOf(isBefore(newest, removed) ? removed : newest) }
    },
    find: async (cursor) => {
      const place = readCursor(cursor)
      if (place === undefined) return 'elsewhere'
      const row = onlyRow(await database.read({ text: findSql, values: [String(place.xid), String(place.n)] }))
      if (row['n'] !== null) return readUnlessDamaged(() => decode(row))
      // Nothing was ever here where nothing has been removed behind it, unless it is the place before the oldest.
      const isKnown =
        cursor === JOURNAL_START ||
        row['is_kept'] !== true ||
        (row['has_earlier'] !== true && row['has_later'] === true)
      return isKnown ? undefined : 'elsewhere'
    },
    ofTransaction: async (transactionId, skip) => {
      const rows = await database.read({ text: ofTransactionSql, values: [keyText(transactionId)] })
      return rows.flatMap((row) => {
        const read = () => decode(row, (event) => event.transactionId === transactionId)
        const event = skip === undefined ? read() : readUnlessDamaged(read)
        if (event === undefined) skip?.(numberOf(row, 'n'))
        return event === undefined ? [] : [event]
      })
    },
    prune: async (keepMs, limit) =>
      countOf(await database.relax({ text: pruneSql(limit), values: [database.nowMs(), keepMs] })),
  }
}
