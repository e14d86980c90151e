import { OVER } from '../core/deadline.ts'
import { monotonicMs } from '../core/monotonic.ts'
import type { Clock } from '../core/ports.ts'
import type { StoreHint, StoreHints } from '../store/index.ts'

/** How long somebody waits until he looks again, in milliseconds. */
export interface Pause {
  readonly mostMs: number
  /** However early a hint comes. @default 0 */
  readonly leastMs?: number
  /** Ends it as well. */
  readonly until?: Promise<void> | undefined
}

/** Pauses between two looks at a store, which end early when a hint says that there is something to see. */
export interface HintedPauses {
  /** True while hints are heard: looks without one may be rare. */
  areHinted(): boolean
  /** Resolves when it is time to look again: true where a hint says so, also one that came since the last pause. */
  wait(pause: Pause, signal: AbortSignal): Promise<boolean>
  /** No hint is heard any more. */
  end(): void
}

/**
 * @param hints those of the store. @default there are none: each pause is as long as it is
 * @param dueInMs in how many milliseconds there is something to see, by a hint; undefined where it says nothing of that
 */
export function createHintedPauses(
  hints: StoreHints | undefined,
  clock: Clock,
  dueInMs: (hint: StoreHint) => number | undefined,
): HintedPauses {
  /** When there is something to see, by `monotonicMs`. */
  let dueAtMs = Number.POSITIVE_INFINITY
  let wake = () => undefined as void
  const end = hints?.listen((hint) => {
    const ms = dueInMs(hint)
    if (ms === undefined) return
    const atMs = monotonicMs(clock) + ms
    if (atMs >= dueAtMs) return
    dueAtMs = atMs
    wake()
  })
  return {
    areHinted: () => hints?.areHeard() ?? false,
    wait: async ({ mostMs, leastMs = 0, until }, signal) => {
      const startMs = monotonicMs(clock)
      let isOver = false
      void until?.then(() => {
        isOver = true
        wake()
      })
      for (;;) {
        const nowMs = monotonicMs(clock)
        const hintMs = Math.max(startMs + leastMs, dueAtMs)
        const endMs = Math.min(startMs + mostMs, hintMs)
        if (nowMs >= endMs || isOver || signal.aborted) {
          // Whoever looks now sees what was hinted until now.
          dueAtMs = Number.POSITIVE_INFINITY
          return nowMs >= hintMs
        }
        const woken = new AbortController()
        wake = () => woken.abort(OVER)
        await clock.sleep(endMs - nowMs, AbortSignal.any([signal, woken.signal])).catch(() => undefined)
        wake = () => undefined
      }
    },
    end: () => end?.(),
  }
}
