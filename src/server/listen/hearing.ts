import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import { nextTurn } from '../../io/index.ts'

/** Until when all that has come is read: a loop that was late must take nobody for silent whom it has not heard. */
export interface Hearing {
  /** `monotonicMs` of when `hear` was called last, once it is done. */
  untilMs(): number
  /** Lets the loop read what has come. */
  hear(): Promise<void>
}

/** Begins as if all that came before had been read. */
export function createHearing(clock: Clock): Hearing {
  let untilMs = monotonicMs(clock)
  let isHearing = false
  return {
    untilMs: () => untilMs,
    hear: async () => {
      if (isHearing) return
      isHearing = true
      const nowMs = monotonicMs(clock)
      // What is left of this turn, and a whole one.
      await nextTurn()
      await nextTurn()
      untilMs = nowMs
      isHearing = false
    },
  }
}
