import { RANK_MODES } from '../../../core/swap/ranking.ts'
import { type AppFacts, type Effect, type ScreenInput, stay, type Step } from '../../events.ts'
import { commandLine, placeWords } from '../../../core/text/command-line.ts'
import { editLine } from '../../kit/text/line-edit.ts'
import { scrolledBy } from '../../kit/layout/scrolling.ts'
import { referenceOf } from '../../kit/run/swap-asset.ts'
import { beginEdit, chosen, endEdit, flip, neighbour } from './form.ts'
import { panelRows, panelSize } from './panel-rows.ts'
import { openPicker, pickerFound, updatePicker } from './picker.ts'
import { answered, MOST_RATES, refreshWhenDue, requote } from './quote-refresh.ts'
import { askedOf, markedIndex, rankOf, recipientOf, routeNames, shownRoutes } from './quote.ts'
import { assetKey, IDLE_REFRESHES, type SwapEvent, type SwapState } from './state.ts'

/** The screen after something happened. */
export function updateSwap(state: SwapState, event: ScreenInput | SwapEvent, app: AppFacts): Step<SwapState> {
  if (event.on === 'swap') return heard(state, event, app)
  switch (event.type) {
    case 'action':
    case 'edit': {
      const awake = { ...state, refreshesLeft: IDLE_REFRESHES }
      if (awake.picker !== undefined) {
        return updatePicker(awake, awake.picker, event, chosen)
      }
      if (event.type === 'action') return act(awake, event.action, app)
      return awake.editing === undefined
        ? stay(awake)
        : stay({ ...awake, editing: { ...awake.editing, line: editLine(awake.editing.line, event.edit) } })
    }
    case 'tick':
    case 'shown':
      return refreshWhenDue(state, app)
    case 'opened':
      return stay(state)
  }
}

/** What the service and the wallet answered. */
function heard(state: SwapState, event: SwapEvent, app: AppFacts): Step<SwapState> {
  switch (event.type) {
    case 'assets-found':
    case 'chains-found':
    case 'find-failed':
      return pickerFound(state, event)
    case 'balances':
      return stay({ ...state, balances: { ...state.balances, ...event.balances } })
    case 'accounts': {
      const { from, to } = state
      if (from === undefined || to === undefined || assetKey(from) !== event.from || assetKey(to) !== event.to) {
        return stay(state)
      }
      const after = { ...state, accounts: event.accounts }
      const same =
        event.accounts.depositor === state.accounts.depositor && event.accounts.recipient === state.accounts.recipient
      return same && state.quote !== undefined ? stay(after) : requote(after, app)
    }
    case 'accounts-changed': {
      const { from, to } = state
      const assets = [from, to].flatMap((asset) => asset ?? [])
      // Those of the account before must not be shown; asking anew, even for none, breaks off what is still being read.
      const effects: Effect[] = [{ on: 'swap', type: 'balances', assets }]
      if (from !== undefined && to !== undefined) effects.push({ on: 'swap', type: 'accounts', from, to })
      return { state: { ...state, balances: {} }, effects }
    }
    case 'rates':
      return stay({
        ...state,
        rates: {
          ...state.rates,
          [event.pair]: [...event.rates, ...(state.rates[event.pair] ?? [])].slice(-MOST_RATES),
        },
      })
    case 'records':
      return stay({ ...state, records: event.records })
    case 'routes':
    case 'verdict':
    case 'quoted':
    case 'quote-failed':
      return state.quote?.id === event.id ? answered(state, state.quote, event, app) : stay(state)
  }
}

function act(state: SwapState, action: string, app: AppFacts): Step<SwapState> {
  switch (action) {
    case 'swap.enter':
      return enter(state, app)
    case 'swap.up':
      return stay(moved(state, -1, app))
    case 'swap.down':
      return stay(moved(state, 1, app))
    case 'swap.first':
      return stay({ ...state, spot: 'from' })
    case 'swap.last': {
      const routes = shownRoutes(state, app)
      return stay(routes.length === 0 ? { ...state, spot: 'slippage' } : marked(state, routes.length - 1, app))
    }
    case 'swap.amount':
      return stay(beginEdit(state, 'amount'))
    case 'swap.recipient':
      return stay(beginEdit(state, 'recipient'))
    case 'swap.slippage':
      return stay(beginEdit(state, 'slippage'))
    case 'swap.from':
      return openPicker(state, 'from')
    case 'swap.to':
      return openPicker(state, 'to')
    case 'swap.flip':
      return flip(state)
    case 'swap.fees':
      return stay(withPanel(state, 'fees'))
    case 'swap.no-route':
      return stay(withPanel(state, 'no-route'))
    case 'swap.close':
      return stay(withPanel(state, undefined))
    case 'swap.take':
      return enter({ ...state, spot: 'routes' }, app)
    case 'swap.route-before':
      return stay(besides(state, -1, app))
    case 'swap.route-next':
      return stay(besides(state, 1, app))
    case 'swap.scroll-up':
      return stay(scrolled(state, -1, app))
    case 'swap.scroll-down':
      return stay(scrolled(state, 1, app))
    case 'swap.page-up':
      return stay(scrolled(state, -10, app))
    case 'swap.page-down':
      return stay(scrolled(state, 10, app))
    case 'swap.scroll-first':
      return stay(scrolled(state, -Infinity, app))
    case 'swap.scroll-last':
      return stay(scrolled(state, Infinity, app))
    case 'swap.rank':
      return nextRank(state, app)
    case 'swap.exclude':
      return exclude(state, app)
    case 'swap.include':
      return state.excluded.length === 0 ? stay(state) : requote({ ...state, excluded: [] }, app)
    case 'swap.refresh':
      return requote(state, app)
    case 'swap.pause':
      return pause(state, app)
    case 'swap.copy':
      return copy(state, app)
    case 'edit.done':
      return endEdit(state, undefined, app)
    case 'edit.next':
      return endEdit(state, neighbour(state.spot, 1), app)
    case 'edit.before':
      return endEdit(state, neighbour(state.spot, -1), app)
    case 'edit.cancel':
      return stay({ ...state, editing: undefined })
    default:
      return stay(state)
  }
}

/** One step up or down: through the fields, then through the routes. */
function moved(state: SwapState, by: 1 | -1, app: AppFacts): SwapState {
  const routes = shownRoutes(state, app)
  if (state.spot === 'routes') {
    const index = markedIndex(state, routes) + by
    return index < 0 || routes.length === 0 ? { ...state, spot: 'slippage' } : marked(state, index, app)
  }
  const next = neighbour(state.spot, by)
  if (next !== 'routes') return { ...state, spot: next }
  return routes.length === 0 ? state : { ...state, spot: 'routes' }
}

function marked(state: SwapState, index: number, app: AppFacts): SwapState {
  const names = routeNames(shownRoutes(state, app))
  return { ...state, spot: 'routes', marked: names[Math.min(index, names.length - 1)] }
}

/** Opens a panel, or closes it where it is open. */
function withPanel(state: SwapState, panel: SwapState['panel']): SwapState {
  return { ...state, panel: state.panel === panel ? undefined : panel, scroll: 0 }
}

/** The route before or after the marked one, with its fees from the top. */
function besides(state: SwapState, by: 1 | -1, app: AppFacts): SwapState {
  const routes = shownRoutes(state, app)
  if (routes.length === 0) return state
  return { ...marked(state, Math.max(0, markedIndex(state, routes) + by), app), scroll: 0 }
}

function scrolled(state: SwapState, by: number, app: AppFacts): SwapState {
  const { columns, rows } = panelSize(app.size)
  return { ...state, scroll: scrolledBy(state.scroll, by, panelRows(state, app, columns).length, rows) }
}

function enter(state: SwapState, app: AppFacts): Step<SwapState> {
  if (state.spot === 'from' || state.spot === 'to') return openPicker(state, state.spot)
  if (state.spot !== 'routes') return stay(beginEdit(state, state.spot))
  const routes = shownRoutes(state, app)
  const route = routes[markedIndex(state, routes)]
  const { quote } = state
  if (route === undefined || quote === undefined) return stay(state)
  if (quote.earlier.includes(route)) return tell(state, 'that price is being refreshed: one moment')
  if (recipientOf(state) === undefined) {
    return tell(beginEdit(state, 'recipient'), `where should the ${quote.asked.to.symbol} go?`)
  }
  return {
    state,
    effects: [
      { on: 'app', type: 'send', event: { on: 'review', type: 'open', route, asked: quote.asked } },
      { on: 'app', type: 'send', event: { on: 'app', type: 'go', tab: 'review' } },
    ],
  }
}

function nextRank(state: SwapState, app: AppFacts): Step<SwapState> {
  const at = RANK_MODES.indexOf(rankOf(state, app))
  const rank = RANK_MODES[(at + 1) % RANK_MODES.length] ?? 'best'
  const effects: Effect[] = rank === 'safest' ? [{ on: 'swap', type: 'records' }] : []
  return { state: { ...state, rank }, effects }
}

function exclude(state: SwapState, app: AppFacts): Step<SwapState> {
  const routes = shownRoutes(state, app)
  const provider = routes[markedIndex(state, routes)]?.provider
  if (provider === undefined) return stay(state)
  return requote({ ...state, excluded: [...state.excluded, provider], marked: undefined }, app)
}

function pause(state: SwapState, app: AppFacts): Step<SwapState> {
  if (state.paused) return requote({ ...state, paused: false }, app)
  return stay({ ...state, paused: true, refreshAt: undefined })
}

function copy(state: SwapState, app: AppFacts): Step<SwapState> {
  const asked = askedOf(state, app)
  if (asked === undefined) return tell(state, 'nothing to copy yet: choose both assets and an amount')
  const { request, from, to } = asked
  const text = commandLine([
    'quote',
    request.amount,
    referenceOf(from),
    referenceOf(to),
    ...(state.slippage === '' ? [] : ['--slippage', String(request.slippage)]),
    ...(state.recipient === '' ? [] : ['--recipient', state.recipient]),
    ...(state.excluded.length === 0 ? [] : ['--exclude', state.excluded.join(',')]),
    ...(state.rank === undefined ? [] : ['--rank', state.rank]),
    ...placeWords(app.place),
  ])
  return { state, effects: [{ on: 'app', type: 'copy', text, what: text }] }
}

function tell(state: SwapState, text: string): Step<SwapState> {
  const event = { on: 'app', type: 'notice', notice: { tone: 'info', text } } as const
  return { state, effects: [{ on: 'app', type: 'send', event }] }
}
