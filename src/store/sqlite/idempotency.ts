import { defined } from '../../core/defined.ts'
import { latestStoredMs } from '../../core/stored-time.ts'
import type { Json } from '../../core/ports.ts'
import { type Connection, numberOf, type SqlRow, textOf } from './connection.ts'
import { parseDocument } from './document-table.ts'
import type { IdempotencyEntry, Store } from '../port.ts'

/** Requests by idempotency key, with their outcomes. */
export function idempotencyCollection(connection: Connection, file: string): Store['idempotency'] {
  function decode(row: SqlRow): IdempotencyEntry {
    const key = textOf(row, 'key')
    return {
      key,
      digest: textOf(row, 'digest'),
      runningUntil: numberOf(row, 'running_until'),
      keepUntil: numberOf(row, 'keep_until'),
      ...defined({
        outcome:
          row['outcome'] === null ? undefined : parseDocument<Json>(textOf(row, 'outcome'), file, 'idempotency', key),
      }),
    }
  }
  return {
    begin: async (entry, nowMs) =>
      connection.write(() => {
        connection.run(
          `DELETE FROM idempotency WHERE keep_until <= ? OR keep_until > ?
             OR (key = ? AND outcome IS NULL AND (running_until <= ? OR running_until > ?))`,
          [nowMs, latestStoredMs(entry.keepUntil, 0), entry.key, nowMs, latestStoredMs(entry.runningUntil, 0)],
        )
        const row = connection.get('SELECT * FROM idempotency WHERE key = ?', [entry.key])
        if (row !== undefined) return decode(row)
        connection.run('INSERT INTO idempotency (key, digest, running_until, keep_until) VALUES (?, ?, ?, ?)', [
          entry.key,
          entry.digest,
          entry.runningUntil,
          entry.keepUntil,
        ])
        return undefined
      }),
    finish: async (key, digest, outcome) =>
      void connection.write(() =>
        connection.run('UPDATE idempotency SET outcome = ? WHERE key = ? AND digest = ?', [
          JSON.stringify(outcome),
          key,
          digest,
        ]),
      ),
    delete: async (key) => void connection.write(() => connection.run('DELETE FROM idempotency WHERE key = ?', [key])),
  }
}
