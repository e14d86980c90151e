import {
  type ContractFunction,
  fn,
  selectorOf,
  SWAP_ROUTER,
  SWAP_ROUTER_02,
  WRAPPED_COIN,
} from '../../../core/evm/functions.ts'
import { bytesOf, collect, ends, numberOf } from './collect.ts'
import { COIN, type Decoder, HostileCall, type KnownCall, type SentCall } from './call-types.ts'
import { deadlinesOf, ROUTER_MOVES, type RouterMove, sumMoves } from './router-moves.ts'
import { type RoleValues, readCall } from './signature.ts'

/*
 * The routers of Uniswap, alone and in a multicall, and wrapped coins.
 * https://docs.uniswap.org/contracts/v3/reference/periphery/SwapRouter,
 * https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02
 */

/** Most multicalls within each other. */
const DEEPEST = 3

const MULTICALLS = [SWAP_ROUTER.multicall, SWAP_ROUTER_02.multicallUntil, SWAP_ROUTER_02.multicallAfterBlock]

const moving =
  (signature: ContractFunction): Decoder =>
  (found, call) => {
    const decoded = sumMoves(movesOf(signature, found, call, 0), call)
    return decoded.deadlineSec === undefined ? { ...decoded, neverEnds: true } : decoded
  }

/** The moves of a call and of those within it, in order. */
function movesOf({ selector }: ContractFunction, found: RoleValues, call: SentCall, depth: number): RouterMove[] {
  const read = ROUTER_MOVES.find(([known]) => known.selector === selector)
  if (read !== undefined) return read[1](found, call)
  return [
    ...deadlinesOf(found),
    ...bytesOf(found, 'nestedCalls').flatMap((inner) => {
      const wanted = selectorOf(inner)
      const known = [...ROUTER_MOVES.map(([one]) => one), ...MULTICALLS].find((one) => one.selector === wanted)
      if (known === undefined || depth >= DEEPEST)
        throw new HostileCall('hides a call that is not part of a swap among others')
      return movesOf(known, readCall(inner, known.signature), call, depth + 1)
    }),
  ]
}

/** A pair's function gives the tokens of its path, or the coin instead of its wrapped form. */
const pairSwap =
  (isCoinOut: boolean): Decoder =>
  (found, call, nested) => {
    const decoded = collect(found, call, nested)
    const [, last] = ends(found)
    return { ...decoded, tokenOut: isCoinOut ? COIN : (last ?? COIN) }
  }

const WAY = 'address[] route, address recipient, uint256 deadline'

const pair = (selector: string, name: string, amounts: string): KnownCall => ({
  of: 'v2Router',
  fn: fn(selector, `${name}(${amounts}, ${WAY})`),
  decode: pairSwap(name.includes('ForETH') || name.includes('ForExactETH')),
})

const deposit: Decoder = (_found, { to, value, sender }) => ({
  wrapper: to.toLowerCase(),
  inputs: [{ token: COIN, amount: value }],
  recipients: [sender.toLowerCase()],
  tokenOut: to.toLowerCase(),
  minimum: value,
})

const withdraw: Decoder = (found, { to, sender }) => {
  const amount = numberOf(found, 'amountIn')
  return {
    wrapper: to.toLowerCase(),
    inputs: [{ token: to.toLowerCase(), amount }],
    recipients: [sender.toLowerCase()],
    tokenOut: COIN,
    minimum: amount,
  }
}

const FIRST_ROUTER: readonly ContractFunction[] = [
  SWAP_ROUTER.exactInputSingle,
  SWAP_ROUTER.exactOutputSingle,
  SWAP_ROUTER.exactInput,
  SWAP_ROUTER.exactOutput,
]
const moves = (of: KnownCall['of'], functions: readonly ContractFunction[]): KnownCall[] =>
  functions.map((known) => ({ of, fn: known, decode: moving(known) }))

export const UNISWAP_CALLS: readonly KnownCall[] = [
  pair('0x38ed1739', 'swapExactTokensForTokens', 'uint256 amountIn, uint256 leastOut'),
  pair('0x8803dbee', 'swapTokensForExactTokens', 'uint256 leastOut, uint256 amountIn'),
  pair('0x7ff36ab5', 'swapExactETHForTokens', 'uint256 leastOut'),
  pair('0xfb3bdb41', 'swapETHForExactTokens', 'uint256 leastOut'),
  pair('0x18cbafe5', 'swapExactTokensForETH', 'uint256 amountIn, uint256 leastOut'),
  pair('0x4a25d94a', 'swapTokensForExactETH', 'uint256 leastOut, uint256 amountIn'),
  pair('0x5c11d795', 'swapExactTokensForTokensSupportingFeeOnTransferTokens', 'uint256 amountIn, uint256 leastOut'),
  pair('0xb6f9de95', 'swapExactETHForTokensSupportingFeeOnTransferTokens', 'uint256 leastOut'),
  pair('0x791ac947', 'swapExactTokensForETHSupportingFeeOnTransferTokens', 'uint256 amountIn, uint256 leastOut'),
  ...moves('swapRouter', [...FIRST_ROUTER, SWAP_ROUTER.multicall]),
  ...moves('swapRouter02', [
    ...ROUTER_MOVES.map(([known]) => known).filter((known) => !FIRST_ROUTER.includes(known)),
    ...MULTICALLS,
  ]),
  { of: 'wrapped', fn: WRAPPED_COIN.deposit, decode: deposit, mostTail: 4 },
  { of: 'wrapped', fn: WRAPPED_COIN.withdraw, decode: withdraw },
]
