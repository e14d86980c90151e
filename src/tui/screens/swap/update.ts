import { defined } from '../../../core/defined.ts'
import { contactName } from '../../../core/assets/contacts.ts'
import { NO_MEMO } from '../../../core/assets/recipient-memo.ts'
import { writeBps } from '../../../core/money/basis-points.ts'
import { peerAmounts } from '../../../core/money/peers.ts'
import { RANK_MODES } from '../../../core/swap/ranking.ts'
import type { SettingKey } from '../../../io/index.ts'
import { type AppFacts, notify, type ScreenInput, step } from '../../events.ts'
import { isActionOf } from '../../keys.ts'
import { openOnReview } from '../review/entry.ts'
import { changeSifting, editSifting, isSiftAction, type SiftAction } from '../../kit/find/sift.ts'
import { type ActionTable, isMove, MOVES } from '../../kit/moves.ts'
import { findOtherNetwork } from '../../kit/other-network.ts'
import { problemText } from '../../problem.ts'
import { PICKER_KEYS, type PickerAction, type SwapAction } from './keys.ts'
import { commandLine, placeWords } from '../../../core/text/command-line.ts'
import { type Edit, editLine } from '../../kit/text/line-edit.ts'
import type { Spot } from '../../kit/text/rows.ts'
import { scrollBy } from '../../kit/layout/scrolling.ts'
import type { Route } from '../../../core/api/documents.ts'
import { type AskedSwap, referenceOf } from '../../kit/run/swap-asset.ts'
import { balanceOf, stepShare } from './amount.ts'
import {
  beginEdit,
  chooseAsset,
  endEdit,
  fillForm,
  flip,
  nextSpot,
  payContact,
  receiveBalances,
  receiveSettings,
} from './form.ts'
import { markedPair, markFavourite, movePairs, togglePairs, rememberQuoted, swapOfPair } from './pairs/pairs.ts'
import { panelRows, panelSize } from './panel-rows.ts'
import { editSearch, movePicked, openPicker, receiveFound, updatePicker } from './picker.ts'
import { dropQuote, loseServer, receiveQuote, receiveStanding, refreshWhenDue, requote } from './quote-refresh.ts'
import { isUnread, noteMark } from './mark.ts'
import {
  ageText,
  isOldRoute,
  isRefreshing,
  missingMemo,
  missingText,
  pastText,
  quoteQuestion,
  rankOf,
  recipientOf,
  unkeptMemos,
} from './quote.ts'
import { dropHeld, endsOf, isFreshlyRead, readHeld } from './held.ts'
import { nextRange } from './rate/pair-rates.ts'
import { markedIndex, markedRoute, rankedRoutes, routeNames, shownRoutes, siftTable } from './routes.ts'
import {
  assetKey,
  FIELDS,
  type FormFilling,
  IDLE_REFRESHES,
  type Quoting,
  type SwapEffect,
  type SwapScreenEvent,
  type SwapState,
  type SwapStep,
} from './state.ts'

/** The screen after something happened. */
export function updateSwap(
  state: SwapState,
  event: ScreenInput<SwapAction> | SwapScreenEvent,
  app: AppFacts,
): SwapStep {
  if (event.on === 'swap') return receive(state, event, app)
  switch (event.type) {
    case 'action':
      return stayAwake(state, act(keepForm(state), event.action, app))
    case 'edit':
      return stayAwake(state, edit(keepForm(state), event.edit))
    case 'tick':
      return refreshBalances(refreshWhenDue(state, app), app)
    case 'shown':
      return readBalancesAgain(refreshWhenDue(state, app), app)
    case 'settings-changed':
      return changeSettings(state, event.keys, app)
    case 'opened':
      return recallLast(state, app)
    case 'left':
      return step(state)
  }
}

/** A key that does something shows that the user is there: quotes are refreshed for a while again. */
function stayAwake(before: SwapState, after: SwapStep): SwapStep {
  return after.state === before ? after : { ...after, state: { ...after.state, refreshesLeft: IDLE_REFRESHES } }
}

/** What is typed meanwhile is not replaced by what was to fill the form, and moves the mark itself. */
function keepForm(state: SwapState): SwapState {
  return state.filling === undefined && !state.movesOn ? state : { ...state, filling: undefined, movesOn: false }
}

/** Looks for what the form is to be filled with. */
function beginFilling(state: SwapState, effect: (id: number) => SwapEffect): SwapStep {
  const id = state.lastId + 1
  return step({ ...state, lastId: id, filling: id }, effect(id))
}

/** Opens on the pair that was used last, unless something is chosen already. */
function recallLast(state: SwapState, { remembered }: AppFacts): SwapStep {
  const [last] = remembered?.recent ?? []
  const { from, to, picker, editing, filling } = state
  if (last === undefined || [from, to, picker, editing, filling].some((each) => each !== undefined)) return step(state)
  return beginFilling(state, (id) => ({ on: 'swap', type: 'recall', id, past: swapOfPair(last) }))
}

/** True for a setting that decides which wallets pay and are paid. */
function namesAccount(key: SettingKey): boolean {
  return key === 'wallet' || key.startsWith('recipient.') || key.startsWith('depositor.')
}

/** What was paid or came meanwhile is seen when the form is. */
function readBalancesAgain({ state, effects }: SwapStep, app: AppFacts): SwapStep {
  return endsOf(state).length === 0 ? { state, effects } : step(state, ...effects, readHeld(state, app))
}

/** Where prices are asked for again, balances are read again: those that are a minute old. */
function refreshBalances(refreshed: SwapStep, app: AppFacts): SwapStep {
  return refreshed.effects.some(({ type }) => type === 'quote') ? readBalancesAgain(refreshed, app) : refreshed
}

/** Somebody wants to know how it is now: balances are read again too, where that was not done a moment ago. */
function refresh(state: SwapState, app: AppFacts): SwapStep {
  const refreshed = requote(state, app)
  if (refreshed.state === state || isFreshlyRead(state, app)) return refreshed
  return readBalancesAgain({ ...refreshed, state: { ...refreshed.state, heldSince: app.now } }, app)
}

function changeSettings(state: SwapState, keys: readonly SettingKey[], app: AppFacts): SwapStep {
  const payee = contactName(state.accounts.payee?.name ?? '')
  const isRead = keys.some((key) => namesAccount(key) || key === `contact.${payee ?? ''}`)
  const named = isRead ? readAccountsAgain(state, app) : step(state)
  const after = receiveSettings(named.state, keys, app)
  return step(after.state, ...named.effects, ...after.effects)
}

/** Balances of the account before must not be shown; reading anew, even for none, breaks off what is still being read. */
function readAccountsAgain(state: SwapState, app: AppFacts): SwapStep {
  const { from, to } = state
  const fresh = { ...state, heldSince: app.now, balances: {}, unread: {}, readSince: {} }
  const effects: SwapEffect[] = [readHeld(fresh, app)]
  if (from !== undefined && to !== undefined) effects.push({ on: 'swap', type: 'accounts', from, to })
  // A price for the wallets before is locked no more.
  const free = dropQuote({ ...fresh, accounts: { depositor: undefined, recipient: undefined } })
  return step(free.state, ...free.effects, ...effects)
}

function edit(state: SwapState, change: Edit): SwapStep {
  const { picker, editing } = state
  if (picker !== undefined) return editSearch(state, picker, change)
  if (editing === undefined) return step({ ...state, sifting: editSifting(state.sifting, change) })
  return step({ ...state, editing: { ...editing, line: editLine(editing.line, change) } })
}

/** What the service and the wallet answered. */
function receive(state: SwapState, event: SwapScreenEvent, app: AppFacts): SwapStep {
  switch (event.type) {
    case 'assets-found':
    case 'chains-found':
    case 'find-failed':
      return receiveFound(state, event, (free, field, asset) => chooseAsset(free, field, asset, app), app)
    case 'balances':
      return receiveBalances(state, event, app)
    case 'moved':
      return readBalancesAgain(step(dropHeld(state, app)), app)
    case 'accounts': {
      const { from, to } = state
      if (from === undefined || to === undefined || assetKey(from) !== event.from || assetKey(to) !== event.to) {
        return step(state)
      }
      const after = { ...state, accounts: event.accounts }
      const same =
        event.accounts.depositor === state.accounts.depositor &&
        event.accounts.recipient === state.accounts.recipient &&
        event.accounts.memo === state.accounts.memo
      return same && state.quote !== undefined ? step(after) : requote(after, app)
    }
    case 'rates':
      return step({ ...state, rates: { pair: event.pair, rates: event.rates } })
    case 'source': {
      // What was to fill the form before is not what was chosen now.
      const free = { ...state, filling: undefined, picker: undefined, pairs: undefined, editing: undefined, amount: '' }
      return chooseAsset(free, 'from', event.asset, app)
    }
    case 'target':
      return chooseAsset(
        { ...state, filling: undefined, picker: undefined, pairs: undefined, editing: undefined },
        'to',
        event.asset,
        app,
      )
    case 'payee':
      return payContact(state, event.name, app)
    case 'look': {
      const { text, cursor } = event
      return step(state, { on: 'swap', type: 'look', text, cursor, settings: app.settings })
    }
    case 'looked':
      return step({ ...state, lookup: event.lookup })
    case 'records':
      return step(noteMark(state, { ...state, records: event.records, deliveries: event.deliveries }, app))
    case 'routes':
    case 'verdict':
    case 'quoted':
    case 'quote-failed': {
      if (state.quote?.id !== event.id) return step(state)
      const after = receiveQuote(state, state.quote, event, app)
      const isFound = event.type === 'quoted' && event.routes.length > 0
      const { from, to } = state.quote.asked
      return step(
        noteMark(state, after.state, app),
        ...after.effects,
        ...(isFound ? rememberQuoted(from, to, app) : []),
      )
    }
    case 'server-stands':
      return receiveStanding(state, event, app)
    case 'server-lost':
      return loseServer(state, event.problem, event.check, app)
    case 'line-written':
      return beginFilling(state, (id) => ({ on: 'swap', type: 'read-line', id, text: event.text }))
    case 'again':
      return beginFilling(state, (id) => ({ on: 'swap', type: 'find-past', id, past: event.past }))
    case 'filled':
      return state.filling === event.id ? receiveFilling(state, event.filling, app) : step(state)
    case 'recalled': {
      if (state.filling !== event.id) return step(state)
      const recalled = fillForm(state, event.filling, app)
      // Nothing is being written before anybody asked for it.
      return { ...recalled, state: { ...recalled.state, editing: undefined, spot: 'amount' } }
    }
    case 'fill-failed':
      return state.filling === event.id ? tellUser({ ...state, filling: undefined }, event.text) : step(state)
  }
}

function receiveFilling(state: SwapState, filling: FormFilling, app: AppFacts): SwapStep {
  const { remark } = filling
  const filled = stayAwake(state, fillForm(state, filling, app))
  return remark === undefined ? filled : step(filled.state, ...filled.effects, notify(remark.tone, remark.text))
}

function act(state: SwapState, action: SwapAction, app: AppFacts): SwapStep {
  const { picker } = state
  if (isMove(action)) return move(state, MOVES[action], app)
  if (isSiftAction(action)) return step(sift(state, action, app))
  if (!isActionOf(PICKER_KEYS, action)) return ACTIONS[action](state, app)
  return picker === undefined
    ? step(state)
    : updatePicker(state, picker, action, (free, field, asset) => chooseAsset(free, field, asset, app))
}

const ACTIONS: ActionTable<Exclude<SwapAction, PickerAction>, SwapState, SwapStep> = {
  enter,
  amount: (state) => step(beginEdit(state, 'amount')),
  recipient: (state) => step(beginEdit(state, 'recipient')),
  slippage: (state) => step(beginEdit(state, 'slippage')),
  from: (state) => openPicker(state, 'from'),
  to: (state) => openPicker(state, 'to'),
  flip,
  again: (state) => beginFilling(state, (id) => ({ on: 'swap', type: 'find-past', id, past: undefined })),
  pairs: togglePairs,
  'pairs-close': (state) => step({ ...state, pairs: undefined }),
  'pair-choose': choosePair,
  favourite: markFavourite,
  fees: (state) => step(togglePanel(state, 'fees')),
  'no-route': (state) => step(togglePanel(state, 'no-route')),
  close: (state) => step(closePanel(state)),
  take: (state, app) => enter({ ...state, spot: 'routes' }, app),
  'share-less': (state, app) => stepShare(state, -1, app),
  'share-more': (state, app) => stepShare(state, 1, app),
  'route-before': (state, app) => step(markNeighbour(state, -1, app)),
  'route-next': (state, app) => step(markNeighbour(state, 1, app)),
  compare: (state, app) => step(compareRoute(state, app)),
  rank: nextRank,
  range: nextRange,
  'take-out': exclude,
  include: (state, app) => (state.excluded.length === 0 ? step(state) : requote({ ...state, excluded: [] }, app)),
  refresh,
  pause,
  copy,
  'edit-done': (state, app) => endEdit(state, undefined, app),
  'edit-next': (state, app) => endEdit(state, nextSpot(state.spot, 1), app),
  'edit-before': (state, app) => endEdit(state, nextSpot(state.spot, -1), app),
  'edit-cancel': (state) => step({ ...state, editing: undefined }),
}

/** Moves what has the keys: the mark of the picker, the text of the panel, or the mark in the form and its routes. */
function move(state: SwapState, by: number, app: AppFacts): SwapStep {
  if (state.pairs !== undefined) return step(movePairs(state, by, app))
  if (state.picker !== undefined) return movePicked(state, state.picker, by)
  if (state.sifting.line !== undefined) return step(markNeighbour(state, by, app))
  return step(state.panel === undefined ? moveSpot(state, by, app) : scrollPanel(state, by, app))
}

/** Fills the form with the marked pair, whose amount is written next. */
function choosePair(state: SwapState, app: AppFacts): SwapStep {
  const pair = markedPair(state, app)
  if (pair === undefined) return step({ ...state, pairs: undefined })
  const past = swapOfPair(pair)
  return beginFilling({ ...state, pairs: undefined }, (id) => ({ on: 'swap', type: 'find-past', id, past }))
}

/** One step up or down, or to an end: through the fields, then through the routes. */
function moveSpot(state: SwapState, by: number, app: AppFacts): SwapState {
  const routes = shownRoutes(state, app)
  const index = (state.spot === 'routes' ? FIELDS.length + markedIndex(state, routes) : FIELDS.indexOf(state.spot)) + by
  const field = FIELDS[Math.max(0, index)] ?? (routes.length === 0 ? FIELDS.at(-1) : undefined)
  if (field !== undefined) return { ...state, spot: field }
  // Coming from the fields, the mark is where it was left.
  if (state.spot !== 'routes' && by === 1) return { ...state, spot: 'routes' }
  return markRoute(state, index - FIELDS.length, app)
}

/** The state with the field or the route of a click under the mark; undefined for rows of other lists. */
export function markSpot(state: SwapState, { list, row }: Spot, app: AppFacts): SwapState | undefined {
  if (list !== 'route') return undefined
  const field = FIELDS[FIELDS.length + row]
  return field === undefined ? markRoute(state, row, app) : { ...state, spot: field }
}

function markRoute(state: SwapState, index: number, app: AppFacts): SwapState {
  const names = routeNames(state.quote, shownRoutes(state, app))
  return { ...state, spot: 'routes', marked: names[Math.min(index, names.length - 1)], markChangedAt: undefined }
}

function closePanel(state: SwapState): SwapState {
  return { ...state, panel: undefined, scroll: 0, compared: state.panel === 'compare' ? [] : state.compared }
}

/** Opens a panel, or closes it where it is open. */
function togglePanel(state: SwapState, panel: SwapState['panel']): SwapState {
  return { ...state, panel: state.panel === panel ? undefined : panel, scroll: 0 }
}

/** The mark stays on its route, and is seen while a filter is written. */
function sift(state: SwapState, action: SiftAction, app: AppFacts): SwapState {
  const all = rankedRoutes(state, app)
  const sifting = changeSifting(siftTable(all), all, state.sifting, action)
  if (sifting === state.sifting) return state
  const route = markedRoute(state, app)
  const marked = route === undefined ? state.marked : routeNames(state.quote, [route])[0]
  return { ...state, sifting, marked, spot: sifting.line === undefined ? state.spot : 'routes' }
}

/** Marks a route to be compared, or takes that back; two are compared, until the same key closes that. */
function compareRoute(state: SwapState, app: AppFacts): SwapState {
  if (state.panel === 'compare') return closePanel(state)
  const route = state.spot === 'routes' ? markedRoute(state, app) : undefined
  const [name] = route === undefined ? [] : routeNames(state.quote, [route])
  if (name === undefined) return state
  const { compared } = state
  if (compared.includes(name)) return { ...state, compared: compared.filter((each) => each !== name) }
  const next = [...compared.slice(-1), name]
  return { ...state, compared: next, panel: next.length === 2 ? 'compare' : state.panel, scroll: 0 }
}

/** The route before or after the marked one, with its fees from the top. */
function markNeighbour(state: SwapState, by: number, app: AppFacts): SwapState {
  const routes = shownRoutes(state, app)
  if (routes.length === 0) return state
  return { ...markRoute(state, Math.max(0, markedIndex(state, routes) + by), app), scroll: 0 }
}

function scrollPanel(state: SwapState, by: number, app: AppFacts): SwapState {
  const { columns, rows } = panelSize(state, app)
  return { ...state, scroll: scrollBy(state.scroll, by, panelRows(state, app, columns).length, rows) }
}

function enter(state: SwapState, app: AppFacts): SwapStep {
  if (state.spot === 'from' || state.spot === 'to') return openPicker(state, state.spot)
  if (state.spot !== 'routes') return step(beginEdit(state, state.spot))
  const route = markedRoute(state, app)
  const { quote } = state
  if (route === undefined || quote === undefined) {
    const missing = missingText(state)
    return missing === undefined ? step(state) : tellUser(state, `to load routes, ${missing}`)
  }
  const refused = findOtherNetwork(app.place)
  if (refused !== undefined) return tellUser(state, problemText(refused))
  if (isOldRoute(route, quote, app.now)) {
    if (isRefreshing(quote, app.now)) return tellUser(state, 'this price is being refreshed, one moment')
    const { state: next, effects } = requote(state, app)
    return step(next, ...effects, notify('info', `this price was ${ageText(quote, app.now)}: it is asked for anew`))
  }
  if (isUnread(state, app)) {
    return tellUser({ ...state, markChangedAt: undefined }, `${route.provider} has just come here: press Enter again`)
  }
  if (recipientOf(state) === undefined) {
    return tellUser(beginEdit(state, 'recipient'), `where should the ${quote.asked.to.symbol} go?`)
  }
  const word = missingMemo(state)
  if (word !== undefined) {
    const written = { ...state, recipient: `${recipientOf(state) ?? ''} ` }
    return tellUser({ ...beginEdit(written, 'recipient'), recipient: '' }, `which ${word}? Write it, or ${NO_MEMO}`)
  }
  return step(
    state,
    ...unkeptMemos(state, app).map((kept) => ({ on: 'swap' as const, type: 'keep-memo' as const, ...kept })),
    ...openOnReview(route, {
      ...quote.asked,
      ...peersOf(route, quote, app),
      ...defined({ balance: balanceOf(state), past: pastText(route, state, app) || undefined }),
    }),
  )
}

/** What independent others offer for the same, as the service of this machine has just heard it. */
function peersOf({ provider }: Route, { routes, asked }: Quoting, { place }: AppFacts): Pick<AskedSwap, 'peers'> {
  const { decimals } = asked.to
  if (place.api !== undefined || decimals === undefined) return {}
  const peers = peerAmounts(routes, provider, decimals)
  return peers.length === 0 ? {} : { peers }
}

function nextRank(state: SwapState, app: AppFacts): SwapStep {
  const at = RANK_MODES.indexOf(rankOf(state, app))
  const rank = RANK_MODES[(at + 1) % RANK_MODES.length] ?? 'best'
  const next = { ...state, rank }
  return rank === 'safest' ? step(next, { on: 'swap', type: 'records' }) : step(next)
}

function exclude(state: SwapState, app: AppFacts): SwapStep {
  const provider = markedRoute(state, app)?.provider
  if (provider === undefined) return step(state)
  return requote({ ...state, excluded: [...state.excluded, provider], marked: undefined }, app)
}

function pause(state: SwapState, app: AppFacts): SwapStep {
  if (state.paused) return requote({ ...state, paused: false }, app)
  return step({ ...state, paused: true, refreshAt: undefined })
}

function copy(state: SwapState, app: AppFacts): SwapStep {
  const asked = quoteQuestion(state, app)
  if (asked === undefined) return tellUser(state, `nothing to copy yet: ${missingText(state)}`)
  const { request, from, to } = asked
  const { slippage } = request
  const text = commandLine([
    'quote',
    request.amount,
    referenceOf(from),
    referenceOf(to),
    ...(state.slippage === '' || slippage === undefined ? [] : ['--slippage', writeBps(slippage)]),
    ...(state.recipient === '' ? [] : ['--recipient', request.recipient ?? '']),
    ...(state.recipient === '' || request.recipientMemo === undefined
      ? []
      : ['--recipient-memo', request.recipientMemo]),
    ...(state.excluded.length === 0 ? [] : ['--exclude', state.excluded.join(',')]),
    ...(state.rank === undefined ? [] : ['--rank', state.rank]),
    ...placeWords(app.place),
  ])
  return step(state, { on: 'app', type: 'copy', text, what: text })
}

function tellUser(state: SwapState, text: string): SwapStep {
  return step(state, notify('info', text))
}
