import type { RouteStep } from '../../core/api/documents.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { defined } from '../../core/defined.ts'
import type { NoRoute, ProviderContext, ProviderLabel, ProviderQuoteRequest } from '../contract.ts'
import type { Offer } from '../kit/offer.ts'
import { badReply, refusePair } from '../kit/refuse.ts'
import { pairRouteId } from '../kit/route-id.ts'
import { checkPair, parseStatedUsd } from '../kit/stated-side.ts'
import { checkWalletCall } from '../kit/wallet-call.ts'
import type { RelayAnswer } from './ask.ts'
import { checkOrder, isSendable, readCall, type RelayCall } from './call.ts'
import { readFees } from './fees.ts'
import type { RelayQuote } from './wire.ts'

/**
 * The route of a quote, verified against the request.
 * @throws ProviderError bad_response
 */
export function toOffer(
  { quote, src, dst, depositor, recipient }: RelayAnswer,
  request: ProviderQuoteRequest,
  { provider }: ProviderContext,
): Offer<RelayCall> | NoRoute {
  const { currencyIn, currencyOut, timeEstimate } = quote.details
  checkWallets(quote, { depositor, recipient })
  checkPair([src, currencyIn.currency], [dst, currencyOut.currency], currencyIn.amount, request)
  if (!isSendable(quote)) return refusePair('It asks for a signature that this program does not give')
  const locked = request.forLock ? readCall(quote, request, depositor) : undefined
  if (locked !== undefined) checkWalletCall(locked.call, request)
  const draft = {
    // Relay has one way for a pair: a solver between chains, a router within one.
    routeId: pairRouteId('relay', request),
    amountOut: currencyOut.amount,
    ...defined({ minimumOut: currencyOut.minimumAmount }),
    srcUsd: parseStatedUsd(currencyIn.amountUsd, currencyIn.amount),
    dstUsd: parseStatedUsd(currencyOut.amountUsd, currencyOut.amount),
    fees: readFees(quote, [src, dst]),
    steps: stepsOf(quote, request, provider),
    estimatedTimeSec: timeEstimate,
  }
  return { status: 'offer', draft, locked }
}

function checkWallets(quote: RelayQuote, wallets: { readonly depositor: string; readonly recipient: string }): void {
  const { sender, recipient } = quote.details
  if (!sameAddress(sender, wallets.depositor)) throw badReply('Its quote is for another wallet')
  if (!sameAddress(recipient, wallets.recipient)) throw badReply('Its quote is for another recipient')
  const order = quote.protocol?.v2?.orderData
  if (order !== undefined) checkOrder(order, wallets)
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
