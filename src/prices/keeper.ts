import type { Clock } from '../core/ports.ts'

/** Results of work that are kept for a while, so that it is done once. */
export interface Keeper<T> {
  /** The kept result, else that of `work`; undefined where it fails, which is not tried again for a shorter while. */
  keep(key: string, work: () => Promise<T | undefined>): Promise<T | undefined>
  /** The kept result, without waiting. */
  peek(key: string): T | undefined
}

/** How long results and failures are kept, in milliseconds. */
const RESULT_TTL_MS = 30_000
const FAILURE_TTL_MS = 10_000
/** From this many on, old results are dropped. */
const MANY = 500

interface Entry<T> {
  readonly result: Promise<T | undefined>
  readonly value?: T | undefined
  /** Epoch milliseconds; undefined while the work goes on. */
  readonly untilMs?: number
}

export function createKeeper<T>(clock: Pick<Clock, 'now'>): Keeper<T> {
  const entries = new Map<string, Entry<T>>()
  const isFresh = ({ untilMs = Infinity }: Entry<T>) => clock.now() < untilMs
  return {
    keep: (key, work) => {
      const before = entries.get(key)
      if (before !== undefined && isFresh(before)) return before.result
      const result = work().catch(() => undefined)
      if (entries.size >= MANY) for (const [old, entry] of entries) if (!isFresh(entry)) entries.delete(old)
      entries.set(key, { result })
      void result.then((value) => {
        const ttlMs = value === undefined ? FAILURE_TTL_MS : RESULT_TTL_MS
        entries.set(key, { result, value, untilMs: clock.now() + ttlMs })
      })
      return result
    },
    peek: (key) => {
      const entry = entries.get(key)
      return entry !== undefined && isFresh(entry) ? entry.value : undefined
    },
  }
}
