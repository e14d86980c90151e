import { AUGUSTUS_FUNCTIONS, fn, KYBER_ROUTER_FUNCTIONS } from '../../../core/evm/functions.ts'
import { defined } from '../../../core/defined.ts'
import { Unreadable } from '../../../core/evm/words.ts'
import { COIN, type DecodedCall, type Decoder, type KnownCall } from './call-types.ts'
import {
  accountOf,
  addressIn,
  asCoin,
  bytesOf,
  collectToSender,
  LOWEST_14_BITS,
  numberOf,
  numbersOf,
  orSender,
  unlessPartial,
} from './collect.ts'
import { POOL_TOKEN, SETTLER } from './doubts.ts'
import { ONE_INCH_CALLS } from './one-inch.ts'
import { type RoleValues, readCall } from './signature.ts'

/*
 * Swaps within one chain through KyberSwap, Velora's Augustus 6.2 and 5, 1inch, OpenOcean and 0x. What stands behind the terms is
 * for their own contracts, which check the balance against the least. https://docs.kyberswap.com,
 * https://developers.velora.xyz, https://docs.openocean.finance, https://0x.org/docs
 */

/** The first byte of the fee of Augustus 5 is the version of its layout. */
const FEE_LAYOUT_AT = 248n
/** Flag of a pool of Augustus 5, above its address. */
const PAYS_FIRST = 1n << 160n

/** An exact amount arrives; what was quoted is then the input. */
const exactOut: Decoder = (found, call, nested) => {
  const kept = new Map([...found].filter(([role]) => role !== 'quotedOut' && role !== 'partnerAndFee'))
  return collectToSender(kept, call, nested)
}

/** Tokens stand only in the pool's own data; the beneficiary shares a word with a flag. */
const balancer: Decoder = (found, call) => ({
  recipients: [orSender(addressIn(numberOf(found, 'recipient')), call)],
  doubts: [POOL_TOKEN],
})

/** Augustus 5, whose fee comes out of what the least was checked against. */
const augustus5: Decoder = (found, call, nested) => {
  const fee = numberOf(found, 'partnerAndFee')
  const layout = fee >> FEE_LAYOUT_AT
  if (layout > 1n || (layout === 0n && fee > LOWEST_14_BITS)) throw new Unreadable('another layout of the fee')
  return collectToSender(found, call, nested)
}

/**
 * Pools of V2 only, of which the last one pays no less than the least if it is one: words hold addresses with a flag and a fee
 * above them. The wrapped coin is named where a token leaves as the coin.
 */
const poolsOfV2: Decoder = (found, call) => {
  const last = numbersOf(found, 'route').at(-1) ?? 0n
  const token = asCoin(accountOf(found, 'tokenIn'))
  const wrapper = accountOf(found, 'wrapper')
  const isCoin = token !== COIN && wrapper !== COIN
  return {
    inputs: [{ token, amount: token === COIN ? call.value : numberOf(found, 'amountIn') }],
    recipients: [call.sender.toLowerCase()],
    minimum: numberOf(found, 'leastOut'),
    neverEnds: true,
    pool: { version: 'v2', address: addressIn(last), paysSecond: (last & PAYS_FIRST) === 0n, isCoin },
    ...defined({ tokenOut: isCoin ? COIN : undefined, wrapper: wrapper === COIN ? undefined : wrapper }),
    doubts: [POOL_TOKEN],
  }
}

/** Orders of market makers, who give one token for another. */
const makersOrders: Decoder = collectToSender

/** A wallet's allowance for one call of a Settler, which pays out no less than it is told. */
const settling: Decoder = (found, call) => {
  const settler = accountOf(found, 'callTarget')
  if (accountOf(found, 'authority') !== settler) throw new Unreadable('two contracts')
  return { ...readSettling(found, call), settler, doubts: [SETTLER] }
}

/** What a Settler is told by a call of AllowanceHolder; its own token and amount are placeholders where the coin is sold. */
export function readSettling(found: RoleValues, call: { readonly value: bigint }): DecodedCall {
  const [inner = '0x'] = bytesOf(found, 'nestedCall')
  const told = readCall(inner, SETTLE.signature)
  const input = { token: accountOf(found, 'tokenIn'), amount: numberOf(found, 'amountIn') }
  return {
    inputs: [call.value > 0n ? { token: COIN, amount: call.value } : input],
    recipients: [accountOf(told, 'recipient')],
    tokenOut: asCoin(accountOf(told, 'tokenOut')),
    minimum: numberOf(told, 'leastOut'),
  }
}

export const SETTLE = fn(
  '0x1fff991f',
  'execute((address recipient, address tokenOut, uint256 leastOut), bytes[] way, bytes32 label)',
)
/** What AllowanceHolder calls. */
export const ALLOWANCE_EXEC = fn(
  '0x2213bc0b',
  'exec(address authority, address tokenIn, uint256 amountIn, address callTarget, bytes nestedCall)',
)

const TERMS =
  'address tokenIn, address tokenOut, uint256 amountIn, uint256 leastOut, uint256 quotedOut, bytes32 label, address recipient'
const V2_FORK = 'address tokenIn, uint256 amountIn, uint256 leastOut, address wrapper, uint256[] route'
const augustus = (selector: string, signature: string, decode: Decoder): KnownCall => ({
  of: 'augustus',
  fn: fn(selector, signature),
  decode,
})

export const AGGREGATOR_CALLS: readonly KnownCall[] = [
  { of: 'kyber', fn: KYBER_ROUTER_FUNCTIONS.swap, decode: unlessPartial },
  { of: 'kyber', fn: KYBER_ROUTER_FUNCTIONS.swapSimpleMode, decode: unlessPartial },
  { of: 'augustus', fn: AUGUSTUS_FUNCTIONS.swapExactAmountIn, decode: collectToSender },
  { of: 'augustus', fn: AUGUSTUS_FUNCTIONS.swapOnUniswapV2, decode: collectToSender },
  { of: 'augustus', fn: AUGUSTUS_FUNCTIONS.swapOnUniswapV3, decode: collectToSender },
  augustus(
    '0x0d893d62',
    `swapExactAmountInPro(address way, (${TERMS}), uint256 partnerAndFee, bytes signature, bytes way)`,
    collectToSender,
  ),
  augustus(
    '0x1a01c532',
    `swapExactAmountInOnCurveV1((uint256 way, uint256 way, ${TERMS}), uint256 partnerAndFee, bytes signature)`,
    collectToSender,
  ),
  augustus(
    '0xe37ed256',
    `swapExactAmountInOnCurveV2((uint256 way, uint256 way, uint256 way, address way, ${TERMS}), uint256 partnerAndFee, bytes signature)`,
    collectToSender,
  ),
  augustus(
    '0xd85ca173',
    'swapExactAmountInOnBalancerV2((uint256 unread, uint256 unread, uint256 unread, bytes32 label, uint256 recipient), uint256 unread, bytes signature, bytes unread)',
    balancer,
  ),
  augustus(
    '0x7f457675',
    `swapExactAmountOut(address way, (${TERMS}), uint256 partnerAndFee, bytes signature, bytes way)`,
    exactOut,
  ),
  augustus(
    '0x44224add',
    `swapExactAmountOutPro(address way, (${TERMS}), uint256 partnerAndFee, bytes signature, bytes way)`,
    exactOut,
  ),
  augustus(
    '0xa76f4eb6',
    `swapExactAmountOutOnUniswapV2((${TERMS}, bytes way), uint256 partnerAndFee, bytes signature)`,
    exactOut,
  ),
  augustus(
    '0x5e94e28d',
    `swapExactAmountOutOnUniswapV3((${TERMS}, bytes way), uint256 partnerAndFee, bytes signature)`,
    exactOut,
  ),
  augustus(
    '0xd6ed22e6',
    'swapExactAmountOutOnBalancerV2((uint256 unread, uint256 unread, uint256 unread, bytes32 label, uint256 recipient), uint256 unread, bytes signature, bytes unread)',
    balancer,
  ),
  augustus(
    '0xda35bb0d',
    'swapOnAugustusRFQTryBatchFill((uint256 amountIn, uint256 leastOut, uint8 flags, bytes32 label, address recipient), ((uint256 label, uint128 condition, address tokenOut, address tokenIn, address way, address way, uint256 way, uint256 way), bytes signature, uint256 way, bytes signature, bytes signature)[], bytes signature)',
    makersOrders,
  ),
  {
    of: 'augustus5',
    fn: fn(
      '0x54e3f31b',
      'simpleSwap((address tokenIn, address tokenOut, uint256 amountIn, uint256 leastOut, uint256 quotedOut, address[] way, bytes way, uint256[] way, uint256[] way, address recipient, address feeTo, uint256 partnerAndFee, bytes signature, uint256 deadline, bytes16 label))',
    ),
    decode: augustus5,
  },
  ...[fn('0x0b86a4c1', `swapOnUniswapV2Fork(${V2_FORK})`), fn('0xb2f1e6db', `buyOnUniswapV2Fork(${V2_FORK})`)].map(
    (one): KnownCall => ({ of: 'augustus5', fn: one, decode: poolsOfV2 }),
  ),
  ...ONE_INCH_CALLS,
  {
    of: 'openOcean',
    fn: fn(
      '0x90411a32',
      'swap(address way, (address tokenIn, address tokenOut, address way, address recipient, uint256 amountIn, uint256 leastOut, uint256 label, uint256 flags, address label, bytes signature), (uint256 way, uint256 way, uint256 way, bytes way)[])',
    ),
    decode: unlessPartial,
  },
  { of: 'allowanceHolder', fn: ALLOWANCE_EXEC, decode: settling },
]
