import type { Lag } from '../core/ports.ts'

/** How often the process looks whether it is late, in milliseconds. */
const TICK_MS = 20
/** Lateness of one look that means nothing, in milliseconds: timers are that coarse. */
const COARSE_MS = 5

/**
 * Measures how late this process is: while anybody wants to know, a timer says when it was due. @param nowMs a clock that
 * only grows, in milliseconds
 */
export function createLagMeter(nowMs: () => number): () => Lag {
  let watchers = 0
  let timer: NodeJS.Timeout | undefined
  let totalMs = 0
  let dueMs = 0
  const lateMs = () => {
    const ms = nowMs() - dueMs
    return ms > COARSE_MS ? ms : 0
  }
  const tick = () => {
    totalMs += lateMs()
    dueMs = nowMs() + TICK_MS
    if (watchers > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return () => {
    if (timer === undefined) {
      dueMs = nowMs() + TICK_MS
      timer = setInterval(tick, TICK_MS).unref()
    }
    watchers += 1
    const startMs = totalMs + lateMs()
    let stopped = false
    return {
      ms: () => totalMs + lateMs() - startMs,
      catchUp: async () => {
        // The first comes after what lay in the sockets is read, the second after what that has started.
        await new Promise((resolve) => setImmediate(resolve))
        await new Promise((resolve) => setImmediate(resolve))
      },
      stop: () => {
        if (stopped) return
        stopped = true
        // The timer ends with its next look: the next measure most often begins before.
        watchers -= 1
      },
    }
  }
}
