import { keyFor } from '../../bindings.ts'
import { countText } from '../../../core/text/count-text.ts'
import { type Row, textRow } from '../../kit/text/rows.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import type { AppFacts } from '../../events.ts'
import type { ScreenProps } from '../../screen.ts'
import { ageText, isOldRoute, isRefreshing, missingText } from './quote.ts'
import { rankedRoutes } from './routes.ts'
import type { SwapState } from './state.ts'

/** Where the quote stands, how old prices are that cannot be locked, and when it is asked for again. */
export function quoteRow({ state, app, width }: ScreenProps<SwapState>): Row {
  const { quote } = state
  const texts = quoteTexts(state, app)
  const text = texts.find((each) => textWidth(each) <= width) ?? texts.at(-1) ?? ''
  const role = quote?.status === 'failed' ? 'bad' : hasOld(state, app) ? 'warn' : 'accent'
  return textRow(text, width, role)
}

/** Longest first: the shortest still says that prices are old. */
function quoteTexts(state: SwapState, app: AppFacts): readonly string[] {
  const { quote, refreshAt, refreshesLeft, paused } = state
  if (quote === undefined) {
    const missing = missingText(state)
    if (missing === undefined) return ['Routes load automatically.']
    return [`To load routes, ${missing}.`, `Routes: ${missing}`, missing]
  }
  const routes = rankedRoutes(state, app)
  const old = routes.filter((route) => isOldRoute(route, quote, app.now)).length
  const age = ageText(quote, app.now)
  const refresh = keyFor(app, 'refresh', 'r')
  if (quote.status === 'failed') {
    const again = refreshAt === undefined ? `${refresh} retries` : `retrying in ${secondsTo(refreshAt, app.now)} s`
    if (old === 0) return [`! the quote failed · ${again}`]
    const prices = `prices ${age}, cannot be locked`
    return [`! the quote failed · ${prices} · ${again}`, `! ${prices} · ${again}`, `! ${prices}`]
  }
  const found = countText(routes.length, 'route')
  const answered = new Set(quote.verdicts.map(({ provider }) => provider)).size
  if (quote.status === 'asking') {
    const text = `asking … ${answered} answered, ${found}`
    return [old === 0 ? text : `${text} (${old} old)`]
  }
  const next = paused
    ? `paused: ${keyFor(app, 'pause', 'p')} resumes`
    : refreshAt !== undefined
      ? `refresh in ${secondsTo(refreshAt, app.now)} s`
      : refreshesLeft === 0
        ? `idle: ${refresh} to refresh`
        : ''
  const order = state.sifting.sortedBy === undefined ? '' : `${keyFor(app, 'sort-reverse', 'S')} reverses the order`
  // A server without verdicts names only those that have routes.
  const heard = new Set([...quote.verdicts, ...quote.routes].map(({ provider }) => provider)).size
  const providers = countText(heard, 'provider')
  if (old === 0) return [join(found, providers, next, order), join(found, next, order), join(found, next), found]
  const prices = old === routes.length ? `prices ${age}` : `${old} of ${countText(routes.length, 'price')} old`
  const refreshes = `${refresh} refreshes`
  return [
    join(`${found}, ${prices}, cannot be locked`, refreshes, providers, paused ? next : '', order),
    join(`${prices}, cannot be locked`, refreshes),
    join(prices, refreshes),
    prices,
  ]
}

/** True where prices stand that cannot be locked, and nobody is being asked for others. */
function hasOld(state: SwapState, app: AppFacts): boolean {
  const { quote } = state
  if (quote === undefined || isRefreshing(quote, app.now)) return false
  return rankedRoutes(state, app).some((route) => isOldRoute(route, quote, app.now))
}

function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ')
}

function secondsTo(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1000))
}
