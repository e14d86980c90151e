import { type Connection, numberOf, type SqlRow } from './connection.ts'
import { readSummed, sumOf } from './document-table.ts'
import { damagedDocument } from './failures.ts'
import type { NewEvent, Store } from '../port.ts'
import type { SwapEvent } from '../../core/swap/records.ts'

const COLUMNS = 'seq, seq AS id, CAST(sum AS BLOB) AS sum, CAST(doc AS BLOB) AS doc'

/** The event journal. */
export function eventCollection(connection: Connection, file: string): Store['events'] {
  function decode(row: SqlRow): SwapEvent {
    return { seq: numberOf(row, 'seq'), ...readSummed(row, (event: NewEvent) => event, file, 'events') }
  }
  return {
    append: async (events) => {
      if (events.length > 0) connection.write(() => appendEvents(connection, events))
    },
    since: async (afterSeq, limit) =>
      connection.all(`SELECT ${COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`, [afterSeq, limit]).map(decode),
    ofTransaction: async (transactionId) =>
      connection
        .all(`SELECT ${COLUMNS} FROM events WHERE transaction_id = ? ORDER BY seq`, [transactionId])
        .map(decode)
        .map((event) => {
          if (event.transactionId !== transactionId) throw damagedDocument(file, 'events', String(event.seq))
          return event
        }),
  }
}

/** Adds events, in the database transaction of the write that they describe. */
export function appendEvents(connection: Connection, events: readonly NewEvent[]): void {
  for (const event of events) {
    const doc = JSON.stringify(event)
    connection.run('INSERT INTO events (sum, doc) VALUES (?, ?)', [sumOf(doc), doc])
  }
}
