import type { PricedAsset } from '../../core/assets/catalog.ts'
import { streamingSec } from '../../core/swap/networks/streaming.ts'
import type { NoRoute, ProviderAdapter } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { expectQuoted, priceFell, refusePair, unavailable } from '../kit/refuse.ts'
import { askNetworkInfo, askPrices, type Prices } from './ask.ts'
import { listAssets } from './assets.ts'
import { openChannel } from './call.ts'
import { findBackendAsset } from './chains.ts'
import { HALTED, readRefusal } from './refusals.ts'
import { type Pair, partsOf, toDraft } from './route.ts'
import { readStatus } from './status.ts'
import { encodeVaultSwap, takesByVault } from './vault.ts'
import { type NetworkInfo, stateSchema } from './wire.ts'

/** Prices, deposit channels and progress of swaps over Chainflip. */
export const chainflipAdapter: ProviderAdapter = {
  async quote(request, context) {
    const { amountIn } = request
    const src = findBackendAsset(request.src)
    if (src === undefined) return refuseUnserved(request.src)
    const dst = findBackendAsset(request.dst)
    if (dst === undefined) return refuseUnserved(request.dst)
    const wanted: Pair = { src, dst, amountIn, byVault: takesByVault(request) }
    const [asked, info] = await Promise.all([askPrices(wanted, context), askNetworkInfo(context)])
    const open = readSwitches(wanted, info)
    if (!open.payouts || !(open.deposits || (wanted.byVault && open.vault))) return withHalt(asked)
    const pair = { ...wanted, byVault: wanted.byVault && open.vault }
    const prices = pair.byVault === wanted.byVault ? asked : await askPrices(pair, context)
    if (prices.status === 'no_route') return prices
    const offers = prices.offers.filter(({ maxBoostFeeBps }) => maxBoostFeeBps === 0 || open.boost)
    if (offers.length === 0) return readRefusal(400, 'insufficient liquidity')
    return { status: 'routes', routes: offers.map((offer) => toDraft(offer, pair, request, context.provider)) }
  },

  /** Asks for the price again and has the Vault's call encoded at that price, or a channel opened, which costs the broker. */
  async prepare(lock, context) {
    const { variant, byVault, dcaParams } = parseReply(stateSchema, lock.state, 'stored route')
    const src = findBackendAsset(lock.src)
    const dst = findBackendAsset(lock.dst)
    if (src === undefined || dst === undefined) throw unavailable('It does not serve this pair')
    const pair: Pair = { src, dst, amountIn: lock.amountIn, byVault }
    const { offers } = expectQuoted(await askPrices(pair, context))
    const offer = offers.find((item) => item.variant === variant)
    if (offer === undefined) throw unavailable('It no longer offers this route')
    if (streamingSec(partsOf(offer.price.dcaParams)) > streamingSec(partsOf(dcaParams))) {
      throw unavailable('It would now spread the swap over more time than was agreed to')
    }
    if (offer.price.egressAmount < lock.minimumOut) throw priceFell()
    return byVault ? encodeVaultSwap(lock, offer, pair, context) : openChannel(lock, offer, pair, context)
  },

  status: readStatus,
  assets: listAssets,
}

/** An asset missing from the network info counts as switched on, because the backend has quoted it. */
function readSwitches({ src, dst }: Pair, info: NetworkInfo | undefined) {
  const of = (id: string) => info?.assets.find(({ asset }) => asset === id)
  const source = of(src.id)
  return {
    vault: source?.vaultSwapDepositsEnabled ?? true,
    deposits: (source?.depositChannelCreationEnabled ?? true) && (source?.depositChannelDepositsEnabled ?? true),
    payouts: of(dst.id)?.egressEnabled ?? true,
    boost: source?.boostDepositsEnabled ?? true,
  }
}

/** What is switched off has no route, whatever its price; another reason is kept. */
function withHalt(asked: Prices | NoRoute): NoRoute {
  return asked.status === 'no_route' ? asked : HALTED
}

function refuseUnserved({ asset, chain }: PricedAsset): NoRoute {
  return refusePair(`It does not serve ${asset.symbol} on ${chain.name}`)
}
