import type { HistoryTransaction, Page, Stats } from '../../core/api/documents.ts'
import { defined } from '../../core/defined.ts'
import { formatUsd } from '../../core/money/usd.ts'
import type { Store, TransactionFilter } from '../../store/index.ts'
import type { CheckedHistory } from '../catalog/list-queries.ts'
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
  store: Pick<Store, 'transactions'>,
  filter: TransactionFilter | 'nothing',
): Promise<Stats> {
  if (filter !== 'nothing') return store.transactions.stats(filter)
  return {
    total: 0,
    volumeUsd: formatUsd(0n),
    byStatus: { PENDING: 0, SUCCESS: 0, FAILED: 0, REFUND: 0 },
    byProvider: [],
    byPair: [],
    byDay: [],
  }
}
