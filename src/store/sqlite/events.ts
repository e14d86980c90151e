import { type Connection, numberOf, type SqlRow, textOf } from './connection.ts'
import { parseDocument } from './document-table.ts'
import type { NewEvent, Store } from '../port.ts'
import type { SwapEvent } from '../../core/swap/records.ts'

/** The event journal. */
export function eventCollection(connection: Connection, file: string): Store['events'] {
  function decode(row: SqlRow): SwapEvent {
    const seq = numberOf(row, 'seq')
    return { seq, ...parseDocument<NewEvent>(textOf(row, 'doc'), file, 'events', String(seq)) }
  }
  return {
    append: async (events) => {
      if (events.length > 0) connection.write(() => appendEvents(connection, events))
    },
    since: async (afterSeq, limit) =>
      connection.all('SELECT seq, doc FROM events WHERE seq > ? ORDER BY seq LIMIT ?', [afterSeq, limit]).map(decode),
    ofTransaction: async (transactionId) =>
      connection.all('SELECT seq, doc FROM events WHERE transaction_id = ? ORDER BY seq', [transactionId]).map(decode),
  }
}

/** Adds events, in the database transaction of the write that they describe. */
export function appendEvents(connection: Connection, events: readonly NewEvent[]): void {
  for (const event of events) connection.run('INSERT INTO events (doc) VALUES (?)', [JSON.stringify(event)])
}
