import { isWithin } from '../../../core/stored-time.ts'
import { type AppFacts, type ScreenInput, step } from '../../events.ts'
import { changeSifting, editSifting, isSiftAction, NO_SIFTING, type SiftAction } from '../../kit/find/sift.ts'
import { type ActionTable, isMove, MOVES, moveIndex } from '../../kit/moves.ts'
import type { StatsAction } from './keys.ts'
import { commandLine, placeWords } from '../../../core/text/command-line.ts'
import { STORE_POLL_MS } from '../../kit/store-poll.ts'
import { markedIndex, shownFigures, siftTable } from './sifting.ts'
import { type FigureRow, summarize } from './summary.ts'
import { RANGES, type StatsEvent, type StatsState, type StatsStep, type Totals } from './state.ts'

/** The screen after something happened. */
export function updateStats(state: StatsState, event: ScreenInput<StatsAction> | StatsEvent, app: AppFacts): StatsStep {
  if (event.on === 'stats') return keepMark(state, receive(state, event, app), app)
  switch (event.type) {
    case 'shown':
      return app.ready ? load(state, app) : step(state)
    case 'opened':
      return app.isVisible ? load(state, app) : step(state)
    case 'action':
      if (isMove(event.action)) return step(move(state, MOVES[event.action], app))
      if (isSiftAction(event.action)) return step(sift(state, event.action, app))
      return ACTIONS[event.action](state, app)
    case 'tick': {
      const isIdle = app.isVisible && app.ready && !state.loading && !state.silent && state.read !== 'reading'
      if (!isIdle || isWithin(state.askedAt, app.now, STORE_POLL_MS)) return step(state)
      const asked = load(state, app)
      return { ...asked, state: { ...asked.state, silent: state.read !== 'nothing' } }
    }
    case 'edit':
      return step({ ...state, sifting: editSifting(state.sifting, event.edit) })
    case 'left':
    case 'settings-changed':
      return step(state)
  }
}

function receive(state: StatsState, event: StatsEvent, { now }: AppFacts): StatsStep {
  if (event.id !== state.id) return step(state)
  switch (event.type) {
    case 'totals': {
      const { totals } = event
      const after = { ...state, totals, countedAt: now, loading: false }
      if (state.read !== 'nothing' && isSame(state.totals, totals)) {
        return step({ ...after, silent: false, problem: undefined })
      }
      const read = state.silent ? state.read : 'reading'
      return step({ ...after, read }, { on: 'stats', type: 'read', id: state.id })
    }
    case 'swaps': {
      const { swaps, unreadable, read } = event
      if (read !== 'reading') return step({ ...state, swaps, unreadable, read, silent: false, problem: undefined })
      // While they are read anew, those of the last time stay: sums must not shrink and grow again.
      return step(state.silent || swaps.length <= state.swaps.length ? state : { ...state, swaps, unreadable })
    }
    case 'failed':
      return step({
        ...state,
        loading: false,
        read: state.read === 'reading' || (state.silent && !state.loading) ? 'nothing' : state.read,
        silent: false,
        problem: event.problem,
      })
  }
}

const ACTIONS: ActionTable<StatsAction, StatsState, StatsStep> = {
  shorter: (state) => step(changeRange(state, -1)),
  longer: (state) => step(changeRange(state, 1)),
  by: (state) => step({ ...state, by: state.by === 'providers' ? 'pairs' : 'providers', ...ANEW }),
  refresh: (state, app) => load({ ...state, read: 'nothing' }, app),
  copy: (state, { place }) => {
    const text = commandLine(['stats', ...placeWords(place)])
    return step(state, { on: 'app', type: 'copy', text, what: text })
  },
}

function load(state: StatsState, { now }: AppFacts): StatsStep {
  const id = state.id + 1
  // A reading that is under way is one of an earlier number: it is begun anew.
  const read = state.read === 'reading' || state.silent ? 'nothing' : state.read
  const next = { ...state, id, read, loading: true, askedAt: now, silent: false }
  return step(next, { on: 'stats', type: 'load', id })
}

/** The mark stays on the same row, wherever new figures put it. */
function keepMark(before: StatsState, step: StatsStep, app: AppFacts): StatsStep {
  const { state } = step
  if (state.totals === before.totals && state.swaps === before.swaps) return step
  return { ...step, state: { ...state, marked: markedName(before, app) ?? state.marked } }
}

function rowsOf(state: StatsState, { now }: AppFacts): readonly FigureRow[] {
  const figures = summarize(state, now)
  return figures === undefined ? [] : shownFigures(state, figures)
}

function markedName(state: StatsState, app: AppFacts): string | undefined {
  const rows = rowsOf(state, app)
  return rows[markedIndex(state, rows)]?.group.name
}

/** The mark stays on its row. */
function sift(state: StatsState, action: SiftAction, app: AppFacts): StatsState {
  const all = summarize(state, app.now)?.rows ?? []
  const sifting = changeSifting(siftTable(state.by), all, state.sifting, action)
  return sifting === state.sifting ? state : { ...state, sifting, marked: markedName(state, app) ?? state.marked }
}

/** Other rows are listed by it: what was filtered and marked was of those before. */
const ANEW = { sifting: NO_SIFTING, marked: undefined }

function changeRange(state: StatsState, by: 1 | -1): StatsState {
  const range = RANGES[RANGES.indexOf(state.range) + by]
  return range === undefined ? state : { ...state, range, marked: undefined }
}

function move(state: StatsState, by: number, app: AppFacts): StatsState {
  const rows = rowsOf(state, app)
  return { ...state, marked: rows[moveIndex(markedIndex(state, rows), by, rows.length)]?.group.name }
}

/** True where no swap was begun and none has ended: then sums over them are the same. */
function isSame(before: Totals | undefined, after: Totals): boolean {
  return (
    before !== undefined &&
    before.overall.total === after.overall.total &&
    before.overall.finished === after.overall.finished
  )
}
