import { type NoRouteAnswer, type ProviderContext, ProviderError } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { readRefusal, SWITCHED_OFF } from './refusals.ts'
import { type Offer, type Pair, readOffers } from './route.ts'
import { errorSchema, type NetworkInfo, networkInfoSchema, quoteReplySchema } from './wire.ts'

/** Asks for the prices of a pair; a deposit channel's, whose cost of taking in the deposit is among the fees. */
export async function askPrices(
  { src, dst, amountIn }: Pair,
  context: ProviderContext,
): Promise<{ readonly offers: readonly Offer[] } | NoRouteAnswer> {
  const { status, body } = await context.http.request({
    method: 'GET',
    path: '/v2/quote',
    query: {
      srcChain: src.chain,
      srcAsset: src.asset,
      destChain: dst.chain,
      destAsset: dst.asset,
      amount: amountIn.toString(),
      dcaV2Enabled: true,
    },
    acceptStatuses: [SWITCHED_OFF],
  })
  if (status >= 400) return { status: 'no_route', noRoute: readRefusal(status, errorSchema.parse(body)) }
  return { offers: readOffers(parseReply(quoteReplySchema, body, 'quote'), { src, dst, amountIn }) }
}

/** What is switched on; undefined when the backend does not tell, which is no reason to offer nothing. */
export async function askNetworkInfo(context: ProviderContext): Promise<NetworkInfo | undefined> {
  try {
    const reply = await context.http.request({ method: 'GET', path: '/api/networkInfo', outsideBudget: true })
    return reply.status >= 400 ? undefined : parseReply(networkInfoSchema, reply.body, 'network info')
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}
