import { formatAmount } from '../../core/money/amount.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { readSetting } from '../kit/api-key.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { NO_WALLET, refusePair, unavailable } from '../kit/refuse.ts'
import { isEvm, type StatedSide } from '../kit/stated-side.ts'
import { toDebridgeSide } from './chains.ts'
import { readRefusal } from './refusals.ts'
import { type DebridgeOrder, orderSchema, refusalSchema } from './wire.ts'

/** An order with the pair in deBridge's names. */
export interface DebridgeAnswer {
  readonly status: 'quoted'
  readonly order: DebridgeOrder
  readonly src: StatedSide
  readonly dst: StatedSide
}

/**
 * Asks for an order by `GET /dln/order/create-tx`; with both wallets it includes the transaction. Routes start on EVM chains.
 * @throws ProviderError
 */
export async function askOrder(
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<DebridgeAnswer | NoRoute> {
  if (!isEvm(request.src.chain)) return NO_WALLET
  if (request.src.chain.key === request.dst.chain.key) return refusePair('It makes orders between two chains only')
  const src = toDebridgeSide(request.src)
  const dst = toDebridgeSide(request.dst)
  if (src === undefined || dst === undefined) return refusePair('It does not serve this chain')
  const reply = await context.http.request({
    method: 'GET',
    path: '/dln/order/create-tx',
    query: { ...queryOf(request, src, dst), accesstoken: accessToken(context) },
    acceptStatuses: [403],
  })
  if (reply.status === 403 && refusalSchema.safeParse(reply.body).data?.errorId === undefined) {
    throw unavailable('It refused the request (403): its key is missing or not accepted')
  }
  if (reply.status !== 200) {
    return readRefusal(reply.status, parseReply(refusalSchema, reply.body, 'refusal'), request.src)
  }
  return { status: 'quoted', order: parseReply(orderSchema, reply.body, 'order'), src, dst }
}

/** The key for the query parameter of this name, if one is set. */
export function accessToken(context: ProviderContext): string | undefined {
  return readSetting(context, 'API_KEY')
}

/**
 * Expenses are taken out of the amount, not added on top. The authority on the destination chain can cancel an order that
 * nobody fills: the depositor, whose EVM address is the same there, else the recipient.
 */
function queryOf(request: ProviderQuoteRequest, src: StatedSide, dst: StatedSide) {
  const { depositor, recipient, amountIn, slippageBps } = request
  const wallets =
    depositor === undefined || recipient === undefined
      ? {}
      : {
          dstChainTokenOutRecipient: recipient,
          srcChainOrderAuthorityAddress: depositor,
          dstChainOrderAuthorityAddress: isEvm(request.dst.chain) ? depositor : recipient,
          senderAddress: depositor,
          srcChainRefundAddress: depositor,
        }
  return {
    srcChainId: src.chainId,
    srcChainTokenIn: src.address,
    srcChainTokenInAmount: amountIn.toString(),
    dstChainId: dst.chainId,
    dstChainTokenOut: dst.address,
    dstChainTokenOutAmount: 'auto',
    prependOperatingExpenses: false,
    slippage: formatAmount(BigInt(slippageBps), 2),
    ...wallets,
  }
}
