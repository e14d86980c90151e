import { TRANSACTION_STATUSES } from '../../../core/api/enums.ts'
import { type AppFacts, type Effect, type ScreenInput, stay, type Step } from '../../events.ts'
import { editLine, lineOf } from '../../kit/text/line-edit.ts'
import { READ_MS } from '../../kit/store-poll.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { bodySize, scrolledBy } from '../../kit/layout/scrolling.ts'
import { copyHash, copyId, findLink, say } from './clipboard.ts'
import { detailColumns, detailLines } from './detail-rows.ts'
import { idToAsk, isFiltered, markedIndex, markedRow, pendingIds, PER_PAGE, queryOf, shownRows } from './list.ts'
import type { ActivityEvent, ActivityFilter, ActivityState } from './state.ts'

/** Time between two looks at pending swaps, in milliseconds. */
const LOOK_MS = 3000
/** Most pages that are read in a row while none of their swaps is of the provider that is asked for. */
const MOST_EMPTY_PAGES = 20
/** So many lines before the end of what is loaded, more is. */
const LOAD_AHEAD = 10

/** The screen after something happened. */
export function updateActivity(
  state: ActivityState,
  event: ScreenInput | ActivityEvent,
  app: AppFacts,
): Step<ActivityState> {
  if (event.on === 'activity') return heard(state, event, app)
  switch (event.type) {
    case 'opened':
    case 'shown':
      return app.ready && app.tab === 'activity' ? reload(state, app) : stay(state)
    case 'tick':
      return app.tab === 'activity' && app.ready ? ticked(state, app) : stay(state)
    case 'edit':
      return stay(state.typing === undefined ? state : { ...state, typing: editLine(state.typing, event.edit) })
    case 'action':
      return act(state, event.action, app)
  }
}

/** What the service and the journal told. */
function heard(state: ActivityState, event: ActivityEvent, app: AppFacts): Step<ActivityState> {
  switch (event.type) {
    case 'runs':
      return stay(withRuns(state, event.runs, app))
    case 'counts':
      return stay({ ...state, counts: event.counts })
    case 'page':
      return event.id === state.lastId ? sought(paged(state, event), event) : stay(state)
    case 'load-failed': {
      if (event.id !== state.lastId) return stay(state)
      const { message, hint } = event.problem
      const text = `the history cannot be read: ${message}${hint === undefined ? '' : `. ${hint}`}`
      const next = { ...state, loading: false, problem: event.problem }
      // It is tried again by itself: the same is said once.
      return state.problem?.message === message ? stay(next) : { state: next, effects: [say('bad', text)] }
    }
    case 'status':
      return moved(state, event)
    case 'looked':
      return stay({ ...state, looking: false })
    case 'detail':
      return stay({ ...state, detail: event.detail })
    case 'link':
      return event.url === undefined
        ? { state, effects: [say('info', 'no explorer of this chain is known')] }
        : { state, effects: [{ on: 'app', type: 'copy', text: event.url, what: event.url }] }
    case 'exported':
      return stay({ ...state, exporting: false })
  }
}

/** A page arrived. What is newer than the first page of before comes on top of it; nothing is listed twice. */
function paged(state: ActivityState, event: PageEvent): ActivityState {
  const { items, total, hasMore, page } = event
  const arrived = new Set(items.map(({ id }) => id))
  const known = new Set(state.items.map(({ id }) => id))
  const base = { ...state, loading: false, problem: undefined, total }
  if (page > 1) {
    return { ...base, items: [...state.items, ...items.filter(({ id }) => !known.has(id))], pages: page, hasMore }
  }
  const adjoins = state.pages > 1 && items.some(({ id }) => known.has(id))
  if (!adjoins) return { ...base, items, pages: 1, hasMore }
  return { ...base, items: [...items, ...state.items.filter(({ id }) => !arrived.has(id))] }
}

type PageEvent = Extract<ActivityEvent, { readonly type: 'page' }>

/** A service finds more than the provider's own swaps: where a page holds none of them, the next one is read. */
function sought(state: ActivityState, { page, items, hasMore }: PageEvent): Step<ActivityState> {
  const { provider } = state.filter
  const isEmpty = provider !== undefined && items.every((item) => item.provider !== provider)
  // After the newest page has been read anew, older ones may be known already.
  const isNext = page === state.pages && page % MOST_EMPTY_PAGES !== 0
  return isEmpty && hasMore && isNext ? loadPage(state, page + 1) : stay(state)
}

/** The mark stays on a swap whose run has ended. */
function withRuns(state: ActivityState, found: readonly RunFacts[], { place }: AppFacts): ActivityState {
  const runs = found.map((run) => withNewest(run, state.runs))
  const next = { ...state, runs }
  if (shownRows(next, place.api).some(({ key }) => key === state.marked)) return next
  const own = [...runs, ...state.runs].find(({ id }) => id === state.marked)
  return own === undefined ? next : { ...next, marked: own.transactionId }
}

/** The journal may know less of a transaction than was seen since: nobody has followed it for the journal. */
function withNewest(run: RunFacts, before: readonly RunFacts[]): RunFacts {
  const seen = before.find(({ id }) => id === run.id)
  if (seen?.transaction === undefined || seen.step !== run.step) return run
  const isNewer = run.transaction === undefined || seen.transaction.updatedAt > run.transaction.updatedAt
  return isNewer ? { ...run, transaction: seen.transaction, money: seen.money } : run
}

/** How a pending swap stands now. */
function moved(
  state: ActivityState,
  { transaction }: Extract<ActivityEvent, { readonly type: 'status' }>,
): Step<ActivityState> {
  const { id } = transaction
  const before = state.items.find((item) => item.id === id)
  const next: ActivityState = {
    ...state,
    items: state.items.map((item) => (item.id === id ? { ...transaction, amountUsd: item.amountUsd } : item)),
  }
  const isLookedAt = state.showsDetail && state.detail?.transaction.id === id
  const hasEnded = before?.status === 'PENDING' && transaction.status !== 'PENDING'
  const effects: Effect[] = [
    ...(isLookedAt ? [{ on: 'activity', type: 'detail', transactionId: id } as const] : []),
    ...(hasEnded ? [{ on: 'activity', type: 'count' } as const] : []),
  ]
  return { state: next, effects }
}

/** What goes on without the user: pending swaps move, and other programs write into the same store. */
function ticked(state: ActivityState, app: AppFacts): Step<ActivityState> {
  const looked = look(state, app)
  const read = readAgain(looked.state, app)
  return { state: read.state, effects: [...looked.effects, ...read.effects] }
}

/** Reads the newest page without a word; the mark stays where it is, whatever comes on top. */
function readAgain(state: ActivityState, { now, place }: AppFacts): Step<ActivityState> {
  const isFirst = state.pages === 0 && state.problem === undefined
  if (state.loading || isFirst || now - state.readAt < READ_MS) return stay(state)
  const { effects, state: asked } = loadPage(state, 1)
  const marked = state.marked ?? markedRow(state, place.api)?.key
  return {
    state: { ...asked, loading: false, readAt: now, marked },
    effects: [{ on: 'activity', type: 'find-runs' }, ...effects, { on: 'activity', type: 'count' }],
  }
}

function look(state: ActivityState, app: AppFacts): Step<ActivityState> {
  if (state.looking || app.now - state.lookedAt < LOOK_MS) return stay(state)
  const ids = pendingIds(state, app.place.api)
  if (ids.length === 0) return stay(state)
  return {
    state: { ...state, looking: true, lookedAt: app.now },
    effects: [{ on: 'activity', type: 'look', ids }],
  }
}

/** Reads the first page again, and what stands beside it. */
function reload(state: ActivityState, { now, place }: AppFacts): Step<ActivityState> {
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

function loadPage(state: ActivityState, page: number): Step<ActivityState> {
  const id = state.lastId + 1
  const query = { ...queryOf(state.filter), page, perPage: PER_PAGE }
  return { state: { ...state, lastId: id, loading: true }, effects: [{ on: 'activity', type: 'load', id, query }] }
}

function filtered(state: ActivityState, change: Partial<ActivityFilter>): Step<ActivityState> {
  const filter = { ...state.filter, ...change }
  return loadPage(
    { ...state, filter, typing: undefined, items: [], total: undefined, pages: 0, hasMore: false, marked: undefined },
    1,
  )
}

function act(state: ActivityState, action: string, app: AppFacts): Step<ActivityState> {
  const status = TRANSACTION_STATUSES.find((name) => action === `activity.status.${name}`)
  if (status !== undefined) {
    const { statuses } = state.filter
    const next = statuses.includes(status) ? statuses.filter((name) => name !== status) : [...statuses, status]
    return filtered(state, { statuses: next })
  }
  switch (action) {
    case 'activity.up':
      return move(state, -1, app)
    case 'activity.down':
      return move(state, 1, app)
    case 'activity.page-up':
      return move(state, -10, app)
    case 'activity.page-down':
      return move(state, 10, app)
    case 'activity.first':
      return move(state, -Infinity, app)
    case 'activity.last':
      return move(state, Infinity, app)
    case 'activity.detail':
      return openDetail(state, app)
    case 'activity.close':
      return stay({ ...state, showsDetail: false })
    case 'activity.continue':
      return continueRun(state, app)
    case 'activity.search':
      return stay({ ...state, typing: lineOf(state.filter.search) })
    case 'search.done':
      return filtered(state, { search: state.typing?.text.trim() ?? '' })
    case 'search.cancel':
      return stay({ ...state, typing: undefined })
    case 'activity.provider':
      return nextProvider(state, 1)
    case 'activity.provider-before':
      return nextProvider(state, -1)
    case 'activity.all':
      return isFiltered(state.filter) ? filtered(state, { statuses: [], provider: undefined, search: '' }) : stay(state)
    case 'activity.export':
      return exportAll(state, app)
    case 'activity.copy-hash':
      return { state, effects: copyHash(markedRow(state, app.place.api)) }
    case 'activity.copy-id':
      return { state, effects: copyId(markedRow(state, app.place.api)) }
    case 'activity.link':
      return { state, effects: findLink(markedRow(state, app.place.api)) }
    case 'activity.reload':
      return reload(state, app)
    default:
      return stay(state)
  }
}

/** Scrolls the detail, or moves the mark and loads what comes next. */
function move(state: ActivityState, by: number, app: AppFacts): Step<ActivityState> {
  const { place } = app
  if (state.showsDetail) {
    const row = markedRow(state, place.api)
    const { columns, rows: height } = bodySize(app.size)
    const count = row === undefined ? 0 : detailLines(state, row, app, detailColumns(columns), false).length
    return stay({ ...state, scroll: scrolledBy(state.scroll, by, count, height) })
  }
  const rows = shownRows(state, place.api)
  const index = Math.min(rows.length - 1, Math.max(0, markedIndex(state, rows) + by))
  const next = { ...state, marked: rows[index]?.key }
  const isNearEnd = index >= rows.length - LOAD_AHEAD
  return isNearEnd && state.hasMore && !state.loading ? loadPage(next, state.pages + 1) : stay(next)
}

function openDetail(state: ActivityState, { place }: AppFacts): Step<ActivityState> {
  const row = markedRow(state, place.api)
  if (row === undefined) return stay(state)
  const id = idToAsk(row, place.api)
  const next = { ...state, showsDetail: true, scroll: 0, marked: row.key }
  if (id === undefined) return stay(next)
  return { state: next, effects: [{ on: 'activity', type: 'detail', transactionId: id }] }
}

function continueRun(state: ActivityState, { place }: AppFacts): Step<ActivityState> {
  const row = markedRow(state, place.api)
  if (row?.kind !== 'run') {
    return { state, effects: [say('info', 'only swaps that this machine has not ended can be continued')] }
  }
  return {
    state,
    effects: [
      { on: 'app', type: 'send', event: { on: 'review', type: 'resume', runId: row.run.id } },
      { on: 'app', type: 'send', event: { on: 'app', type: 'go', tab: 'review' } },
    ],
  }
}

function nextProvider(state: ActivityState, by: 1 | -1): Step<ActivityState> {
  const choices = [undefined, ...(state.counts?.providers ?? [])]
  if (choices.length === 1) return { state, effects: [say('info', 'no swap went through any provider yet')] }
  const at = Math.max(0, choices.indexOf(state.filter.provider))
  const provider = choices[(at + by + choices.length) % choices.length]
  return filtered(state, { provider })
}

function exportAll(state: ActivityState, { place }: AppFacts): Step<ActivityState> {
  if (state.exporting) return stay(state)
  if (shownRows(state, place.api).every(({ kind }) => kind === 'run')) {
    return { state, effects: [say('info', 'nothing to export: no past swap is listed')] }
  }
  const { filter } = state
  return {
    state: { ...state, exporting: true },
    effects: [
      say('info', 'exporting …'),
      { on: 'activity', type: 'export', query: queryOf(filter), provider: filter.provider },
    ],
  }
}
