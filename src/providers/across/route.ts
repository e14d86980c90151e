import type { RouteStep } from '../../core/api/documents.ts'
import { defined } from '../../core/defined.ts'
import type { ProviderContext, ProviderLabel, ProviderQuoteRequest } from '../contract.ts'
import type { Offer } from '../kit/offer.ts'
import { pairRouteId } from '../kit/route-id.ts'
import { checkPair } from '../kit/stated-side.ts'
import type { AcrossAnswer } from './ask.ts'
import { type AcrossLocked, readLocked } from './call.ts'
import { readFees, readValues } from './fees.ts'
import type { AcrossQuote } from './wire.ts'

/**
 * The route of a quote, verified against the request.
 * @throws ProviderError bad_response
 */
export function toOffer(
  { quote, src, dst }: AcrossAnswer,
  request: ProviderQuoteRequest,
  { provider }: ProviderContext,
): Offer<AcrossLocked> {
  checkPair([src, quote.inputToken], [dst, quote.outputToken], quote.inputAmount, request)
  const fees = readFees(quote, [src, dst])
  const expiry = quote.quoteExpiryTimestamp ?? 0
  const draft = {
    // One route a request: the bridge identifies it, whichever exchanges swap before and after.
    routeId: pairRouteId('across', request, quote.steps.bridge.provider),
    amountOut: quote.expectedOutputAmount,
    minimumOut: quote.minOutputAmount,
    ...readValues(quote, fees),
    fees,
    steps: stepsOf(quote, provider),
    estimatedTimeSec: quote.expectedFillTime,
    ...defined({ expiresAt: expiry === 0 ? undefined : expiry * 1000 }),
  }
  return { status: 'offer', draft, locked: readLocked(quote, request) }
}

const BRIDGES: ReadonlyMap<string, string> = new Map([
  ['across', 'Across'],
  ['cctp', 'CCTP'],
  ['oft', 'OFT'],
])

function stepsOf(quote: AcrossQuote, { image }: ProviderLabel): RouteStep[] {
  const { originSwap, bridge, destinationSwap } = quote.steps
  const swap = (step: typeof originSwap): RouteStep[] =>
    step === undefined || step === null ? [] : [{ type: 'swap', name: step.swapProvider.name.slice(0, 60), image: '' }]
  return [
    ...swap(originSwap),
    {
      type: 'bridge',
      name: BRIDGES.get(bridge.provider) ?? bridge.provider.slice(0, 60),
      image: bridge.provider === 'across' ? image : '',
    },
    ...swap(destinationSwap),
  ]
}
