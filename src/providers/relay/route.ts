import type { RouteStep } from '../../core/api/documents.ts'
import { checkWalletCall, sameAddress } from '../kit/wallet-call.ts'
import { toLockState, type Offer, refusePair } from '../kit/offer.ts'
import {
  type ProviderContext,
  ProviderError,
  type ProviderLabel,
  type ProviderQuoteRequest,
  type RouteDraft,
} from '../contract.ts'
import { routeIdOf } from '../kit/route-id.ts'
import { matchesStated, type StatedSide, parseStatedUsd } from '../kit/stated-side.ts'
import type { RelayAnswer } from './ask.ts'
import { checkOrder, isSendable, readCall, type RelayCall } from './call.ts'
import { isEvm } from './chains.ts'
import { readFees } from './fees.ts'
import type { RelayQuote } from './wire.ts'

/** A quote, and the checked call that executes it where it was asked for a lock. */
export type RelayOffer = Offer<RelayCall>

/**
 * The route of a quote, held against the request.
 * @throws ProviderError bad_response
 */
export function toOffer(
  { quote, src, dst, depositor, recipient }: RelayAnswer,
  request: ProviderQuoteRequest,
  { provider }: ProviderContext,
): RelayOffer {
  checkTerms(quote, request, src, dst, { depositor, recipient })
  if (!isSendable(quote)) return refusePair('It asks for a signature that this program does not give')
  const locked = request.forLock ? readCall(quote, request, depositor) : undefined
  if (locked !== undefined) checkWalletCall(locked.call, request)
  return { draft: toDraft(quote, request, [src, dst], locked, provider), locked }
}

function checkTerms(
  quote: RelayQuote,
  request: ProviderQuoteRequest,
  src: StatedSide,
  dst: StatedSide,
  wallets: { readonly depositor: string; readonly recipient: string },
): void {
  const { sender, recipient, currencyIn, currencyOut } = quote.details
  const differs = (what: string) => new ProviderError('bad_response', `Its quote is for another ${what}`)
  if (!sameAddress(sender, wallets.depositor)) throw differs('wallet')
  const toRecipient = isEvm(request.dst.chain)
    ? sameAddress(recipient, wallets.recipient)
    : recipient === wallets.recipient
  if (!toRecipient) throw differs('recipient')
  if (!matchesStated(src, currencyIn.currency)) throw differs('source asset')
  if (!matchesStated(dst, currencyOut.currency)) throw differs('destination asset')
  if (currencyIn.amount !== request.amountIn) throw differs('amount')
  const order = quote.protocol?.v2?.orderData
  if (order !== undefined) checkOrder(order, wallets)
}

function toDraft(
  quote: RelayQuote,
  request: ProviderQuoteRequest,
  sides: readonly StatedSide[],
  locked: RelayCall | undefined,
  label: ProviderLabel,
): RouteDraft {
  const { currencyIn, currencyOut, timeEstimate } = quote.details
  return {
    routeId: idOf(request),
    amountOut: currencyOut.amount,
    ...(currencyOut.minimumAmount === undefined ? {} : { minimumOut: currencyOut.minimumAmount }),
    srcUsd: parseStatedUsd(currencyIn.amountUsd, currencyIn.amount),
    dstUsd: parseStatedUsd(currencyOut.amountUsd, currencyOut.amount),
    fees: readFees(quote, sides),
    steps: stepsOf(quote, request, label),
    estimatedTimeSec: timeEstimate,
    state: toLockState(locked),
  }
}

/** Relay has one way for a pair: a solver between chains, a router within one. */
function idOf({ src, dst, amountIn }: ProviderQuoteRequest): string {
  const text = [src.chain.key, src.asset.address, dst.chain.key, dst.asset.address, amountIn.toString()].join('|')
  return routeIdOf('relay', text)
}

function stepsOf(quote: RelayQuote, request: ProviderQuoteRequest, { name, image }: ProviderLabel): RouteStep[] {
  const { origin, destination } = quote.details.route ?? {}
  const swap = (router: string | undefined): RouteStep[] =>
    router === undefined || router === 'relay' ? [] : [{ type: 'swap', name: router.slice(0, 60), image: '' }]
  if (request.src.chain.key === request.dst.chain.key) {
    const steps = swap(origin?.router)
    return steps.length > 0 ? steps : [{ type: 'swap', name, image }]
  }
  return [...swap(origin?.router), { type: 'bridge', name, image }, ...swap(destination?.router)]
}
