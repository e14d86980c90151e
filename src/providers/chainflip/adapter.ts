import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { NoRoute, ProviderAdapter } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { expectQuoted, priceFell, refusePair, unavailable } from '../kit/refuse.ts'
import { askNetworkInfo, askPrices } from './ask.ts'
import { listAssets } from './assets.ts'
import { openChannel } from './call.ts'
import { findBackendAsset } from './chains.ts'
import { HALTED, readRefusal } from './refusals.ts'
import { type Pair, toDraft } from './route.ts'
import { readStatus } from './status.ts'
import { type NetworkInfo, stateSchema } from './wire.ts'

/** Prices, deposit channels and progress of swaps over Chainflip. */
export const chainflipAdapter: ProviderAdapter = {
  async quote(request, context) {
    const { amountIn } = request
    const src = findBackendAsset(request.src)
    if (src === undefined) return refuseUnserved(request.src)
    const dst = findBackendAsset(request.dst)
    if (dst === undefined) return refuseUnserved(request.dst)
    const pair: Pair = { src, dst, amountIn }
    const [prices, info] = await Promise.all([askPrices(pair, context), askNetworkInfo(context)])
    if (prices.status === 'no_route') return prices
    const open = readSwitches(pair, info)
    if (!open.deposits || !open.payouts) return HALTED
    const offers = prices.offers.filter(({ maxBoostFeeBps }) => maxBoostFeeBps === 0 || open.boost)
    if (offers.length === 0) return readRefusal(400, 'insufficient liquidity')
    return { status: 'routes', routes: offers.map((offer) => toDraft(offer, pair, request, context.provider)) }
  },

  /** Asks for the price again, because opening a channel costs the broker, and opens the channel at that price. */
  async prepare(lock, context) {
    const { variant } = parseReply(stateSchema, lock.state, 'stored route')
    const src = findBackendAsset(lock.src)
    const dst = findBackendAsset(lock.dst)
    if (src === undefined || dst === undefined) throw unavailable('It does not serve this pair')
    const pair: Pair = { src, dst, amountIn: lock.amountIn }
    const { offers } = expectQuoted(await askPrices(pair, context))
    const offer = offers.find((item) => item.variant === variant)
    if (offer === undefined) throw unavailable('It no longer offers this route')
    if (offer.price.egressAmount < lock.minimumOut) throw priceFell()
    return openChannel(lock, offer, pair, context)
  },

  status: readStatus,
  assets: listAssets,
}

/** An asset missing from the network info counts as switched on, because the backend has quoted it. */
function readSwitches({ src, dst }: Pair, info: NetworkInfo | undefined) {
  const of = (id: string) => info?.assets.find(({ asset }) => asset === id)
  const source = of(src.id)
  return {
    deposits: (source?.depositChannelCreationEnabled ?? true) && (source?.depositChannelDepositsEnabled ?? true),
    payouts: of(dst.id)?.egressEnabled ?? true,
    boost: source?.boostDepositsEnabled ?? true,
  }
}

function refuseUnserved({ asset, chain }: PricedAsset): NoRoute {
  return refusePair(`It does not serve ${asset.symbol} on ${chain.name}`)
}
