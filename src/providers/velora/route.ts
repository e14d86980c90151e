import type { ProviderLabel, ProviderQuoteRequest, RouteDraft } from '../contract.ts'
import { toLockState } from '../kit/offer.ts'
import { swapRouteId, swapSteps, swapTimeSec } from '../kit/same-chain/swap.ts'
import { parseStatedUsd } from '../kit/stated-side.ts'
import type { VeloraOffer } from './ask.ts'
import { readFees } from './fees.ts'

export function toDraft(offer: VeloraOffer, request: ProviderQuoteRequest, label: ProviderLabel): RouteDraft {
  const { route, amountOut, locked } = offer
  const destUsd = parseStatedUsd(route.destUSD, route.destAmount)
  return {
    routeId: swapRouteId('velora', request),
    amountOut,
    ...(locked === undefined ? {} : { minimumOut: locked.minimumOut }),
    srcUsd: parseStatedUsd(route.srcUSD, route.srcAmount),
    // The stated value is that of the output before the fee.
    dstUsd: destUsd === undefined ? undefined : (destUsd * amountOut) / route.destAmount,
    fees: readFees(offer, request, destUsd),
    steps: swapSteps(
      route.bestRoute.flatMap(({ swaps }) =>
        swaps.flatMap(({ swapExchanges }) => swapExchanges.map(({ exchange }) => exchange)),
      ),
      label,
    ),
    estimatedTimeSec: swapTimeSec(request.src.chain),
    state: toLockState(locked === undefined ? undefined : { call: locked.call }),
    ...(route.maxImpactReached === true
      ? { display: { warnings: ['Velora says that the swap moves the price further than it recommends'] } }
      : {}),
  }
}
