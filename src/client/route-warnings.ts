import { readAmount, readValues, writtenDecimals } from '../core/api/answers.ts'
import type { QuoteEvent, QuoteResult, Route } from '../core/api/documents.ts'
import { belowFloorWarning, isBelowFloor } from '../core/swap/floor.ts'
import { hasWrongLeast, wrongLeastWarning } from '../core/money/stated-least.ts'
import { hasUnpricedCost, unpricedCostWarning } from '../core/swap/unpriced-cost.ts'

/*
 * A server need not say that a route promises less than its amount less the slippage, or that nobody values a cost on top.
 * What it leaves out is added, and such routes come last, as in process.
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
  const place = (route: Route) => (isBelowFloor(route) || hasWrongLeast(route) ? 2 : hasUnpricedCost(route) ? 1 : 0)
  return { ...result, data: [...data].sort((a, b) => place(a) - place(b)) }
}

function warnRoute(route: Route, slippageBps: number | undefined): Route {
  const missing = [
    isBelowFloor(route) ? undefined : floorWarning(route, slippageBps),
    hasUnpricedCost(route) ? undefined : costWarning(route),
    wrongLeastWarning(route),
  ].filter((warning) => warning !== undefined)
  return missing.length === 0 ? route : { ...route, warnings: [...missing, ...(route.warnings ?? [])] }
}

function floorWarning({ dst, minimumReceived = '' }: Route, slippageBps: number | undefined): string | undefined {
  const decimals = writtenDecimals([dst.formatted, minimumReceived])
  const [amount, minimumOut] = [readAmount(dst.formatted, decimals), readAmount(minimumReceived, decimals)]
  if (amount === undefined || minimumOut === undefined) return undefined
  return belowFloorWarning({ dst: { symbol: dst.currency, decimals, amount }, minimumOut }, slippageBps)
}

function costWarning(route: Route): string | undefined {
  const { fees } = readValues(route)
  return unpricedCostWarning(
    fees.map((fee, index) => ({ ...fee, description: route.fees.items[index]?.description ?? '' })),
  )
}
