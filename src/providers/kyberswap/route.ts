import { lessBps } from '../../core/money/amount.ts'
import type { ProviderLabel, ProviderQuoteRequest, RouteDraft } from '../contract.ts'
import { swapRouteId, swapSteps, swapTimeSec, unknownNetworkCost } from '../kit/same-chain/swap.ts'
import { parseStatedUsd } from '../kit/stated-side.ts'
import { readFees } from './fees.ts'
import type { KyberSummary } from './wire.ts'

export function toDraft(summary: KyberSummary, request: ProviderQuoteRequest, label: ProviderLabel): RouteDraft {
  const { amountIn, amountOut } = summary
  const fees = readFees(summary, request)
  return {
    routeId: swapRouteId('kyberswap', request),
    amountOut,
    minimumOut: lessBps(builtAtLeast(summary), request.exactSlippageBps),
    srcUsd: parseStatedUsd(summary.amountInUsd, amountIn),
    dstUsd: parseStatedUsd(summary.amountOutUsd, amountOut),
    fees,
    ...unknownNetworkCost(fees),
    steps: swapSteps(
      summary.route.flat().map((hop) => hop.exchange),
      label,
    ),
    estimatedTimeSec: swapTimeSec(request.src.chain),
    // A price is valid for seconds only, so execute builds the call from a new one.
    state: {},
  }
}

/** The least output of a build, base units: one unit less than its route's `amountOut`, or two with a fee on the output. */
export function builtAtLeast({ amountOut, extraFee }: Pick<KyberSummary, 'amountOut' | 'extraFee'>): bigint {
  const lost = extraFee?.chargeFeeBy === 'currency_out' ? 2n : 1n
  return amountOut > lost ? amountOut - lost : 0n
}
