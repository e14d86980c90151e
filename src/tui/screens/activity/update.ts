import { keyFor } from '../../bindings.ts'
import { jobOf } from '../../jobs/jobs.ts'
import type { StatusTransaction } from '../../../core/api/documents.ts'
import { countText } from '../../../core/text/count-text.ts'
import { isWithin } from '../../../core/stored-time.ts'
import { isAbout } from '../../../wallet/index.ts'
import { type AppFacts, notify, type ScreenInput, step } from '../../events.ts'
import { type ActionTable, isMove, MOVES, moveIndex } from '../../kit/moves.ts'
import { problemText } from '../../problem.ts'
import { lookLaterOnReview, resumeOnReview } from '../review/entry.ts'
import { fillAgain } from '../swap/entry.ts'
import type { ActivityAction } from './keys.ts'
import { changeSifting, editSifting, filterText, isSiftAction, type SiftAction } from '../../kit/find/sift.ts'
import { isMadeFrom } from '../../kit/remember-last.ts'
import { lineOf } from '../../kit/text/line-edit.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { STORE_POLL_MS } from '../../kit/store-poll.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { scrollBy } from '../../kit/layout/scrolling.ts'
import { copyHash, copyId, findLink } from './clipboard.ts'
import { detailLines, ACTIVITY_LAYOUT } from './detail-rows.ts'
import { listSize } from './pane.ts'
import { idToAsk, loadedRows, markedIndex, markedRow, pendingIds, PER_PAGE, shownRows } from './list.ts'
import { noteEnds } from './own-swaps.ts'
import { siftTable } from './sifting.ts'
import { historyQuery, isSameQuery, storeQuery, withoutWord } from './store-query.ts'
import type { ActivityEffect, ActivityEvent, ActivityState, ActivityStep } from './state.ts'

/** Time between two looks at pending swaps, in milliseconds. */
const FOLLOW_MS = 3000
/** Most pages that are read in a row while none of their swaps is one that the filter leaves. */
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
      return step({ ...state, sifting: editSifting(state.sifting, event.edit) })
    case 'action':
      if (isMove(event.action)) return move(state, MOVES[event.action], app)
      if (isSiftAction(event.action)) return sift(state, event.action, app)
      return ACTIONS[event.action](state, app)
    case 'left':
    case 'settings-changed':
      return step(state)
  }
}

/** Answers of the service and of the journal. */
function receive(state: ActivityState, event: ActivityEvent, app: AppFacts): ActivityStep {
  switch (event.type) {
    case 'runs':
      return step(withRuns(state, event.runs, app), ...lookLater(event.runs))
    case 'counts':
      return step({ ...state, counts: event.counts })
    case 'page':
      return event.id === state.lastId ? receivePage(state, event, app) : step(state)
    case 'own': {
      const asked = new Set(event.ids)
      const own = [...state.own.filter(({ id }) => !asked.has(id)), ...event.own]
      return step(JSON.stringify(own) === JSON.stringify(state.own) ? state : { ...state, own })
    }
    case 'looked':
      return step({ ...state, readUntil: event.readUntil })
    case 'load-failed': {
      if (event.id !== state.lastId) return step(state)
      const next = { ...state, loading: false, problem: event.problem }
      // It is tried again by itself: the same is said once, and where there is no list it stands in its place.
      const isSaid = shownRows(state, app).length === 0 || state.problem?.message === event.problem.message
      if (isSaid) return step(next)
      return step(next, notify('bad', `the history cannot be read: ${problemText(event.problem)}`))
    }
    case 'status':
      return updateStatus(noteAnswer(state, event.transaction, app), event)
    case 'followed': {
      const { problem } = event
      // It is tried again by itself: the same is said once.
      const isNew = problem !== undefined && problem !== state.followProblem
      return step({ ...state, following: false, followProblem: problem }, ...(isNew ? [notify('bad', problem)] : []))
    }
    case 'detail':
      return step({ ...noteAnswer(state, event.detail.transaction, app), detail: event.detail })
    case 'link':
      return event.url === undefined
        ? step(state, notify('info', 'no explorer is known for this chain'))
        : step(state, { on: 'app', type: 'copy', text: event.url, what: event.url })
    case 'exported':
      return step({ ...state, exporting: false })
  }
}

/** Where this screen is not shown, that of runs goes on looking at those that were found. */
function lookLater({ length }: readonly RunFacts[]) {
  return length === 0 ? [] : [lookLaterOnReview(length)]
}

/** The newest page is read again and again: what is missing is said once. */
function receivePage(state: ActivityState, event: PageEvent, app: AppFacts): ActivityStep {
  const damaged = event.damaged.filter((id) => !state.damaged.includes(id))
  const unreadable = event.unreadable.filter((id) => !state.unreadable.includes(id))
  const next = readOn({ ...addPage(state, event), cameAt: app.now }, event, app)
  const lost = countText(unreadable.length, 'swap')
  const told = [
    ...(damaged.length === 0 ? [] : [`damaged, and not shown: ${damaged.join(', ')} (swapcli doctor)`]),
    ...(unreadable.length === 0 ? [] : [`${lost} of the server cannot be read: ${unreadable.join(', ')}`]),
  ]
  const ids = event.items.map(({ id }) => id)
  // This machine's own service has no others.
  const asks = app.place.api !== undefined && ids.length > 0
  const effects = asks ? [...next.effects, { on: 'activity', type: 'find-own', ids } as const] : next.effects
  return step(next.state, ...effects, ...told.map((text) => notify('bad', text)))
}

/** A page arrived. What is newer than the first page of before comes on top of it; nothing is listed twice. */
function addPage(state: ActivityState, event: PageEvent): ActivityState {
  const { items, total, isTotalLeast, hasMore, page } = event
  const arrived = new Set(items.map(({ id }) => id))
  const known = new Set(state.items.map(({ id }) => id))
  const damaged = [...new Set([...state.damaged, ...event.damaged])]
  const unreadable = [...new Set([...state.unreadable, ...event.unreadable])]
  const base = {
    ...state,
    loading: false,
    problem: undefined,
    total,
    isTotalLeast,
    damaged,
    unreadable,
    ends: noteEnds(state.ends, items),
  }
  if (page > 1) {
    return { ...base, items: [...state.items, ...items.filter(({ id }) => !known.has(id))], pages: page, hasMore }
  }
  const isKnown =
    items.some(({ id }) => known.has(id)) ||
    event.damaged.some((id) => state.damaged.includes(id)) ||
    event.unreadable.some((id) => state.unreadable.includes(id))
  const adjoins = state.pages > 1 && isKnown
  if (!adjoins) {
    const lost = { damaged: event.damaged, unreadable: event.unreadable }
    return { ...base, items: withNewer(state.items, items, items.length), pages: 1, hasMore, ...lost }
  }
  return {
    ...base,
    items: withNewer(state.items, [...items, ...state.items.filter(({ id }) => !arrived.has(id))], items.length),
  }
}

/** The items, or the list of before where the `count` that were read again are the same: then all that is made of it is, too. */
function withNewer(
  before: ActivityState['items'],
  items: ActivityState['items'],
  count: number,
): ActivityState['items'] {
  const isSame = JSON.stringify(before.slice(0, count)) === JSON.stringify(items.slice(0, count))
  return isSame && before.length === items.length ? before : items
}

type PageEvent = Extract<ActivityEvent, { readonly type: 'page' }>

/**
 * A service finds more than the filter leaves, and leaves out what is damaged: where a page holds none to show, the next one is
 * read.
 */
function readOn(state: ActivityState, { page, items, hasMore }: PageEvent, app: AppFacts): ActivityStep {
  const arrived = new Set(items.map(({ id }) => id))
  const isEmpty = !shownRows(state, app).some(({ kind, key }) => kind === 'transaction' && arrived.has(key))
  // After the newest page has been read anew, older ones may be known already.
  const isNext = page === state.pages && page % MOST_EMPTY_PAGES !== 0
  return isEmpty && hasMore && isNext ? loadPage(state, page + 1) : step(state)
}

/** The mark stays on a swap whose run has ended. */
function withRuns(state: ActivityState, found: readonly RunFacts[], app: AppFacts): ActivityState {
  const before = new Map(state.runs.map((run) => [run.id, run]))
  const runs = found.map((run) => withNewest(run, before.get(run.id)))
  if (isMadeFrom(state.runs, runs)) return state
  const next = { ...state, runs }
  if (shownRows(next, app).some(({ key }) => key === state.marked)) return next
  const own = [...runs, ...state.runs].find(({ id }) => id === state.marked)
  return own === undefined ? next : { ...next, marked: own.transactionId }
}

/** The journal may be older than what was seen since: only a run that is followed updates it. */
function withNewest(run: RunFacts, seen: RunFacts | undefined): RunFacts {
  if (seen?.transaction === undefined || seen.step !== run.step) return run
  const isNewer = run.transaction === undefined || seen.transaction.updatedAt > run.transaction.updatedAt
  if (!isNewer) return run
  const next: RunFacts = { ...run, transaction: seen.transaction, money: seen.money }
  return isMadeFrom(Object.values(seen), Object.values(next)) ? seen : next
}

/** Notes whether what was told of a transaction is about the swap of the run that has it. */
function noteAnswer(state: ActivityState, transaction: StatusTransaction, { place }: AppFacts): ActivityState {
  const { id } = transaction
  const isOther = state.runs.some(
    (run) => run.api === place.api && run.transactionId === id && !isAbout(transaction, run),
  )
  if (isOther === state.misanswered.includes(id)) return state
  const others = state.misanswered.filter((each) => each !== id)
  return { ...state, misanswered: isOther ? [...others, id] : others }
}

/** How a pending swap stands now. */
function updateStatus(
  state: ActivityState,
  { transaction }: Extract<ActivityEvent, { readonly type: 'status' }>,
): ActivityStep {
  const { id } = transaction
  const before = state.items.find((item) => item.id === id)
  const items = state.items.map((item) => (item.id === id ? { ...transaction, amountUsd: item.amountUsd } : item))
  const next: ActivityState = { ...state, items, ends: noteEnds(state.ends, items) }
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
function readAgain(state: ActivityState, app: AppFacts): ActivityStep {
  const { now } = app
  const isFirst = state.pages === 0 && state.problem === undefined
  if (state.loading || isFirst || isWithin(state.readAt, now, STORE_POLL_MS)) return step(state)
  const id = state.lastId + 1
  // How late a pending swap is changes with time alone.
  const isSettled = state.problem === undefined && state.items.every(({ status }) => status !== 'PENDING')
  const marked = state.marked ?? markedRow(state, app)?.key
  return step(
    { ...state, lastId: id, readAt: now, marked },
    { on: 'activity', type: 'find-runs' },
    {
      on: 'activity',
      type: 'look',
      id,
      query: pageQuery(state, 1),
      readUntil: isSettled ? state.readUntil : undefined,
    },
  )
}

function followPending(state: ActivityState, app: AppFacts): ActivityStep {
  if (state.following || isWithin(state.followedAt, app.now, FOLLOW_MS)) return step(state)
  // Of thousands that have ended none is looked at again.
  const isPending = state.runs.length > 0 || state.items.some(({ status }) => status === 'PENDING')
  const ids = isPending ? pendingIds(state, app) : []
  if (ids.length === 0) return step(state)
  return {
    state: { ...state, following: true, followedAt: app.now },
    effects: [{ on: 'activity', type: 'follow', ids }],
  }
}

/** Reads the first page again, and the detail. */
function reload(state: ActivityState, app: AppFacts): ActivityStep {
  const { now, place } = app
  const first = loadPage({ ...state, readAt: now }, 1)
  const row = state.showsDetail ? markedRow(state, app) : undefined
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
  return step(
    { ...state, lastId: id, loading: true },
    { on: 'activity', type: 'load', id, query: pageQuery(state, page) },
  )
}

function pageQuery({ asked }: ActivityState, page: number) {
  return { ...historyQuery(asked), page, perPage: PER_PAGE }
}

/** The mark stays on its swap; the store is asked for what it can find once the filter is written. */
function sift(state: ActivityState, action: SiftAction, app: AppFacts): ActivityStep {
  const table = siftTable(zoneOf(app))
  // There may be swaps that are not loaded yet.
  const sifting =
    action === 'filter'
      ? { ...state.sifting, line: lineOf(state.sifting.text) }
      : changeSifting(table, loadedRows(state, app.place.api), state.sifting, action)
  if (sifting === state.sifting) return step(state)
  const next = { ...state, sifting, marked: markedRow(state, app)?.key ?? state.marked }
  return sifting.line === undefined ? askFor(next, app) : step(next)
}

/**
 * Asks the store for what of the filter it can find, where that is not what it was asked for. What is loaded and matches is
 * listed meanwhile, for the keys that come.
 */
function askFor(state: ActivityState, app: AppFacts): ActivityStep {
  const asked = storeQuery(filterText(state.sifting))
  if (isSameQuery(asked, state.asked)) return step({ ...state, asked })
  const shown = new Set(shownRows(state, app).map(({ key }) => key))
  const items = state.items.filter(({ id }) => shown.has(id))
  return loadPage(
    { ...state, asked, items, total: undefined, pages: 0, hasMore: false, damaged: [], unreadable: [] },
    1,
  )
}

const ACTIONS: ActionTable<ActivityAction, ActivityState, ActivityStep> = {
  detail: openDetail,
  close: (state) => step({ ...state, showsDetail: false }),
  continue: continueRun,
  again: (state, app) => step(state, ...again(state, app)),
  export: exportAll,
  copy: (state, app) => step(state, copyHash(markedRow(state, app))),
  'copy-id': (state, app) => step(state, ...copyId(markedRow(state, app))),
  link: (state, app) => step(state, findLink(markedRow(state, app))),
  refresh: reload,
}

/** Scrolls the detail, or moves the mark and loads what comes next. */
function move(state: ActivityState, by: number, app: AppFacts): ActivityStep {
  if (state.showsDetail) {
    const row = markedRow(state, app)
    const { columns, rows: height } = listSize(app)
    const count =
      row === undefined ? 0 : detailLines(state, row, app, ACTIVITY_LAYOUT.detailColumns(columns), false).length
    return step({ ...state, scroll: scrollBy(state.scroll, by, count, height) })
  }
  const rows = shownRows(state, app)
  const index = moveIndex(markedIndex(state, rows), by, rows.length)
  const next = { ...state, marked: rows[index]?.key }
  const isNearEnd = index >= rows.length - LOAD_AHEAD
  return isNearEnd && state.hasMore && !state.loading ? loadPage(next, state.pages + 1) : step(next)
}

function openDetail(state: ActivityState, app: AppFacts): ActivityStep {
  const row = markedRow(state, app)
  if (row === undefined) return step(state)
  const id = idToAsk(row, app.place.api)
  const next = { ...state, showsDetail: true, scroll: 0, marked: row.key }
  if (id === undefined) return step(next)
  return { state: next, effects: [{ on: 'activity', type: 'detail', transactionId: id }] }
}

function continueRun(state: ActivityState, app: AppFacts): ActivityStep {
  const row = markedRow(state, app)
  if (row?.kind !== 'run') {
    return step(state, notify('info', 'only unfinished swaps of this machine can be continued'))
  }
  return step(state, ...resumeOnReview(row.run.id))
}

/** Fills the form of the Swap screen with the marked swap. */
function again(state: ActivityState, app: AppFacts) {
  const row = markedRow(state, app)
  if (row?.kind === 'transaction') return fillAgain(row.transaction)
  if (row === undefined) return []
  const does = jobOf(app.jobs, row.run.id) === undefined ? 'continues it' : 'shows it on Review'
  return [notify('info', `this swap has not ended: ${keyFor(app, 'continue', 'c')} ${does}`)]
}

function exportAll(state: ActivityState, app: AppFacts): ActivityStep {
  if (state.exporting) return step(state)
  if (shownRows(state, app).every(({ kind }) => kind === 'run')) {
    return step(state, notify('info', 'nothing to export: no past swap is listed'))
  }
  const filter = withoutWord(filterText(state.sifting), state.asked)
  return {
    state: { ...state, exporting: true },
    effects: [
      notify('info', 'exporting …'),
      { on: 'activity', type: 'export', query: historyQuery(state.asked), filter },
    ],
  }
}
