import type { NoRouteCode } from '../../core/api/documents.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { type NoRoute, ProviderError } from '../contract.ts'
import { badReply, refuse, refuseUntilChanged, unavailable } from '../kit/refuse.ts'
import type { NetworkAsset } from './chains.ts'
import { rescaleUp } from './units.ts'

const TOO_SMALL = 'The amount is too small to pay the network fees of both chains'
/** The message for a pair whose memo does not fit. */
export const TOO_LONG = 'The memo for this pair is too long for a transaction of the source chain'
/** The message for an asset without a pool. */
export const NO_POOL = 'It has no open pool for one of the two assets'

/** Kinds of refusal by the words of both networks, the most specific first. */
const KINDS: readonly (readonly [RegExp, NoRouteCode, string])[] = [
  [/halted|paused/i, 'halted', 'Trading of one of the two chains is halted for now'],
  [
    /dust threshold|min swap amount|not enough asset to pay|not enough fee|swap too small|less than outbound fee|does not meet requirements/i,
    'below_minimum',
    TOO_SMALL,
  ],
  [/price limit/i, 'price_impact', 'A swap of this size moves the price by more than the slippage allows'],
  [/memo too long/i, 'pair_unsupported', TOO_LONG],
  [/destination address/i, 'needs_change', 'Give another recipient: it does not pay out to this kind of address'],
  [
    /pool .*(?:not found|not exist|n't exist|not available)|bad (?:to|from) asset|invalid symbol/i,
    'pair_unsupported',
    NO_POOL,
  ],
]

/**
 * Reads a node's refusal of a quote.
 * @param status HTTP status of the reply
 * @throws ProviderError unreachable, unavailable or bad_response when it is not about the route
 */
export function readRefusal(text: string, status: number, side: PricedAsset, named: NetworkAsset): NoRoute {
  if (isStale(text)) throw nodeBehind()
  if (/bad affiliate/i.test(text)) throw unavailable('It does not know the affiliate in the settings')
  const [, code, message] = KINDS.find(([words]) => words.test(text)) ?? []
  if (code === 'below_minimum') {
    const stated = /recommended_min_amount_in: ([0-9]{1,30})/.exec(text)?.[1]
    return tooSmall(stated === undefined ? undefined : rescaleUp(BigInt(stated), named.decimals, side.asset.decimals))
  }
  if (code === 'needs_change' && message !== undefined) return refuseUntilChanged(message, text)
  if (code !== undefined && message !== undefined) return refuse(code, message)
  if (status >= 500) throw new ProviderError('unreachable', `It answered with a server error (${status})`)
  throw badReply(`It refused the quote: ${text.slice(0, 200)}`)
}

/** True for the refusal of a node that lags behind the network: another one may answer. */
export function isStale(text: string): boolean {
  return /stale state/i.test(text)
}

/** The error for such a node. */
export function nodeBehind(): ProviderError {
  return new ProviderError('unreachable', 'Its node is behind the network')
}

/** @param minimum base units of the source asset */
export function tooSmall(minimum: bigint | undefined): NoRoute {
  return refuse('below_minimum', TOO_SMALL, defined({ minimum }))
}
