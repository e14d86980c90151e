import { sameAddress } from '../../core/assets/address-key.ts'
import type { Deployment } from './chains.ts'

/** A path through one or two pools. */
export interface SwapPath {
  readonly version: 'v2' | 'v3'
  /** The token in, the one between two pools, and the token out. */
  readonly tokens: readonly string[]
  /** The fee of each pool on its input, in millionths. */
  readonly fees: readonly number[]
}

/** The usual fees of V3 pools, in millionths. */
const TIERS = [100, 500, 3_000, 10_000] as const
/** The fee of every V2 pair, in millionths. */
const V2_FEE = 3_000

/** The candidate paths between two tokens, the most likely first. */
export function pathsBetween(from: string, to: string, deployment: Deployment): readonly SwapPath[] {
  const { wrappedCoin, stablecoins, v2 } = deployment
  const isBetween = (token: string) => !sameAddress(token, from) && !sameAddress(token, to)
  const middles = [wrappedCoin, ...stablecoins].filter(isBetween)
  const direct = TIERS.map((fee): SwapPath => ({ version: 'v3', tokens: [from, to], fees: [fee] }))
  const pairs = v2 === undefined ? [] : [[from, to], ...(isBetween(wrappedCoin) ? [[from, wrappedCoin, to]] : [])]
  return [
    ...direct,
    ...pairs.map((tokens): SwapPath => ({ version: 'v2', tokens, fees: tokens.slice(1).map(() => V2_FEE) })),
    ...middles.flatMap((middle) =>
      TIERS.flatMap((first) =>
        TIERS.map((second): SwapPath => ({ version: 'v3', tokens: [from, middle, to], fees: [first, second] })),
      ),
    ),
  ]
}

/** A V3 path as the contracts read it: addresses with the fees between them. */
export function encodePath({ tokens, fees }: SwapPath): string {
  const parts = tokens.map((token, index) => {
    const fee = fees[index]
    return `${token.slice(2).toLowerCase()}${fee === undefined ? '' : fee.toString(16).padStart(6, '0')}`
  })
  return `0x${parts.join('')}`
}

/** The fees of a path's pools on an amount, in base units of the token in. */
export function poolFees({ fees }: SwapPath, amountIn: bigint): bigint {
  return amountIn - fees.reduce((left, fee) => (left * (1_000_000n - BigInt(fee))) / 1_000_000n, amountIn)
}
