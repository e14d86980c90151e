import type { Versioned } from '../../core/ports.ts'
import type { LockRecord } from '../../core/swap/records.ts'
import type { Connection } from './connection.ts'
import { lockForm } from '../record-json.ts'
import { DOCUMENT_COLUMNS, type DocumentTable, packedTable } from './document-table.ts'
import { readUnlessDamaged } from '../unless-damaged.ts'
import { appendEvents } from './events.ts'
import type { Store } from '../port.ts'

/** Locks that nobody used and that ran out before `?`, as they follow FROM. */
export const UNUSED_LOCKS = `locks INDEXED BY locks_unused WHERE state = 'locked' AND expires_at < ?`

const LATEST = `SELECT ${DOCUMENT_COLUMNS} FROM locks INDEXED BY locks_unused
  WHERE state = 'locked' AND expires_at > ? ORDER BY expires_at DESC LIMIT ? OFFSET ?`
/** Most unused locks that are looked at for the latest that are not damaged. */
const MOST_LOOKED_AT = 1_000

/** The documents of locks. */
export function lockTable(connection: Connection, file: string): DocumentTable<LockRecord> {
  return packedTable(connection, file, {
    table: 'locks',
    form: lockForm,
    idOf: ({ id }) => id,
    values: { names: ['state', 'expires_at'], of: lockValues },
  })
}

/** What the columns beside a lock's document hold of it. */
export function lockValues({ state, expiresAtMs }: LockRecord): readonly [string, number] {
  return [state, expiresAtMs]
}

/** Locks, each with the terms it promises. */
export function lockCollection(
  connection: Connection,
  table: DocumentTable<LockRecord>,
  now: () => number,
): Store['locks'] {
  return {
    insert: async (lock, events) =>
      connection.write(() => {
        table.insert(lock.id, lock)
        appendEvents(connection, events)
      }),
    get: async (lockId) => table.get(lockId),
    replace: async (lock, expectedVersion, events) =>
      connection.write(() => {
        if (!table.replace(lock.id, lock, expectedVersion)) return false
        appendEvents(connection, events)
        return true
      }),
    latest: async (aheadMs, limit) =>
      connection.read(() => {
        const afterMs = now() + aheadMs
        const found: Versioned<LockRecord>[] = []
        // Damaged ones take no place: nobody executes them, and behind them may be one that can be.
        for (let seen = 0; found.length < limit && seen < MOST_LOOKED_AT;) {
          const rows = connection.all(LATEST, [afterMs, limit, seen])
          found.push(...rows.flatMap((row) => readUnlessDamaged(() => table.decode(row)) ?? []))
          if (rows.length < limit) break
          seen += rows.length
        }
        return found.slice(0, limit)
      }),
    prune: async (keepMs, limit) => {
      const beforeMs = now() - keepMs
      const over = `SELECT rowid FROM ${UNUSED_LOCKS} LIMIT ?`
      if (connection.get(over, [beforeMs, 1]) === undefined) return 0
      return connection.write(() => connection.run(`DELETE FROM locks WHERE rowid IN (${over})`, [beforeMs, limit]))
    },
  }
}
