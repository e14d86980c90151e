import type { Versioned } from '../../core/ports.ts'
import { latestStoredMs, WRITTEN_SINCE_MS } from '../../core/stored-time.ts'
import { MAX_LOCK_TTL_SEC } from '../../core/swap/defaults.ts'
import type { LockRecord } from '../../core/swap/records.ts'
import type { ServiceContext } from '../context.ts'

/*
 * A lock that was made while the clock was ahead would be good again for its seconds once the clock comes to that time, hours
 * or days after its terms: the first who sees it ends it.
 */

/** How many locks are looked at with each new one. All have about the same lifetime, so those of a clock ahead run out last. */
const LOOKED_AT = 10

type Place = Pick<ServiceContext, 'store' | 'clock'>

/** True for a lock that only a clock that was ahead can have made. @param nowMs epoch milliseconds */
export function isOfClockAhead({ createdAt, expiresAtMs }: LockRecord, nowMs: number): boolean {
  return Date.parse(createdAt) > nowMs || expiresAtMs > nowMs + MAX_LOCK_TTL_SEC * 1000
}

/** An unused lock as it is once it was refused: one that was made more than a minute ahead of now has run out. */
export function endedAhead(lock: LockRecord, nowMs: number): LockRecord {
  return isOfClockAhead(lock, latestStoredMs(nowMs, 0)) ? { ...lock, expiresAtMs: nowMs } : lock
}

/**
 * Ends a lock that nobody used and that was made more than a minute ahead of now: it has run out, whatever the clock says
 * later. A clock that was set back by less ends none.
 */
async function endLockAhead({ store, clock }: Place, { doc, version }: Versioned<LockRecord>): Promise<void> {
  const ended = endedAhead(doc, clock.now())
  if (doc.state === 'locked' && ended !== doc) await store.locks.replace(ended, version, [])
}

/** Ends the unused locks of a clock that was ahead. */
export async function endLocksAhead(place: Place): Promise<void> {
  for (const found of await place.store.locks.latest(WRITTEN_SINCE_MS, LOOKED_AT)) await endLockAhead(place, found)
}
