import type { Clock } from '../core/ports.ts'
import { isWithin } from '../core/stored-time.ts'

/** Results of work that are kept for a while, so that it is done once. */
export interface Keeper<T> {
  /** The kept result, else that of `work`; undefined where it fails. */
  keep(key: string, work: () => Promise<T | undefined>): Promise<T | undefined>
}

/** How long a failure is kept at most, in milliseconds. */
const FAILURE_TTL_MS = 10_000
/** From this many on, old results are dropped. */
const MANY = 500

interface Entry<T> {
  readonly result: Promise<T | undefined>
  /** When it came, epoch milliseconds, and how long it is kept; undefined while the work goes on. */
  readonly kept?: { readonly atMs: number; readonly forMs: number }
}

/** @param ttlMs how long a result is kept, in milliseconds */
export function createKeeper<T>(clock: Pick<Clock, 'now'>, ttlMs: number): Keeper<T> {
  const entries = new Map<string, Entry<T>>()
  const isFresh = ({ kept }: Entry<T>) => kept === undefined || isWithin(kept.atMs, clock.now(), kept.forMs)
  return {
    keep: (key, work) => {
      const before = entries.get(key)
      if (before !== undefined && isFresh(before)) return before.result
      const result = work().catch(() => undefined)
      if (entries.size >= MANY) for (const [old, entry] of entries) if (!isFresh(entry)) entries.delete(old)
      entries.set(key, { result })
      void result.then((value) => {
        const forMs = value === undefined ? Math.min(ttlMs, FAILURE_TTL_MS) : ttlMs
        entries.set(key, { result, kept: { atMs: clock.now(), forMs } })
      })
      return result
    },
  }
}
