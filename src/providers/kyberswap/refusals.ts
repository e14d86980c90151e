import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { NoRouteCode } from '../../core/api/documents.ts'
import { type NoRoute, ProviderError, type ProviderReply } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, refuseInWords, unavailable, withReason } from '../kit/refuse.ts'
import { UNSERVED } from '../kit/same-chain/swap.ts'
import { failureSchema } from './wire.ts'

/** Error codes that mean "no such route", https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator */
const NO_ROUTE: ReadonlyMap<number, readonly [NoRouteCode, string]> = new Map([
  [4008, ['no_liquidity', 'It finds no route between these assets']],
  [4009, ['above_maximum', 'The amount is larger than it allows']],
  [4010, ['no_liquidity', 'It knows no pools for these assets']],
  [4011, ['pair_unsupported', 'It does not know one of the assets']],
])

/** The code of a build whose call would fail. */
const FAILED = 4227

/** Codes of a route that is no longer available at its price and needs a new quote. */
const GONE: ReadonlyMap<number, string> = new Map([
  [4008, 'it no longer finds a way'],
  [4010, 'it no longer finds a way'],
  [4222, 'a market maker now gives less'],
  [FAILED, 'it cannot be carried out'],
  [40010, 'it no longer finds a way'],
  [40011, 'it no longer finds a way'],
])

/** Codes of temporary failures: a cancelled request and an internal error. */
const PASSING: readonly (number | undefined)[] = [4990, 500]

/**
 * Reads the refusal of a price.
 * @throws ProviderError unreachable or bad_response for anything but a missing route
 */
export function readRouteRefusal(reply: ProviderReply, src: PricedAsset): NoRoute {
  const { code, message } = parseReply(failureSchema, reply.body, 'refusal')
  if (reply.status === 404 && code === undefined) return UNSERVED
  const row = NO_ROUTE.get(code ?? 0)
  if (row !== undefined) return refuseInWords(...row, { reason: message, src })
  throw failureOf(code, message)
}

/** The error for a refused build: unavailable for a route that needs a new quote. */
export function readBuildRefusal(reply: ProviderReply): ProviderError {
  const { code, message = '' } = parseReply(failureSchema, reply.body, 'refusal')
  if (code === FAILED && /transfer_from_failed/i.test(message)) {
    return unavailable(withReason('Fill up the wallet or give the allowance: it could not take the amount', message))
  }
  const gone = GONE.get(code ?? 0)
  return gone === undefined ? failureOf(code, message) : unavailable(`This route is gone: ${gone}`)
}

function failureOf(code: number | undefined, message = ''): ProviderError {
  if (PASSING.includes(code)) return new ProviderError('unreachable', 'It has a temporary failure')
  return badReply(withReason(`It refused the request with ${code === undefined ? 'no code' : `code ${code}`}`, message))
}
