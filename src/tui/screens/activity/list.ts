import type { HistoryTransaction } from '../../../core/api/documents.ts'
import { HISTORY_QUERY } from '../../../core/api/requests.ts'
import type { AppFacts } from '../../events.ts'
import { readFilter } from '../../kit/find/filter.ts'
import { filterText, siftedRows } from '../../kit/find/sift.ts'
import { indexOfKey } from '../../kit/moves.ts'
import { rememberLast } from '../../kit/remember-last.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { STORE_POLL_MS } from '../../kit/store-poll.ts'
import { zoneOf } from '../../kit/text/zone.ts'
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
      /** True where the service answered about another swap: of that nothing is shown. */
      readonly isMisanswered: boolean
    }
  | { readonly kind: 'transaction'; readonly key: string; readonly transaction: HistoryTransaction }

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
  { runs, misanswered, items }: ActivityState,
  api: string | undefined,
): readonly ActivityRow[] {
  return joinRows(runs, misanswered, items, api)
}

const joinRows = rememberLast(
  (
    runs: ActivityState['runs'],
    misanswered: ActivityState['misanswered'],
    items: ActivityState['items'],
    api: string | undefined,
  ): readonly ActivityRow[] => {
    const open = runs.filter(isOpen)
    const own = new Set(open.flatMap((run) => (run.api === api ? (run.transactionId ?? []) : [])))
    return [
      ...open.map((run): ActivityRow => {
        const isMisanswered = run.api === api && misanswered.includes(run.transactionId ?? '')
        return { kind: 'run', key: run.id, run, isMisanswered }
      }),
      ...items
        .filter(({ id }) => !own.has(id))
        .map((transaction): ActivityRow => ({ kind: 'transaction', key: transaction.id, transaction })),
    ]
  },
)

/** A tracked run whose transaction has ended is over, though its journal does not know it yet. */
function isOpen({ step, transaction }: RunFacts): boolean {
  return step !== 'tracked' || transaction === undefined || transaction.status === 'PENDING'
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
