import type { NoRoute, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { keyHeaders } from '../kit/api-key.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { NO_WALLET, refusePair } from '../kit/refuse.ts'
import { isEvm, type StatedSide } from '../kit/stated-side.ts'
import { placeholderWallet, toRelaySide } from './chains.ts'
import { QUOTE_FAILED, readRefusal } from './refusals.ts'
import { quoteSchema, type RelayQuote } from './wire.ts'

/** A quote with the pair and the wallets in Relay's names; placeholders stand for wallets that the request leaves out. */
export interface RelayAnswer {
  readonly status: 'quoted'
  readonly quote: RelayQuote
  readonly src: StatedSide
  readonly dst: StatedSide
  readonly depositor: string
  readonly recipient: string
}

/**
 * Asks for a quote with its steps. Routes start on EVM chains: for others Relay returns Solana instructions and Bitcoin PSBTs.
 * @throws ProviderError
 */
export async function askQuote(
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<RelayAnswer | NoRoute> {
  const src = isEvm(request.src.chain) ? toRelaySide(request.src) : undefined
  const dst = toRelaySide(request.dst)
  if (src === undefined) return NO_WALLET
  if (dst === undefined) return refusePair('It does not pay out this asset')
  const depositor = request.depositor ?? placeholderWallet(request.src.chain)
  const recipient = request.recipient ?? (isEvm(request.dst.chain) ? depositor : placeholderWallet(request.dst.chain))
  const reply = await context.http.request({
    method: 'POST',
    path: '/quote/v2',
    readOnly: true,
    acceptStatuses: [QUOTE_FAILED],
    ...keyHeaders(context, 'x-api-key'),
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
  if (reply.status !== 200) return readRefusal(reply, request.src)
  return { status: 'quoted', quote: parseReply(quoteSchema, reply.body, 'quote'), src, dst, depositor, recipient }
}
