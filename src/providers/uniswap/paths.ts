import { sameAddress } from '../../core/assets/address-key.ts'
import type { Deployment } from './chains.ts'
import { v4Paths } from './v4.ts'

/** A path through one to three pools. */
export interface SwapPath {
  readonly version: 'v2' | 'v3' | 'v4'
  /** The token in, those between two pools, and the token out. */
  readonly tokens: readonly string[]
  /** The fee of each pool on its input, in millionths. */
  readonly fees: readonly number[]
}

/** The usual fees of V3 pools, in millionths. */
const TIERS = [100, 500, 3_000, 10_000] as const
/** The fee of every V2 pair, in millionths. */
const V2_FEE = 3_000
/** How many of a chain's main coins paths of three pools go through. */
const MOST_BETWEEN = 3
/** Fees of the pools between two main coins, in millionths. */
const TIERS_BETWEEN = [100, 500] as const

/**
 * The candidate paths of one and two pools between two tokens, the most likely first.
 * @param currencies the same two as V4 has them, the coin as the zero address. @default the tokens
 */
export function pathsBetween(
  from: string,
  to: string,
  deployment: Deployment,
  currencies: readonly [from: string, to: string] = [from, to],
): readonly SwapPath[] {
  const { wrappedCoin, v3 } = deployment
  const ofV4 = v4Paths(...currencies, deployment, TIERS)
  if (v3 === undefined) return ofV4
  const { v2, moreTiers = [] } = v3
  const middles = middlesBetween(from, to, deployment)
  const all = [...TIERS, ...moreTiers]
  const direct = all.map((fee): SwapPath => ({ version: 'v3', tokens: [from, to], fees: [fee] }))
  const throughCoin = middles.includes(wrappedCoin)
  const pairs = v2 === undefined ? [] : [[from, to], ...(throughCoin ? [[from, wrappedCoin, to]] : [])]
  // The further fees count in twos only through the wrapped coin: each pair of them is a call more.
  const tiersBy = (middle: string): readonly number[] => (middle === wrappedCoin ? all : TIERS)
  return [
    ...direct,
    ...ofV4,
    ...pairs.map((tokens): SwapPath => ({ version: 'v2', tokens, fees: tokens.slice(1).map(() => V2_FEE) })),
    ...middles.flatMap((middle) =>
      tiersBy(middle).flatMap((first) =>
        tiersBy(middle).map((second): SwapPath => ({
          version: 'v3',
          tokens: [from, middle, to],
          fees: [first, second],
        })),
      ),
    ),
  ]
}

/** The pools between a token and the main coins that paths of three pools may begin with; none where one side is a main coin. */
export function firstHops(from: string, to: string, deployment: Deployment): readonly SwapPath[] {
  return mainCoins(from, to, deployment).flatMap((middle) =>
    TIERS.map((fee): SwapPath => ({ version: 'v3', tokens: [from, middle], fees: [fee] })),
  )
}

/**
 * The candidate paths of three pools. What a pool gives for more is more, so that the best first pool to a coin is the best
 * beginning of every path through it.
 * @param begins the best of `firstHops` to each main coin
 */
export function longPaths(
  begins: readonly SwapPath[],
  from: string,
  to: string,
  deployment: Deployment,
): readonly SwapPath[] {
  const middles = mainCoins(from, to, deployment)
  return begins.flatMap(({ tokens: [, first = ''], fees: [fee = 0] }) =>
    middles
      .filter((second) => !sameAddress(second, first))
      .flatMap((second) =>
        TIERS_BETWEEN.flatMap((between) =>
          TIERS.map((last): SwapPath => ({
            version: 'v3',
            tokens: [from, first, second, to],
            fees: [fee, between, last],
          })),
        ),
      ),
  )
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

function middlesBetween(from: string, to: string, { wrappedCoin, stablecoins }: Deployment): readonly string[] {
  return [wrappedCoin, ...stablecoins].filter((token) => !sameAddress(token, from) && !sameAddress(token, to))
}

/** A token that a main coin has no pool with is found through another one; main coins themselves need no third pool. */
function mainCoins(from: string, to: string, deployment: Deployment): readonly string[] {
  const { v3, stablecoins } = deployment
  const middles = middlesBetween(from, to, deployment)
  const isWhole = v3 !== undefined && stablecoins.length > 0 && middles.length === 1 + stablecoins.length
  return isWhole ? middles.slice(0, MOST_BETWEEN) : []
}
