import type { NoRouteCode, ProviderErrorCode } from '../../core/api/documents.ts'
import { type NoRoute, ProviderError } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, refuse } from '../kit/refuse.ts'
import { failureSchema } from './wire.ts'

/** Failures have no codes, only texts, https://developers.velora.xyz/api/velora-api/velora-market-api; the first match counts. */
const NO_ROUTE: readonly (readonly [RegExp, NoRouteCode, string])[] = [
  [/no routes found/i, 'no_liquidity', 'It finds no route between these assets'],
  [/max_impact/i, 'price_impact', 'The swap would move the price too far'],
  [/bad usd price/i, 'price_impact', 'It does not trust the price of one of the assets'],
  [/too small/i, 'below_minimum', 'The amount is too small for it'],
  [/invalid tokens?\b|tokens? not found/i, 'pair_unsupported', 'It does not know one of the assets'],
  [/unsupported (?:chain|network)/i, 'pair_unsupported', 'It does not serve this chain'],
]
const FAILURES: readonly (readonly [RegExp, ProviderErrorCode, string])[] = [
  [/internal error|price timeout/i, 'unreachable', 'It has a temporary failure'],
  [/stale|rate has changed/i, 'unavailable', 'Its price has changed'],
  [/not enough|contain enough/i, 'unavailable', 'It finds the balance or the allowance of the wallet too low'],
]

/**
 * Reads a refusal.
 * @throws ProviderError unreachable, unavailable or bad_response for anything but a missing route
 */
export function readRefusal(body: unknown): NoRoute {
  const { error } = parseReply(failureSchema, body, 'refusal')
  const noRoute = NO_ROUTE.find(([pattern]) => pattern.test(error))
  if (noRoute !== undefined) return refuse(noRoute[1], noRoute[2])
  const failure = FAILURES.find(([pattern]) => pattern.test(error))
  if (failure !== undefined) throw new ProviderError(failure[1], failure[2])
  throw badReply(`It refused the request: ${error.slice(0, 120)}`)
}
