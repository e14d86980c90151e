import type { RouteStep } from '../../core/api/documents.ts'
import { checkWalletCall, sameAddress } from '../kit/evm-exec.ts'
import { keptState, type Offer, unsupportedOffer } from '../kit/offer.ts'
import { parseReply } from '../kit/parse-reply.ts'
import {
  type ProviderContext,
  ProviderError,
  type ProviderLabel,
  type ProviderQuoteRequest,
  type RouteDraft,
} from '../contract.ts'
import { routeIdOf } from '../kit/route-id.ts'
import { isStatedAs, type StatedSide, statedUsd } from '../kit/stated-fee.ts'
import { checkOrder, isSendable, readCall, type RelayCall } from './call.ts'
import { isEvm, placeholderWallet, toRelaySide } from './chains.ts'
import { readFees } from './fees.ts'
import { readRefusal } from './refusals.ts'
import { quoteSchema, type RelayQuote } from './wire.ts'

/** A quote, and the checked call that executes it where it was asked for a lock. */
export type RelayOffer = Offer<RelayCall>

/**
 * Prices a request. Routes start on EVM chains: for others Relay hands out Solana instructions and Bitcoin PSBTs.
 * @throws ProviderError
 */
export async function askRelay(request: ProviderQuoteRequest, context: ProviderContext): Promise<RelayOffer> {
  const src = isEvm(request.src.chain) ? toRelaySide(request.src) : undefined
  const dst = toRelaySide(request.dst)
  if (src === undefined) return unsupportedOffer('From this chain it needs a wallet that this program does not have')
  if (dst === undefined) return unsupportedOffer('It does not pay out this asset')
  const depositor = request.depositor ?? placeholderWallet(request.src.chain)
  const recipient = request.recipient ?? (isEvm(request.dst.chain) ? depositor : placeholderWallet(request.dst.chain))
  const key = context.setting('API_KEY')
  const reply = await context.http.request({
    method: 'POST',
    path: '/quote/v2',
    readOnly: true,
    ...(key === undefined || key === '' ? {} : { headers: { 'x-api-key': key } }),
    body: {
      user: depositor,
      recipient,
      originChainId: src.chainId,
      destinationChainId: dst.chainId,
      originCurrency: src.address,
      destinationCurrency: dst.address,
      amount: request.amountIn.toString(),
      tradeType: 'EXACT_INPUT',
      slippageTolerance: request.slippageBps.toString(),
      refundTo: depositor,
    },
  })
  if (reply.status !== 200) return { status: 'no_route', noRoute: readRefusal(reply.body) }
  const quote = parseReply(quoteSchema, reply.body, 'quote')
  checkTerms(quote, request, src, dst, { depositor, recipient })
  if (!isSendable(quote)) return unsupportedOffer('It asks for a signature that this program does not give')
  const locked = request.forLock ? readCall(quote, request, depositor) : undefined
  if (locked !== undefined) checkWalletCall(locked.call, request)
  return { draft: toDraft(quote, request, [src, dst], locked, context.provider), locked }
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
  if (!isStatedAs(src, currencyIn.currency)) throw differs('source asset')
  if (!isStatedAs(dst, currencyOut.currency)) throw differs('destination asset')
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
    srcUsd: statedUsd(currencyIn.amountUsd, currencyIn.amount),
    dstUsd: statedUsd(currencyOut.amountUsd, currencyOut.amount),
    fees: readFees(quote, sides),
    steps: stepsOf(quote, request, label),
    estimatedTimeSec: timeEstimate,
    state: keptState(locked),
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
