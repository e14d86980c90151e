import type { HistoryTransaction, Page, Stats } from '../../core/api/documents.ts'
import { isSwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { formatUsd } from '../../core/money/usd.ts'
import { END_STATUSES } from '../../core/delivery/outcomes.ts'
import type { Store, TransactionFilter } from '../../store/index.ts'
import type { CheckedHistory } from '../catalog/list-queries.ts'
import type { ServiceContext } from '../context.ts'
import { pageOf, paginationOf } from '../catalog/paging.ts'
import { toHistoryTransaction } from './transaction-documents.ts'

/** One page of past transactions, newest first. @param nowMs epoch milliseconds */
export async function listHistory(
  store: Pick<Store, 'transactions'>,
  query: CheckedHistory,
  nowMs: number,
): Promise<Page<HistoryTransaction>> {
  const { page, perPage, filter } = query
  if (filter === 'nothing') return pageOf([], 0, query)
  const { items, damaged, ...length } = await store.transactions.list(filter, page, perPage)
  const data = items.map((record) => toHistoryTransaction(record, nowMs))
  const found = items.length + (damaged?.length ?? 0)
  return { data, pagination: paginationOf(length, found, query), ...defined({ damaged }) }
}

/** Aggregates over the transactions that match a filter. */
export async function statsOf(
  { store, readDeliveries }: Pick<ServiceContext, 'store' | 'readDeliveries'>,
  filter: TransactionFilter | 'nothing',
): Promise<Stats> {
  if (filter !== 'nothing') {
    const stats = await store.transactions.stats(filter)
    if (leavesOutEnded(filter)) return stats
    // What is counted does not depend on the journal that this is made of.
    const deliveries = await readDeliveries().catch((error: unknown) => {
      if (!isSwapError(error)) throw error
    })
    return deliveries === undefined ? stats : { ...stats, deliveries: [...deliveries] }
  }
  return {
    total: 0,
    volumeUsd: formatUsd(0n),
    byStatus: { PENDING: 0, SUCCESS: 0, FAILED: 0, REFUND: 0 },
    byProvider: [],
    byPair: [],
    byDay: [],
  }
}

/** True for a filter that leaves out swaps that ended. */
function leavesOutEnded({ statuses = END_STATUSES, ...others }: TransactionFilter): boolean {
  return Object.keys(others).length > 0 || END_STATUSES.some((status) => !statuses.includes(status))
}
