import type { NoRoute, ProviderContext } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { optional } from '../kit/refuse.ts'
import { askList } from '../kit/listed-asset.ts'
import { readRefusal, SWITCHED_OFF } from './refusals.ts'
import { type BackendOffer, type Pair, readOffers } from './route.ts'
import { errorSchema, type NetworkInfo, networkInfoSchema, quoteReplySchema } from './wire.ts'

/** The prices of a pair. */
export interface Prices {
  readonly status: 'quoted'
  readonly offers: readonly BackendOffer[]
}

/** Asks for the prices of a pair. Those by deposit channel include the cost of taking in the deposit. */
export async function askPrices(pair: Pair, context: ProviderContext): Promise<Prices | NoRoute> {
  const { src, dst, amountIn, byVault } = pair
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
      isVaultSwap: byVault || undefined,
    },
    acceptStatuses: [SWITCHED_OFF],
  })
  if (status >= 400) return readRefusal(status, errorSchema.parse(body))
  return { status: 'quoted', offers: readOffers(parseReply(quoteReplySchema, body, 'quote'), pair) }
}

/** What is switched on; undefined when the backend does not say, which does not prevent a quote. */
export function askNetworkInfo(context: ProviderContext): Promise<NetworkInfo | undefined> {
  return optional(listNetworkInfo(context))
}

/** @throws ProviderError */
export function listNetworkInfo(context: ProviderContext): Promise<NetworkInfo> {
  return askList(context, { path: '/api/networkInfo', outsideBudget: true }, networkInfoSchema, 'network info')
}
