import { RATE_RANGES } from '../../../core/rates/series.ts'
import { type AppFacts, type ScreenInput, step } from '../../events.ts'
import { changeSifting, editSifting, isSiftAction, type SiftAction } from '../../kit/find/sift.ts'
import { type ActionTable, isMove, MOVES, moveIndex } from '../../kit/moves.ts'
import { STORE_POLL_MS } from '../../kit/store-poll.ts'
import { editLine, lineOf } from '../../kit/text/line-edit.ts'
import { swapLine } from '../swap/entry.ts'
import type { WatchAction } from './keys.ts'
import { markedPair, shownPairs, WATCH_SIFTING } from './sifting.ts'
import { nameOfPair, type WatchEvent, type WatchState, type WatchStep } from './state.ts'

/** The screen after something happened. */
export function updateWatch(state: WatchState, event: ScreenInput<WatchAction> | WatchEvent, app: AppFacts): WatchStep {
  if (event.on === 'watch') return receive(state, event, app)
  switch (event.type) {
    case 'opened': {
      if (isOnServer(app)) return step(state)
      const shown = app.isSeen ? list(state, app) : step(state)
      return step(shown.state, { on: 'watch', type: 'follow' }, ...shown.effects)
    }
    case 'shown':
      return list(state, app)
    case 'tick':
      return app.isSeen && app.now - state.askedAt >= STORE_POLL_MS ? list(state, app) : step(state)
    case 'edit':
      return state.adding === undefined
        ? chart({ ...state, sifting: editSifting(state.sifting, event.edit) })
        : step({ ...state, adding: editLine(state.adding, event.edit), wrong: '' })
    case 'action':
      if (isMove(event.action)) return move(state, MOVES[event.action])
      if (isSiftAction(event.action)) return sift(state, event.action)
      return ACTIONS[event.action](state, app)
    case 'left':
    case 'settings-changed':
      return step(state)
  }
}

/** True where the pairs are those of a server. */
export function isOnServer({ place }: Pick<AppFacts, 'place'>): boolean {
  return place.api !== undefined
}

function receive(state: WatchState, event: WatchEvent, app: AppFacts): WatchStep {
  switch (event.type) {
    case 'listed':
      return chart({ ...state, pairs: event.pairs, problem: undefined })
    case 'list-failed':
      return step({ ...state, problem: event.problem })
    case 'charted':
      return step({ ...state, chart: { key: event.key, rates: event.rates } })
    case 'added':
      return list({ ...state, adding: undefined, wrong: '', marked: event.key }, app)
    case 'add-failed':
      return step({ ...state, wrong: event.wrong })
    case 'changed':
      return list(state, app)
  }
}

function list(state: WatchState, app: AppFacts): WatchStep {
  if (!app.ready || isOnServer(app)) return step(state)
  return step({ ...state, askedAt: app.now }, { on: 'watch', type: 'list', known: state.pairs ?? [] })
}

/** Asks for the chart of the marked pair. */
function chart(state: WatchState): WatchStep {
  const pair = markedPair(state)?.pair
  if (pair === undefined) return step({ ...state, chart: undefined })
  const { key, entry } = pair
  return step(state, { on: 'watch', type: 'chart', key, pair: entry, range: state.range, seen: entry.seen })
}

function move(state: WatchState, by: number): WatchStep {
  const pairs = shownPairs(state)
  return chart({ ...state, marked: pairs[moveIndex(markedPair(state)?.at ?? 0, by, pairs.length)]?.key })
}

/** The mark stays on its pair. */
function sift(state: WatchState, action: SiftAction): WatchStep {
  const sifting = changeSifting(WATCH_SIFTING, state.pairs ?? [], state.sifting, action)
  if (sifting === state.sifting) return step(state)
  return chart({ ...state, sifting, marked: markedPair(state)?.pair.key ?? state.marked })
}

function changeRange(state: WatchState, by: 1 | -1): WatchStep {
  const range = RATE_RANGES[RATE_RANGES.indexOf(state.range) + by]
  return range === undefined ? step(state) : chart({ ...state, range })
}

const ACTIONS: ActionTable<WatchAction, WatchState, WatchStep> = {
  use: (state) => {
    const entry = markedPair(state)?.pair.entry
    if (entry === undefined) return step(state)
    return step(state, ...swapLine(`${entry.amount} ${entry.from} to ${entry.to}`))
  },
  add: (state, app) => step(isOnServer(app) ? state : { ...state, adding: lineOf(''), wrong: '' }),
  'take-out': (state) => {
    const entry = markedPair(state)?.pair.entry
    if (entry === undefined) return step(state)
    return step(state, { on: 'watch', type: 'remove', pair: entry, name: nameOfPair(entry) })
  },
  shorter: (state) => changeRange(state, -1),
  longer: (state) => changeRange(state, 1),
  'add-done': (state) => {
    const text = state.adding?.text.trim() ?? ''
    if (text === '') return step({ ...state, adding: undefined, wrong: '' })
    return step(state, { on: 'watch', type: 'add', text })
  },
  'add-cancel': (state) => step({ ...state, adding: undefined, wrong: '' }),
}
