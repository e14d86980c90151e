import { type ContractFunction, SWAP_ROUTER, SWAP_ROUTER_02 } from '../../../core/evm/functions.ts'
import { ROUTER_MEANS_ITSELF, ROUTER_MEANS_SENDER } from '../../../core/evm/contracts.ts'
import { defined } from '../../../core/defined.ts'
import { COIN, type DecodedCall, HostileCall, type SentCall } from './call-types.ts'
import { accountOf, accountsOf, ends, lessShare, numberOf, numbersOf, toSeconds } from './collect.ts'
import type { RoleValues } from './signature.ts'

/*
 * What the calls within a router's multicall do to the money, and what they come to together: the least that is paid stands
 * in another call than what is taken, so that a table of parameters cannot say it.
 */

/** What one call of a router does to the money. Addresses are in small letters. */
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
type MoveReader = (found: RoleValues, call: SentCall) => RouterMove[]

const swap =
  (isReversed: boolean): MoveReader =>
  (found, call) => {
    const [first = accountOf(found, 'tokenIn'), last = accountOf(found, 'tokenOut')] = ends(found)
    return [
      ...deadlinesOf(found),
      {
        type: 'swap',
        tokenIn: isReversed ? last : first,
        amountIn: numberOf(found, 'amountIn'),
        tokenOut: isReversed ? first : last,
        // Stopped at a price, it pays less than an exact amount.
        minimum: (numbersOf(found, 'priceLimit')[0] ?? 0n) === 0n ? numberOf(found, 'leastOut') : 0n,
        to: recipientOf(accountOf(found, 'recipient'), call, found.has('deadline')),
      },
    ]
  }

const payout: MoveReader = (found, { sender }) => [
  {
    type: 'payout',
    token: accountsOf(found, 'tokenOut')[0],
    minimum: numberOf(found, 'leastOut'),
    to: accountsOf(found, 'recipient')[0] ?? sender.toLowerCase(),
    feeBps: numbersOf(found, 'feeBps')[0] ?? 0n,
  },
]

const usesCoin: MoveReader = () => [{ type: 'coin' }]

/** The functions of Uniswap's routers that move money. */
export const ROUTER_MOVES: readonly (readonly [ContractFunction, MoveReader])[] = [
  ...[
    SWAP_ROUTER_02.exactInputSingle,
    SWAP_ROUTER_02.exactOutputSingle,
    SWAP_ROUTER.exactInputSingle,
    SWAP_ROUTER.exactOutputSingle,
    SWAP_ROUTER_02.exactInput,
    SWAP_ROUTER.exactInput,
    SWAP_ROUTER_02.swapExactTokensForTokens,
    SWAP_ROUTER_02.swapTokensForExactTokens,
  ].map((fn) => [fn, swap(false)] as const),
  ...[SWAP_ROUTER_02.exactOutput, SWAP_ROUTER.exactOutput].map((fn) => [fn, swap(true)] as const),
  ...[
    SWAP_ROUTER.unwrap,
    SWAP_ROUTER_02.unwrapToSender,
    SWAP_ROUTER.unwrapWithFee,
    SWAP_ROUTER_02.unwrapToSenderWithFee,
    SWAP_ROUTER.sweep,
    SWAP_ROUTER_02.sweepToSender,
    SWAP_ROUTER.sweepWithFee,
    SWAP_ROUTER_02.sweepToSenderWithFee,
  ].map((fn) => [fn, payout] as const),
  [SWAP_ROUTER.refundETH, usesCoin],
  [SWAP_ROUTER_02.wrapETH, usesCoin],
  [
    SWAP_ROUTER_02.pull,
    (found) => [{ type: 'pull', token: accountOf(found, 'tokenIn'), amount: numberOf(found, 'amountIn') }],
  ],
]

/** The deadlines of a call. */
export function deadlinesOf(found: RoleValues): RouterMove[] {
  return numbersOf(found, 'deadline').map((seconds) => ({ type: 'deadline', seconds: toSeconds(seconds) }))
}

/** Who gets the money where routers have short forms for the sender and for themselves; the first one's is the zero address. */
export function recipientOf(address: string, { to, sender }: SentCall, isFirstRouter = false): string {
  if (isFirstRouter) return address === COIN ? to.toLowerCase() : address
  if (address === ROUTER_MEANS_SENDER) return sender.toLowerCase()
  return address === ROUTER_MEANS_ITSELF ? to.toLowerCase() : address
}

/** What all moves come to for the wallet: all that the router holds in between must be paid out in the end. @throws HostileCall */
export function sumMoves(moves: readonly RouterMove[], call: SentCall): DecodedCall {
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
      paid.push({ to: move.to, token: move.token ?? COIN, minimum: lessShare(move.minimum, move.feeBps) })
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
