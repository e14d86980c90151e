import { latestStoredMs } from '../../core/stored-time.ts'
import { type Connection, numberOf, type SqlRow } from './connection.ts'
import { readSummed, readUnlessDamaged, storePacked } from './document-table.ts'
import { damagedDocument } from './failures.ts'
import { STATUS_CODES } from './transactions/entry.ts'
import type { NewEvent, Store } from '../port.ts'
import type { SwapEvent } from '../../core/swap/records.ts'

const COLUMNS = 'seq, seq AS id, CAST(sum AS BLOB) AS sum, CAST(doc AS BLOB) AS doc'

/** The event journal. */
export function eventCollection(connection: Connection, file: string): Store['events'] {
  function decode(row: SqlRow): SwapEvent {
    return { seq: numberOf(row, 'seq'), ...readSummed(row, (event: NewEvent) => event, file, 'events') }
  }
  function unlessDamaged(row: SqlRow, read: () => SwapEvent, skip: ((seq: number) => void) | undefined): SwapEvent[] {
    const event = skip === undefined ? read() : readUnlessDamaged(read)
    if (event === undefined) skip?.(numberOf(row, 'seq'))
    return event === undefined ? [] : [event]
  }
  return {
    append: async (events) => {
      if (events.length > 0) connection.write(() => appendEvents(connection, events))
    },
    since: async (afterSeq, limit, skip) =>
      connection
        .all(`SELECT ${COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`, [afterSeq, limit])
        .flatMap((row) => unlessDamaged(row, () => decode(row), skip)),
    bounds: async () => {
      // Two subqueries: one SELECT of both would read the whole table.
      const row = connection.one(`SELECT (SELECT min(seq) FROM events) AS oldest,
        coalesce((SELECT max(seq) FROM events), (SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0) AS newest`)
      const newestSeq = numberOf(row, 'newest')
      return { oldestSeq: row.columns['oldest'] === null ? newestSeq + 1 : numberOf(row, 'oldest'), newestSeq }
    },
    ofTransaction: async (transactionId, skip) => {
      const read = (row: SqlRow) => {
        const event = decode(row)
        if (event.transactionId !== transactionId) throw damagedDocument(file, 'events', String(event.seq))
        return event
      }
      return connection
        .all(`SELECT ${COLUMNS} FROM events WHERE transaction_id = ? ORDER BY seq`, [transactionId])
        .flatMap((row) => unlessDamaged(row, () => read(row), skip))
    },
    notedAtMs: async (back) => {
      const row = connection.get(
        `SELECT ${COLUMNS} FROM events WHERE seq <= (SELECT max(seq) FROM events) - ? ORDER BY seq DESC LIMIT 1`,
        [back],
      )
      const event = row === undefined ? undefined : readUnlessDamaged(() => decode(row))
      return event === undefined ? undefined : Date.parse(event.at)
    },
    prune: async (beforeMs, limit, nowMs) => {
      const latest = latestStoredMs(nowMs, 0)
      const last = lastSeqBefore(connection, beforeMs, latest)
      if (last === undefined) return 0
      return connection.write(() => connection.run(DELETE_EVENTS, [last, beforeMs, latest, limit]))
    },
  }
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
