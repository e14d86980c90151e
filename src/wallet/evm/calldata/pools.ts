import { defined } from '../../../core/defined.ts'
import {
  type ContractFunction,
  selectorOf,
  SWAP_ROUTER,
  SWAP_ROUTER_02,
  UNISWAP_V2_ROUTER,
  WRAPPED_COIN,
} from '../../../core/evm/functions.ts'
import { ROUTER_MOVES } from './router-moves.ts'
import { HostileCall, type DecodedCall, type Decoder, COIN, type DecoderTable, type SentCall } from './call-types.ts'
import type { RouterMove } from './router-moves.ts'
import {
  argumentsOf,
  readAddress,
  readAddresses,
  readCalls,
  readNumber,
  readSeconds,
  Unreadable,
  type Words,
} from '../../../core/evm/words.ts'

/*
 * The routers of Uniswap, alone and in a multicall, and wrapped coins.
 * https://docs.uniswap.org/contracts/v3/reference/periphery/SwapRouter,
 * https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02
 */

/** Most multicalls within each other. */
const DEEPEST = 3

/** Where a multicall has its calls and its deadline, in words. */
interface MulticallLayout {
  readonly calls: number
  readonly deadline?: number
}

const MULTICALLS: readonly (readonly [ContractFunction, MulticallLayout])[] = [
  [SWAP_ROUTER.multicall, { calls: 0 }],
  [SWAP_ROUTER_02.multicallUntil, { calls: 1, deadline: 0 }],
  [SWAP_ROUTER_02.multicallAfterBlock, { calls: 1 }],
]

/** Where a function of the second version's router has the sums, in words, and whether it pays out the coin. */
interface PairLayout {
  /** Undefined where the value is what is paid. */
  readonly most: number | undefined
  readonly minimum: number
  readonly path: number
  readonly coinOut?: boolean
}

const PAIR_FUNCTIONS: readonly (readonly [ContractFunction, PairLayout])[] = [
  [UNISWAP_V2_ROUTER.swapExactTokensForTokens, { most: 0, minimum: 1, path: 2 }],
  [UNISWAP_V2_ROUTER.swapTokensForExactTokens, { most: 1, minimum: 0, path: 2 }],
  [UNISWAP_V2_ROUTER.swapExactETHForTokens, { most: undefined, minimum: 0, path: 1 }],
  [UNISWAP_V2_ROUTER.swapETHForExactTokens, { most: undefined, minimum: 0, path: 1 }],
  [UNISWAP_V2_ROUTER.swapExactTokensForETH, { most: 0, minimum: 1, path: 2, coinOut: true }],
  [UNISWAP_V2_ROUTER.swapTokensForExactETH, { most: 1, minimum: 0, path: 2, coinOut: true }],
  [UNISWAP_V2_ROUTER.swapExactTokensForTokensTaxed, { most: 0, minimum: 1, path: 2 }],
  [UNISWAP_V2_ROUTER.swapExactETHForTokensTaxed, { most: undefined, minimum: 0, path: 1 }],
  [UNISWAP_V2_ROUTER.swapExactTokensForETHTaxed, { most: 0, minimum: 1, path: 2, coinOut: true }],
]

const decodeMoves: Decoder = (_args, call) => sumMoves(movesOf(call, call.data, 0), call)

/** Of pools' routers and of wrapped coins. */
export const POOL_DECODERS: DecoderTable = [
  ...PAIR_FUNCTIONS.map(
    ([fn, layout]) => [fn, (args: Words, call: SentCall) => readPairSwap(layout, args, call)] as const,
  ),
  ...[...ROUTER_MOVES, ...MULTICALLS].map(([fn]) => [fn, decodeMoves] as const),
  [
    WRAPPED_COIN.deposit,
    (_args, { to, value, sender }) => ({
      wrapper: to.toLowerCase(),
      recipients: [sender.toLowerCase()],
      tokenOut: to.toLowerCase(),
      minimum: value,
    }),
  ],
  [
    WRAPPED_COIN.withdraw,
    (args, { to, sender }) => {
      const amount = readNumber(args, 0)
      return {
        wrapper: to.toLowerCase(),
        inputs: [{ token: to.toLowerCase(), amount }],
        recipients: [sender.toLowerCase()],
        tokenOut: COIN,
        minimum: amount,
      }
    },
  ],
]

function readPairSwap({ most, minimum, path, coinOut = false }: PairLayout, words: Words, call: SentCall): DecodedCall {
  const [tokenIn, ...others] = readAddresses(words, path)
  const tokenOut = others.at(-1)
  if (tokenIn === undefined || tokenOut === undefined) throw new Unreadable('no path')
  return {
    inputs: [
      most === undefined ? { token: COIN, amount: call.value } : { token: tokenIn, amount: readNumber(words, most) },
    ],
    recipients: [readAddress(words, path + 1)],
    tokenOut: coinOut ? COIN : tokenOut,
    minimum: readNumber(words, minimum),
    deadlineSec: readSeconds(words, path + 2),
  }
}

/** The moves of a call and of those within it, in order. */
function movesOf(call: SentCall, data: string, depth: number): RouterMove[] {
  const selector = selectorOf(data)
  const words = argumentsOf(data)
  const read = findBySelector(ROUTER_MOVES, selector)
  if (read !== undefined) return read(words, call)
  const multicall = findBySelector(MULTICALLS, selector)
  if (multicall === undefined || depth >= DEEPEST)
    throw new HostileCall('hides a call that is not part of a swap among others')
  const { calls, deadline } = multicall
  return [
    ...(deadline === undefined ? [] : [{ type: 'deadline', seconds: readSeconds(words, deadline) } as const]),
    ...readCalls(words, calls).flatMap((inner) => movesOf(call, inner, depth + 1)),
  ]
}

function findBySelector<T>(rows: readonly (readonly [ContractFunction, T])[], selector: string): T | undefined {
  return rows.find(([fn]) => fn.selector === selector)?.[1]
}

/** What all moves come to for the wallet: all that the router holds in between must be paid out in the end. */
function sumMoves(moves: readonly RouterMove[], call: SentCall): DecodedCall {
  const inputs: { token: string; amount: bigint; orCoin?: boolean }[] = []
  const held = new Set<string>()
  const paid: { to: string; token: string; minimum: bigint }[] = []
  const authorities: string[] = []
  const deadlines: number[] = []
  let isCoinThere = call.value > 0n
  for (const move of moves) {
    if (move.type === 'deadline') deadlines.push(move.seconds)
    if (move.type === 'coin') isCoinThere = false
    if (move.type === 'pull') inputs.push({ token: move.token, amount: move.amount })
    if (move.type === 'swap') {
      if (move.amountIn > 0n) inputs.push({ token: move.tokenIn, amount: move.amountIn, orCoin: isCoinThere })
      else held.delete(move.tokenIn)
      if (move.to === call.to.toLowerCase()) held.add(move.tokenOut)
      else paid.push({ to: move.to, token: move.tokenOut, minimum: move.minimum })
    }
    if (move.type === 'payout') {
      // The coin comes from the one token that is held; all other payouts are rests.
      const token = move.token ?? (held.size === 1 ? [...held][0] : undefined)
      if (token === undefined || !held.has(token)) {
        authorities.push(move.to)
        continue
      }
      held.delete(token)
      // What the swap gave may be gone by now: tokens on the way can call the router themselves. Only its own minimum counts.
      paid.push({
        to: move.to,
        token: move.token ?? COIN,
        minimum: (move.minimum * (10_000n - (move.feeBps > 10_000n ? 10_000n : move.feeBps))) / 10_000n,
      })
    }
  }
  if (held.size > 0) throw new HostileCall('leaves what it buys in the router, where anybody can take it')
  if (paid.length === 0) throw new HostileCall('pays nobody')
  const tokens = new Set(paid.map(({ token }) => token))
  const [tokenOut] = tokens
  if (tokenOut === undefined || tokens.size > 1) throw new HostileCall('pays out more than one asset')
  return {
    inputs,
    recipients: paid.map(({ to }) => to),
    tokenOut,
    minimum: paid.reduce((sum, { minimum }) => sum + minimum, 0n),
    authorities,
    ...defined({ deadlineSec: deadlines.length === 0 ? undefined : Math.min(...deadlines) }),
  }
}
