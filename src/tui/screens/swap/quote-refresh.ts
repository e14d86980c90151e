import type { Route } from '../../../core/api/documents.ts'
import { type AppEffect, type AppFacts, step } from '../../events.ts'
import { quoteQuestion, MOST_ROUTES } from './quote.ts'
import { askRates, keepRate } from './rate/pair-rates.ts'
import { findOtherNetwork } from '../../kit/other-network.ts'
import type { Problem } from '../../problem.ts'
import type { Quoting, ServerCheck, SwapEffect, SwapScreenEvent, SwapState, SwapStep } from './state.ts'

/** Time from an answer to the next refresh, in milliseconds. */
const REFRESH_MS = 20_000

/** Checks of a server after an answer: ten minutes. Whoever looks for longer finds it gone by what is asked. */
const MOST_CHECKS = 200

type Answer = Extract<SwapScreenEvent, { readonly type: 'routes' | 'verdict' | 'quoted' | 'quote-failed' }>

/** The screen after an answer to its quote. */
export function receiveQuote(state: SwapState, quote: Quoting, answer: Answer, app: AppFacts): SwapStep {
  const refreshAt = state.paused || state.refreshesLeft === 0 ? undefined : app.now + REFRESH_MS
  switch (answer.type) {
    case 'routes': {
      const providers = new Set(answer.routes.map(({ provider }) => provider))
      const earlier = quote.earlier.filter(({ provider }) => !providers.has(provider))
      return put(state, { ...quote, earlier, routes: [...quote.routes, ...answer.routes].slice(0, MOST_ROUTES) })
    }
    case 'verdict': {
      const { verdict } = answer
      // One that only fails may be one of all: then its price stays, marked as old.
      const isGone = ({ provider }: Route) => provider === verdict.provider && verdict.outcome !== 'error'
      const earlier = quote.earlier.filter((route) => !isGone(route))
      return put(state, { ...quote, earlier, verdicts: [...quote.verdicts, verdict] })
    }
    case 'quoted': {
      const { routes, verdicts } = answer
      const isCut = routes.length === 0 && verdicts.length > 0 && verdicts.every(({ outcome }) => outcome === 'error')
      const kept = isCut ? {} : { earlier: [], earlierAt: undefined }
      const next = {
        ...state,
        quote: { ...quote, status: 'done' as const, routes, verdicts, ...kept },
        refreshAt,
      }
      const asked = askRates(keepRate(next, quote.asked, routes, app), app)
      const isServed = app.place.api !== undefined && routes.length > 0
      const checks = isServed ? checkServer(next.quote, { id: next.quote.id, left: MOST_CHECKS }) : []
      // A server that says that its providers do not answer is there itself.
      return step(asked.state, ...asked.effects, ...tellLink(!isCut || app.place.api !== undefined, app), ...checks)
    }
    case 'quote-failed': {
      const next = {
        ...state,
        quote: { ...quote, status: 'failed' as const, routes: [], ...agedRoutes(quote), problem: answer.problem },
        // A server that went away may come back.
        refreshAt,
      }
      if (answer.isAway !== true) return step(next)
      const isLost = quote.status === 'done'
      const checks =
        app.place.api === undefined ? [] : checkServer(next.quote, { id: quote.id, left: MOST_CHECKS, isLost })
      return step(next, ...tellLink(false, app), ...checks)
    }
  }
}

/** Prices of a server are old once it is gone, and asked for anew once it is back: it is asked whether it is there. */
export function checkServer(quote: Quoting, { id, left, isLost = false }: ServerCheck): readonly SwapEffect[] {
  if (quote.id !== id || quote.status === 'asking' || left <= 0) return []
  return [{ on: 'swap', type: 'check-server', id, left, ...(isLost ? { isLost } : {}) }]
}

/** After a check that the server answered: it may have become another one, or be back. */
export function receiveStanding(state: SwapState, check: ServerCheck, app: AppFacts): SwapStep {
  const { quote } = state
  const other = findOtherNetwork(app.place)
  if (other !== undefined) return loseQuote(state, other, app)
  if (quote?.id !== check.id) return step(state)
  if (quote.status === 'done') return step(state, ...checkServer(quote, check))
  return step(check.isLost === true && state.refreshAt !== undefined ? { ...state, refreshAt: app.now } : state)
}

/** After a server did not answer. @param check the one that it did not answer to; undefined where another call found it gone */
export function loseServer(
  state: SwapState,
  problem: Problem,
  check: ServerCheck | undefined,
  app: AppFacts,
): SwapStep {
  const { quote } = state
  if (quote === undefined || quote.status === 'done') return loseQuote(state, problem, app, true)
  const again = check === undefined ? [] : checkServer(quote, { ...check, isLost: true })
  return step(state, ...tellLink(false, app), ...again)
}

/** Prices that nobody stands by any more are old. @param isAway true where that may come back by itself */
function loseQuote(state: SwapState, problem: Problem, app: AppFacts, isAway = false): SwapStep {
  const { quote } = state
  if (quote?.status !== 'done') return step(state)
  return receiveQuote(state, quote, { on: 'swap', type: 'quote-failed', id: quote.id, problem, isAway }, app)
}

/** Tells the app whether anybody answers, where that has changed. */
function tellLink(isUp: boolean, { jobs }: AppFacts): readonly AppEffect[] {
  const wasUp = jobs.awaySince === undefined
  return isUp === wasUp ? [] : [{ on: 'app', type: 'send', event: { on: 'app', type: 'link', isUp } }]
}

function put(state: SwapState, quote: Quoting): SwapStep {
  return step({ ...state, quote })
}

/** Asks every provider what the form asks, or stops asking where it asks nothing. */
export function requote(state: SwapState, app: AppFacts): SwapStep {
  const asked = quoteQuestion(state, app)
  if (asked === undefined) return dropQuote(state)
  const id = state.lastId + 1
  const before = state.quote
  const refused = findOtherNetwork(app.place)
  if (refused !== undefined) {
    const none = { routes: [], verdicts: [], earlier: [], earlierAt: undefined } as const
    const quote: Quoting = { id, asked, status: 'failed', askedAt: app.now, ...none, problem: refused }
    return step({ ...state, lastId: id, quote, refreshAt: undefined })
  }
  const same = before !== undefined && JSON.stringify(before.asked.request) === JSON.stringify(asked.request)
  const quote: Quoting = {
    id,
    asked,
    status: 'asking',
    routes: [],
    verdicts: [],
    askedAt: app.now,
    ...(same ? agedRoutes(before) : { earlier: [], earlierAt: undefined }),
    problem: undefined,
  }
  // The order of another question would put its worse routes under the mark.
  const sifting = same ? state.sifting : { ...state.sifting, sortedBy: undefined }
  return step({ ...state, lastId: id, quote, refreshAt: undefined, sifting }, { on: 'swap', type: 'quote', id, asked })
}

/** All routes of a quote, as those of the one before. */
function agedRoutes({ routes, earlier, askedAt, earlierAt }: Quoting): Pick<Quoting, 'earlier' | 'earlierAt'> {
  const all = [...routes, ...earlier]
  const sinceMs = earlier.length === 0 ? askedAt : earlierAt
  return { earlier: all, earlierAt: all.length === 0 ? undefined : sinceMs }
}

/** Forgets the quote, and stops asking. */
export function dropQuote(state: SwapState): SwapStep {
  if (state.quote === undefined) return step(state)
  const next = { ...state, quote: undefined, refreshAt: undefined }
  return state.quote.status === 'asking' ? step(next, { on: 'swap', type: 'cancel-quote' }) : step(next)
}

/** Quotes again when it is due and the screen is visible. */
export function refreshWhenDue(state: SwapState, app: AppFacts): SwapStep {
  const { refreshAt, refreshesLeft } = state
  // A clock that was set back makes no price wait for longer.
  const isDue = refreshAt !== undefined && (app.now >= refreshAt || refreshAt - app.now > REFRESH_MS)
  if (!isDue || !app.isVisible || state.picker !== undefined) {
    return step(state)
  }
  return requote({ ...state, refreshesLeft: Math.max(0, refreshesLeft - 1) }, app)
}
