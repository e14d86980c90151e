import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { NoRouteCode, ProviderErrorCode } from '../../core/api/documents.ts'
import { type NoRoute, ProviderError } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, refuseInWords, refuseUntilChanged } from '../kit/refuse.ts'
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
  [/rate limited/i, 'rate_limited', 'It limits the rate of requests'],
  [/internal error|price timeout|error while handling/i, 'unreachable', 'It has a temporary failure'],
  [/stale|rate has changed/i, 'unavailable', 'Its price has changed'],
]
const TOO_POOR = /not enough .*(?:balance|allowance)|contain enough/i

/**
 * Reads a refusal.
 * @throws ProviderError rate_limited, unreachable, unavailable or bad_response for anything but a missing route
 */
export function readRefusal(body: unknown, src: PricedAsset): NoRoute {
  const { error } = parseReply(failureSchema, body, 'refusal')
  const noRoute = NO_ROUTE.find(([pattern]) => pattern.test(error))
  if (noRoute !== undefined) return refuseInWords(noRoute[1], noRoute[2], { reason: error, src })
  if (TOO_POOR.test(error)) {
    return refuseUntilChanged('Fill up the wallet or take a smaller amount: it holds or allows too little', error)
  }
  const failure = FAILURES.find(([pattern]) => pattern.test(error))
  if (failure !== undefined) throw new ProviderError(failure[1], failure[2])
  throw badReply(`It refused the request: ${error.slice(0, 120)}`)
}
