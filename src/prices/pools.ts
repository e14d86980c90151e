import { addressWord, encodeCall } from '../core/evm/abi.ts'
import { UNISWAP } from '../core/evm/contracts.ts'
import { UNISWAP_READS, UNISWAP_V3_POOL } from '../core/evm/functions.ts'
import type { ContractRead } from '../core/evm/multicall3.ts'
import { readable, readAddress, readList, readNumber, readResult, resultsOf } from '../core/evm/words.ts'
import type { AssetUnits } from '../core/money/valuation.ts'
import { DOLLAR, type PriceRange } from './feeds.ts'
import type { PinnedReads } from './pinned-reads.ts'
import type { Member } from './tables.ts'
import { larger } from '../core/money/larger.ts'

/*
 * What pools of Uniswap V3 pay for the very amount. Whoever trades can move a pool for a block or a few, so its price counts
 * only near its mean of half an hour, and only where it is deep enough to make moving it dear.
 * https://docs.uniswap.org/contracts/v3/reference/core/interfaces/pool/IUniswapV3PoolDerivedState
 */

/** An asset with a known price, against which others are sold. */
export interface Anchor {
  readonly member: Member
  readonly price: PriceRange
}

/** What a pool says an amount is worth, in micro-dollars. */
export interface PoolValue {
  /** What selling the amount pays. */
  readonly usdLow: bigint
  /** The same at the pool's price, without fee and price impact. */
  readonly usdHigh: bigint
  readonly source: string
  readonly isSingleNode: boolean
}

/** Fee tiers in hundredths of a basis point. */
const FEES = [100, 500, 3_000, 10_000] as const
/** Seconds over which the mean price is taken. */
const WINDOW_SEC = 1_800n
/** How far the price may be from its mean, in ticks of a basis point: 5 %. */
const MOST_DRIFT = 487n
/** Least worth of each side of a pool: times the amount, and micro-dollars. */
const LEAST_TIMES = 20n
const LEAST_USD = 250_000_000_000n
/** Left out: the pages of Uniswap name two sets of contracts for Unichain. */
const DOUBTFUL = 130

/** True for a chain whose pools can be asked. */
export function hasPools(chainId: number): boolean {
  return chainId !== DOUBTFUL && UNISWAP[chainId] !== undefined
}

/**
 * The best that a pool pays for an amount of a token.
 * @param read reads contracts of the chain at one block
 * @returns undefined where no pool is deep and steady enough
 */
export async function valueByPools(
  read: (reads: readonly ContractRead[]) => Promise<PinnedReads | undefined>,
  asset: AssetUnits,
  anchors: readonly Anchor[],
): Promise<PoolValue | undefined> {
  const contracts = UNISWAP[asset.chainId]
  if (contracts === undefined || asset.units <= 0n) return undefined
  const { factory, quoterV2 } = contracts
  const sell = (units: bigint, anchor: Member, fee: number): ContractRead => ({
    to: quoterV2,
    data: encodeCall(UNISWAP_READS.quoteExactInputSingle.selector, [
      { struct: [addressWord(asset.address), addressWord(anchor.address), units, BigInt(fee), 0n] },
    ]),
  })
  const pairs = anchors.flatMap((anchor) => FEES.map((fee) => ({ ...anchor, fee })))
  const found = await read(
    pairs.flatMap(({ member, fee }) => [
      {
        to: factory,
        data: encodeCall(UNISWAP_READS.getPool.selector, [
          addressWord(asset.address),
          addressWord(member.address),
          BigInt(fee),
        ]),
      },
      sell(asset.units, member, fee),
    ]),
  )
  if (found === undefined || found.isDisputed) return undefined
  const offers = pairs
    .flatMap((pair, index) => {
      const pool = readable(() => readAddress(resultsOf(found.results[2 * index] ?? '0x'), 0))
      const out = readResult(found.results[2 * index + 1] ?? '0x') ?? 0n
      return pool === undefined || BigInt(pool) === 0n || out === 0n
        ? []
        : [{ ...pair, pool, out, usd: inUsd(out, pair.member, pair.price.low) }]
    })
    .sort((a, b) => (a.usd < b.usd ? 1 : a.usd > b.usd ? -1 : 0))
    .slice(0, anchors.length)
  if (offers.length === 0) return undefined
  const seen = await read(
    offers.flatMap(({ pool, member, fee }) => [
      { to: pool, data: UNISWAP_V3_POOL.slot0.selector },
      { to: pool, data: encodeCall(UNISWAP_V3_POOL.observe.selector, [{ list: [WINDOW_SEC, 0n] }]) },
      sell(asset.units * LEAST_TIMES, member, fee),
    ]),
  )
  if (seen === undefined || seen.isDisputed) return undefined
  for (const [index, { member, price, fee, out, usd }] of offers.entries()) {
    const state = readable(() => readState(seen.results.slice(3 * index, 3 * index + 3)))
    if (state === undefined || !isSteady(state)) continue
    const isFirst = BigInt(asset.address) < BigInt(member.address)
    const depth = inUsd(sideOf(state, isFirst), member, price.low)
    if (depth < LEAST_USD || depth < usd * LEAST_TIMES || state.outOfMany * 10n < out * LEAST_TIMES * 9n) continue
    const even = evenAmount(asset.units, state, isFirst)
    return {
      usdLow: usd,
      usdHigh: inUsd(larger(even, out), member, price.high),
      source: `Uniswap pool with ${member.group}, fee ${fee / 10_000} %`,
      isSingleNode: found.isSingleNode || seen.isSingleNode,
    }
  }
  return undefined
}

interface PoolState {
  /** Square root of the price of token 0 in token 1, in 96 fraction bits. */
  readonly sqrtPrice: bigint
  readonly tick: bigint
  readonly meanTick: bigint
  /** Harmonic mean over the window. */
  readonly liquidity: bigint
  /** What 20 times the amount pays. */
  readonly outOfMany: bigint
}

/** @throws Unreadable */
function readState([slot = '0x', observed = '0x', many = '0x']: readonly (string | undefined)[]):
  PoolState | undefined {
  const words = resultsOf(slot)
  const ticks = readList(resultsOf(observed), 0, 2)
  const liquidity = readList(resultsOf(observed), 1, 2)
  if (ticks.length !== 2 || liquidity.length !== 2) return undefined
  const moved = toSigned(readNumber(ticks.elements, 1)) - toSigned(readNumber(ticks.elements, 0))
  const perLiquidity = BigInt.asUintN(160, readNumber(liquidity.elements, 1) - readNumber(liquidity.elements, 0))
  const sqrtPrice = readNumber(words, 0)
  if (perLiquidity === 0n || sqrtPrice === 0n) return undefined
  return {
    sqrtPrice,
    tick: toSigned(readNumber(words, 1)),
    meanTick: moved / WINDOW_SEC,
    liquidity: (WINDOW_SEC << 128n) / perLiquidity,
    outOfMany: readResult(many) ?? 0n,
  }
}

function isSteady({ tick, meanTick }: PoolState): boolean {
  const drift = tick - meanTick
  return drift <= MOST_DRIFT && drift >= -MOST_DRIFT
}

/** What the pool's liquidity is in its anchor, base units. @param isFirst true when the valued asset is token 0 */
function sideOf({ liquidity, sqrtPrice }: PoolState, isFirst: boolean): bigint {
  return isFirst ? (liquidity * sqrtPrice) >> 96n : (liquidity << 96n) / sqrtPrice
}

/** What the amount is at the pool's price, in its anchor's base units. */
function evenAmount(units: bigint, { sqrtPrice }: PoolState, isFirst: boolean): bigint {
  const price = sqrtPrice * sqrtPrice
  return isFirst ? (units * price) >> 192n : (units << 192n) / price
}

function inUsd(units: bigint, { decimals }: Member, price: bigint): bigint {
  return usdOf(units, decimals, price)
}

/** Micro-dollars, rounded down. @param price in 1e-18 dollars for a whole token */
export function usdOf(units: bigint, decimals: number, price: bigint): bigint {
  return (units * price * 1_000_000n) / (10n ** BigInt(decimals) * DOLLAR)
}

function toSigned(word: bigint): bigint {
  return BigInt.asIntN(256, word)
}
