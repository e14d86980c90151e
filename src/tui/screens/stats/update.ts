import { type AppFacts, type ScreenInput, stay, type Step } from '../../events.ts'
import { commandLine } from '../../../core/text/command-line.ts'
import { READ_MS } from '../../kit/store-poll.ts'
import { figuresOf } from './summary.ts'
import { RANGES, type StatsEvent, type StatsState, type Totals } from './state.ts'

/** Rows that Page Up and Page Down move by. */
const PAGE = 10

/** The screen after something happened. */
export function updateStats(state: StatsState, event: ScreenInput | StatsEvent, app: AppFacts): Step<StatsState> {
  if (event.on === 'stats') return keepMark(state, heard(state, event), app)
  switch (event.type) {
    case 'shown':
      return app.ready ? load(state, app) : stay(state)
    case 'opened':
      return app.tab === 'stats' ? load(state, app) : stay(state)
    case 'action':
      return act(state, event.action, app)
    case 'tick': {
      const isIdle = app.tab === 'stats' && app.ready && !state.loading && !state.silent && state.read !== 'reading'
      if (!isIdle || app.now - state.askedAt < READ_MS) return stay(state)
      const asked = load(state, app)
      return { ...asked, state: { ...asked.state, silent: state.read !== 'nothing' } }
    }
    case 'edit':
      return stay(state)
  }
}

function heard(state: StatsState, event: StatsEvent): Step<StatsState> {
  if (event.id !== state.id) return stay(state)
  switch (event.type) {
    case 'totals': {
      const { totals } = event
      const after = { ...state, totals, loading: false }
      if (state.read !== 'nothing' && isSame(state.totals, totals)) {
        return stay({ ...after, silent: false, problem: undefined })
      }
      const read = state.silent ? state.read : 'reading'
      return { state: { ...after, read }, effects: [{ on: 'stats', type: 'read', id: state.id }] }
    }
    case 'swaps': {
      const { swaps, read } = event
      if (read !== 'reading') return stay({ ...state, swaps, read, silent: false, problem: undefined })
      // While they are read anew, those of the last time stay: sums must not shrink and grow again.
      return stay(state.silent || swaps.length <= state.swaps.length ? state : { ...state, swaps })
    }
    case 'failed':
      return stay({
        ...state,
        loading: false,
        read: state.read === 'reading' || (state.silent && !state.loading) ? 'nothing' : state.read,
        silent: false,
        problem: event.problem,
      })
  }
}

function act(state: StatsState, action: string, app: AppFacts): Step<StatsState> {
  switch (action) {
    case 'stats.shorter':
      return stay(inRange(state, -1))
    case 'stats.longer':
      return stay(inRange(state, 1))
    case 'stats.by':
      return stay({ ...state, by: state.by === 'providers' ? 'pairs' : 'providers', selected: 0 })
    case 'stats.up':
      return stay(moved(state, -1, app))
    case 'stats.down':
      return stay(moved(state, 1, app))
    case 'stats.page-up':
      return stay(moved(state, -PAGE, app))
    case 'stats.page-down':
      return stay(moved(state, PAGE, app))
    case 'stats.refresh':
      return load({ ...state, read: 'nothing' }, app)
    case 'stats.copy': {
      const { api, network } = app.place
      const text = commandLine(['stats', ...(api === undefined ? ['--network', network] : ['--api', api])])
      return { state, effects: [{ on: 'app', type: 'copy', text, what: text }] }
    }
    default:
      return stay(state)
  }
}

function load(state: StatsState, { now }: AppFacts): Step<StatsState> {
  const id = state.id + 1
  // A reading that is under way is one of an earlier number: it is begun anew.
  const read = state.read === 'reading' || state.silent ? 'nothing' : state.read
  return {
    state: { ...state, id, read, loading: true, askedAt: now, silent: false },
    effects: [{ on: 'stats', type: 'load', id }],
  }
}

/** The mark stays on the same row, wherever new figures put it. */
function keepMark(before: StatsState, step: Step<StatsState>, { now }: AppFacts): Step<StatsState> {
  const { state } = step
  if (state.totals === before.totals && state.swaps === before.swaps) return step
  const name = figuresOf(before, now)?.rows[before.selected]?.group.name
  const at = figuresOf(state, now)?.rows.findIndex(({ group }) => group.name === name) ?? -1
  return at === -1 ? step : { ...step, state: { ...state, selected: at } }
}

function inRange(state: StatsState, by: 1 | -1): StatsState {
  const range = RANGES[RANGES.indexOf(state.range) + by]
  return range === undefined ? state : { ...state, range, selected: 0 }
}

function moved(state: StatsState, by: number, app: AppFacts): StatsState {
  const count = figuresOf(state, app.now)?.rows.length ?? 0
  return { ...state, selected: Math.max(0, Math.min(count - 1, state.selected + by)) }
}

/** True where no swap was begun and none has ended: then sums over them are the same. */
function isSame(before: Totals | undefined, after: Totals): boolean {
  return (
    before !== undefined &&
    before.overall.total === after.overall.total &&
    before.overall.finished === after.overall.finished
  )
}
