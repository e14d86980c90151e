import { defined } from '../../../core/defined.ts'
import type { HistoryTransaction } from '../../../core/api/documents.ts'
import { HISTORY_QUERY } from '../../../core/api/requests.ts'
import type { HistoryQuery } from '../../../core/api/service.ts'
import { indexOfKey } from '../../kit/moves.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import type { ActivityFilter, ActivityState } from './state.ts'

/** Transactions a page: the most that a service gives at once. */
export const PER_PAGE = HISTORY_QUERY.perPage.maximum
/** Most pending swaps that are looked at in turn. */
const MOST_FOLLOWED = 20

/** One line of the list. */
export type ActivityRow =
  | { readonly kind: 'run'; readonly key: string; readonly run: RunFacts }
  | { readonly kind: 'transaction'; readonly key: string; readonly transaction: HistoryTransaction }

/**
 * The lines of the list: first what this machine has begun and not ended, then all others, newest first.
 * @param api base URL of the server in use
 */
export function shownRows({ runs, items, filter }: ActivityState, api: string | undefined): readonly ActivityRow[] {
  const found = new Set(items.map(({ id }) => id))
  const fits = (run: RunFacts) => found.has(run.transactionId ?? '') || isSearched(run, filter.search)
  const open = takesPending(filter) ? runs.filter((run) => isOpen(run) && isOf(filter, run.provider) && fits(run)) : []
  const own = new Set(open.flatMap((run) => (run.api === api ? (run.transactionId ?? []) : [])))
  return [
    ...open.map((run): ActivityRow => ({ kind: 'run', key: run.id, run })),
    ...items
      .filter(({ id, provider }) => !own.has(id) && isOf(filter, provider))
      .map((transaction): ActivityRow => ({ kind: 'transaction', key: transaction.id, transaction })),
  ]
}

function takesPending({ statuses }: ActivityFilter): boolean {
  return statuses.length === 0 || statuses.includes('PENDING')
}

/** True for a swap of the provider that is asked for. */
function isOf({ provider }: ActivityFilter, key: string): boolean {
  return provider === undefined || provider === key
}

/** What a store searches a transaction for, searched in a run that may have none yet. */
function isSearched(run: RunFacts, search: string): boolean {
  const { id, transactionId = '', provider, from, to, srcChain, dstChain, depositor, recipient, payment } = run
  const texts = [id, transactionId, provider, from, to, srcChain, dstChain, depositor, recipient, payment?.hash ?? '']
  return texts.join('\n').toLowerCase().includes(search.toLowerCase())
}

/** A tracked run whose transaction has ended is over, though its journal does not know it yet. */
function isOpen({ step, transaction }: RunFacts): boolean {
  return step !== 'tracked' || transaction === undefined || transaction.status === 'PENDING'
}

/** True where only some swaps are shown. */
export function isFiltered({ statuses, provider, search }: ActivityFilter): boolean {
  return statuses.length > 0 || provider !== undefined || search !== ''
}

/** Index of the marked line. */
export function markedIndex({ marked }: ActivityState, rows: readonly ActivityRow[]): number {
  return indexOfKey(rows, marked)
}

/** The marked line; undefined where there is none. */
export function markedRow(state: ActivityState, api: string | undefined): ActivityRow | undefined {
  const rows = shownRows(state, api)
  return rows[markedIndex(state, rows)]
}

/** The query for the filter. A service searches for one text only: with a search, the screen filters by provider itself. */
export function queryOf({ statuses, provider, search }: ActivityFilter): HistoryQuery {
  const query = search === '' ? (provider ?? '') : search
  return defined({ statuses: statuses.length === 0 ? undefined : statuses, query: query === '' ? undefined : query })
}

/** Ids of pending transactions that are listed, those nearest to the mark first. @param api base URL of the server in use */
export function pendingIds(state: ActivityState, api: string | undefined): readonly string[] {
  const rows = shownRows(state, api)
  const at = markedIndex(state, rows)
  return rows
    .map((row, index) => ({ id: pendingId(row, api), distance: Math.abs(index - at) }))
    .sort((a, b) => a.distance - b.distance)
    .flatMap(({ id }) => id ?? [])
    .slice(0, MOST_FOLLOWED)
}

function pendingId(row: ActivityRow, api: string | undefined): string | undefined {
  if (row.kind === 'transaction' && row.transaction.status !== 'PENDING') return undefined
  return idToAsk(row, api)
}

/** Id by which the service in use knows a swap; undefined for a swap of another service. */
export function idToAsk(row: ActivityRow, api: string | undefined): string | undefined {
  if (row.kind === 'transaction') return row.transaction.id
  return row.run.api === api ? row.run.transactionId : undefined
}
