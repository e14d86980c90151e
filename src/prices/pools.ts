import { addressWord, encodeCall } from '../core/evm/abi.ts'
import { UNISWAP } from '../core/evm/contracts.ts'
import { ERC20, UNISWAP_READS, UNISWAP_V3_POOL } from '../core/evm/functions.ts'
import type { ContractRead } from '../core/evm/multicall3.ts'
import { readable, readAddress, readList, readNumber, readResult, resultsOf } from '../core/evm/words.ts'
import { type AssetUnits, middleOf } from '../core/money/valuation.ts'
import { DOLLAR, type PriceRange } from './feeds.ts'
import type { PinnedReads } from './pinned-reads.ts'
import type { Member } from './tables.ts'
import { larger, smaller } from '../core/money/larger.ts'

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
/** Least worth of the anchor in a pool: times the amount, and micro-dollars. */
const LEAST_TIMES = 20n
const LEAST_USD = 250_000_000_000n
/** Left out: the pages of Uniswap name two sets of contracts for Unichain. */
const DOUBTFUL = 130

/** True for a chain whose pools can be asked. */
export function hasPools(chainId: number): boolean {
  return chainId !== DOUBTFUL && UNISWAP[chainId] !== undefined
}

/**
 * What each pool that is deep and steady enough pays for an amount of a token, by the middle of its value, lowest first. Depth is what
 * a pool holds of the anchor, not its liquidity alone: a little money in a single tick has the liquidity of millions.
 * @param read reads contracts of the chain at one block
 */
export async function valuesByPools(
  read: (reads: readonly ContractRead[]) => Promise<PinnedReads | undefined>,
  asset: AssetUnits,
  anchors: readonly Anchor[],
): Promise<readonly PoolValue[]> {
  const contracts = UNISWAP[asset.chainId]
  if (contracts === undefined || asset.units <= 0n) return []
  const { factory, quoterV2 } = contracts
  const pairs = anchors.flatMap((anchor) => FEES.map((fee) => ({ ...anchor, fee })))
  const token = addressWord(asset.address)
  const found = await read(
    pairs.map(({ member, fee }) => ({
      to: factory,
      data: encodeCall(UNISWAP_READS.getPool.selector, [token, addressWord(member.address), BigInt(fee)]),
    })),
  )
  if (found === undefined || found.isDisputed) return []
  const pools = pairs.flatMap((pair, index) => {
    const pool = readable(() => readAddress(resultsOf(found.results[index] ?? '0x'), 0))
    return pool === undefined || BigInt(pool) === 0n ? [] : [{ ...pair, pool }]
  })
  if (pools.length === 0) return []
  const seen = await read(
    pools.flatMap(({ pool, member }) => [
      { to: pool, data: UNISWAP_V3_POOL.slot0.selector },
      { to: pool, data: encodeCall(UNISWAP_V3_POOL.observe.selector, [{ list: [WINDOW_SEC, 0n] }]) },
      { to: member.address, data: encodeCall(ERC20.balanceOf.selector, [addressWord(pool)]) },
    ]),
  )
  if (seen === undefined || seen.isDisputed) return []
  const isFirst = ({ address }: Member) => BigInt(asset.address) < BigInt(address)
  const deep = pools.flatMap((pool, index) => {
    const state = readable(() => readState(seen.results.slice(3 * index, 3 * index + 3)))
    if (state === undefined || !isSteady(state)) return []
    const depth = inUsd(smaller(sideOf(state, isFirst(pool.member)), state.held), pool.member, pool.price.low)
    return depth < LEAST_USD ? [] : [{ ...pool, state, depth }]
  })
  if (deep.length === 0) return []
  // Only pools with real money in them are asked: a quote of an empty one walks through all of its ticks.
  const sell = (units: bigint, anchor: Member, fee: number): ContractRead => ({
    to: quoterV2,
    data: encodeCall(UNISWAP_READS.quoteExactInputSingle.selector, [
      { struct: [token, addressWord(anchor.address), units, BigInt(fee), 0n] },
    ]),
  })
  const paid = await read(
    deep.flatMap(({ member, fee }) => [sell(asset.units, member, fee), sell(asset.units * LEAST_TIMES, member, fee)]),
  )
  if (paid === undefined || paid.isDisputed) return []
  const isSingleNode = found.isSingleNode || seen.isSingleNode || paid.isSingleNode
  return deep
    .flatMap(({ member, price, fee, state, depth }, index): readonly PoolValue[] => {
      const out = readResult(paid.results[2 * index] ?? '0x') ?? 0n
      const outOfMany = readResult(paid.results[2 * index + 1] ?? '0x') ?? 0n
      const usdLow = inUsd(out, member, price.low)
      if (out === 0n || depth < usdLow * LEAST_TIMES || outOfMany * 10n < out * LEAST_TIMES * 9n) return []
      const even = evenAmount(asset.units, state, isFirst(member))
      const usdHigh = inUsd(larger(even, out), member, price.high)
      return [{ usdLow, usdHigh, source: `Uniswap pool with ${member.group}, fee ${fee / 10_000} %`, isSingleNode }]
    })
    .sort((a, b) => (middleOf(a) < middleOf(b) ? -1 : 1))
}

interface PoolState {
  /** Square root of the price of token 0 in token 1, in 96 fraction bits. */
  readonly sqrtPrice: bigint
  readonly tick: bigint
  readonly meanTick: bigint
  /** Harmonic mean over the window. */
  readonly liquidity: bigint
  /** What the pool holds of the anchor, base units. */
  readonly held: bigint
}

/** @throws Unreadable */
function readState([slot = '0x', observed = '0x', held = '0x']: readonly (string | undefined)[]):
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
    held: readResult(held) ?? 0n,
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
