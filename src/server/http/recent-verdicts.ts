import { waitAtMost } from '../../core/deadline.ts'
import type { Verdict } from '../../core/api/documents.ts'
import type { Clock } from '../../core/ports.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { SharedState } from '../options.ts'

/** Verdicts of recent quotes, by request id. */
export interface RecentVerdicts {
  /** Resolves once other servers of the store can be asked for them, or cannot soon. */
  put(requestId: string, verdicts: readonly Verdict[]): Promise<void>
  get(requestId: string): Promise<readonly Verdict[] | undefined>
}

const MAX_QUOTES = 1000
const KEEP_MS = 60_000
/** Longest time that a quote waits for its verdicts to be shared, in milliseconds. */
const WAIT_FOR_SHARED_MS = 250

/**
 * Stores the verdicts of the 1,000 newest quotes for 60 seconds.
 * @param shared those of other servers too. @default this server has its store to itself
 */
export function createRecentVerdicts(clock: Clock, shared?: SharedState): RecentVerdicts {
  const quotes = new Map<string, { readonly verdicts: readonly Verdict[]; readonly untilMs: number }>()
  return {
    put: async (requestId, verdicts) => {
      const nowMs = monotonicMs(clock)
      quotes.set(requestId, { verdicts, untilMs: nowMs + KEEP_MS })
      for (const [oldest, entry] of quotes) {
        if (quotes.size <= MAX_QUOTES && entry.untilMs > nowMs) break
        quotes.delete(oldest)
      }
      if (shared === undefined) return
      // Whoever asks another server for what could not be shared is told that there is none, as after a minute.
      const keeping = shared.keepVerdicts(requestId, verdicts).catch(() => undefined)
      await waitAtMost(clock, WAIT_FOR_SHARED_MS, keeping)
    },
    get: async (requestId) => {
      const entry = quotes.get(requestId)
      if (entry !== undefined && entry.untilMs > monotonicMs(clock)) return entry.verdicts
      return shared?.verdictsOf(requestId)
    },
  }
}
