import type { PricedAsset } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { divideUp } from '../../core/money/divide-up.ts'
import { type NoRoute, ProviderError } from '../contract.ts'
import { amountAtPrice } from '../kit/agreement.ts'
import { badReply, refuse, refuseInWords, refusePair, withReason } from '../kit/refuse.ts'
import type { MayanRefusal } from './wire.ts'

/** The answer without any quote. */
export const NO_WAY: NoRoute = refuse('no_liquidity', 'It finds no way between these assets')

/**
 * Reads the refusal of a quote by its code or, since few codes are documented, by its words.
 * @throws ProviderError rate_limited, or bad_response for what is not known
 */
export function readRefusal(status: number, refusal: MayanRefusal, src: PricedAsset): NoRoute {
  const { code = '', data } = refusal
  const text = refusal.msg ?? refusal.message ?? ''
  const said = `${code} ${text}`
  const words = { reason: text, src }
  if (/rate.?limit/i.test(said)) throw new ProviderError('rate_limited', 'It gets too many requests')
  if (/too.?small/i.test(said)) {
    const minimum = leastOf(data?.minAmountIn, src.asset.decimals)
    return refuseInWords('below_minimum', 'The amount is too small for its drivers', words, defined({ minimum }))
  }
  if (/too.?(?:large|big|high)/i.test(said)) {
    return refuseInWords('above_maximum', 'The amount is too large for its drivers', words)
  }
  if (/not.?supported|unsupported|invalid.?(?:token|chain)/i.test(said)) {
    return refusePair('It does not serve one of the chains or assets')
  }
  if (/route.?not.?found|no.?route/i.test(said)) return NO_WAY
  throw badReply(withReason(`It refused the request (${status})`, said))
}

/** More decimals than a stated number has behind those of an asset. */
const MORE_DECIMALS = 40

/** The least amount in base units, rounded up: a unit less is refused again. */
function leastOf(stated: number | string | undefined, decimals: number): bigint | undefined {
  const fine =
    stated === undefined ? 0n : (amountAtPrice(1n, String(stated), { from: 0, to: decimals + MORE_DECIMALS }) ?? 0n)
  return fine === 0n ? undefined : divideUp(fine, 10n ** BigInt(MORE_DECIMALS))
}
