import { sameAddress } from '../../core/assets/address-key.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { tokenOfAsset } from '../../core/money/fees.ts'
import { unitsForUsd, valueInUsd } from '../../core/money/usd.ts'
import type { ProviderContext, ProviderQuoteRequest, RouteDraft } from '../contract.ts'
import { gasFee, swapRouteId, swapTimeSec } from '../kit/same-chain/swap.ts'
import type { MarketView } from './ask.ts'
import type { Deployment } from './chains.ts'
import type { PathOffer } from './quoter.ts'
import { poolFees } from './paths.ts'
import { larger } from '../../core/money/larger.ts'

/** How long a price counts as valid, in milliseconds: a few blocks, and time to read the terms; the minimum holds anyway. */
const GOOD_FOR_MS = 60_000

/** The offer with the highest output after its network cost, as far as that cost can be converted to the destination asset. */
export function bestOf(
  view: MarketView,
  request: ProviderQuoteRequest,
  deployment: Deployment,
  coinUsd: bigint | undefined,
): PathOffer | undefined {
  const most = view.offers.reduce((highest, { amountOut }) => larger(amountOut, highest), 0n)
  const inDst = (wei: bigint): bigint => {
    const { src, dst, amountIn } = request
    if (sameAddress(tokenOf(dst, deployment), deployment.wrappedCoin)) return wei
    if (sameAddress(tokenOf(src, deployment), deployment.wrappedCoin)) return (wei * most) / amountIn
    if (coinUsd === undefined || dst.priceUsd === undefined || dst.priceUsd === 0n) return 0n
    return unitsForUsd(valueInUsd(wei, 18, coinUsd), dst.asset.decimals, dst.priceUsd)
  }
  const net = (offer: PathOffer) => offer.amountOut - inDst(networkCost(offer, view))
  return view.offers.reduce<PathOffer | undefined>(
    (best, offer) => (best === undefined || net(offer) > net(best) ? offer : best),
    undefined,
  )
}

/** Wei. */
function networkCost({ gas }: PathOffer, { gasPrice, bytesCost }: MarketView): bigint {
  return gas * gasPrice + bytesCost
}

export function toDraft(
  offer: PathOffer,
  view: MarketView,
  request: ProviderQuoteRequest,
  { clock, provider }: ProviderContext,
  coinUsd: bigint | undefined,
): RouteDraft {
  const { src, dst, amountIn } = request
  const { path, amountOut } = offer
  const usd = ({ asset, priceUsd }: PricedAsset, units: bigint) =>
    priceUsd === undefined ? undefined : valueInUsd(units, asset.decimals, priceUsd)
  const wei = networkCost(offer, view)
  const taken = poolFees(path, amountIn)
  return {
    routeId: swapRouteId('uniswap', request),
    amountOut,
    srcUsd: usd(src, amountIn),
    dstUsd: usd(dst, amountOut),
    fees: [
      {
        type: 'liquidity_fee',
        amount: taken,
        token: tokenOfAsset(src),
        usd: usd(src, taken),
        description: `Fee of the ${path.fees.length === 1 ? 'pool' : 'pools'}: ${path.fees.map(percent).join(' and ')}`,
        providerLabel: 'fee',
      },
      gasFee(src.chain, wei, coinUsd === undefined ? undefined : valueInUsd(wei, 18, coinUsd), {
        description: 'Network cost of the swap',
        providerLabel: 'gasEstimate',
      }),
    ],
    steps: path.fees.map((fee) => ({
      type: 'swap',
      name: `${provider.name} ${path.version.toUpperCase()} (${percent(fee)})`,
      image: provider.image,
    })),
    estimatedTimeSec: swapTimeSec(src.chain),
    expiresAt: clock.now() + GOOD_FOR_MS,
    state: { version: path.version, tokens: path.tokens, fees: path.fees },
  }
}

/** Millionths as percent. */
function percent(fee: number): string {
  return `${fee / 10_000} %`
}

/** The token that stands for an asset in pools. */
export function tokenOf({ asset }: PricedAsset, { wrappedCoin }: Deployment): string {
  return asset.isNative ? wrappedCoin : asset.address
}
