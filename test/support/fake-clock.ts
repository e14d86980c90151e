import type { Clock, Ids } from '../../src/core/ports.ts'

export interface FakeClock extends Clock {
  /** Moves time forward, waking sleepers in the order of their times and letting each run before the next. */
  advance(ms: number): Promise<void>
  /** Sets the clock: nobody wakes, and what is measured goes on. @param ms back where it is negative */
  set(ms: number): void
  /** How many sleepers are waiting. */
  sleepers(): number
  /** The same clock for those who only look on: they are woken once by all that it is advanced, after the others. */
  readonly forLookers: Clock
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** A clock that stands still until it is advanced. @param startMs epoch milliseconds */
export function createFakeClock(startMs = Date.UTC(2026, 0, 15, 12)): FakeClock {
  let nowMs = startMs
  let setMs = 0
  const sleepers = new Set<Sleeper>()
  const lookers = new Set<Sleeper>()
  const now = () => nowMs + setMs
  const monotonicMs = () => nowMs
  const sleepAmong =
    (those: Set<Sleeper>): Clock['sleep'] =>
    (ms, signal) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'))
        if (signal?.aborted === true) return fail()
        const sleeper: Sleeper = {
          at: nowMs + ms,
          wake: () => {
            those.delete(sleeper)
            signal?.removeEventListener('abort', onAbort)
            resolve()
          },
        }
        const onAbort = () => {
          those.delete(sleeper)
          fail()
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        those.add(sleeper)
      })
  return {
    now,
    monotonicMs,
    set: (ms) => {
      setMs += ms
    },
    sleep: sleepAmong(sleepers),
    forLookers: { now, monotonicMs, sleep: sleepAmong(lookers) },
    sleepers: () => sleepers.size + lookers.size,
    advance: async (ms) => {
      const end = nowMs + ms
      for (;;) {
        await settle()
        const next = [...sleepers].sort((a, b) => a.at - b.at)[0]
        if (next === undefined || next.at > end) break
        nowMs = Math.max(nowMs, next.at)
        next.wake()
      }
      nowMs = end
      for (const looker of [...lookers]) if (looker.at <= end) looker.wake()
      await settle()
    },
  }
}

/** Lets everything that can run without time passing run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Ids that count: `lock_000001`, `lock_000002`, … one count a prefix. */
export function createCountingIds(): Ids {
  const counts = new Map<string, number>()
  return {
    create: (prefix) => {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return `${prefix}${count.toString().padStart(26, '0')}`
    },
  }
}
