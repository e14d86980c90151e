import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { GPV2_SETTLEMENT } from '../../core/evm/contracts.ts'
import { type Gpv2Order, orderDocument } from '../../core/evm/gpv2/order.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { expectStatus } from '../kit/status.ts'
import { APP_DATA, VALID_SEC } from './call.ts'
import { boughtToken } from './chains.ts'
import { FORBIDDEN, readOrderRefusal, readQuoteRefusal } from './refusals.ts'
import { type CowOrder, type CowQuote, createdSchema, orderSchema, quoteSchema, tradesSchema } from './wire.ts'

/** A price of the order book. */
export interface CowAnswer {
  readonly status: 'quoted'
  readonly quote: CowQuote
}

/** Asks for the price of a whole amount, which its order books' best solvers give. @throws ProviderError */
export async function askQuote(
  network: string,
  { src, dst, amountIn, depositor, recipient }: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<CowAnswer | NoRoute> {
  // Nobody stands for an account that it chooses itself.
  const from = depositor ?? NATIVE_EVM_ADDRESS
  const reply = await context.http.request({
    method: 'POST',
    path: `/${network}/api/v1/quote`,
    readOnly: true,
    acceptStatuses: [FORBIDDEN],
    body: {
      sellToken: src.asset.address,
      buyToken: boughtToken(dst),
      from,
      receiver: recipient ?? from,
      kind: 'sell',
      sellAmountBeforeFee: amountIn.toString(),
      validFor: VALID_SEC,
      appData: APP_DATA,
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
      signingScheme: 'presign',
      onchainOrder: false,
      priceQuality: 'optimal',
    },
  })
  if (reply.status !== 200) return readQuoteRefusal(reply, src)
  return { status: 'quoted', quote: parseReply(quoteSchema, reply.body, 'quote') }
}

/**
 * Places an order that nobody has signed yet, so that it moves nothing: the wallet signs it on the chain.
 * @returns the uid under which it is kept, as the server says
 * @throws ProviderError unavailable for an order that is not taken
 */
export async function placeOrder(
  network: string,
  order: Gpv2Order,
  { owner, quoteId }: { readonly owner: string; readonly quoteId: number | undefined },
  context: ProviderContext,
): Promise<string> {
  const { appData, ...fields } = orderDocument(order)
  const reply = await context.http.request({
    method: 'POST',
    path: `/${network}/api/v1/orders`,
    acceptStatuses: [FORBIDDEN],
    body: {
      ...fields,
      appData: APP_DATA,
      appDataHash: appData,
      signingScheme: 'presign',
      signature: '0x',
      from: owner,
      ...defined({ quoteId }),
    },
  })
  if (reply.status !== 200 && reply.status !== 201) throw readOrderRefusal(reply)
  return parseReply(createdSchema, reply.body, 'answer to an order')
}

/** The order by its uid; undefined while the order book does not know it. @throws ProviderError */
export async function askOrder(network: string, uid: string, context: ProviderContext): Promise<CowOrder | undefined> {
  const path = `/${network}/api/v1/orders/${uid}`
  const reply = await context.http.request({ method: 'GET', path, acceptStatuses: [404] })
  if (reply.status === 404) return undefined
  const order = parseReply(orderSchema, expectStatus(reply), 'order')
  if (order.uid.toLowerCase() !== uid) throw badReply('It answered with another order')
  if (order.settlementContract !== undefined && !sameAddress(order.settlementContract, GPV2_SETTLEMENT)) {
    throw badReply('Its order is for another contract')
  }
  return order
}

/** The transaction that filled an order; undefined while the order book knows none. @throws ProviderError */
export async function askTrade(network: string, uid: string, context: ProviderContext): Promise<string | undefined> {
  const reply = await context.http.request({
    method: 'GET',
    path: `/${network}/api/v2/trades`,
    query: { orderUid: uid },
  })
  const trades = parseReply(tradesSchema, expectStatus(reply), 'list of trades')
  return trades.find(({ orderUid = uid }) => orderUid.toLowerCase() === uid)?.txHash
}
