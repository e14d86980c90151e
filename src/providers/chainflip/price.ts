import { lessBps } from '../../core/money/amount.ts'
import type { Price, Variant } from './wire.ts'

/** One way that the backend offers. */
export interface Offer {
  readonly variant: Variant
  readonly price: Price
  /** Most that may be taken of the deposit for not waiting for its confirmations, in basis points; 0 without boost. */
  readonly maxBoostFeeBps: number
}

const ONE_X128 = 1n << 128n

/**
 * Least output that an offer can promise, base units: with the largest boost fee, since the backend enforces a price and
 * the fee is taken before it applies; and with the slippage.
 */
export function minimumOut(offer: Offer, slippageBps: number): bigint {
  const fee = egressFee(offer)
  const output = ((offer.price.egressAmount + fee) * leastSwapped(offer)) / swapped(offer)
  return output <= fee ? 0n : lessBps(output - fee, slippageBps)
}

/**
 * The price that the backend must not go below, in base units of destination a base unit of source times 2^128, rounded
 * up, so that the recipient gets `minimum` base units at the stated fees; otherwise the deposit is returned.
 */
export function minPriceX128(offer: Offer, minimum: bigint): bigint {
  const least = leastSwapped(offer)
  return ((minimum + egressFee(offer)) * ONE_X128 + least - 1n) / least
}

/** True when something is left to swap after the fees on the deposit, even with the largest boost fee. */
export function isPlausible(offer: Offer): boolean {
  return offer.price.egressAmount > 0n && leastSwapped(offer) > 0n && swapped(offer) > 0n
}

/** Base units of the source asset that reach the pools at the stated fees. */
function swapped({ price }: Offer): bigint {
  return price.depositAmount - feeOf(price, 'INGRESS', price.srcAsset) - feeOf(price, 'BOOST', price.srcAsset)
}

function leastSwapped({ price, maxBoostFeeBps }: Offer): bigint {
  return lessBps(price.depositAmount, maxBoostFeeBps) - feeOf(price, 'INGRESS', price.srcAsset)
}

function egressFee({ price }: Offer): bigint {
  return feeOf(price, 'EGRESS', price.destAsset)
}

function feeOf(price: Price, type: string, of: Price['srcAsset']): bigint {
  return price.includedFees
    .filter((fee) => fee.type === type && fee.chain === of.chain && fee.asset === of.asset)
    .reduce((sum, fee) => sum + fee.amount, 0n)
}
