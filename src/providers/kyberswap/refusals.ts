import type { NoRouteCode } from '../../core/api/documents.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { type NoRoute, ProviderError, type ProviderReply } from '../contract.ts'
import { failureSchema } from './wire.ts'

/** Error codes that mean "no such route", https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator */
const NO_ROUTE: ReadonlyMap<number, readonly [NoRouteCode, string]> = new Map([
  [4008, ['no_liquidity', 'It finds no route between these assets']],
  [4009, ['above_maximum', 'The amount is larger than it allows']],
  [4010, ['no_liquidity', 'It knows no pools for these assets']],
  [4011, ['pair_unsupported', 'It does not know one of the assets']],
])

/** Codes of a route that can no longer be had as it was priced: to be quoted anew. */
const GONE: ReadonlyMap<number, string> = new Map([
  [4008, 'it finds no way any more'],
  [4010, 'it finds no way any more'],
  [4222, 'a market maker now gives less'],
  [4227, 'it cannot be carried out'],
  [40010, 'it finds no way any more'],
  [40011, 'it finds no way any more'],
])

/** Codes of failures that pass: a cancelled request and its own. */
const PASSING: readonly (number | undefined)[] = [4990, 500]

/**
 * What a refused price means.
 * @throws ProviderError unreachable or bad_response for anything but a missing route
 */
export function readRouteRefusal(reply: ProviderReply): NoRoute {
  const { code } = parseReply(failureSchema, reply.body, 'refusal')
  if (reply.status === 404 && code === undefined) {
    return { code: 'pair_unsupported', message: 'It does not serve this chain' }
  }
  const row = NO_ROUTE.get(code ?? 0)
  if (row !== undefined) return { code: row[0], message: row[1] }
  throw failureOf(code)
}

/** What a refused build means: unavailable for a route that has to be quoted anew. */
export function readBuildRefusal(reply: ProviderReply): ProviderError {
  const { code } = parseReply(failureSchema, reply.body, 'refusal')
  const gone = GONE.get(code ?? 0)
  return gone === undefined ? failureOf(code) : new ProviderError('unavailable', `This route is gone: ${gone}`)
}

function failureOf(code: number | undefined): ProviderError {
  if (PASSING.includes(code)) return new ProviderError('unreachable', 'It failed for a moment')
  return new ProviderError(
    'bad_response',
    `It refused the request with ${code === undefined ? 'no code' : `code ${code}`}`,
  )
}
