import { readAmount, writtenDecimals } from '../core/api/answers.ts'
import type { QuoteEvent, QuoteResult, Route } from '../core/api/documents.ts'
import { belowFloorWarning, isBelowFloor } from '../core/swap/floor.ts'

/*
 * A server need not say that a route promises less than its amount less the slippage. What it leaves out is added, and such
 * routes come last, as in process.
 */

/** An event of a quote with the warnings. @param slippageBps of the request */
export function warnEvent(event: QuoteEvent, slippageBps: number | undefined): QuoteEvent {
  switch (event.type) {
    case 'routes':
      return { ...event, routes: event.routes.map((route) => warnRoute(route, slippageBps)) }
    case 'done':
      return { ...event, result: warnResult(event.result, slippageBps) }
    case 'verdict':
      return event
  }
}

/** A result with the warnings. @param slippageBps of the request */
export function warnResult(result: QuoteResult, slippageBps: number | undefined): QuoteResult {
  const data = result.data.map((route) => warnRoute(route, slippageBps))
  return { ...result, data: [...data.filter((route) => !isBelowFloor(route)), ...data.filter(isBelowFloor)] }
}

function warnRoute(route: Route, slippageBps: number | undefined): Route {
  if (isBelowFloor(route)) return route
  const { dst, minimumReceived = '', warnings = [] } = route
  const decimals = writtenDecimals([dst.formatted, minimumReceived])
  const [amount, minimumOut] = [readAmount(dst.formatted, decimals), readAmount(minimumReceived, decimals)]
  if (amount === undefined || minimumOut === undefined) return route
  const warning = belowFloorWarning({ dst: { symbol: dst.currency, decimals, amount }, minimumOut }, slippageBps)
  return warning === undefined ? route : { ...route, warnings: [warning, ...warnings] }
}
