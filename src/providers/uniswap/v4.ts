import { sameAddress } from '../../core/assets/address-key.ts'
import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { type AbiValue, addressWord, encodeCall } from '../../core/evm/abi.ts'
import { UNIVERSAL_ROUTER, UNISWAP_V4_QUOTER } from '../../core/evm/functions.ts'
import { readNumber, resultsOf } from '../../core/evm/words.ts'
import type { ContractRead } from '../../core/evm/multicall3.ts'
import type { PathSwap } from './call.ts'
import type { Deployment } from './chains.ts'
import type { SwapPath } from './paths.ts'

/*
 * Pools of V4 without hooks, in which the coin is its own currency: https://docs.uniswap.org/contracts/v4/quickstart/swap.
 * The router takes tokens from Permit2 alone, which takes two approvals.
 */

/** Units of gas around a V4 swap that the quoter does not count. */
const OVERHEAD_GAS = 110_000n
/** Units of gas of the transaction by which Permit2 may hand a token to the router, which each such swap needs anew. */
const PERMIT2_GAS = 50_000n
/** Distance of a pool's ticks by its fee in millionths: those that official routers look for. */
const SPACINGS: ReadonlyMap<number, bigint> = new Map([
  [100, 1n],
  [200, 4n],
  [300, 6n],
  [400, 8n],
  [500, 10n],
  [3_000, 60n],
  [10_000, 200n],
])
const NO_HOOKS = 0n
const NO_DATA: AbiValue = { bytes: '0x' }
/** Commands of the Universal Router: a series of V4's actions, and what is left of a currency. */
const [POOL_ACTIONS, SWEEP] = ['10', '04']
/** V4's actions: swap in one pool or along a path; then pay all that is due, and take all that is got. */
const [IN_ONE_POOL, ALONG_PATH] = ['06', '07']
const PAY_AND_TAKE = '0c0e'
/** The recipient by which the router means whoever calls it, and the amount by which it means all. */
const [SENDER, ALL] = [1n, 0n]

/**
 * The candidate paths between two currencies: of one pool, and of two through the coin or, where that is a side, a stablecoin.
 * @param from the zero address for the coin
 */
export function v4Paths(
  from: string,
  to: string,
  { v3, v4, wrappedCoin, stablecoins }: Deployment,
  tiers: readonly number[],
): readonly SwapPath[] {
  if (v4 === undefined) return []
  const along = (tokens: readonly string[], fees: readonly number[]): SwapPath => ({ version: 'v4', tokens, fees })
  const isSide = (token: string) => sameAddress(token, from) || sameAddress(token, to)
  const direct = [...tiers, ...(v3?.moreTiers ?? [])].map((fee) => along([from, to], [fee]))
  const middle = [NATIVE_EVM_ADDRESS, wrappedCoin].some(isSide)
    ? stablecoins.find((token) => !isSide(token))
    : NATIVE_EVM_ADDRESS
  if (middle === undefined) return direct
  return [...direct, ...tiers.flatMap((first) => tiers.map((second) => along([from, middle, to], [first, second])))]
}

/** The call that returns the output of a path. @param amountIn base units */
export function v4OfferCall({ tokens, fees }: SwapPath, amountIn: bigint, { v4 }: Deployment): ContractRead {
  const [from = '', to = ''] = tokens
  const quoter = v4?.quoter ?? ''
  if (fees.length === 1) {
    const single: AbiValue = { struct: [...poolOf(from, to, fees[0] ?? 0), amountIn, NO_DATA] }
    return { to: quoter, data: encodeCall(UNISWAP_V4_QUOTER.quoteExactInputSingle.selector, [single]) }
  }
  const whole: AbiValue = { struct: [addressWord(from), hopsOf(tokens, fees), amountIn] }
  return { to: quoter, data: encodeCall(UNISWAP_V4_QUOTER.quoteExactInput.selector, [whole]) }
}

/** Reads (amountOut, gas). @throws Unreadable */
export function readV4(path: SwapPath, returned: string): { readonly amountOut: bigint; readonly gas: bigint } {
  const results = resultsOf(returned)
  return { amountOut: readNumber(results, 0), gas: readNumber(results, 1) + gasAroundV4(path) }
}

/** Units of gas around a path's pools, which several swaps of one call need only once. */
export function gasAroundV4({ tokens }: SwapPath): bigint {
  return OVERHEAD_GAS + (givesCoin(tokens) ? 0n : PERMIT2_GAS)
}

/**
 * Calldata of one swap, or of several between the same two currencies to one recipient, that reverts after the deadline, in
 * epoch seconds by the chain's clock, and where one of them gives less than its minimum. Coins that no pool took go back to
 * the sender; of a token no more is taken than pools do.
 */
export function encodeV4Swaps(swaps: readonly PathSwap[], deadlineSec: bigint): string {
  const left = encodeCall('0x', [addressWord(NATIVE_EVM_ADDRESS), SENDER, 0n])
  const isCoin = swaps.some(({ path }) => givesCoin(path.tokens))
  return encodeCall(UNIVERSAL_ROUTER.execute.selector, [
    { bytes: `0x${POOL_ACTIONS}${isCoin ? SWEEP : ''}` },
    { list: [encodePoolActions(swaps), ...(isCoin ? [left] : [])].map((bytes) => ({ bytes })) },
    deadlineSec,
  ])
}

function givesCoin([from]: SwapPath['tokens']): boolean {
  return from === NATIVE_EVM_ADDRESS
}

/** The input of the router's command for V4, by version 2.1.1. */
function encodePoolActions(swaps: readonly PathSwap[]): string {
  const [first] = swaps
  if (first === undefined) throw new Error('no swap to encode')
  const { path, recipient } = first
  const amountIn = swaps.reduce((sum, swap) => sum + swap.amountIn, 0n)
  const settle = encodeCall('0x', [addressWord(path.tokens[0] ?? ''), amountIn])
  const take = encodeCall('0x', [addressWord(path.tokens.at(-1) ?? ''), addressWord(recipient), ALL])
  const actions = swaps.map((swap) => (swap.path.fees.length === 1 ? IN_ONE_POOL : ALONG_PATH))
  const params = [...swaps.map((swap) => encodeCall('0x', [encodePoolSwap(swap)])), settle, take]
  return encodeCall('0x', [
    { bytes: `0x${actions.join('')}${PAY_AND_TAKE}` },
    { list: params.map((bytes) => ({ bytes })) },
  ])
}

/** Neither form limits the price of a single pool: the minimum is of the whole path. */
function encodePoolSwap({ path: { tokens, fees }, amountIn, minimumOut }: PathSwap): AbiValue {
  const [from = '', to = ''] = tokens
  return fees.length === 1
    ? { struct: [...poolOf(from, to, fees[0] ?? 0), amountIn, minimumOut, 0n, NO_DATA] }
    : { struct: [addressWord(from), hopsOf(tokens, fees), { list: [] }, amountIn, minimumOut] }
}

/** The key of a pool, and whether its first currency is given. */
function poolOf(from: string, to: string, fee: number): readonly AbiValue[] {
  const [given, got] = [addressWord(from), addressWord(to)]
  const currencies = given < got ? [given, got] : [got, given]
  return [{ struct: [...currencies, BigInt(fee), spacingOf(fee), NO_HOOKS] }, given < got ? 1n : 0n]
}

/** Each pool by the currency that it leads to. */
function hopsOf(tokens: readonly string[], fees: readonly number[]): AbiValue {
  return {
    list: fees.map((fee, index) => ({
      struct: [addressWord(tokens[index + 1] ?? ''), BigInt(fee), spacingOf(fee), NO_HOOKS, NO_DATA],
    })),
  }
}

function spacingOf(fee: number): bigint {
  return SPACINGS.get(fee) ?? 0n
}
