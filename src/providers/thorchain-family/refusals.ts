import type { PricedAsset } from '../../core/assets/catalog.ts'
import { type NoRoute, ProviderError } from '../contract.ts'
import type { NamedAsset } from './chains.ts'
import { rescaleUp } from './units.ts'

/** Kinds of refusal by the words that both networks use, the most telling first. */
const KINDS: readonly (readonly [RegExp, (source: Source, text: string) => NoRoute])[] = [
  [/halted|paused/i, () => ({ code: 'halted', message: 'Trading of one of the two chains is halted for now' })],
  [
    /dust threshold|min swap amount|not enough asset to pay|not enough fee|swap too small|less than outbound fee|does not meet requirements/i,
    belowMinimum,
  ],
  [
    /price limit/i,
    () => ({ code: 'price_impact', message: 'A swap of this size moves the price by more than the slippage allows' }),
  ],
  [
    /memo too long/i,
    () => ({
      code: 'pair_unsupported',
      message: 'The instruction for this pair is too long for a transaction of the source chain',
    }),
  ],
  [
    /destination address/i,
    () => ({ code: 'pair_unsupported', message: 'It does not pay out to this kind of address' }),
  ],
  [
    /pool .*(?:not found|not exist|n't exist|not available)|bad (?:to|from) asset|invalid symbol/i,
    () => ({ code: 'pair_unsupported', message: 'It has no open pool for one of the two assets' }),
  ],
]

interface Source {
  readonly side: PricedAsset
  readonly named: NamedAsset
}

/**
 * What a node's refusal of a quote means.
 * @param status HTTP status of the reply
 * @throws ProviderError unreachable, unavailable or bad_response when it is not about the route
 */
export function readRefusal(text: string, status: number, side: PricedAsset, named: NamedAsset): NoRoute {
  if (/stale state/i.test(text)) throw new ProviderError('unreachable', 'Its node is behind the network')
  if (/bad affiliate/i.test(text)) throw new ProviderError('unavailable', 'It does not know the affiliate that is set')
  const kind = KINDS.find(([words]) => words.test(text))
  if (kind !== undefined) return kind[1]({ side, named }, text)
  if (status >= 500) throw new ProviderError('unreachable', `It answered with a server error (${status})`)
  throw new ProviderError('bad_response', `It refused the quote: ${text.slice(0, 200)}`)
}

function belowMinimum({ side, named }: Source, text: string): NoRoute {
  const stated = /recommended_min_amount_in: ([0-9]{1,30})/.exec(text)?.[1]
  const message = 'The amount is too small to pay the network fees of both chains'
  if (stated === undefined) return { code: 'below_minimum', message }
  return { code: 'below_minimum', message, minimum: rescaleUp(BigInt(stated), named.decimals, side.asset.decimals) }
}

/** @param minimum base units of the source asset */
export function tooSmall(minimum: bigint | undefined): NoRoute {
  const message = 'The amount is too small to pay the network fees of both chains'
  return minimum === undefined ? { code: 'below_minimum', message } : { code: 'below_minimum', message, minimum }
}
