import { defined } from '../../core/defined.ts'
import type { ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import type { Offer } from '../kit/offer.ts'
import { swapRouteId, swapSteps, swapTimeSec, unknownNetworkCost } from '../kit/same-chain/swap.ts'
import { parseStatedUsd } from '../kit/stated-side.ts'
import type { WalletCall } from '../kit/wallet-call.ts'
import type { VeloraOffer } from './ask.ts'
import { readFees } from './fees.ts'

/** What a lock stores. */
export type VeloraLocked = { readonly call: WalletCall }

const HIGH_IMPACT = 'Velora warns that the price impact is higher than it recommends'

/** The route of a verified price. */
export function toOffer(
  offer: VeloraOffer,
  request: ProviderQuoteRequest,
  { provider }: ProviderContext,
): Offer<VeloraLocked> {
  const { route, amountOut, locked } = offer
  const destUsd = parseStatedUsd(route.destUSD, route.destAmount)
  const fees = readFees(offer, request, destUsd)
  const draft = {
    routeId: swapRouteId('velora', request),
    amountOut,
    ...defined({ minimumOut: locked?.minimumOut }),
    srcUsd: parseStatedUsd(route.srcUSD, route.srcAmount),
    // The stated value is that of the output before the fee.
    dstUsd: destUsd === undefined ? undefined : (destUsd * amountOut) / route.destAmount,
    fees,
    ...unknownNetworkCost(fees),
    steps: swapSteps(
      route.bestRoute.flatMap(({ swaps }) =>
        swaps.flatMap(({ swapExchanges }) => swapExchanges.map(({ exchange }) => exchange)),
      ),
      provider,
    ),
    estimatedTimeSec: swapTimeSec(request.src.chain),
    ...defined({ display: route.maxImpactReached === true ? { warnings: [HIGH_IMPACT] } : undefined }),
  }
  return { status: 'offer', draft, locked: locked && { call: locked.call } }
}
