import type { RouteStep } from '../../core/api/documents.ts'
import {
  type ProviderContext,
  ProviderError,
  type ProviderLabel,
  type ProviderQuoteRequest,
  type RouteDraft,
} from '../contract.ts'
import { toLockState, type Offer } from '../kit/offer.ts'
import { routeIdOf } from '../kit/route-id.ts'
import { matchesStated, type StatedSide } from '../kit/stated-side.ts'
import type { AcrossAnswer } from './ask.ts'
import { type AcrossLocked, lockedOf } from './call.ts'
import { readFees, readValues } from './fees.ts'
import type { AcrossQuote } from './wire.ts'

/** A quote, and what executes it where it was asked for a lock. */
export type AcrossOffer = Offer<AcrossLocked>

/**
 * The route of a quote, held against the request.
 * @throws ProviderError bad_response
 */
export function toOffer(
  { quote, src, dst }: AcrossAnswer,
  request: ProviderQuoteRequest,
  { provider }: ProviderContext,
): AcrossOffer {
  checkTerms(quote, request, src, dst)
  const locked = lockedOf(quote, request)
  return { draft: toDraft(quote, request, [src, dst], locked, provider), locked }
}

function checkTerms(quote: AcrossQuote, request: ProviderQuoteRequest, src: StatedSide, dst: StatedSide): void {
  const differs = (what: string) => new ProviderError('bad_response', `Its quote is for another ${what}`)
  if (!matchesStated(src, quote.inputToken)) throw differs('source asset')
  if (!matchesStated(dst, quote.outputToken)) throw differs('destination asset')
  if (quote.inputAmount !== request.amountIn) throw differs('amount')
}

function toDraft(
  quote: AcrossQuote,
  request: ProviderQuoteRequest,
  sides: readonly StatedSide[],
  locked: AcrossLocked | undefined,
  label: ProviderLabel,
): RouteDraft {
  const fees = readFees(quote, sides)
  const expiry = quote.quoteExpiryTimestamp ?? 0
  return {
    routeId: idOf(request, quote.steps.bridge.provider),
    amountOut: quote.expectedOutputAmount,
    minimumOut: quote.minOutputAmount,
    ...readValues(quote, fees),
    fees,
    steps: stepsOf(quote, label),
    estimatedTimeSec: quote.expectedFillTime,
    ...(expiry === 0 ? {} : { expiresAt: expiry * 1000 }),
    state: toLockState(locked),
  }
}

/** Across gives one route a request: the bridge it takes is the way, whichever exchanges swap before and after. */
function idOf({ src, dst, amountIn }: ProviderQuoteRequest, bridge: string): string {
  const parts = [src.chain.key, src.asset.address, dst.chain.key, dst.asset.address, amountIn.toString(), bridge]
  return routeIdOf('across', parts.join('|'))
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
