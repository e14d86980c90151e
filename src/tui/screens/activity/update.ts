import { keyFor } from '../../bindings.ts'
import { isWithin } from '../../../core/stored-time.ts'
import { TRANSACTION_STATUSES } from '../../../core/api/enums.ts'
import { type AppFacts, notify, type ScreenInput, step } from '../../events.ts'
import { type ActionTable, isMove, MOVES, moveIndex } from '../../kit/moves.ts'
import { problemText } from '../../problem.ts'
import { resumeOnReview } from '../review/entry.ts'
import { fillAgain } from '../swap/entry.ts'
import type { ActivityAction } from './keys.ts'
import { editLine, lineOf } from '../../kit/text/line-edit.ts'
import { STORE_POLL_MS } from '../../kit/store-poll.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { scrollBy } from '../../kit/layout/scrolling.ts'
import { copyHash, copyId, findLink } from './clipboard.ts'
import { detailLines, ACTIVITY_LAYOUT } from './detail-rows.ts'
import { listSize } from './pane.ts'
import { idToAsk, isFiltered, markedIndex, markedRow, pendingIds, PER_PAGE, queryOf, shownRows } from './list.ts'
import {
  type ActivityEffect,
  type ActivityEvent,
  type ActivityFilter,
  type ActivityState,
  type ActivityStep,
  START_ACTIVITY,
} from './state.ts'

/** Time between two looks at pending swaps, in milliseconds. */
const FOLLOW_MS = 3000
/** Most pages that are read in a row while none of their swaps is of the provider that is asked for. */
const MOST_EMPTY_PAGES = 20
/** Lines before the end of the loaded list at which the next page is loaded. */
const LOAD_AHEAD = 10

/** The screen after something happened. */
export function updateActivity(
  state: ActivityState,
  event: ScreenInput<ActivityAction> | ActivityEvent,
  app: AppFacts,
): ActivityStep {
  if (event.on === 'activity') return receive(state, event, app)
  switch (event.type) {
    case 'opened':
    case 'shown':
      return app.ready && app.isSeen ? reload(state, app) : step(state)
    case 'tick':
      return app.isSeen && app.ready ? refresh(state, app) : step(state)
    case 'edit':
      return step(state.typing === undefined ? state : { ...state, typing: editLine(state.typing, event.edit) })
    case 'action':
      return isMove(event.action) ? move(state, MOVES[event.action], app) : ACTIONS[event.action](state, app)
    case 'settings-changed':
      return step(state)
  }
}

/** Answers of the service and of the journal. */
function receive(state: ActivityState, event: ActivityEvent, app: AppFacts): ActivityStep {
  switch (event.type) {
    case 'runs':
      return step(withRuns(state, event.runs, app))
    case 'counts':
      return step({ ...state, counts: event.counts })
    case 'page':
      return event.id === state.lastId ? receivePage(state, event) : step(state)
    case 'load-failed': {
      if (event.id !== state.lastId) return step(state)
      const next = { ...state, loading: false, problem: event.problem }
      // It is tried again by itself: the same is said once.
      if (state.problem?.message === event.problem.message) return step(next)
      return step(next, notify('bad', `the history cannot be read: ${problemText(event.problem)}`))
    }
    case 'status':
      return updateStatus(state, event)
    case 'followed': {
      const { problem } = event
      // It is tried again by itself: the same is said once.
      const isNew = problem !== undefined && problem !== state.followProblem
      return step({ ...state, following: false, followProblem: problem }, ...(isNew ? [notify('bad', problem)] : []))
    }
    case 'detail':
      return step({ ...state, detail: event.detail })
    case 'link':
      return event.url === undefined
        ? step(state, notify('info', 'no explorer is known for this chain'))
        : step(state, { on: 'app', type: 'copy', text: event.url, what: event.url })
    case 'exported':
      return step({ ...state, exporting: false })
  }
}

/** The newest page is read again and again: what is damaged is said once. */
function receivePage(state: ActivityState, event: PageEvent): ActivityStep {
  const told = event.damaged.filter((id) => !state.damaged.includes(id))
  const next = readOn(addPage(state, event), event)
  if (told.length === 0) return next
  const text = `damaged, and not shown: ${told.join(', ')} (swapcli doctor)`
  return step(next.state, ...next.effects, notify('bad', text))
}

/** A page arrived. What is newer than the first page of before comes on top of it; nothing is listed twice. */
function addPage(state: ActivityState, event: PageEvent): ActivityState {
  const { items, total, isTotalLeast, hasMore, page } = event
  const arrived = new Set(items.map(({ id }) => id))
  const known = new Set(state.items.map(({ id }) => id))
  const damaged = [...new Set([...state.damaged, ...event.damaged])]
  const base = { ...state, loading: false, problem: undefined, total, isTotalLeast, damaged }
  if (page > 1) {
    return { ...base, items: [...state.items, ...items.filter(({ id }) => !known.has(id))], pages: page, hasMore }
  }
  const isKnown = items.some(({ id }) => known.has(id)) || event.damaged.some((id) => state.damaged.includes(id))
  const adjoins = state.pages > 1 && isKnown
  if (!adjoins) return { ...base, items, pages: 1, hasMore, damaged: event.damaged }
  return { ...base, items: [...items, ...state.items.filter(({ id }) => !arrived.has(id))] }
}

type PageEvent = Extract<ActivityEvent, { readonly type: 'page' }>

/**
 * A service finds more than the provider's own swaps, and leaves out what is damaged: where a page holds none to show, the
 * next one is read.
 */
function readOn(state: ActivityState, { page, items, hasMore }: PageEvent): ActivityStep {
  const { provider } = state.filter
  const isEmpty = items.every((item) => provider !== undefined && item.provider !== provider)
  // After the newest page has been read anew, older ones may be known already.
  const isNext = page === state.pages && page % MOST_EMPTY_PAGES !== 0
  return isEmpty && hasMore && isNext ? loadPage(state, page + 1) : step(state)
}

/** The mark stays on a swap whose run has ended. */
function withRuns(state: ActivityState, found: readonly RunFacts[], { place }: AppFacts): ActivityState {
  const runs = found.map((run) => withNewest(run, state.runs))
  const next = { ...state, runs }
  if (shownRows(next, place.api).some(({ key }) => key === state.marked)) return next
  const own = [...runs, ...state.runs].find(({ id }) => id === state.marked)
  return own === undefined ? next : { ...next, marked: own.transactionId }
}

/** The journal may be older than what was seen since: only a run that is followed updates it. */
function withNewest(run: RunFacts, before: readonly RunFacts[]): RunFacts {
  const seen = before.find(({ id }) => id === run.id)
  if (seen?.transaction === undefined || seen.step !== run.step) return run
  const isNewer = run.transaction === undefined || seen.transaction.updatedAt > run.transaction.updatedAt
  return isNewer ? { ...run, transaction: seen.transaction, money: seen.money } : run
}

/** How a pending swap stands now. */
function updateStatus(
  state: ActivityState,
  { transaction }: Extract<ActivityEvent, { readonly type: 'status' }>,
): ActivityStep {
  const { id } = transaction
  const before = state.items.find((item) => item.id === id)
  const next: ActivityState = {
    ...state,
    items: state.items.map((item) => (item.id === id ? { ...transaction, amountUsd: item.amountUsd } : item)),
  }
  const isLookedAt = state.showsDetail && state.detail?.transaction.id === id
  const hasEnded = before?.status === 'PENDING' && transaction.status !== 'PENDING'
  const effects: ActivityEffect[] = [
    ...(isLookedAt ? [{ on: 'activity', type: 'detail', transactionId: id } as const] : []),
    ...(hasEnded ? [{ on: 'activity', type: 'count' } as const] : []),
  ]
  return step(next, ...effects)
}

/** Changes that the user did not make: pending swaps move, and other programs write to the same store. */
function refresh(state: ActivityState, app: AppFacts): ActivityStep {
  const followed = followPending(state, app)
  const read = readAgain(followed.state, app)
  return step(read.state, ...followed.effects, ...read.effects)
}

/** Reads the newest page silently; the mark stays on its swap when newer ones come on top. */
function readAgain(state: ActivityState, { now, place }: AppFacts): ActivityStep {
  const isFirst = state.pages === 0 && state.problem === undefined
  if (state.loading || isFirst || isWithin(state.readAt, now, STORE_POLL_MS)) return step(state)
  const { effects, state: asked } = loadPage(state, 1)
  const marked = state.marked ?? markedRow(state, place.api)?.key
  return {
    state: { ...asked, loading: false, readAt: now, marked },
    effects: [{ on: 'activity', type: 'find-runs' }, ...effects, { on: 'activity', type: 'count' }],
  }
}

function followPending(state: ActivityState, app: AppFacts): ActivityStep {
  if (state.following || isWithin(state.followedAt, app.now, FOLLOW_MS)) return step(state)
  const ids = pendingIds(state, app.place.api)
  if (ids.length === 0) return step(state)
  return {
    state: { ...state, following: true, followedAt: app.now },
    effects: [{ on: 'activity', type: 'follow', ids }],
  }
}

/** Reads the first page again, and the detail. */
function reload(state: ActivityState, { now, place }: AppFacts): ActivityStep {
  const first = loadPage({ ...state, readAt: now }, 1)
  const row = state.showsDetail ? markedRow(state, place.api) : undefined
  const id = row === undefined ? undefined : idToAsk(row, place.api)
  return {
    state: first.state,
    effects: [
      { on: 'activity', type: 'find-runs' },
      ...first.effects,
      { on: 'activity', type: 'count' },
      ...(id === undefined ? [] : [{ on: 'activity', type: 'detail', transactionId: id } as const]),
    ],
  }
}

function loadPage(state: ActivityState, page: number): ActivityStep {
  const id = state.lastId + 1
  const query = { ...queryOf(state.filter), page, perPage: PER_PAGE }
  return { state: { ...state, lastId: id, loading: true }, effects: [{ on: 'activity', type: 'load', id, query }] }
}

function applyFilter(state: ActivityState, change: Partial<ActivityFilter>): ActivityStep {
  const filter = { ...state.filter, ...change }
  return loadPage(
    {
      ...{ ...state, filter, typing: undefined, items: [], total: undefined, pages: 0, hasMore: false },
      ...{ damaged: [], marked: undefined },
    },
    1,
  )
}

const ACTIONS: ActionTable<ActivityAction, ActivityState, ActivityStep> = {
  detail: openDetail,
  close: (state) => step({ ...state, showsDetail: false }),
  continue: continueRun,
  again: (state, app) => step(state, ...again(state, app)),
  search: (state) => step({ ...state, typing: lineOf(state.filter.search) }),
  'search-done': (state) => applyFilter(state, { search: state.typing?.text.trim() ?? '' }),
  'search-cancel': (state) => step({ ...state, typing: undefined }),
  status: nextStatus,
  provider: nextProvider,
  all: (state) => (isFiltered(state.filter) ? applyFilter(state, START_ACTIVITY.filter) : step(state)),
  export: exportAll,
  copy: (state, { place }) => step(state, copyHash(markedRow(state, place.api))),
  'copy-id': (state, { place }) => step(state, ...copyId(markedRow(state, place.api))),
  link: (state, { place }) => step(state, findLink(markedRow(state, place.api))),
  refresh: reload,
}

/** Shows the swaps of one status, then of the next, and at last all. */
function nextStatus(state: ActivityState): ActivityStep {
  const [status] = state.filter.statuses
  const next = TRANSACTION_STATUSES[status === undefined ? 0 : TRANSACTION_STATUSES.indexOf(status) + 1]
  return applyFilter(state, { statuses: next === undefined ? [] : [next] })
}

/** Scrolls the detail, or moves the mark and loads what comes next. */
function move(state: ActivityState, by: number, app: AppFacts): ActivityStep {
  const { place } = app
  if (state.showsDetail) {
    const row = markedRow(state, place.api)
    const { columns, rows: height } = listSize(app)
    const count =
      row === undefined ? 0 : detailLines(state, row, app, ACTIVITY_LAYOUT.detailColumns(columns), false).length
    return step({ ...state, scroll: scrollBy(state.scroll, by, count, height) })
  }
  const rows = shownRows(state, place.api)
  const index = moveIndex(markedIndex(state, rows), by, rows.length)
  const next = { ...state, marked: rows[index]?.key }
  const isNearEnd = index >= rows.length - LOAD_AHEAD
  return isNearEnd && state.hasMore && !state.loading ? loadPage(next, state.pages + 1) : step(next)
}

function openDetail(state: ActivityState, { place }: AppFacts): ActivityStep {
  const row = markedRow(state, place.api)
  if (row === undefined) return step(state)
  const id = idToAsk(row, place.api)
  const next = { ...state, showsDetail: true, scroll: 0, marked: row.key }
  if (id === undefined) return step(next)
  return { state: next, effects: [{ on: 'activity', type: 'detail', transactionId: id }] }
}

function continueRun(state: ActivityState, { place }: AppFacts): ActivityStep {
  const row = markedRow(state, place.api)
  if (row?.kind !== 'run') {
    return step(state, notify('info', 'only unfinished swaps of this machine can be continued'))
  }
  return step(state, ...resumeOnReview(row.run.id))
}

/** Fills the form of the Swap screen with the marked swap. */
function again(state: ActivityState, app: AppFacts) {
  const { place } = app
  const row = markedRow(state, place.api)
  if (row?.kind === 'transaction') return fillAgain(row.transaction)
  return row === undefined
    ? []
    : [notify('info', `this swap has not ended: ${keyFor(app, 'continue', 'c')} continues it`)]
}

function nextProvider(state: ActivityState): ActivityStep {
  const choices = [undefined, ...(state.counts?.providers ?? [])]
  if (choices.length === 1) return step(state, notify('info', 'no provider has handled a swap yet'))
  const at = Math.max(0, choices.indexOf(state.filter.provider))
  const provider = choices[(at + 1) % choices.length]
  return applyFilter(state, { provider })
}

function exportAll(state: ActivityState, { place }: AppFacts): ActivityStep {
  if (state.exporting) return step(state)
  if (shownRows(state, place.api).every(({ kind }) => kind === 'run')) {
    return step(state, notify('info', 'nothing to export: no past swap is listed'))
  }
  const { filter } = state
  return {
    state: { ...state, exporting: true },
    effects: [
      notify('info', 'exporting …'),
      { on: 'activity', type: 'export', query: queryOf(filter), provider: filter.provider },
    ],
  }
}
