import { ROUTER_MOVES } from './moves.ts'
import { BadCall, type CallStory, COIN, type KnownFunctions, type SentCall } from './story.ts'
import type { Move } from './moves.ts'
import { argumentsOf, readAddress, readAddresses, readCalls, readNumber, readSeconds, Unreadable } from './words.ts'

/*
 * The routers of Uniswap, alone and in a multicall, and wrapped coins.
 * https://docs.uniswap.org/contracts/v3/reference/periphery/SwapRouter,
 * https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02
 */

/** Most multicalls within each other. */
const DEEPEST = 3

const MULTICALLS: Readonly<
  Record<string, { readonly signature: string; readonly calls: number; readonly deadline?: number }>
> = {
  '0xac9650d8': { signature: 'multicall(bytes[])', calls: 0 },
  '0x5ae401dc': { signature: 'multicall(uint256,bytes[])', calls: 1, deadline: 0 },
  '0x1f0464d1': { signature: 'multicall(bytes32,bytes[])', calls: 1 },
}

/** Functions of the second version's router: where they have the sums, and whether a side is the coin. */
interface PairFunction {
  readonly signature: string
  /** Position of what is paid at most; undefined where the value is. */
  readonly most: number | undefined
  readonly minimum: number
  readonly path: number
  readonly coinOut: boolean
}

const pair = (
  signature: string,
  most: number | undefined,
  minimum: number,
  path: number,
  coinOut = false,
): PairFunction => ({
  signature,
  most,
  minimum,
  path,
  coinOut,
})

const PAIR_FUNCTIONS: Readonly<Record<string, PairFunction>> = {
  '0x38ed1739': pair('swapExactTokensForTokens(uint256,uint256,address[],address,uint256)', 0, 1, 2),
  '0x8803dbee': pair('swapTokensForExactTokens(uint256,uint256,address[],address,uint256)', 1, 0, 2),
  '0x7ff36ab5': pair('swapExactETHForTokens(uint256,address[],address,uint256)', undefined, 0, 1),
  '0xfb3bdb41': pair('swapETHForExactTokens(uint256,address[],address,uint256)', undefined, 0, 1),
  '0x18cbafe5': pair('swapExactTokensForETH(uint256,uint256,address[],address,uint256)', 0, 1, 2, true),
  '0x4a25d94a': pair('swapTokensForExactETH(uint256,uint256,address[],address,uint256)', 1, 0, 2, true),
  '0x5c11d795': pair(
    'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
    0,
    1,
    2,
  ),
  '0xb6f9de95': pair(
    'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)',
    undefined,
    0,
    1,
  ),
  '0x791ac947': pair(
    'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)',
    0,
    1,
    2,
    true,
  ),
}

/** What is known of pools' routers and of wrapped coins. */
export const POOL_FUNCTIONS: KnownFunctions = {
  ...mapped(PAIR_FUNCTIONS, (fn) => ({ signature: fn.signature, read: (call) => readPairSwap(fn, call) })),
  ...mapped(ROUTER_MOVES, (fn) => ({
    signature: fn.signature,
    read: (call) => storyOf(movesOf(call, call.data, 0), call),
  })),
  ...mapped(MULTICALLS, (fn) => ({
    signature: fn.signature,
    read: (call) => storyOf(movesOf(call, call.data, 0), call),
  })),
  '0xd0e30db0': {
    signature: 'deposit()',
    read: ({ to, value, sender }) => ({
      wrapsAt: to.toLowerCase(),
      payees: [sender.toLowerCase()],
      paysIn: to.toLowerCase(),
      minimum: value,
    }),
  },
  '0x2e1a7d4d': {
    signature: 'withdraw(uint256)',
    read: ({ to, data, sender }) => {
      const amount = readNumber(argumentsOf(data), 0)
      return {
        wrapsAt: to.toLowerCase(),
        takes: [{ token: to.toLowerCase(), amount }],
        payees: [sender.toLowerCase()],
        paysIn: COIN,
        minimum: amount,
      }
    },
  },
}

function mapped<T>(table: Readonly<Record<string, T>>, make: (fn: T) => KnownFunctions[string]): KnownFunctions {
  return Object.fromEntries(Object.entries(table).map(([selector, fn]) => [selector, make(fn)]))
}

function readPairSwap({ most, minimum, path, coinOut }: PairFunction, call: SentCall): CallStory {
  const words = argumentsOf(call.data)
  const [tokenIn, ...others] = readAddresses(words, path)
  const tokenOut = others.at(-1)
  if (tokenIn === undefined || tokenOut === undefined) throw new Unreadable('no path')
  return {
    takes: [
      most === undefined ? { token: COIN, amount: call.value } : { token: tokenIn, amount: readNumber(words, most) },
    ],
    payees: [readAddress(words, path + 1)],
    paysIn: coinOut ? COIN : tokenOut,
    minimum: readNumber(words, minimum),
    deadlineSec: readSeconds(words, path + 2),
  }
}

/** The moves of a call and of those within it, in order. */
function movesOf(call: SentCall, data: string, depth: number): Move[] {
  const selector = data.slice(0, 10).toLowerCase()
  const words = argumentsOf(data)
  const single = Object.hasOwn(ROUTER_MOVES, selector) ? ROUTER_MOVES[selector] : undefined
  if (single !== undefined) return single.read(words, call)
  const multicall = Object.hasOwn(MULTICALLS, selector) ? MULTICALLS[selector] : undefined
  if (multicall === undefined || depth >= DEEPEST)
    throw new BadCall('hides a call among others that is no part of a swap')
  const { calls, deadline } = multicall
  return [
    ...(deadline === undefined ? [] : [{ type: 'deadline', seconds: readSeconds(words, deadline) } as const]),
    ...readCalls(words, calls).flatMap((inner) => movesOf(call, inner, depth + 1)),
  ]
}

/** What all moves come to for the wallet: whatever the router holds in between must leave it for somebody. */
function storyOf(moves: readonly Move[], call: SentCall): CallStory {
  const takes: { token: string; amount: bigint; orCoin?: boolean }[] = []
  const held = new Set<string>()
  const paid: { to: string; token: string; minimum: bigint }[] = []
  const keepers: string[] = []
  const deadlines: number[] = []
  let isCoinThere = call.value > 0n
  for (const move of moves) {
    if (move.type === 'deadline') deadlines.push(move.seconds)
    if (move.type === 'coin') isCoinThere = false
    if (move.type === 'pull') takes.push({ token: move.token, amount: move.amount })
    if (move.type === 'swap') {
      if (move.amountIn > 0n) takes.push({ token: move.tokenIn, amount: move.amountIn, orCoin: isCoinThere })
      else held.delete(move.tokenIn)
      if (move.to === call.to.toLowerCase()) held.add(move.tokenOut)
      else paid.push({ to: move.to, token: move.tokenOut, minimum: move.minimum })
    }
    if (move.type === 'payout') {
      // The coin comes from the one token that is held; whatever else is paid out is a rest.
      const token = move.token ?? (held.size === 1 ? [...held][0] : undefined)
      if (token === undefined || !held.has(token)) {
        keepers.push(move.to)
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
  if (held.size > 0) throw new BadCall('leaves what it buys in the router, where anybody can take it')
  if (paid.length === 0) throw new BadCall('pays nobody')
  const tokens = new Set(paid.map(({ token }) => token))
  const [paysIn] = tokens
  if (paysIn === undefined || tokens.size > 1) throw new BadCall('pays out more than one asset')
  return {
    takes,
    payees: paid.map(({ to }) => to),
    paysIn,
    minimum: paid.reduce((sum, { minimum }) => sum + minimum, 0n),
    keepers,
    ...(deadlines.length === 0 ? {} : { deadlineSec: Math.min(...deadlines) }),
  }
}
