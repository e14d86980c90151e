import { ROUTER_MEANS_ITSELF } from '../../core/evm/contracts.ts'
import { SWAP_ROUTER, SWAP_ROUTER_02 } from '../../core/evm/functions.ts'
import { type AbiValue, addressWord, encodeCall } from '../../core/evm/abi.ts'
import { encodePath, type SwapPath } from './paths.ts'

/* Calls of SwapRouter02, https://docs.uniswap.org/contracts/v3/reference/periphery/SwapRouter02 and its V2 counterpart. */

/** A swap along one path. */
export interface PathSwap {
  readonly path: SwapPath
  /** Base units, above zero: zero would stand for all that the router holds. */
  readonly amountIn: bigint
  /** Base units; the router reverts below it. */
  readonly minimumOut: bigint
  readonly recipient: string
}

/** What happens to the chain's coin in a swap. */
export interface CoinSides {
  /** True when the recipient gets the chain's coin instead of the wrapped one. */
  readonly paysCoins: boolean
  /** True to give back coins that were sent along and not taken; they would stay with the router, for anybody to take. @default false */
  readonly returnsCoins?: boolean
}

/**
 * Calldata of one swap, or of several to one recipient, that reverts after the deadline and where one of them gives less than
 * its minimum. Coins to give are sent along and wrapped by the router.
 * @param deadlineSec epoch seconds by the chain's clock
 */
export function encodeSwaps(
  swaps: readonly PathSwap[],
  { paysCoins, returnsCoins = false }: CoinSides,
  deadlineSec: bigint,
): string {
  const minimumOut = swaps.reduce((sum, swap) => sum + swap.minimumOut, 0n)
  return encodeMulticall(deadlineSec, [
    ...swaps.map((swap) => encodePathSwap(paysCoins ? { ...swap, recipient: ROUTER_MEANS_ITSELF } : swap)),
    ...(paysCoins ? swaps.slice(0, 1).map(({ recipient }) => encodeUnwrap(minimumOut, recipient)) : []),
    ...(returnsCoins ? [encodeCall(SWAP_ROUTER.refundETH.selector, [])] : []),
  ])
}

/** Several calls of the router in one, which revert after the deadline, in epoch seconds. */
export function encodeMulticall(deadlineSec: bigint, calls: readonly string[]): string {
  return encodeCall(SWAP_ROUTER_02.multicallUntil.selector, [deadlineSec, { list: calls.map((bytes) => ({ bytes })) }])
}

/** Pays out all wrapped coins that the router holds as coins. @param minimum base units */
export function encodeUnwrap(minimum: bigint, recipient: string): string {
  return encodeCall(SWAP_ROUTER.unwrap.selector, [minimum, addressWord(recipient)])
}

/** One swap, without a deadline. */
export function encodePathSwap({ path, amountIn, minimumOut, recipient }: PathSwap): string {
  const to = addressWord(recipient)
  const tokens = path.tokens.map(addressWord)
  if (path.version === 'v2')
    return encodeCall(SWAP_ROUTER_02.swapExactTokensForTokens.selector, [amountIn, minimumOut, { list: tokens }, to])
  const [fee] = path.fees
  const struct: readonly AbiValue[] =
    path.fees.length === 1
      ? [...tokens, BigInt(fee ?? 0), to, amountIn, minimumOut, 0n]
      : [{ bytes: encodePath(path) }, to, amountIn, minimumOut]
  return encodeCall(
    path.fees.length === 1 ? SWAP_ROUTER_02.exactInputSingle.selector : SWAP_ROUTER_02.exactInput.selector,
    [{ struct }],
  )
}
