import { fn, nameOf, RELAY_FUNCTIONS, selectorOf } from '../../../core/evm/functions.ts'
import { defined } from '../../../core/defined.ts'
import { COIN, type DecodedCall, type Decoder, type KnownCall, type Nested, type SentCall } from './call-types.ts'
import { accountOf, accountsOf, asCoin, bytesOf, collect, numberOf, numbersOf, structsOf } from './collect.ts'
import { contractAt } from './contracts.ts'
import { ORDER_BY_NUMBER, RELAY_LIST } from './doubts.ts'
import { type RoleValues, readCall } from './signature.ts'
import { readable } from '../../../core/evm/words.ts'

/*
 * Relay's routers make a list of calls with what the wallet gave. They promise nothing themselves: what is sure is the least
 * of a swap that pays the wallet, or of one that pays the router when the very next call hands on what the router has.
 * https://docs.relay.link
 */

/** The tag that Relay leaves behind its calldata, in bytes. */
export const RELAY_TAIL = 32

/** What hands on what the router holds; an amount of zero means all of it. */
export const CLEANUPS = [
  fn('0x9bb43718', 'cleanupErc20s(address[] tokenOut, address[] recipient, uint256[] leastOut, bytes label)'),
  fn('0x3b2253c8', 'cleanupErc20s(address[] tokenOut, address[] recipient, uint256[] leastOut)'),
  fn('0xa6bd8c96', 'cleanupNative(uint256 leastOut, address recipient, bytes label)'),
  fn('0x5de81e3f', 'cleanupNative(uint256 leastOut, address recipient)'),
]
/** What hands it on to a contract, such as the depository. */
const CLEANUPS_BY_CALL = [
  fn(
    '0x73b7bb2f',
    'cleanupErc20sViaCall(address[] tokenIn, address[] callTarget, bytes[] nestedCall, uint256[] amountIn)',
  ),
  fn('0x5d1fe6a2', 'cleanupNativeViaCall(uint256 amountIn, address callTarget, bytes nestedCall)'),
]

/** One of the calls of a list. */
interface Listed {
  readonly to: string
  readonly data: string
  readonly value: bigint
  /** True where the others go on when it fails. */
  readonly mayFail: boolean
}

const relayList: Decoder = (found, call, nested) => {
  const { inputs = [], authorities = [] } = collect(found, call, nested)
  const known = { inputs, authorities: authorities.filter((account) => account !== COIN) }
  const calls = structsOf(found, 'calls').map((item): Listed => {
    const [data = '0x'] = bytesOf(item, 'nestedCall')
    const mayFail = numberOf(item, 'flags') !== 0n
    return { to: accountOf(item, 'callTarget'), data, value: numberOf(item, 'amountIn'), mayFail }
  })
  const paid = calls.flatMap((item, index) => paidBy(item, calls[index + 1], call, nested))
  const [only, ...others] = paid
  if (only !== undefined && others.length === 0) return { ...known, ...only }
  const ordered = calls.some(
    (item) => isRouters(item, call) && CLEANUPS_BY_CALL.some(({ selector }) => selector === selectorOf(item.data)),
  )
  return { ...known, doubts: [ordered ? ORDER_BY_NUMBER : RELAY_LIST] }
}

/** What a swap among the calls pays to anybody but the router, by itself or by the call behind it. */
function paidBy(item: Listed, next: Listed | undefined, call: SentCall, nested: Nested): Partial<DecodedCall>[] {
  const swap = nested({ ...item, chainId: call.chainId, sender: item.to })
  // A contract that is not known may promise anything, and a call that may fail promises nothing.
  if (swap.kind !== 'decoded' || contractAt(call.chainId, item.to) !== swap.of || item.mayFail) return []
  const { recipients = [], tokenOut, minimum, settler, doubts = [] } = swap.decoded
  const [recipient, ...others] = recipients
  if (recipient === undefined || others.length > 0 || tokenOut === undefined || minimum === undefined) return []
  const told = { tokenOut, doubts, ...defined({ settler }) }
  if (contractAt(call.chainId, recipient) !== 'relayRouter') return [{ ...told, recipients, minimum }]
  const handed = next === undefined || next.to !== recipient || next.mayFail ? undefined : readCleanup(next.data)
  const at = handed?.tokens.indexOf(tokenOut) ?? -1
  const to = handed?.recipients[at]
  const exact = handed?.amounts[at]
  if (to === undefined || exact === undefined || to === COIN) return []
  return [{ ...told, recipients: [to], minimum: exact === 0n ? minimum : exact }]
}

function readCleanup(data: string) {
  const cleanup = CLEANUPS.find(({ selector }) => selector === selectorOf(data))
  const found: RoleValues | undefined = cleanup && readable(() => readCall(data, cleanup.signature))
  if (cleanup === undefined || found === undefined) return undefined
  const isCoin = nameOf(cleanup) === 'cleanupNative'
  return {
    tokens: isCoin ? [COIN] : accountsOf(found, 'tokenOut').map(asCoin),
    recipients: accountsOf(found, 'recipient'),
    amounts: numbersOf(found, 'leastOut'),
  }
}

function isRouters({ to }: Listed, { chainId }: SentCall): boolean {
  return contractAt(chainId, to) === 'relayRouter'
}

export const RELAY_CALLS: readonly KnownCall[] = [
  { of: 'relayRouter', fn: RELAY_FUNCTIONS.multicall, decode: relayList, mostTail: RELAY_TAIL },
  { of: 'relayRouter', fn: RELAY_FUNCTIONS.multicallPlain, decode: relayList, mostTail: RELAY_TAIL },
  { of: 'relayProxy', fn: RELAY_FUNCTIONS.transferAndMulticall, decode: relayList, mostTail: RELAY_TAIL },
  { of: 'relayProxy', fn: RELAY_FUNCTIONS.transferAndMulticallPlain, decode: relayList, mostTail: RELAY_TAIL },
]
