import { keyFor } from '../../bindings.ts'
import { type AppFacts, notify, type ScreenInput, step } from '../../events.ts'
import { changeSifting, editSifting, isSiftAction, type SiftAction } from '../../kit/find/sift.ts'
import { type ActionTable, isMove, MOVES, moveIndex } from '../../kit/moves.ts'
import { problemText } from '../../problem.ts'
import type { ProvidersAction } from './keys.ts'
import { STORE_POLL_MS } from '../../kit/store-poll.ts'
import { bodySize, scrollBy } from '../../kit/layout/scrolling.ts'
import { detailRows, PROVIDER_LAYOUT } from './detail-rows.ts'
import { commandLine, placeWords } from '../../../core/text/command-line.ts'
import { fixOf } from './availability.ts'
import { markedProvider, shownProviders, siftTable } from './sifting.ts'
import {
  type ListedProvider,
  nextReadyAt,
  type ProvidersEvent,
  type ProvidersState,
  type ProvidersStep,
} from './state.ts'

/** The screen after something happened. */
export function updateProviders(
  state: ProvidersState,
  event: ScreenInput<ProvidersAction> | ProvidersEvent,
  app: AppFacts,
): ProvidersStep {
  if (event.on === 'providers') return receive(state, event, app)
  switch (event.type) {
    case 'opened':
    case 'shown':
      return app.ready && app.isVisible ? reload(state, app) : step(state)
    case 'tick': {
      const dueAt = Math.min(state.readAt + STORE_POLL_MS, nextReadyAt(state) ?? Infinity)
      const isDue = app.isVisible && app.ready && !state.loading && app.now >= dueAt
      // The mark stays on the same one, whatever comes before it.
      return isDue ? reload({ ...state, marked: markedProvider(state, app)?.provider.key }, app) : step(state)
    }
    case 'action':
      if (isMove(event.action)) return step(move(state, app, MOVES[event.action]))
      if (isSiftAction(event.action)) return step(sift(state, event.action, app))
      return ACTIONS[event.action](state, app)
    case 'edit':
      return step({ ...state, sifting: editSifting(state.sifting, event.edit) })
    case 'left':
    case 'settings-changed':
      return step(state)
  }
}

/** Answers of the service. */
function receive(state: ProvidersState, event: ProvidersEvent, app: AppFacts): ProvidersStep {
  switch (event.type) {
    case 'listed':
      return step({ ...state, listed: event.listed, listedAt: app.now, loading: false, problem: undefined })
    case 'list-failed': {
      const next = { ...state, loading: false, problem: event.problem }
      // It is tried again by itself: the same is said once, and where there is no list it stands in its place.
      const isSaid = state.listed === undefined || state.problem?.message === event.problem.message
      if (isSaid) return step(next)
      return step(next, notify('bad', `providers cannot be read: ${problemText(event.problem)}`))
    }
    case 'checked': {
      const { check } = event
      const checking = state.checking.filter((key) => key !== check.key)
      const next = { ...state, checking, checks: { ...state.checks, [check.key]: { ...check, atMs: app.now } } }
      // What was asked counts against quotas, and may have opened or closed a breaker.
      return checking.length === 0 ? reload(next, app) : step(next)
    }
    case 'check-failed': {
      const checking = state.checking.filter((key) => key !== event.key)
      return step({ ...state, checking }, notify('bad', `${event.key} was not checked: ${event.problem.message}`))
    }
    case 'switched': {
      const { key, isOn } = event
      const text = `${key} will be ${isOn ? 'on' : 'off'} after reopening: ${keyFor(app, 'reopen', 'O')} reopens now`
      return step({ ...state, switched: { ...state.switched, [key]: isOn } }, notify('good', text))
    }
  }
}

function reload(state: ProvidersState, { now }: AppFacts): ProvidersStep {
  return step({ ...state, loading: true, readAt: now }, { on: 'providers', type: 'list' })
}

/** The mark stays on its provider. */
function sift(state: ProvidersState, action: SiftAction, app: AppFacts): ProvidersState {
  const sifting = changeSifting(siftTable(state, app.place), state.listed ?? [], state.sifting, action)
  return sifting === state.sifting ? state : { ...state, sifting, marked: markedProvider(state, app)?.provider.key }
}

const ACTIONS: ActionTable<ProvidersAction, ProvidersState, ProvidersStep> = {
  detail: (state, app) => step({ ...state, showsDetail: markedProvider(state, app) !== undefined, scroll: 0 }),
  close: (state) => step({ ...state, showsDetail: false }),
  check: (state, app) => check(state, [markedProvider(state, app)?.provider ?? []].flat(), app),
  'check-all': (state, app) => check(state, shownProviders(state, app), app),
  'take-out': switchProvider,
  copy,
  reopen,
  refresh: (state, app) => reload({ ...state, problem: undefined }, app),
}

/** Scrolls the detail, or moves the mark. */
function move(state: ProvidersState, app: AppFacts, by: number): ProvidersState {
  const found = markedProvider(state, app)
  if (state.showsDetail && found !== undefined) {
    const { columns, rows } = bodySize(app.size)
    const count = detailRows(found.provider, state, { app, width: PROVIDER_LAYOUT.detailColumns(columns) }).length
    return { ...state, scroll: scrollBy(state.scroll, by, count, rows) }
  }
  const shown = shownProviders(state, app)
  return { ...state, marked: shown[moveIndex(found?.at ?? 0, by, shown.length)]?.key }
}

const ON_SERVER = 'the server manages its providers: ask its operator'

function check(state: ProvidersState, asked: readonly ListedProvider[], { place }: AppFacts): ProvidersStep {
  if (place.api !== undefined) return step(state, notify('info', ON_SERVER))
  const wanted = asked.map(({ key }) => key)
  const keys = wanted.filter((each) => !state.checking.includes(each))
  if (keys.length === 0) return step(state)
  return step({ ...state, checking: [...state.checking, ...keys] }, { on: 'providers', type: 'check', keys })
}

function switchProvider(state: ProvidersState, app: AppFacts): ProvidersStep {
  if (app.place.api !== undefined) return step(state, notify('info', ON_SERVER))
  const { provider } = markedProvider(state, app) ?? {}
  if (provider?.state === undefined) return step(state)
  const isOn = state.switched[provider.key] ?? provider.state.enabled
  return step(state, { on: 'providers', type: 'switch', key: provider.key, isOn: !isOn })
}

/** Opens the service anew, with the settings as they are now. */
function reopen(state: ProvidersState): ProvidersStep {
  if (Object.keys(state.switched).length === 0) return step(state, notify('info', 'nothing was turned on or off'))
  return step(state, { on: 'app', type: 'leave', how: 'reopen' })
}

/** Copies what makes it usable, or else what shows it. */
function copy(state: ProvidersState, app: AppFacts): ProvidersStep {
  const { place } = app
  const { provider } = markedProvider(state, app) ?? {}
  if (provider === undefined) return step(state)
  if (place.api !== undefined) return step(state, notify('info', ON_SERVER))
  const text = fixOf(provider, place) ?? commandLine(['providers', 'show', provider.key, ...placeWords(place)])
  return step(state, { on: 'app', type: 'copy', text, what: text })
}
