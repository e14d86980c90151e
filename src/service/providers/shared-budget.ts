import { waitAtMost } from '../../core/deadline.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import { ProviderError, type RateBudget } from '../../providers/index.ts'
import type { SharedTables, StoreHints } from '../../store/index.ts'
import { GateClosed } from './gate-closed.ts'

/** Longest time that a call waits to be counted with those of other servers, in milliseconds. */
const WAIT_FOR_COUNT_MS = 250

/** A provider's budget, which all servers of a store spend together. */
export interface SharedBudget {
  /** Counts a call. @throws ProviderError rate_limited, with the seconds to wait, when the budget is used up */
  spend(): Promise<void>
}

/**
 * A budget of which each call is counted in the store's database. Calls of a moment are counted by one statement, and none is
 * once it is used up, until the first of them is over. While the database does not answer, this server spends its part: what it
 * may if each of the servers does the same.
 */
export function createSharedBudget(
  { shared, hints }: { readonly shared: Pick<SharedTables, 'takeCall'>; readonly hints?: StoreHints },
  clock: Clock,
  providerKey: string,
  budget: RateBudget,
): SharedBudget {
  /** Own calls of the window, by `monotonicMs`, oldest first. */
  let own: number[] = []
  let usedUpUntilMs = Number.NEGATIVE_INFINITY

  const spendPart = (): void => {
    const nowMs = monotonicMs(clock)
    const part = Math.max(1, Math.floor(budget.requests / (hints?.servers() ?? 1)))
    const oldest = own[Math.max(0, own.length - part)]
    if (own.length >= part && oldest !== undefined) throw usedUpBudget(budget, oldest + budget.perMs - nowMs)
  }
  return {
    spend: async () => {
      const beforeMs = monotonicMs(clock)
      if (beforeMs < usedUpUntilMs) throw usedUpBudget(budget, usedUpUntilMs - beforeMs)
      let refusedMs: number | undefined
      let isCounted = false
      const counting = shared.takeCall(providerKey, budget).then(
        (count) => {
          isCounted = count.isCounted
          if (!isCounted) refusedMs = count.freeInMs
        },
        () => undefined,
      )
      await waitAtMost(clock, WAIT_FOR_COUNT_MS, counting)
      const nowMs = monotonicMs(clock)
      own = own.filter((at) => at > nowMs - budget.perMs)
      if (refusedMs !== undefined) {
        usedUpUntilMs = nowMs + refusedMs
        throw usedUpBudget(budget, refusedMs)
      }
      if (!isCounted) spendPart()
      own.push(nowMs)
    },
  }
}

/** Why a budget allows no call now. @param ms until it does */
export function usedUpBudget({ requests }: RateBudget, ms: number): ProviderError {
  const retryAfterSec = Math.max(1, Math.ceil(ms / 1000))
  const cause = new GateClosed()
  return new ProviderError('rate_limited', `Its quota of ${requests} requests is used up`, { retryAfterSec, cause })
}
