import { sameAddress } from '../../core/assets/address-key.ts'
import { NATIVE_EVM_ADDRESS, type PricedAsset } from '../../core/assets/catalog.ts'
import { tokenOfAsset } from '../../core/money/fees.ts'
import { unitsForUsd, valueInUsd } from '../../core/money/usd.ts'
import type { ProviderContext, ProviderQuoteRequest, RouteDraft } from '../contract.ts'
import { gasFee, swapRouteId, swapTimeSec } from '../kit/same-chain/swap.ts'
import type { MarketView, NetworkCosts } from './ask.ts'
import type { Deployment } from './chains.ts'
import type { PathOffer } from './quoter.ts'
import { poolFees } from './paths.ts'
import { type NetOf, type SwapWay, wholeWay } from './split.ts'
import { toState } from './wire.ts'
import { larger } from '../../core/money/larger.ts'

/** How long a price counts as valid, in milliseconds: a few blocks, and time to read the terms; the minimum holds anyway. */
const GOOD_FOR_MS = 60_000

/** What a way gives after its network cost, as far as that cost can be converted to the destination asset. */
export function netOutput(
  view: MarketView,
  request: ProviderQuoteRequest,
  deployment: Deployment,
  coinUsd: bigint | undefined,
): NetOf {
  const most = view.offers.reduce((highest, { amountOut }) => larger(amountOut, highest), 0n)
  const inDst = (wei: bigint): bigint => {
    const { src, dst, amountIn } = request
    if (sameAddress(tokenOf(dst, deployment), deployment.wrappedCoin)) return wei
    if (sameAddress(tokenOf(src, deployment), deployment.wrappedCoin)) return (wei * most) / amountIn
    if (coinUsd === undefined || dst.priceUsd === undefined || dst.priceUsd === 0n) return 0n
    return unitsForUsd(valueInUsd(wei, 18, coinUsd), dst.asset.decimals, dst.priceUsd)
  }
  return (way) => way.amountOut - inDst(networkCost(way, view))
}

/** The path for all of the amount that leaves most. @param amountIn base units */
export function bestPath(offers: readonly PathOffer[], amountIn: bigint, netOf: NetOf): SwapWay | undefined {
  return offers
    .map((offer) => wholeWay(offer, amountIn))
    .reduce<SwapWay | undefined>(
      (best, way) => (best === undefined || netOf(way) > netOf(best) ? way : best),
      undefined,
    )
}

/** Wei; each part has as many bytes as a swap of one path. */
function networkCost({ parts, gas }: SwapWay, { gasPrice, bytesCost }: NetworkCosts): bigint {
  return gas * gasPrice + bytesCost * BigInt(parts.length)
}

export function toDraft(
  way: SwapWay,
  view: MarketView,
  request: ProviderQuoteRequest,
  { clock, provider }: ProviderContext,
  coinUsd: bigint | undefined,
): RouteDraft {
  const { src, dst, amountIn } = request
  const { parts, amountOut } = way
  const pools = parts.flatMap(({ path }) => path.fees)
  const usd = ({ asset, priceUsd }: PricedAsset, units: bigint) =>
    priceUsd === undefined ? undefined : valueInUsd(units, asset.decimals, priceUsd)
  const wei = networkCost(way, view)
  const taken = parts.reduce((sum, part) => sum + poolFees(part.path, part.amountIn), 0n)
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
        description: `Fee of the ${pools.length === 1 ? 'pool' : 'pools'}: ${pools.map(percent).join(' and ')}`,
        providerLabel: 'fee',
      },
      gasFee(src.chain, wei, coinUsd === undefined ? undefined : valueInUsd(wei, 18, coinUsd), {
        description: 'Network cost of the swap',
        providerLabel: 'gasEstimate',
      }),
    ],
    steps: parts.flatMap(({ path, amountIn: units }) =>
      path.fees.map((fee) => ({
        type: 'swap',
        name: `${provider.name} ${path.version.toUpperCase()} (${percent(fee)})${parts.length === 1 ? '' : `, ${shareOf(units, amountIn)}`}`,
        image: provider.image,
      })),
    ),
    estimatedTimeSec: swapTimeSec(src.chain),
    expiresAt: clock.now() + GOOD_FOR_MS,
    state: toState(way),
  }
}

/** The tenths of an amount that a part takes, as percent. */
function shareOf(units: bigint, amountIn: bigint): string {
  return `${(units * 10n + amountIn / 2n) / amountIn}0 %`
}

/** Millionths as percent. */
function percent(fee: number): string {
  return `${fee / 10_000} %`
}

/** The token that stands for an asset in pools. */
export function tokenOf({ asset }: PricedAsset, { wrappedCoin }: Deployment): string {
  return asset.isNative ? wrappedCoin : asset.address
}

/** The currency that stands for an asset in pools of V4. */
export function currencyOf({ asset }: PricedAsset): string {
  return asset.isNative ? NATIVE_EVM_ADDRESS : asset.address
}
