import type { HistoryTransaction } from '../api/documents.ts'
import { DAY_MS } from '../text/duration.ts'
import { addCosts, type CostSum, costSumText, sumCosts } from './cost-text.ts'

/** How many days back costs are summed. */
export const COST_DAYS = 30

/** What the swaps that an account paid for in the last days cost. */
export interface RecentCosts extends CostSum {
  /** True where not all of them were read: only the newest are counted. */
  readonly isPartial: boolean
}

/** What costs are summed of. */
export interface ReadSwaps {
  /** Newest first. */
  readonly swaps: readonly Pick<HistoryTransaction, 'status' | 'cost' | 'createdAt' | 'walletAddress'>[]
  /** True where older ones were not read. */
  readonly hasMore: boolean
}

/**
 * The costs of the last `COST_DAYS` days.
 * @param isOwn true for the address that paid
 * @param nowMs epoch milliseconds
 */
export function recentCosts(
  { swaps, hasMore }: ReadSwaps,
  isOwn: (address: string) => boolean,
  nowMs: number,
): RecentCosts {
  const isRecent = ({ createdAt }: { readonly createdAt: string }) => Date.parse(createdAt) > nowMs - COST_DAYS * DAY_MS
  const oldest = swaps.at(-1)
  return {
    ...sumCosts(swaps.filter((swap) => isRecent(swap) && isOwn(swap.walletAddress))),
    isPartial: hasMore && oldest !== undefined && isRecent(oldest),
  }
}

/** The costs of several accounts together. */
export function addRecentCosts(costs: readonly RecentCosts[]): RecentCosts {
  return { ...addCosts(costs), isPartial: costs.some(({ isPartial }) => isPartial) }
}

/** `swaps of 30 days cost $4.21`, with what the sum leaves out; '' where none has ended. */
export function recentCostsText(costs: RecentCosts): string {
  const text = costSumText(costs)
  if (text === '') return ''
  return `swaps of ${COST_DAYS} days cost ${text}${costs.isPartial ? ', of the newest only' : ''}`
}
