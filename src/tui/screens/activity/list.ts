import type { HistoryTransaction } from '../../../core/api/documents.ts'
import { HISTORY_QUERY } from '../../../core/api/requests.ts'
import type { AppFacts } from '../../events.ts'
import { readFilter } from '../../kit/find/filter.ts'
import { filterText, siftedRows } from '../../kit/find/sift.ts'
import { indexOfKey } from '../../kit/moves.ts'
import { rememberLast } from '../../kit/remember-last.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { isAbout, isPaymentOf } from '../../../wallet/index.ts'
import { STORE_POLL_MS } from '../../kit/store-poll.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { isContraryEnd, type OwnPast } from './own-swaps.ts'
import { ACTIVITY_FILTER, siftTable } from './sifting.ts'
import { withoutWord } from './store-query.ts'
import type { ActivityState } from './state.ts'

/** Transactions a page: the most that a service gives at once. */
export const PER_PAGE = HISTORY_QUERY.perPage.maximum
/** Most pending swaps that are looked at in turn. */
const MOST_FOLLOWED = 20

/** One line of the list. */
export type ActivityRow =
  | {
      readonly kind: 'run'
      readonly key: string
      readonly run: RunFacts
      /** Why nothing of what the service answered is shown, a clause; undefined where it is. */
      readonly doubt: string | undefined
    }
  | {
      readonly kind: 'transaction'
      readonly key: string
      readonly transaction: HistoryTransaction
      /** True for one of this machine: of its own service, or of a run that it has. */
      readonly isMine: boolean
      /** What contradicts how it is said to stand, for behind that: `after REFUND`; undefined for nothing. */
      readonly doubt: string | undefined
    }

/** The line of a past swap. */
export function transactionRow(transaction: HistoryTransaction, isMine: boolean, doubt?: string): ActivityRow {
  return { kind: 'transaction', key: transaction.id, transaction, isMine, doubt }
}

/** What of the app decides what is listed. */
type ListFacts = Pick<AppFacts, 'place' | 'now' | 'settings'>

/**
 * The lines that are shown: first what this machine has begun and not ended, then all others, newest first, where they are not
 * sorted otherwise.
 */
export function shownRows(state: ActivityState, app: ListFacts): readonly ActivityRow[] {
  const { items, sifting, asked } = state
  const { place, settings } = app
  // By time only a filter goes; what is listed is read no more often anyway.
  const at = filterText(sifting) === '' ? 0 : app.now - (app.now % STORE_POLL_MS)
  return siftRows(loadedRows(state, place.api), items, sifting, asked, place, settings, at)
}

const siftRows = rememberLast(
  (
    rows: readonly ActivityRow[],
    items: ActivityState['items'],
    sifting: ActivityState['sifting'],
    asked: ActivityState['asked'],
    place: AppFacts['place'],
    settings: AppFacts['settings'],
    now: number,
  ): readonly ActivityRow[] => {
    const filter = filterText(sifting)
    const sorted = siftedRows(
      siftTable(zoneOf({ place, settings })),
      rows,
      { ...sifting, line: undefined, text: '' },
      now,
    )
    if (filter === '') return sorted
    const found = new Set(items.map(({ id }) => id))
    const [whole, rest] = [filter, withoutWord(filter, asked)].map((text) => readFilter(ACTIVITY_FILTER, text))
    // Of what the store has found by a word, it knows more than is told here.
    const isFound = (row: ActivityRow) => row.kind === 'transaction' || found.has(row.run.transactionId ?? '')
    return sorted.filter((row) => (isFound(row) ? rest : whole)?.holds(row, now))
  },
)

/** The lines that are there to be filtered. @param api base URL of the server in use */
export function loadedRows(
  { runs, misanswered, items, own, ends }: ActivityState,
  api: string | undefined,
): readonly ActivityRow[] {
  return joinRows(runs, misanswered, items, own, ends, api)
}

const joinRows = rememberLast(
  (
    runs: ActivityState['runs'],
    misanswered: ActivityState['misanswered'],
    items: ActivityState['items'],
    own: ActivityState['own'],
    ends: ActivityState['ends'],
    api: string | undefined,
  ): readonly ActivityRow[] => {
    const open = runs.filter(isOpen)
    const listed = new Set(open.flatMap((run) => (run.api === api ? (run.transactionId ?? []) : [])))
    const past = new Map(own.map((one) => [one.id, one]))
    return [
      ...open.map((run) => runRow(run, run.api === api && misanswered.includes(run.transactionId ?? ''))),
      ...items
        .filter(({ id }) => !listed.has(id))
        .map((transaction) => {
          const known = past.get(transaction.id)
          const doubt = doubtOf(transaction, known, ends)
          return transactionRow(transaction, api === undefined || known !== undefined, doubt)
        }),
    ]
  },
)

function runRow(run: RunFacts, isMisanswered: boolean): ActivityRow {
  const { transaction, id: key } = run
  if (!isUnpaidEnd(run))
    return { kind: 'run', key, run, doubt: isMisanswered ? 'answered about another swap' : undefined }
  const doubt = `called ${transaction?.status ?? ''} without its payment`
  return { kind: 'run', key, run: { ...run, transaction: undefined, money: 'sent' }, doubt }
}

/** A tracked run whose transaction has ended is over, though its journal does not know it yet. */
function isOpen(run: RunFacts): boolean {
  const { step, transaction } = run
  return step !== 'tracked' || transaction === undefined || transaction.status === 'PENDING' || isUnpaidEnd(run)
}

/** True where a service says that a swap has ended, and knows of no payment of it: a store that was put back may not. */
export function isUnpaidEnd(run: RunFacts): boolean {
  const { step, transaction } = run
  if (step !== 'tracked' || transaction === undefined || transaction.status === 'PENDING') return false
  return !isPaymentOf(transaction.inboundHash, run)
}

function doubtOf(
  transaction: HistoryTransaction,
  own: OwnPast | undefined,
  ends: ActivityState['ends'],
): string | undefined {
  const { id, status } = transaction
  if (own !== undefined && !isAbout(transaction, { transactionId: id, recipient: own.recipient }))
    return 'of another swap'
  const before = own?.ended ?? (Object.hasOwn(ends, id) ? ends[id] : undefined)
  return before !== undefined && isContraryEnd(before, status) ? `after ${before}` : undefined
}

/** Index of the marked line. */
export function markedIndex({ marked }: ActivityState, rows: readonly ActivityRow[]): number {
  return indexOfKey(rows, marked)
}

/** The marked line; undefined where there is none. */
export function markedRow(state: ActivityState, app: ListFacts): ActivityRow | undefined {
  const rows = shownRows(state, app)
  return rows[markedIndex(state, rows)]
}

/** Ids of pending transactions that are listed, those nearest to the mark first. */
export function pendingIds(state: ActivityState, app: ListFacts): readonly string[] {
  return pendingNear(shownRows(state, app), state.marked, app.place.api)
}

const pendingNear = rememberLast(
  (rows: readonly ActivityRow[], marked: string | undefined, api: string | undefined): readonly string[] => {
    const at = indexOfKey(rows, marked)
    return rows
      .flatMap((row, index) => {
        const id = pendingId(row, api)
        return id === undefined ? [] : [{ id, distance: Math.abs(index - at) }]
      })
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MOST_FOLLOWED)
      .map(({ id }) => id)
  },
)

function pendingId(row: ActivityRow, api: string | undefined): string | undefined {
  if (row.kind === 'transaction' && row.transaction.status !== 'PENDING') return undefined
  return idToAsk(row, api)
}

/** Id by which the service in use knows a swap; undefined for a swap of another service. */
export function idToAsk(row: ActivityRow, api: string | undefined): string | undefined {
  if (row.kind === 'transaction') return row.transaction.id
  return row.run.api === api ? row.run.transactionId : undefined
}
