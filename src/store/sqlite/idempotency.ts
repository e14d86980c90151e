import { defined } from '../../core/defined.ts'
import { latestStoredMs } from '../../core/stored-time.ts'
import type { Json } from '../../core/ports.ts'
import { type Connection, numberOf, type SqlRow, textOf } from './connection.ts'
import { readSummed, storePacked } from './document-table.ts'
import type { IdempotencyEntry, Store } from '../port.ts'

/** Requests by idempotency key, with their outcomes. */
export function idempotencyCollection(connection: Connection, file: string, now: () => number): Store['idempotency'] {
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
    begin: async ({ key, digest, runningMs, keepMs }) =>
      connection.write(() => {
        const nowMs = now()
        const entry: IdempotencyEntry = { key, digest, runningUntil: nowMs + runningMs, keepUntil: nowMs + keepMs }
        connection.run(
          `DELETE FROM idempotency WHERE keep_until <= ? OR (outcome IS NULL AND keep_until > ?)
             OR (key = ? AND outcome IS NULL AND (running_until <= ? OR running_until > ?))`,
          [nowMs, latestStoredMs(nowMs, keepMs), key, nowMs, latestStoredMs(nowMs, runningMs)],
        )
        const row = connection.get(
          `SELECT CAST(key AS BLOB) AS id, CAST(digest AS BLOB) AS digest, CAST(running_until AS INTEGER) AS running_until,
             CAST(keep_until AS INTEGER) AS keep_until, CAST(sum AS BLOB) AS sum, CAST(outcome AS BLOB) AS outcome
           FROM idempotency WHERE key = ?`,
          [key],
        )
        if (row !== undefined) return { known: decode(row) }
        connection.run('INSERT INTO idempotency (key, digest, running_until, keep_until) VALUES (?, ?, ?, ?)', [
          key,
          digest,
          entry.runningUntil,
          entry.keepUntil,
        ])
        return { begun: entry }
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
