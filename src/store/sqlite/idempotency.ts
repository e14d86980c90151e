import { defined } from '../../core/defined.ts'
import { latestStoredMs } from '../../core/stored-time.ts'
import type { Json } from '../../core/ports.ts'
import { type Connection, numberOf, type SqlRow, textOf } from './connection.ts'
import { readSummed, storePacked } from './document-table.ts'
import type { IdempotencyEntry, Store } from '../port.ts'

/** Requests by idempotency key, with their outcomes. */
export function idempotencyCollection(connection: Connection, file: string): Store['idempotency'] {
  function decode(row: SqlRow): IdempotencyEntry {
    return {
      key: textOf(row, 'id'),
      digest: textOf(row, 'digest'),
      runningUntil: numberOf(row, 'running_until'),
      keepUntil: numberOf(row, 'keep_until'),
      ...defined({
        outcome:
          row.columns['sum'] === null && row.columns['outcome'] === null
            ? undefined
            : readSummed(row, (outcome: Json) => outcome, file, 'idempotency', 'outcome'),
      }),
    }
  }
  return {
    begin: async (entry, nowMs) =>
      connection.write(() => {
        connection.run(
          `DELETE FROM idempotency WHERE keep_until <= ? OR (outcome IS NULL AND keep_until > ?)
             OR (key = ? AND outcome IS NULL AND (running_until <= ? OR running_until > ?))`,
          [nowMs, latestStoredMs(entry.keepUntil, 0), entry.key, nowMs, latestStoredMs(entry.runningUntil, 0)],
        )
        const row = connection.get(
          `SELECT CAST(key AS BLOB) AS id, CAST(digest AS BLOB) AS digest, CAST(running_until AS INTEGER) AS running_until,
             CAST(keep_until AS INTEGER) AS keep_until, CAST(sum AS BLOB) AS sum, CAST(outcome AS BLOB) AS outcome
           FROM idempotency WHERE key = ?`,
          [entry.key],
        )
        if (row !== undefined) return decode(row)
        connection.run('INSERT INTO idempotency (key, digest, running_until, keep_until) VALUES (?, ?, ?, ?)', [
          entry.key,
          entry.digest,
          entry.runningUntil,
          entry.keepUntil,
        ])
        return undefined
      }),
    finish: async (key, runningUntil, outcome) => {
      const { sum, doc } = storePacked(JSON.stringify(outcome))
      const changed = connection.write(() =>
        connection.run('UPDATE idempotency SET sum = ?, outcome = ? WHERE key = ? AND running_until = ?', [
          ...[sum, doc, key, runningUntil],
        ]),
      )
      return changed > 0
    },
    delete: async (key, runningUntil) =>
      void connection.write(() =>
        connection.run('DELETE FROM idempotency WHERE key = ? AND running_until = ?', [key, runningUntil]),
      ),
  }
}
