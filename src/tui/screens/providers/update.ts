import { type AppFacts, type Effect, type Notice, type ScreenInput, stay, type Step } from '../../events.ts'
import { READ_MS } from '../../kit/store-poll.ts'
import { bodySize, scrolledBy } from '../../kit/layout/scrolling.ts'
import { detailColumns, detailRows } from './detail-rows.ts'
import { fixOf } from './availability.ts'
import { markedProvider, nextReadyAt, type ProvidersEvent, type ProvidersState } from './state.ts'

/** The screen after something happened. */
export function updateProviders(
  state: ProvidersState,
  event: ScreenInput | ProvidersEvent,
  app: AppFacts,
): Step<ProvidersState> {
  if (event.on === 'providers') return heard(state, event, app)
  switch (event.type) {
    case 'opened':
    case 'shown':
      return app.ready && app.tab === 'providers' ? reload(state, app) : stay(state)
    case 'tick': {
      const dueAt = Math.min(state.readAt + READ_MS, nextReadyAt(state) ?? Infinity)
      const isDue = app.tab === 'providers' && app.ready && !state.loading && app.now >= dueAt
      // The mark stays on the same one, whatever comes before it.
      return isDue ? reload({ ...state, marked: markedProvider(state)?.provider.key }, app) : stay(state)
    }
    case 'action':
      return act(state, event.action, app)
    case 'edit':
      return stay(state)
  }
}

/** What the service told. */
function heard(state: ProvidersState, event: ProvidersEvent, app: AppFacts): Step<ProvidersState> {
  switch (event.type) {
    case 'listed':
      return stay({ ...state, listed: event.listed, loading: false, problem: undefined })
    case 'list-failed': {
      const { message, hint } = event.problem
      const text = `providers cannot be read: ${message}${hint === undefined ? '' : `. ${hint}`}`
      const next = { ...state, loading: false, problem: event.problem }
      // It is tried again by itself: the same is said once.
      return state.problem?.message === message ? stay(next) : then(next, say('bad', text))
    }
    case 'checked': {
      const { check } = event
      const checking = state.checking.filter((key) => key !== check.key)
      const next = { ...state, checking, checks: { ...state.checks, [check.key]: check } }
      // What was asked counts against quotas, and may have opened or closed a breaker.
      return checking.length === 0 ? reload(next, app) : stay(next)
    }
    case 'check-failed': {
      const checking = state.checking.filter((key) => key !== event.key)
      return then({ ...state, checking }, say('bad', `${event.key} was not checked: ${event.problem.message}`))
    }
    case 'switched': {
      const { key, isOn } = event
      const text = `${key} is ${isOn ? 'on' : 'off'} once the screens are opened again: O does that now`
      return then({ ...state, switched: { ...state.switched, [key]: isOn } }, say('good', text))
    }
  }
}

function reload(state: ProvidersState, { now }: AppFacts): Step<ProvidersState> {
  return then({ ...state, loading: true, readAt: now }, { on: 'providers', type: 'list' })
}

function act(state: ProvidersState, action: string, app: AppFacts): Step<ProvidersState> {
  switch (action) {
    case 'providers.up':
      return stay(moved(state, app, -1))
    case 'providers.down':
      return stay(moved(state, app, 1))
    case 'providers.page-up':
      return stay(moved(state, app, -10))
    case 'providers.page-down':
      return stay(moved(state, app, 10))
    case 'providers.first':
      return stay(moved(state, app, -Infinity))
    case 'providers.last':
      return stay(moved(state, app, Infinity))
    case 'providers.detail':
      return stay({ ...state, showsDetail: markedProvider(state) !== undefined, scroll: 0 })
    case 'providers.close':
      return stay({ ...state, showsDetail: false })
    case 'providers.check':
      return check(state, markedProvider(state)?.provider.key, app)
    case 'providers.check-all':
      return check(state, undefined, app)
    case 'providers.switch':
      return turn(state, app)
    case 'providers.copy':
      return copy(state, app)
    case 'providers.reopen':
      return reopen(state)
    case 'providers.reload':
      return reload({ ...state, problem: undefined }, app)
    default:
      return stay(state)
  }
}

/** Scrolls the detail, or moves the mark. */
function moved(state: ProvidersState, app: AppFacts, by: number): ProvidersState {
  const found = markedProvider(state)
  if (state.showsDetail && found !== undefined) {
    const { columns, rows } = bodySize(app.size)
    const count = detailRows(found.provider, state, app, detailColumns(columns)).length
    return { ...state, scroll: scrolledBy(state.scroll, by, count, rows) }
  }
  const { listed = [] } = state
  const at = Math.min(listed.length - 1, Math.max(0, (found?.at ?? 0) + by))
  return { ...state, marked: listed[at]?.key }
}

const ON_SERVER = 'only the server knows how its providers are set up; ask whoever runs it'

/** @param key of the one to ask; undefined for all */
function check(state: ProvidersState, key: string | undefined, { place }: AppFacts): Step<ProvidersState> {
  if (place.api !== undefined) return then(state, say('info', ON_SERVER))
  const wanted = key === undefined ? (state.listed ?? []).map((provider) => provider.key) : [key]
  const keys = wanted.filter((each) => !state.checking.includes(each))
  if (keys.length === 0) return stay(state)
  return then({ ...state, checking: [...state.checking, ...keys] }, { on: 'providers', type: 'check', keys })
}

function turn(state: ProvidersState, { place }: AppFacts): Step<ProvidersState> {
  if (place.api !== undefined) return then(state, say('info', ON_SERVER))
  const { provider } = markedProvider(state) ?? {}
  if (provider?.state === undefined) return stay(state)
  const isOn = state.switched[provider.key] ?? provider.state.enabled
  return then(state, { on: 'providers', type: 'switch', key: provider.key, isOn: !isOn })
}

/** Opens the service anew, with the settings as they are now. */
function reopen(state: ProvidersState): Step<ProvidersState> {
  if (Object.keys(state.switched).length === 0) return then(state, say('info', 'nothing was turned on or off'))
  return then(state, { on: 'app', type: 'leave', how: 'reopen' })
}

/** Copies what makes it usable, or else what shows it. */
function copy(state: ProvidersState, { place }: AppFacts): Step<ProvidersState> {
  const { provider } = markedProvider(state) ?? {}
  if (provider === undefined) return stay(state)
  if (place.api !== undefined) return then(state, say('info', ON_SERVER))
  const text = fixOf(provider, place.network) ?? `swapcli providers show ${provider.key} --network ${place.network}`
  return then(state, { on: 'app', type: 'copy', text, what: text })
}

function say(tone: Notice['tone'], text: string): Effect {
  return { on: 'app', type: 'send', event: { on: 'app', type: 'notice', notice: { tone, text } } }
}

function then(state: ProvidersState, ...effects: readonly Effect[]): Step<ProvidersState> {
  return { state, effects }
}
