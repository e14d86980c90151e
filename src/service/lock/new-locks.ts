import type { Versioned } from '../../core/ports.ts'
import type { LockRecord } from '../../core/swap/records.ts'

/** Most locks that are remembered; the earliest leave first. */
const MOST_LOCKS = 500

/** Locks as this process has just stored them. Each may have changed since: whoever uses one does so by its version. */
export interface NewLocks {
  add(lock: LockRecord): void
  /** The lock as it was stored, for the first who asks. */
  take(lockId: string): Versioned<LockRecord> | undefined
}

/** Remembers new locks, so that the first to execute one need not read it again. */
export function createNewLocks(): NewLocks {
  const locks = new Map<string, LockRecord>()
  return {
    add: (lock) => {
      locks.set(lock.id, lock)
      // A Map lists what was set first first.
      for (const earliest of locks.keys()) {
        if (locks.size <= MOST_LOCKS) return
        locks.delete(earliest)
      }
    },
    take: (lockId) => {
      const doc = locks.get(lockId)
      locks.delete(lockId)
      return doc === undefined ? undefined : { doc, version: 1 }
    },
  }
}
