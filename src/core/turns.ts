import { monotonicMs } from './monotonic.ts'
import type { Clock } from './ports.ts'

/** How long work may hold a turn of the event loop until the next waits for another one, in milliseconds. */
const LONGEST_TURN_MS = 4
/** Most work that is begun in one turn. */
const MOST_IN_TURN = 32

/** Turns for work that takes long and comes in bursts: each turn of the event loop has a few milliseconds for it. */
export interface Turns {
  /**
   * Undefined where the work may begin at once: nothing else has begun in this turn, or waits. Else resolves when its turn
   * has come: of the callers that wait, one after the other; of one caller's work, what came first.
   * @param caller who asks, where that is known; all others are one
   */
  readonly take: (caller?: string) => Promise<void> | undefined
}

/**
 * @param nextTurn resolves in the next turn of the event loop. Several that are asked for in one turn resolve in one, one
 *   after the other, each once what the one before it began has let go
 */
export function createTurns(clock: Pick<Clock, 'now' | 'monotonicMs'>, nextTurn: () => Promise<void>): Turns {
  /** What waits, by its caller; the next caller first. */
  const waiting = new Map<string, (() => void)[]>()
  let count = 0
  let isRunning = false
  const beginNext = () => {
    for (const [caller, own] of waiting) {
      const begin = own.shift()
      waiting.delete(caller)
      if (own.length > 0) waiting.set(caller, own)
      count -= 1
      begin?.()
      return
    }
  }
  const run = async (): Promise<void> => {
    isRunning = true
    for (;;) {
      const starts = Array.from({ length: Math.max(1, Math.min(count, MOST_IN_TURN)) }, () => nextTurn())
      await starts[0]
      if (count === 0) break
      const endMs = monotonicMs(clock) + LONGEST_TURN_MS
      beginNext()
      for (const start of starts.slice(1)) {
        await start
        if (monotonicMs(clock) < endMs) beginNext()
      }
    }
    isRunning = false
  }
  return {
    take: (caller = '') => {
      if (!isRunning) {
        void run()
        return undefined
      }
      count += 1
      return new Promise((begin) => {
        const own = waiting.get(caller)
        if (own === undefined) waiting.set(caller, [begin])
        else own.push(begin)
      })
    },
  }
}
