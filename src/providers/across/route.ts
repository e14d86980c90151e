import type { RouteStep } from '../../core/api/documents.ts'
import { defined } from '../../core/defined.ts'
import type { ProviderContext, ProviderLabel, ProviderQuoteRequest } from '../contract.ts'
import type { Offer } from '../kit/offer.ts'
import { pairRouteId } from '../kit/route-id.ts'
import { checkPair } from '../kit/stated-side.ts'
import type { AcrossAnswer } from './ask.ts'
import { type AcrossLocked, readLocked } from './call.ts'
import { hasUnknownFee, readFees, readValues } from './fees.ts'
import type { AcrossQuote } from './wire.ts'

const UNKNOWN_FEE = 'Across states a fee that cannot be read, so the fees of this route are incomplete'
/** Seconds from chain to chain where the quote states none: most bridges pay out within minutes. */
const USUAL_FILL_SEC = 300

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
    estimatedTimeSec: quote.expectedFillTime ?? USUAL_FILL_SEC,
    ...defined({
      expiresAt: expiry === 0 ? undefined : expiry * 1000,
      display: hasUnknownFee(quote) ? { warnings: [UNKNOWN_FEE] } : undefined,
    }),
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
    step === undefined ? [] : [{ type: 'swap', name: step.swapProvider.name.slice(0, 60), image: '' }]
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
