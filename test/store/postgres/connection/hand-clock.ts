import type { Clock } from '../../../../src/core/ports.ts'
import { systemClock } from '../../../../src/io/clock.ts'

/** A clock whose waits take no time, and whose timers end when they are told to: what takes seconds of patience takes none. */
export interface HandClock extends Clock {
  /** Ends all timers that run, as if their time had passed. */
  endTimers(): void
  /** How many timers run. */
  timers(): number
  /** How often somebody waited. */
  waits(): number
}

/** @param onWait runs in each wait */
export function createHandClock(onWait: () => Promise<void> | void = () => undefined): HandClock {
  let passedMs = 0
  let waits = 0
  const timers = new Map<object, { readonly ms: number; readonly run: () => void }>()
  return {
    now: () => systemClock.now(),
    monotonicMs: () => passedMs,
    sleep: async (ms) => {
      waits += 1
      passedMs += ms
      await new Promise((resolve) => setImmediate(resolve))
      await onWait()
    },
    startTimer: (ms, run) => {
      const timer = {}
      timers.set(timer, { ms, run })
      return () => void timers.delete(timer)
    },
    endTimers: () => {
      const ended = [...timers.values()]
      timers.clear()
      passedMs += Math.max(0, ...ended.map(({ ms }) => ms))
      for (const { run } of ended) run()
    },
    timers: () => timers.size,
    waits: () => waits,
  }
}
