import type { NoRouteAnswer, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { refusePair } from '../kit/offer.ts'
import { parseReply } from '../kit/parse-reply.ts'
import type { StatedSide } from '../kit/stated-side.ts'
import { isEvm, placeholderWallet, toRelaySide } from './chains.ts'
import { readRefusal } from './refusals.ts'
import { quoteSchema, type RelayQuote } from './wire.ts'

/** A quote with the pair and the wallets in Relay's names; placeholders stand for wallets that nobody named. */
export interface RelayAnswer {
  readonly quote: RelayQuote
  readonly src: StatedSide
  readonly dst: StatedSide
  readonly depositor: string
  readonly recipient: string
}

/**
 * A quote with its steps. Routes start on EVM chains: for others Relay hands out Solana instructions and Bitcoin PSBTs.
 * @throws ProviderError
 */
export async function askQuote(
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<RelayAnswer | NoRouteAnswer> {
  const src = isEvm(request.src.chain) ? toRelaySide(request.src) : undefined
  const dst = toRelaySide(request.dst)
  if (src === undefined) return refusePair('From this chain it needs a wallet that this program does not have')
  if (dst === undefined) return refusePair('It does not pay out this asset')
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
  return { quote: parseReply(quoteSchema, reply.body, 'quote'), src, dst, depositor, recipient }
}
