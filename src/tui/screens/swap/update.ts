import { RANK_MODES } from '../../../core/swap/ranking.ts'
import type { SettingKey } from '../../../io/index.ts'
import { type AppFacts, notify, type ScreenInput, step } from '../../events.ts'
import { isActionOf } from '../../keys.ts'
import { openOnReview } from '../review/entry.ts'
import { PICKER_KEYS, type SwapAction } from './keys.ts'
import { commandLine, placeWords } from '../../../core/text/command-line.ts'
import { type Edit, editLine } from '../../kit/text/line-edit.ts'
import { scrollBy } from '../../kit/layout/scrolling.ts'
import { referenceOf } from '../../kit/run/swap-asset.ts'
import { beginEdit, chooseAsset, endEdit, flip, nextSpot } from './form.ts'
import { panelRows, panelSize } from './panel-rows.ts'
import { editSearch, openPicker, receiveFound, updatePicker } from './picker.ts'
import { MOST_RATES, receiveQuote, refreshWhenDue, requote } from './quote-refresh.ts'
import { quoteQuestion, markedIndex, rankOf, recipientOf, routeNames, shownRoutes } from './quote.ts'
import { assetKey, IDLE_REFRESHES, type SwapEffect, type SwapEvent, type SwapState, type SwapStep } from './state.ts'

/** The screen after something happened. */
export function updateSwap(state: SwapState, event: ScreenInput<SwapAction> | SwapEvent, app: AppFacts): SwapStep {
  if (event.on === 'swap') return receive(state, event, app)
  switch (event.type) {
    case 'action':
      return act({ ...state, refreshesLeft: IDLE_REFRESHES }, event.action, app)
    case 'edit':
      return edit({ ...state, refreshesLeft: IDLE_REFRESHES }, event.edit)
    case 'tick':
    case 'shown':
      return refreshWhenDue(state, app)
    case 'settings-changed':
      return event.keys.some(namesAccount) ? readAccountsAgain(state) : step(state)
    case 'opened':
      return step(state)
  }
}

/** True for a setting that decides which wallets pay and are paid. */
function namesAccount(key: SettingKey): boolean {
  return key === 'wallet' || key.startsWith('recipient.') || key.startsWith('depositor.')
}

/** Balances of the account before must not be shown; reading anew, even for none, breaks off what is still being read. */
function readAccountsAgain(state: SwapState): SwapStep {
  const { from, to } = state
  const assets = [from, to].flatMap((asset) => asset ?? [])
  const effects: SwapEffect[] = [{ on: 'swap', type: 'balances', assets }]
  if (from !== undefined && to !== undefined) effects.push({ on: 'swap', type: 'accounts', from, to })
  return step({ ...state, balances: {} }, ...effects)
}

function edit(state: SwapState, change: Edit): SwapStep {
  const { picker, editing } = state
  if (picker !== undefined) return editSearch(state, picker, change)
  if (editing === undefined) return step(state)
  return step({ ...state, editing: { ...editing, line: editLine(editing.line, change) } })
}

/** What the service and the wallet answered. */
function receive(state: SwapState, event: SwapEvent, app: AppFacts): SwapStep {
  switch (event.type) {
    case 'assets-found':
    case 'chains-found':
    case 'find-failed':
      return receiveFound(state, event)
    case 'balances':
      return step({ ...state, balances: { ...state.balances, ...event.balances } })
    case 'accounts': {
      const { from, to } = state
      if (from === undefined || to === undefined || assetKey(from) !== event.from || assetKey(to) !== event.to) {
        return step(state)
      }
      const after = { ...state, accounts: event.accounts }
      const same =
        event.accounts.depositor === state.accounts.depositor && event.accounts.recipient === state.accounts.recipient
      return same && state.quote !== undefined ? step(after) : requote(after, app)
    }
    case 'rates':
      return step({
        ...state,
        rates: {
          ...state.rates,
          [event.pair]: [...event.rates, ...(state.rates[event.pair] ?? [])].slice(-MOST_RATES),
        },
      })
    case 'records':
      return step({ ...state, records: event.records })
    case 'routes':
    case 'verdict':
    case 'quoted':
    case 'quote-failed':
      return state.quote?.id === event.id ? receiveQuote(state, state.quote, event, app) : step(state)
  }
}

function act(state: SwapState, action: SwapAction, app: AppFacts): SwapStep {
  if (isActionOf(PICKER_KEYS, action)) {
    return state.picker === undefined ? step(state) : updatePicker(state, state.picker, action, chooseAsset)
  }
  switch (action) {
    case 'enter':
      return enter(state, app)
    case 'up':
      return step(moveSpot(state, -1, app))
    case 'down':
      return step(moveSpot(state, 1, app))
    case 'first':
      return step({ ...state, spot: 'from' })
    case 'last': {
      const routes = shownRoutes(state, app)
      return step(routes.length === 0 ? { ...state, spot: 'slippage' } : markRoute(state, routes.length - 1, app))
    }
    case 'amount':
      return step(beginEdit(state, 'amount'))
    case 'recipient':
      return step(beginEdit(state, 'recipient'))
    case 'slippage':
      return step(beginEdit(state, 'slippage'))
    case 'from':
      return openPicker(state, 'from')
    case 'to':
      return openPicker(state, 'to')
    case 'flip':
      return flip(state)
    case 'fees':
      return step(togglePanel(state, 'fees'))
    case 'no-route':
      return step(togglePanel(state, 'no-route'))
    case 'close':
      return step(togglePanel(state, undefined))
    case 'take':
      return enter({ ...state, spot: 'routes' }, app)
    case 'route-before':
      return step(markNeighbour(state, -1, app))
    case 'route-next':
      return step(markNeighbour(state, 1, app))
    case 'scroll-up':
      return step(scrollPanel(state, -1, app))
    case 'scroll-down':
      return step(scrollPanel(state, 1, app))
    case 'page-up':
      return step(scrollPanel(state, -10, app))
    case 'page-down':
      return step(scrollPanel(state, 10, app))
    case 'scroll-first':
      return step(scrollPanel(state, -Infinity, app))
    case 'scroll-last':
      return step(scrollPanel(state, Infinity, app))
    case 'rank':
      return nextRank(state, app)
    case 'exclude':
      return exclude(state, app)
    case 'include':
      return state.excluded.length === 0 ? step(state) : requote({ ...state, excluded: [] }, app)
    case 'refresh':
      return requote(state, app)
    case 'pause':
      return pause(state, app)
    case 'copy':
      return copy(state, app)
    case 'edit-done':
      return endEdit(state, undefined, app)
    case 'edit-next':
      return endEdit(state, nextSpot(state.spot, 1), app)
    case 'edit-before':
      return endEdit(state, nextSpot(state.spot, -1), app)
    case 'edit-cancel':
      return step({ ...state, editing: undefined })
  }
}

/** One step up or down: through the fields, then through the routes. */
function moveSpot(state: SwapState, by: 1 | -1, app: AppFacts): SwapState {
  const routes = shownRoutes(state, app)
  if (state.spot === 'routes') {
    const index = markedIndex(state, routes) + by
    return index < 0 || routes.length === 0 ? { ...state, spot: 'slippage' } : markRoute(state, index, app)
  }
  const next = nextSpot(state.spot, by)
  if (next !== 'routes') return { ...state, spot: next }
  return routes.length === 0 ? state : { ...state, spot: 'routes' }
}

function markRoute(state: SwapState, index: number, app: AppFacts): SwapState {
  const names = routeNames(shownRoutes(state, app))
  return { ...state, spot: 'routes', marked: names[Math.min(index, names.length - 1)] }
}

/** Opens a panel, or closes it where it is open. */
function togglePanel(state: SwapState, panel: SwapState['panel']): SwapState {
  return { ...state, panel: state.panel === panel ? undefined : panel, scroll: 0 }
}

/** The route before or after the marked one, with its fees from the top. */
function markNeighbour(state: SwapState, by: 1 | -1, app: AppFacts): SwapState {
  const routes = shownRoutes(state, app)
  if (routes.length === 0) return state
  return { ...markRoute(state, Math.max(0, markedIndex(state, routes) + by), app), scroll: 0 }
}

function scrollPanel(state: SwapState, by: number, app: AppFacts): SwapState {
  const { columns, rows } = panelSize(app.size)
  return { ...state, scroll: scrollBy(state.scroll, by, panelRows(state, app, columns).length, rows) }
}

function enter(state: SwapState, app: AppFacts): SwapStep {
  if (state.spot === 'from' || state.spot === 'to') return openPicker(state, state.spot)
  if (state.spot !== 'routes') return step(beginEdit(state, state.spot))
  const routes = shownRoutes(state, app)
  const route = routes[markedIndex(state, routes)]
  const { quote } = state
  if (route === undefined || quote === undefined) return step(state)
  if (quote.earlier.includes(route)) return tellUser(state, 'that price is being refreshed: one moment')
  if (recipientOf(state) === undefined) {
    return tellUser(beginEdit(state, 'recipient'), `where should the ${quote.asked.to.symbol} go?`)
  }
  return step(state, ...openOnReview(route, quote.asked))
}

function nextRank(state: SwapState, app: AppFacts): SwapStep {
  const at = RANK_MODES.indexOf(rankOf(state, app))
  const rank = RANK_MODES[(at + 1) % RANK_MODES.length] ?? 'best'
  const next = { ...state, rank }
  return rank === 'safest' ? step(next, { on: 'swap', type: 'records' }) : step(next)
}

function exclude(state: SwapState, app: AppFacts): SwapStep {
  const routes = shownRoutes(state, app)
  const provider = routes[markedIndex(state, routes)]?.provider
  if (provider === undefined) return step(state)
  return requote({ ...state, excluded: [...state.excluded, provider], marked: undefined }, app)
}

function pause(state: SwapState, app: AppFacts): SwapStep {
  if (state.paused) return requote({ ...state, paused: false }, app)
  return step({ ...state, paused: true, refreshAt: undefined })
}

function copy(state: SwapState, app: AppFacts): SwapStep {
  const asked = quoteQuestion(state, app)
  if (asked === undefined) return tellUser(state, 'nothing to copy yet: choose both assets and an amount')
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
  return step(state, { on: 'app', type: 'copy', text, what: text })
}

function tellUser(state: SwapState, text: string): SwapStep {
  return step(state, notify('info', text))
}
