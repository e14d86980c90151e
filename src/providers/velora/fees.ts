import { type Fee, tokenOfAsset } from '../../core/money/fees.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import type { ProviderQuoteRequest } from '../contract.ts'
import { gasFee } from '../kit/same-chain/swap.ts'
import { parseStatedUsd } from '../kit/stated-side.ts'
import type { VeloraOffer } from './ask.ts'

/**
 * The fees of an offer: network cost on top, and Velora's share of the output. Fees of pools are inside the price.
 * @param destUsd value of the output before the share is taken
 */
export function readFees(offer: VeloraOffer, request: ProviderQuoteRequest, destUsd: MicroUsd | undefined): Fee[] {
  return [...networkCost(offer, request, destUsd), ...ownShare(offer, request, destUsd)]
}

function networkCost(
  { route, gasPrice }: VeloraOffer,
  { src, dst }: ProviderQuoteRequest,
  destUsd: MicroUsd | undefined,
): Fee[] {
  if (route.gasCost === undefined || route.gasCost === 0n) return []
  const usd = parseStatedUsd(route.gasCostUSD, route.gasCost)
  // At the price of the coin, when one side of the swap is the coin: a price without a call states no gas price.
  const [coins, coinsUsd] = src.asset.isNative
    ? [route.srcAmount, parseStatedUsd(route.srcUSD, route.srcAmount)]
    : dst.asset.isNative
      ? [route.destAmount, destUsd]
      : [0n, undefined]
  const worth = usd === undefined || coinsUsd === undefined || coinsUsd === 0n ? 0n : (coins * usd) / coinsUsd
  const units = worth === 0n ? route.gasCost * (gasPrice ?? 0n) : worth
  if (units === 0n && usd === undefined) return []
  return [gasFee(src.chain, units, usd, { description: 'Network cost of the swap', providerLabel: 'gasCostUSD' })]
}

function ownShare(
  { route, amountOut }: VeloraOffer,
  { dst }: ProviderQuoteRequest,
  destUsd: MicroUsd | undefined,
): Fee[] {
  const taken = route.destAmount - amountOut
  if (taken === 0n) return []
  return [
    {
      type: 'protocol_fee',
      amount: taken,
      token: tokenOfAsset(dst),
      usd: destUsd === undefined ? undefined : destUsd - (destUsd * amountOut) / route.destAmount,
      description: 'Fee of Velora',
      providerLabel: 'partnerFee',
    },
  ]
}
