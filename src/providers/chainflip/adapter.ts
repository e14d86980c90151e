import type { PricedAsset } from '../../core/assets/catalog.ts'
import {
  type Prepared,
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderLock,
  type ProviderQuoteRequest,
  type QuoteAnswer,
} from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { askNetworkInfo, askPrices } from './ask.ts'
import { listAssets } from './assets.ts'
import { openChannel } from './call.ts'
import { findBackendAsset } from './chains.ts'
import { HALTED, readRefusal } from './refusals.ts'
import { type Pair, toDraft } from './route.ts'
import { readStatus } from './status.ts'
import { type NetworkInfo, stateSchema } from './wire.ts'

/** Prices, deposit channels and progress of swaps over Chainflip. */
export const chainflipAdapter: ProviderAdapter = { quote, prepare, status: readStatus, assets: listAssets }

async function quote(request: ProviderQuoteRequest, context: ProviderContext): Promise<QuoteAnswer> {
  const { amountIn } = request
  const src = findBackendAsset(request.src)
  if (src === undefined) return refuseUnserved(request.src)
  const dst = findBackendAsset(request.dst)
  if (dst === undefined) return refuseUnserved(request.dst)
  const pair: Pair = { src, dst, amountIn }
  const [asked, info] = await Promise.all([askPrices(pair, context), askNetworkInfo(context)])
  if ('noRoute' in asked) return asked
  const open = readSwitches(pair, info)
  if (!open.deposits || !open.payouts) return { status: 'no_route', noRoute: HALTED }
  const offers = asked.offers.filter(({ maxBoostFeeBps }) => maxBoostFeeBps === 0 || open.boost)
  if (offers.length === 0) return { status: 'no_route', noRoute: readRefusal(400, 'insufficient liquidity') }
  return { status: 'routes', routes: offers.map((offer) => toDraft(offer, pair, request, context.provider)) }
}

/** An asset that the network info does not name counts as switched on: the quote itself was given. */
function readSwitches({ src, dst }: Pair, info: NetworkInfo | undefined) {
  const of = (id: string) => info?.assets.find(({ asset }) => asset === id)
  const source = of(src.id)
  return {
    deposits: (source?.depositChannelCreationEnabled ?? true) && (source?.depositChannelDepositsEnabled ?? true),
    payouts: of(dst.id)?.egressEnabled ?? true,
    boost: source?.boostDepositsEnabled ?? true,
  }
}

function refuseUnserved({ asset, chain }: PricedAsset): QuoteAnswer {
  return {
    status: 'no_route',
    noRoute: { code: 'pair_unsupported', message: `It does not serve ${asset.symbol} on ${chain.name}` },
  }
}

/** Asks for the price once more, since opening a channel is not free for the broker, and opens the channel at it. */
async function prepare(lock: ProviderLock, context: ProviderContext): Promise<Prepared> {
  const { variant } = parseReply(stateSchema, lock.state, 'kept route')
  const src = findBackendAsset(lock.src)
  const dst = findBackendAsset(lock.dst)
  if (src === undefined || dst === undefined) throw new ProviderError('unavailable', 'It does not serve this pair')
  const pair: Pair = { src, dst, amountIn: lock.amountIn }
  const asked = await askPrices(pair, context)
  if ('noRoute' in asked) throw new ProviderError('unavailable', asked.noRoute.message)
  const offer = asked.offers.find((item) => item.variant === variant)
  if (offer === undefined) throw new ProviderError('unavailable', 'It no longer offers this route')
  if (offer.price.egressAmount < lock.minimumOut) {
    throw new ProviderError('unavailable', 'The price fell below what was locked')
  }
  return openChannel(lock, offer, pair, context)
}
