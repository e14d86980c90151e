import type { SentCall } from './story.ts'
import {
  readAddress,
  readAddresses,
  readBytes,
  readNumber,
  readSeconds,
  readTuple,
  Unreadable,
  type Words,
} from './words.ts'

/** What one call of a router of Uniswap does to the money. Addresses are in small letters. */
export type Move =
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
      /** Share that somebody else gets, in basis points. */
      readonly feeBps: bigint
    }
  /** Turns the coin that came along into something else, or gives it back: swaps behind it are paid for by the wallet. */
  | { readonly type: 'coin' }
  /** Takes from the wallet. */
  | { readonly type: 'pull'; readonly token: string; readonly amount: bigint }
  /** Epoch seconds. */
  | { readonly type: 'deadline'; readonly seconds: number }

/** A function that stands alone or within a multicall. */
export interface RouterFunction {
  readonly signature: string
  /** @throws Unreadable */
  readonly read: (words: Words, call: SentCall) => Move[]
}

/** Where a struct has its fields, in words. The first router has a deadline, and means itself by the zero address. */
interface Layout {
  readonly to: number
  readonly amountIn: number
  readonly minimum: number
  readonly deadline?: number
}

const SENDER = '0x0000000000000000000000000000000000000001'
const ROUTER = '0x0000000000000000000000000000000000000002'
const ZERO = '0x0000000000000000000000000000000000000000'

const single = (signature: string, layout: Layout): RouterFunction => ({
  signature,
  read: (words, call) => swap(words, call, layout, readAddress(words, 0), readAddress(words, 1)),
})

const along = (signature: string, layout: Layout, isReversed: boolean): RouterFunction => ({
  signature,
  read: (words, call) => {
    const struct = readTuple(words, 0)
    const [first, last] = endsOf(readBytes(struct, 0))
    return swap(struct, call, layout, isReversed ? last : first, isReversed ? first : last)
  },
})

const pairs = (signature: string, amountIn: number, minimum: number): RouterFunction => ({
  signature,
  read: (words, call) => {
    const path = readAddresses(words, 2)
    const [first] = path
    const last = path.at(-1)
    if (first === undefined || last === undefined || path.length < 2) throw new Unreadable('no path')
    return swap(words, call, { to: 3, amountIn, minimum }, first, last)
  },
})

/** Where a payout has its fields, in words; absent: the wrapped coin, the sender, no fee. */
interface PayoutLayout {
  readonly token?: number
  readonly minimum: number
  readonly to?: number
  readonly fee?: number
}

const payout = (signature: string, layout: PayoutLayout): RouterFunction => ({
  signature,
  read: (words, call) => [
    {
      type: 'payout',
      token: layout.token === undefined ? undefined : readAddress(words, layout.token),
      minimum: readNumber(words, layout.minimum),
      to: layout.to === undefined ? call.sender.toLowerCase() : readAddress(words, layout.to),
      feeBps: layout.fee === undefined ? 0n : readNumber(words, layout.fee),
    },
  ],
})

/** The functions by their selectors. */
export const ROUTER_MOVES: Readonly<Record<string, RouterFunction>> = {
  '0x04e45aaf': single('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', {
    to: 3,
    amountIn: 4,
    minimum: 5,
  }),
  '0x5023b4df': single('exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))', {
    to: 3,
    amountIn: 5,
    minimum: 4,
  }),
  '0x414bf389': single('exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', {
    to: 3,
    deadline: 4,
    amountIn: 5,
    minimum: 6,
  }),
  '0xdb3e2198': single('exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', {
    to: 3,
    deadline: 4,
    amountIn: 6,
    minimum: 5,
  }),
  '0xb858183f': along('exactInput((bytes,address,uint256,uint256))', { to: 1, amountIn: 2, minimum: 3 }, false),
  '0x09b81346': along('exactOutput((bytes,address,uint256,uint256))', { to: 1, amountIn: 3, minimum: 2 }, true),
  '0xc04b8d59': along(
    'exactInput((bytes,address,uint256,uint256,uint256))',
    { to: 1, deadline: 2, amountIn: 3, minimum: 4 },
    false,
  ),
  '0xf28c0498': along(
    'exactOutput((bytes,address,uint256,uint256,uint256))',
    { to: 1, deadline: 2, amountIn: 4, minimum: 3 },
    true,
  ),
  '0x472b43f3': pairs('swapExactTokensForTokens(uint256,uint256,address[],address)', 0, 1),
  '0x42712a67': pairs('swapTokensForExactTokens(uint256,uint256,address[],address)', 1, 0),
  '0x49404b7c': payout('unwrapWETH9(uint256,address)', { minimum: 0, to: 1 }),
  '0x49616997': payout('unwrapWETH9(uint256)', { minimum: 0 }),
  '0x9b2c0a37': payout('unwrapWETH9WithFee(uint256,address,uint256,address)', { minimum: 0, to: 1, fee: 2 }),
  '0xd4ef38de': payout('unwrapWETH9WithFee(uint256,uint256,address)', { minimum: 0, fee: 1 }),
  '0xdf2ab5bb': payout('sweepToken(address,uint256,address)', { token: 0, minimum: 1, to: 2 }),
  '0xe90a182f': payout('sweepToken(address,uint256)', { token: 0, minimum: 1 }),
  '0xe0e189a0': payout('sweepTokenWithFee(address,uint256,address,uint256,address)', {
    token: 0,
    minimum: 1,
    to: 2,
    fee: 3,
  }),
  '0x3068c554': payout('sweepTokenWithFee(address,uint256,uint256,address)', { token: 0, minimum: 1, fee: 2 }),
  '0x12210e8a': { signature: 'refundETH()', read: () => [{ type: 'coin' }] },
  '0x1c58db4f': { signature: 'wrapETH(uint256)', read: () => [{ type: 'coin' }] },
  '0xf2d5d56b': {
    signature: 'pull(address,uint256)',
    read: (words) => [{ type: 'pull', token: readAddress(words, 0), amount: readNumber(words, 1) }],
  },
}

function swap(words: Words, call: SentCall, layout: Layout, tokenIn: string, tokenOut: string): Move[] {
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
      to: meant(readAddress(words, layout.to), call, isFirst),
    },
  ]
}

/** Who is meant where routers have short forms for the sender and for themselves. */
function meant(address: string, { to, sender }: SentCall, isFirstRouter: boolean): string {
  if (isFirstRouter) return address === ZERO ? to.toLowerCase() : address
  if (address === SENDER) return sender.toLowerCase()
  return address === ROUTER ? to.toLowerCase() : address
}

/** First and last token of a path: 20 bytes each, with 3 bytes of fee between two. */
function endsOf(path: string): [string, string] {
  const digits = path.slice(2)
  if (digits.length < 86 || (digits.length - 40) % 46 !== 0) throw new Unreadable('no path')
  return [`0x${digits.slice(0, 40)}`, `0x${digits.slice(-40)}`]
}
