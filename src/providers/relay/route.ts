import type { RouteStep } from '../../core/api/documents.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { NoRoute, ProviderContext, ProviderLabel, ProviderQuoteRequest } from '../contract.ts'
import type { Offer } from '../kit/offer.ts'
import { badReply, refusePair, refuseUntilChanged } from '../kit/refuse.ts'
import { pairRouteId } from '../kit/route-id.ts'
import { swapTimeSec } from '../kit/same-chain/swap.ts'
import { checkPair, isEvm, parseStatedUsd } from '../kit/stated-side.ts'
import type { RelayAnswer } from './ask.ts'
import { checkCall, checkOrder, isSendable, isWrap, readCall, type RelayCall } from './call.ts'
import { readFees } from './fees.ts'
import type { RelayQuote } from './wire.ts'

/** Seconds to a payout where the quote states none: those of recorded quotes, on EVM chains and elsewhere. */
const USUAL_EVM_SEC = 5
const USUAL_OTHER_SEC = 160

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
  if (isWrap(quote, request)) {
    if (currencyOut.amount > request.amountIn) throw badReply('It promises more than wrapping a coin gives')
    if (!sameAddress(depositor, recipient)) {
      return refuseUntilChanged('Let the swap pay the wallet that sends it: wrapping a coin pays no other one')
    }
  }
  const locked = request.forLock ? readCall(quote, request, depositor) : undefined
  if (locked !== undefined) checkCall(locked.call, { ...request, depositor, recipient })
  const draft = {
    // Relay has one way for a pair: a solver between chains, a router within one.
    routeId: pairRouteId('relay', request),
    amountOut: currencyOut.amount,
    minimumOut: currencyOut.minimumAmount,
    srcUsd: parseStatedUsd(currencyIn.amountUsd, currencyIn.amount),
    dstUsd: parseStatedUsd(currencyOut.amountUsd, currencyOut.amount),
    fees: readFees(quote, [src, dst]),
    steps: stepsOf(quote, request, provider),
    estimatedTimeSec: timeEstimate ?? usualTimeSec(request),
  }
  return { status: 'offer', draft, locked }
}

function checkWallets(quote: RelayQuote, wallets: { readonly depositor: string; readonly recipient: string }): void {
  const { sender, recipient } = quote.details
  if (!sameAddress(sender ?? wallets.depositor, wallets.depositor)) throw badReply('Its quote is for another wallet')
  if (!sameAddress(recipient, wallets.recipient)) throw badReply('Its quote is for another recipient')
  const order = quote.protocol?.v2?.orderData
  if (order !== undefined) checkOrder(order, wallets)
}

function usualTimeSec({ src, dst }: ProviderQuoteRequest): number {
  if (src.chain.key === dst.chain.key) return swapTimeSec(src.chain)
  return isEvm(dst.chain) ? USUAL_EVM_SEC : USUAL_OTHER_SEC
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
