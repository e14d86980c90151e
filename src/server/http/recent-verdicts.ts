import type { Verdict } from '../../core/api/documents.ts'

/** Verdicts of recent quotes, by request id. */
export interface RecentVerdicts {
  put(requestId: string, verdicts: readonly Verdict[], nowMs: number): void
  get(requestId: string, nowMs: number): readonly Verdict[] | undefined
}

const MAX_QUOTES = 1000
const KEEP_MS = 60_000

/** Stores the verdicts of the 1,000 newest quotes for 60 seconds. */
export function createRecentVerdicts(): RecentVerdicts {
  const quotes = new Map<string, { readonly verdicts: readonly Verdict[]; readonly untilMs: number }>()
  return {
    put: (requestId, verdicts, nowMs) => {
      quotes.set(requestId, { verdicts, untilMs: nowMs + KEEP_MS })
      for (const [oldest, entry] of quotes) {
        if (quotes.size <= MAX_QUOTES && entry.untilMs > nowMs) break
        quotes.delete(oldest)
      }
    },
    get: (requestId, nowMs) => {
      const entry = quotes.get(requestId)
      return entry !== undefined && entry.untilMs > nowMs ? entry.verdicts : undefined
    },
  }
}
