import { defined } from '../../core/defined.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import type { Offer } from '../kit/offer.ts'
import { badReply } from '../kit/refuse.ts'
import { pairRouteId } from '../kit/route-id.ts'
import { matchesStated } from '../kit/stated-side.ts'
import type { SymbiosisAnswer } from './ask.ts'
import { isKnownCall, readLocked, type SymbiosisLocked, UNKNOWN_CONTRACTS } from './call.ts'
import { readFees } from './fees.ts'

/** Seconds to a payout where the quote states none. */
const USUAL_SEC = 120

/**
 * The route of a swap, verified against the request.
 * @throws ProviderError bad_response
 */
export function toOffer(
  answer: SymbiosisAnswer,
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Offer<SymbiosisLocked> | NoRoute {
  const { swap, src, dst } = answer
  const { tokenAmountOut: out, tokenAmountOutMin: least } = swap
  const stated = least === undefined || least === null ? [out] : [out, least]
  if (!stated.every((amount) => matchesStated(dst, amount)))
    throw badReply('Its quote is for another destination asset')
  if (stated.some(({ amount }) => amount > out.amount)) throw badReply('Its least is above what it expects')
  if (!isKnownCall(swap, request)) return UNKNOWN_CONTRACTS
  const { name, image } = context.provider
  const draft = {
    // Symbiosis has one way for a pair: its best.
    routeId: pairRouteId('symbiosis', request),
    amountOut: out.amount,
    ...defined({ minimumOut: least?.amount }),
    fees: readFees(swap, [src, dst]),
    steps: [{ type: 'bridge', name, image }],
    estimatedTimeSec: swap.estimatedTime ?? USUAL_SEC,
  }
  return {
    status: 'offer',
    draft,
    locked: request.forLock ? readLocked(answer, request, context.clock.now()) : undefined,
  }
}
