import { type ContractFunction, SWAP_ROUTER, SWAP_ROUTER_02 } from '../../../core/evm/functions.ts'
import { ROUTER_MEANS_ITSELF, ROUTER_MEANS_SENDER } from '../../../core/evm/contracts.ts'
import { COIN, type SentCall } from './call-types.ts'
import {
  readAddress,
  readAddresses,
  readBytes,
  readNumber,
  readSeconds,
  readTuple,
  Unreadable,
  type Words,
} from '../../../core/evm/words.ts'

/** What one call of a router of Uniswap does to the money. Addresses are in small letters. */
export type RouterMove =
  | {
      readonly type: 'swap'
      readonly tokenIn: string
      /** Base units at most out of the wallet; 0 for what the router holds. */
      readonly amountIn: bigint
      readonly tokenOut: string
      /** Base units. */
      readonly minimum: bigint
      readonly to: string
    }
  /** Sends on everything that the router holds of a token. */
  | {
      readonly type: 'payout'
      /** Undefined for the wrapped coin, which leaves as the coin and which the call does not name. */
      readonly token: string | undefined
      /** Base units. */
      readonly minimum: bigint
      readonly to: string
      /** Share that a third party gets, in basis points. */
      readonly feeBps: bigint
    }
  /** Turns the coin that came along into something else, or gives it back: swaps behind it are paid for by the wallet. */
  | { readonly type: 'coin' }
  /** Takes from the wallet. */
  | { readonly type: 'pull'; readonly token: string; readonly amount: bigint }
  /** Epoch seconds. */
  | { readonly type: 'deadline'; readonly seconds: number }

/** Reads a function that stands alone or within a multicall. @throws Unreadable */
type MoveReader = (words: Words, call: SentCall) => RouterMove[]

/** Where a struct has its fields, in words. The first router has a deadline, and means itself by the zero address. */
interface Layout {
  readonly to: number
  readonly amountIn: number
  readonly minimum: number
  readonly deadline?: number
}

const single =
  (layout: Layout): MoveReader =>
  (words, call) =>
    swap(words, call, layout, readAddress(words, 0), readAddress(words, 1))

const along =
  (layout: Layout, isReversed: boolean): MoveReader =>
  (words, call) => {
    const struct = readTuple(words, 0)
    const [first, last] = endsOf(readBytes(struct, 0))
    return swap(struct, call, layout, isReversed ? last : first, isReversed ? first : last)
  }

const pairs =
  (amountIn: number, minimum: number): MoveReader =>
  (words, call) => {
    const path = readAddresses(words, 2)
    const [first] = path
    const last = path.at(-1)
    if (first === undefined || last === undefined || path.length < 2) throw new Unreadable('no path')
    return swap(words, call, { to: 3, amountIn, minimum }, first, last)
  }

/** Where a payout has its fields, in words; absent: the wrapped coin, the sender, no fee. */
interface PayoutLayout {
  readonly token?: number
  readonly minimum: number
  readonly to?: number
  readonly fee?: number
}

const payout =
  (layout: PayoutLayout): MoveReader =>
  (words, call) => [
    {
      type: 'payout',
      token: layout.token === undefined ? undefined : readAddress(words, layout.token),
      minimum: readNumber(words, layout.minimum),
      to: layout.to === undefined ? call.sender.toLowerCase() : readAddress(words, layout.to),
      feeBps: layout.fee === undefined ? 0n : readNumber(words, layout.fee),
    },
  ]

const usesCoin: MoveReader = () => [{ type: 'coin' }]

/** The functions of Uniswap's routers that move money. */
export const ROUTER_MOVES: readonly (readonly [ContractFunction, MoveReader])[] = [
  [SWAP_ROUTER_02.exactInputSingle, single({ to: 3, amountIn: 4, minimum: 5 })],
  [SWAP_ROUTER_02.exactOutputSingle, single({ to: 3, amountIn: 5, minimum: 4 })],
  [SWAP_ROUTER.exactInputSingle, single({ to: 3, deadline: 4, amountIn: 5, minimum: 6 })],
  [SWAP_ROUTER.exactOutputSingle, single({ to: 3, deadline: 4, amountIn: 6, minimum: 5 })],
  [SWAP_ROUTER_02.exactInput, along({ to: 1, amountIn: 2, minimum: 3 }, false)],
  [SWAP_ROUTER_02.exactOutput, along({ to: 1, amountIn: 3, minimum: 2 }, true)],
  [SWAP_ROUTER.exactInput, along({ to: 1, deadline: 2, amountIn: 3, minimum: 4 }, false)],
  [SWAP_ROUTER.exactOutput, along({ to: 1, deadline: 2, amountIn: 4, minimum: 3 }, true)],
  [SWAP_ROUTER_02.swapExactTokensForTokens, pairs(0, 1)],
  [SWAP_ROUTER_02.swapTokensForExactTokens, pairs(1, 0)],
  [SWAP_ROUTER.unwrap, payout({ minimum: 0, to: 1 })],
  [SWAP_ROUTER_02.unwrapToSender, payout({ minimum: 0 })],
  [SWAP_ROUTER.unwrapWithFee, payout({ minimum: 0, to: 1, fee: 2 })],
  [SWAP_ROUTER_02.unwrapToSenderWithFee, payout({ minimum: 0, fee: 1 })],
  [SWAP_ROUTER.sweep, payout({ token: 0, minimum: 1, to: 2 })],
  [SWAP_ROUTER_02.sweepToSender, payout({ token: 0, minimum: 1 })],
  [SWAP_ROUTER.sweepWithFee, payout({ token: 0, minimum: 1, to: 2, fee: 3 })],
  [SWAP_ROUTER_02.sweepToSenderWithFee, payout({ token: 0, minimum: 1, fee: 2 })],
  [SWAP_ROUTER.refundETH, usesCoin],
  [SWAP_ROUTER_02.wrapETH, usesCoin],
  [SWAP_ROUTER_02.pull, (words) => [{ type: 'pull', token: readAddress(words, 0), amount: readNumber(words, 1) }]],
]

function swap(words: Words, call: SentCall, layout: Layout, tokenIn: string, tokenOut: string): RouterMove[] {
  const isFirst = layout.deadline !== undefined
  return [
    ...(layout.deadline === undefined
      ? []
      : [{ type: 'deadline', seconds: readSeconds(words, layout.deadline) } as const]),
    {
      type: 'swap',
      tokenIn,
      amountIn: readNumber(words, layout.amountIn),
      tokenOut,
      minimum: readNumber(words, layout.minimum),
      to: recipientOf(readAddress(words, layout.to), call, isFirst),
    },
  ]
}

/** Who gets the money where routers have short forms for the sender and for themselves. */
function recipientOf(address: string, { to, sender }: SentCall, isFirstRouter: boolean): string {
  if (isFirstRouter) return address === COIN ? to.toLowerCase() : address
  if (address === ROUTER_MEANS_SENDER) return sender.toLowerCase()
  return address === ROUTER_MEANS_ITSELF ? to.toLowerCase() : address
}

/** First and last token of a path: 20 bytes each, with 3 bytes of fee between two. */
function endsOf(path: string): [string, string] {
  const digits = path.slice(2)
  if (digits.length < 86 || (digits.length - 40) % 46 !== 0) throw new Unreadable('no path')
  return [`0x${digits.slice(0, 40)}`, `0x${digits.slice(-40)}`]
}
