import { latestStoredMs } from '../../core/stored-time.ts'
import { type Connection, numberOf, type SqlRow } from './connection.ts'
import { readSummed, storePacked } from './document-table.ts'
import { eventForm } from '../record-json.ts'
import { readUnlessDamaged } from '../unless-damaged.ts'
import { damagedDocument } from './failures.ts'
import { STATUS_CODES } from './transactions/entry.ts'
import type { EventCursor, JournalEntry, NewEvent, Store } from '../port.ts'
import type { SwapEvent } from '../../core/swap/records.ts'

const COLUMNS = 'seq, seq AS id, CAST(sum AS BLOB) AS sum, CAST(doc AS BLOB) AS doc'
const NEWEST = `coalesce((SELECT max(seq) FROM events), (SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)`

/**
 * How many events must have been noted since another one for its time to say that time has passed. Events stay for long: a
 * clock that is ahead, maybe by years, must not remove what a year of a right clock would keep.
 */
export const EVENTS_SINCE = 500

/** The event journal. The cursor of an event is its number. */
export function eventCollection(connection: Connection, file: string, now: () => number): Store['events'] {
  const decode = (row: SqlRow) => decodeEvent(row, file)
  return {
    append: async (events) => {
      if (events.length > 0) connection.write(() => appendEvents(connection, events))
    },
    since: async (after, limit) => {
      const afterSeq = seqOf(after)
      if (afterSeq === undefined) return []
      const rows = connection.all(`SELECT ${COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`, [afterSeq, limit])
      return rows.map((row, at): JournalEntry => {
        const [seq, before] = [numberOf(row, 'seq'), rows[at - 1]]
        const event = readUnlessDamaged(() => decode(row))
        // Numbers grow by one: a gap is what was removed.
        const [fromSeq, toSeq] = [(before === undefined ? afterSeq : numberOf(before, 'seq')) + 1, seq - 1]
        const missing = fromSeq > toSeq ? {} : { missing: { cursor: String(toSeq), fromSeq, toSeq } }
        return { cursor: String(seq), seq, event, ...missing }
      })
    },
    bounds: async () => {
      // Two subqueries: one SELECT of both would read the whole table.
      const row = connection.one(`SELECT (SELECT min(seq) FROM events) AS oldest, ${NEWEST} AS newest`)
      const newest = numberOf(row, 'newest')
      const first = row.columns['oldest'] === null ? newest : numberOf(row, 'oldest') - 1
      return { first: String(first), newest: String(newest) }
    },
    find: async (cursor) => {
      const seq = seqOf(cursor)
      if (seq === undefined || seq > numberOf(connection.one(`SELECT ${NEWEST} AS newest`), 'newest'))
        return 'elsewhere'
      const row = connection.get(`SELECT ${COLUMNS} FROM events WHERE seq = ?`, [seq])
      return row === undefined ? undefined : readUnlessDamaged(() => decode(row))
    },
    ofTransaction: async (transactionId, skip) => {
      const read = (row: SqlRow) => {
        const event = decode(row)
        if (event.transactionId !== transactionId) throw damagedDocument(file, 'events', String(event.seq))
        return event
      }
      return connection
        .all(`SELECT ${COLUMNS} FROM events WHERE transaction_id = ? ORDER BY seq`, [transactionId])
        .flatMap((row) => {
          const event = skip === undefined ? read(row) : readUnlessDamaged(() => read(row))
          if (event === undefined) skip?.(numberOf(row, 'seq'))
          return event === undefined ? [] : [event]
        })
    },
    prune: async (keepMs, limit) => {
      const nowMs = now()
      const beforeMs = oldEventsMs(connection, file, nowMs, keepMs)
      if (beforeMs === undefined) return 0
      const latest = latestStoredMs(nowMs, 0)
      const last = lastSeqBefore(connection, beforeMs, latest)
      if (last === undefined) return 0
      return connection.write(() => connection.run(DELETE_EVENTS, [last, beforeMs, latest, limit]))
    },
  }
}

/** The number that a cursor of this journal is. */
function seqOf(cursor: EventCursor): number | undefined {
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined
}

function decodeEvent(row: SqlRow, file: string): SwapEvent {
  return { seq: numberOf(row, 'seq'), ...readSummed(row, eventForm.fromJson, file, 'events') }
}

/** From before when on events are past their time, in epoch milliseconds; undefined while there are few. */
export function oldEventsMs(connection: Connection, file: string, nowMs: number, keepMs: number): number | undefined {
  const row = connection.get(
    `SELECT ${COLUMNS} FROM events WHERE seq <= (SELECT max(seq) FROM events) - ? ORDER BY seq DESC LIMIT 1`,
    [EVENTS_SINCE],
  )
  const event = row === undefined ? undefined : readUnlessDamaged(() => decodeEvent(row, file))
  return event === undefined ? undefined : Math.min(nowMs, Date.parse(event.at)) - keepMs
}

/** Those of a clock that was ahead are as old as what came after them. Damaged ones stay: what they were is not known. */
const DELETE_EVENTS = `DELETE FROM events WHERE seq IN (
  SELECT seq FROM events AS e WHERE seq <= ? AND (at_ms < ? OR at_ms > ?) AND NOT EXISTS (
    SELECT 1 FROM transactions AS t JOIN transaction_facts AS f ON f.n = t.n
    WHERE t.id = e.transaction_id AND f.status = ${STATUS_CODES.PENDING}
  ) ORDER BY seq LIMIT ?
)`

/**
 * About the last event from before a time, without reading all: later events have later times, but where a clock was set.
 * Those of later than `latest` tell nothing.
 */
export function lastSeqBefore(connection: Connection, beforeMs: number, latestMs: number): number | undefined {
  const at = (order: 'ASC' | 'DESC', from: number, to: number) => {
    const row = connection.get(
      `SELECT seq, coalesce(at_ms, 0) < ? AS earlier FROM events
       WHERE seq BETWEEN ? AND ? AND coalesce(at_ms, 0) <= ? ORDER BY seq ${order} LIMIT 1`,
      [beforeMs, from, to, latestMs],
    )
    return row === undefined ? undefined : { seq: numberOf(row, 'seq'), isEarlier: numberOf(row, 'earlier') === 1 }
  }
  const end = Number.MAX_SAFE_INTEGER
  let found: number | undefined
  let low = at('ASC', 0, end)?.seq ?? 1
  let high = at('DESC', 0, end)?.seq ?? 0
  while (low <= high) {
    const middle = at('ASC', Math.floor((low + high) / 2), high)
    if (middle?.isEarlier === true) {
      found = middle.seq
      low = middle.seq + 1
    } else high = Math.floor((low + high) / 2) - 1
  }
  return found
}

/** What the columns beside an event's document hold of it. */
export function eventValues({ at, transactionId }: NewEvent): readonly [number | null, string | null] {
  const atMs = Date.parse(at)
  return [Number.isNaN(atMs) ? null : atMs, transactionId ?? null]
}

/** Adds events, in the database transaction of the write that they describe. */
export function appendEvents(connection: Connection, events: readonly NewEvent[]): void {
  for (const event of events) {
    const { sum, doc } = storePacked(JSON.stringify(event))
    connection.run('INSERT INTO events (at_ms, transaction_id, sum, doc) VALUES (?, ?, ?, ?)', [
      ...[...eventValues(event), sum, doc],
    ])
  }
}
