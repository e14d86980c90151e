import type { AppEvent, Effect, Event, Press, ScreenInput, Step, Tab } from './events.ts'
import { stay, TABS } from './events.ts'
import { actionOf } from './keys.ts'
import { editOf } from './kit/text/line-edit.ts'
import { helpLines } from './frame/help-lines.ts'
import { updateActivity } from './screens/activity/update.ts'
import { updateProviders } from './screens/providers/update.ts'
import { updateReview } from './screens/review/update.ts'
import { updateSettings } from './screens/settings/update.ts'
import { updateStats } from './screens/stats/update.ts'
import { updateSwap } from './screens/swap/update.ts'
import { bodySize, scrolledBy } from './kit/layout/scrolling.ts'
import { factsOf, focusOf, isTooSmall, type State } from './state.ts'

/** The state after something happened at `now` (epoch milliseconds), and what to do outside. */
export function update(before: State, event: Event, now: number): Step<State> {
  const state = { ...before, now }
  switch (event.on) {
    case 'app':
      return updateApp(state, event)
    case 'swap':
      return put(state, 'swap', updateSwap(state.swap, event, factsOf(state)))
    case 'review':
      return put(state, 'review', updateReview(state.review, event, factsOf(state)))
    case 'activity':
      return put(state, 'activity', updateActivity(state.activity, event, factsOf(state)))
    case 'providers':
      return put(state, 'providers', updateProviders(state.providers, event, factsOf(state)))
    case 'stats':
      return put(state, 'stats', updateStats(state.stats, event, factsOf(state)))
    case 'settings':
      return put(state, 'settingsScreen', updateSettings(state.settingsScreen, event, factsOf(state)))
  }
}

function updateApp(state: State, event: AppEvent): Step<State> {
  switch (event.type) {
    case 'started':
      return then(tell(state, state.tab, { on: 'input', type: 'shown' }), [{ on: 'app', type: 'open' }])
    case 'key':
      return pressed(state, event.press)
    case 'resized':
      return stay({ ...state, size: event.size })
    case 'tick':
      return tellAll(state, { on: 'input', type: 'tick' })
    case 'opened':
      return tellAll({ ...state, ready: true, problem: undefined }, { on: 'input', type: 'opened' })
    case 'open-failed':
      return stay({ ...state, problem: event.problem })
    case 'go':
      return go(state, event.tab)
    case 'notice':
      return stay({ ...state, notice: event.notice })
    case 'settings': {
      const { settings } = state
      const isOther = [...Object.keys(settings), ...Object.keys(event.values)].some(
        (key) => /^(wallet$|recipient\.|depositor\.)/.test(key) && settings[key] !== event.values[key],
      )
      const after = stay({ ...state, settings: event.values })
      return isOther
        ? then(after, [{ on: 'app', type: 'send', event: { on: 'swap', type: 'accounts-changed' } }])
        : after
    }
    case 'saved': {
      const { [event.key]: _before, ...rest } = state.settings
      return stay({ ...state, settings: event.value === undefined ? rest : { ...rest, [event.key]: event.value } })
    }
  }
}

/** Lines that one press scrolls the help by. */
const HELP_STEP: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1, pageup: -10, pagedown: 10 }

function pressed(before: State, press: Press): Step<State> {
  const state = before.notice === undefined ? before : { ...before, notice: undefined }
  if (press.name === 'ctrl-c') return then(stay(state), [{ on: 'app', type: 'leave', how: 'interrupted' }])
  if (press.name === 'ctrl-z') return appAction(state, 'app.suspend')
  if (isTooSmall(state)) {
    return press.name === 'q' ? then(stay(state), [{ on: 'app', type: 'leave', how: 'quit' }]) : stay(state)
  }
  if (state.help !== undefined) {
    const by = Object.hasOwn(HELP_STEP, press.name) ? HELP_STEP[press.name] : undefined
    if (by === undefined) return stay({ ...state, help: undefined })
    const { rows } = bodySize(state.size)
    return stay({ ...state, help: scrolledBy(state.help, by, helpLines(focusOf(state)).length, rows) })
  }
  const { mode, takesText } = focusOf(state)
  const action = actionOf(press.name, mode, takesText)
  if (action?.startsWith('app.') === true) return appAction(state, action)
  if (action !== undefined) return tell(state, state.tab, { on: 'input', type: 'action', action })
  const edit = takesText ? editOf(press) : undefined
  return edit === undefined ? stay(state) : tell(state, state.tab, { on: 'input', type: 'edit', edit })
}

function appAction(state: State, action: string): Step<State> {
  switch (action) {
    case 'app.help':
      return stay({ ...state, help: 0 })
    case 'app.suspend':
      return then(stay(state), [{ on: 'app', type: 'suspend' }])
    case 'app.quit':
      return then(stay(state), [{ on: 'app', type: 'leave', how: 'quit' }])
    default: {
      const tab = TABS.find((name) => action === `app.${name}`)
      return tab === undefined ? stay(state) : go(state, tab)
    }
  }
}

function go(state: State, tab: Tab): Step<State> {
  return state.tab === tab ? stay(state) : tell({ ...state, tab }, tab, { on: 'input', type: 'shown' })
}

function tell(state: State, tab: Tab, input: ScreenInput): Step<State> {
  const app = factsOf(state)
  switch (tab) {
    case 'swap':
      return put(state, 'swap', updateSwap(state.swap, input, app))
    case 'review':
      return put(state, 'review', updateReview(state.review, input, app))
    case 'activity':
      return put(state, 'activity', updateActivity(state.activity, input, app))
    case 'providers':
      return put(state, 'providers', updateProviders(state.providers, input, app))
    case 'stats':
      return put(state, 'stats', updateStats(state.stats, input, app))
    case 'settings':
      return put(state, 'settingsScreen', updateSettings(state.settingsScreen, input, app))
  }
}

function tellAll(state: State, input: ScreenInput): Step<State> {
  return TABS.reduce<Step<State>>((step, tab) => then(tell(step.state, tab, input), [], step.effects), stay(state))
}

function put<K extends keyof State>(state: State, key: K, step: Step<State[K]>): Step<State> {
  return { state: step.state === state[key] ? state : { ...state, [key]: step.state }, effects: step.effects }
}

function then<S>(step: Step<S>, after: readonly Effect[], before: readonly Effect[] = []): Step<S> {
  return { state: step.state, effects: [...before, ...step.effects, ...after] }
}
