import { AUGUSTUS_FUNCTIONS, fn, KYBER_ROUTER_FUNCTIONS, selectorOf } from '../../../core/evm/functions.ts'
import { defined } from '../../../core/defined.ts'
import { larger } from '../../../core/money/larger.ts'
import { Unreadable } from '../../../core/evm/words.ts'
import { COIN, type DecodedCall, type Decoder, type KnownCall } from './call-types.ts'
import {
  accountOf,
  asCoin,
  bytesOf,
  collectToSender,
  LOWEST_14_BITS,
  numberOf,
  numbersOf,
  orSender,
  toSeconds,
} from './collect.ts'
import { PART_OF_ORDER, POOL_TOKEN, SETTLER } from './doubts.ts'
import { type RoleValues, readCall } from './signature.ts'

/*
 * Swaps within one chain through KyberSwap, Velora's Augustus 6.2 and 5, 1inch, OpenOcean and 0x. What stands behind the terms is
 * for their own contracts, which check the balance against the least. https://docs.kyberswap.com,
 * https://developers.velora.xyz, https://business.1inch.com/portal/documentation, https://docs.openocean.finance,
 * https://0x.org/docs
 */

/** Flag by which a least is promised only in proportion to what is spent, which may be nothing. */
const PARTIAL_FILL = 1n
/** The tag that 1inch leaves behind its calldata, in bytes. */
const ONE_INCH_TAIL = 4
const ADDRESS_BITS = 160
/** Flags of a pool of 1inch's: its kind, that the wrapped coin that it gives leaves as the coin, and that it gives its second token. */
const POOL_KIND = 253n
const UNWRAPS = 1n << 252n
const PAYS_SECOND = 1n << 247n
const POOL_VERSIONS: ReadonlyMap<bigint, 'v2' | 'v3'> = new Map([
  [0n, 'v2'],
  [1n, 'v3'],
])
/** Flags of an order of 1inch's maker: it is filled whole, and may be filled several times. */
const WHOLE_ONLY = 1n << 255n
const MANY_FILLS = 1n << 254n
/** Flags of its taker: the amount is of what is paid out, the wrapped coin leaves as the coin, another account gets it. */
const COUNTS_OUTPUT = 1n << 255n
const UNWRAPS_OUTPUT = 1n << 254n
const CALLS_TARGET = 1n << 251n
/** Where the taker's least and the maker's last moment stand in them. */
const BOUND_BITS = 185
const TIME_AT = 80n
const TIME_BITS = 40
/** The first byte of the fee of Augustus 5 is the version of its layout. */
const FEE_LAYOUT_AT = 248n

/** Terms with flags, the lowest of which allows a part of the swap. */
const unlessPartial: Decoder = (found, call, nested) => {
  const decoded = collectToSender(found, call, nested)
  return (numberOf(found, 'flags') & PARTIAL_FILL) === 0n ? decoded : { ...decoded, minimum: 0n }
}

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

/** Orders of market makers, who give one token for another. */
const makersOrders: Decoder = collectToSender

/**
 * Pools only: the token that they give is not named, but for the coin. Words hold addresses with flags above them. Whatever
 * stands before the last pool, that one pays the recipient no less than the least if it is what its word says.
 */
const pools: Decoder = (found, call) => {
  const amounts = numbersOf(found, 'amountIn')
  const [token = 0n] = numbersOf(found, 'tokenIn')
  const [to = 0n] = numbersOf(found, 'recipient')
  const last = numbersOf(found, 'route').at(-1) ?? 0n
  const version = POOL_VERSIONS.get(last >> POOL_KIND)
  const isCoin = (last & UNWRAPS) !== 0n
  return {
    inputs: [
      amounts[0] === undefined
        ? { token: COIN, amount: call.value }
        : { token: asCoin(addressIn(token)), amount: amounts[0] },
    ],
    recipients: [orSender(addressIn(to), call)],
    minimum: numberOf(found, 'leastOut'),
    ...defined({
      tokenOut: isCoin ? COIN : undefined,
      pool:
        version === undefined
          ? undefined
          : { version, address: addressIn(last), paysSecond: (last & PAYS_SECOND) !== 0n, isCoin },
    }),
    doubts: [POOL_TOKEN],
  }
}

/**
 * An order of a maker who has signed what it gives for what it gets, filled by an amount of what it gets. Orders that can be
 * filled once only give all of that or nothing; others may be filled by somebody else before, in part.
 * https://github.com/1inch/limit-order-protocol
 */
const makerOrder: Decoder = (found, call) => {
  const flags = numberOf(found, 'flags')
  const traits = numberOf(found, 'traits')
  const [wanted = 0n, spent = 0n] = numbersOf(found, 'amountIn')
  if ((flags & (COUNTS_OUTPUT | CALLS_TARGET)) !== 0n || wanted === 0n) throw new Unreadable('no amount of the input')
  const isFilledOnce = (traits & WHOLE_ONLY) !== 0n || (traits & MANY_FILLS) === 0n
  const given = (numberOf(found, 'leastOut') * spent) / wanted
  const bound = BigInt.asUintN(BOUND_BITS, flags)
  const token = addressIn(numberOf(found, 'tokenIn'))
  const paid = addressIn(numberOf(found, 'tokenOut'))
  const until = BigInt.asUintN(TIME_BITS, traits >> TIME_AT)
  return {
    inputs: [call.value > 0n ? { token: COIN, amount: call.value } : { token, amount: spent }],
    recipients: [call.sender.toLowerCase()],
    // The flag says nothing of another token, which leaves as it is.
    ...((flags & UNWRAPS_OUTPUT) === 0n ? { tokenOut: paid } : { tokenOut: COIN, wrapper: paid }),
    ...(isFilledOnce && spent <= wanted ? { minimum: larger(given, bound) } : { doubts: [PART_OF_ORDER] }),
    ...(until === 0n ? { neverEnds: true } : { deadlineSec: toSeconds(until) }),
  }
}

/** A permit of the wallet's, then a call of the same router. */
const permitAndCall: Decoder = (found, call, nested) => {
  const [inner = '0x'] = bytesOf(found, 'nestedCall')
  const known = ONE_INCH_6.find((row) => row.fn.selector === selectorOf(inner))
  if (known === undefined) throw new Unreadable('no call within')
  return known.decode(readCall(inner, known.fn.signature, ONE_INCH_TAIL), call, nested)
}

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

/** The address in a word's lowest bits. */
function addressIn(word: bigint): string {
  return `0x${BigInt.asUintN(ADDRESS_BITS, word).toString(16).padStart(40, '0')}`
}

const SETTLE = fn('0x1fff991f', 'execute((address recipient, address tokenOut, uint256 leastOut), bytes[], bytes32)')
/** What AllowanceHolder calls. */
export const ALLOWANCE_EXEC = fn(
  '0x2213bc0b',
  'exec(address authority, address tokenIn, uint256 amountIn, address callTarget, bytes nestedCall)',
)

const TERMS =
  'address tokenIn, address tokenOut, uint256 amountIn, uint256 leastOut, uint256 quotedOut, bytes32, address recipient'
const ONE_INCH_TERMS =
  '(address tokenIn, address tokenOut, address, address recipient, uint256 amountIn, uint256 leastOut, uint256 flags)'

/** The maker's own token is what is paid; all of them are words. */
const MAKER_ORDER =
  '(uint256, uint256, uint256, uint256 tokenOut, uint256 tokenIn, uint256 leastOut, uint256 amountIn, uint256 traits)'

const augustus = (selector: string, signature: string, decode: Decoder): KnownCall => ({
  of: 'augustus',
  fn: fn(selector, signature),
  decode,
})

const oneInch = (selector: string, signature: string, decode: Decoder): KnownCall => ({
  of: 'oneInch6',
  fn: fn(selector, signature),
  decode,
  mostTail: ONE_INCH_TAIL,
})

const ONE_INCH_6: readonly KnownCall[] = [
  oneInch('0x07ed2379', `swap(address, ${ONE_INCH_TERMS}, bytes)`, unlessPartial),
  oneInch('0x83800a8e', 'unoswap(uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256 route)', pools),
  oneInch('0x8770ba91', 'unoswap2(uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256, uint256 route)', pools),
  oneInch(
    '0x19367472',
    'unoswap3(uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256, uint256, uint256 route)',
    pools,
  ),
  oneInch(
    '0xe2c95c82',
    'unoswapTo(uint256 recipient, uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256 route)',
    pools,
  ),
  oneInch(
    '0xea76dddf',
    'unoswapTo2(uint256 recipient, uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256, uint256 route)',
    pools,
  ),
  oneInch(
    '0xf7a70056',
    'unoswapTo3(uint256 recipient, uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256, uint256, uint256 route)',
    pools,
  ),
  oneInch('0xa76dfc3b', 'ethUnoswap(uint256 leastOut, uint256 route)', pools),
  oneInch('0x89af926a', 'ethUnoswap2(uint256 leastOut, uint256, uint256 route)', pools),
  oneInch('0x188ac35d', 'ethUnoswap3(uint256 leastOut, uint256, uint256, uint256 route)', pools),
  oneInch('0x175accdc', 'ethUnoswapTo(uint256 recipient, uint256 leastOut, uint256 route)', pools),
  oneInch('0x0f449d71', 'ethUnoswapTo2(uint256 recipient, uint256 leastOut, uint256, uint256 route)', pools),
  oneInch('0x493189f0', 'ethUnoswapTo3(uint256 recipient, uint256 leastOut, uint256, uint256, uint256 route)', pools),
]

export const AGGREGATOR_CALLS: readonly KnownCall[] = [
  { of: 'kyber', fn: KYBER_ROUTER_FUNCTIONS.swap, decode: unlessPartial },
  { of: 'kyber', fn: KYBER_ROUTER_FUNCTIONS.swapSimpleMode, decode: unlessPartial },
  { of: 'augustus', fn: AUGUSTUS_FUNCTIONS.swapExactAmountIn, decode: collectToSender },
  { of: 'augustus', fn: AUGUSTUS_FUNCTIONS.swapOnUniswapV2, decode: collectToSender },
  { of: 'augustus', fn: AUGUSTUS_FUNCTIONS.swapOnUniswapV3, decode: collectToSender },
  augustus(
    '0x0d893d62',
    `swapExactAmountInPro(address, (${TERMS}), uint256 partnerAndFee, bytes, bytes)`,
    collectToSender,
  ),
  augustus(
    '0x1a01c532',
    `swapExactAmountInOnCurveV1((uint256, uint256, ${TERMS}), uint256 partnerAndFee, bytes)`,
    collectToSender,
  ),
  augustus(
    '0xe37ed256',
    `swapExactAmountInOnCurveV2((uint256, uint256, uint256, address, ${TERMS}), uint256 partnerAndFee, bytes)`,
    collectToSender,
  ),
  augustus(
    '0xd85ca173',
    'swapExactAmountInOnBalancerV2((uint256, uint256, uint256, bytes32, uint256 recipient), uint256, bytes, bytes)',
    balancer,
  ),
  augustus('0x7f457675', `swapExactAmountOut(address, (${TERMS}), uint256 partnerAndFee, bytes, bytes)`, exactOut),
  augustus('0x44224add', `swapExactAmountOutPro(address, (${TERMS}), uint256 partnerAndFee, bytes, bytes)`, exactOut),
  augustus('0xa76f4eb6', `swapExactAmountOutOnUniswapV2((${TERMS}, bytes), uint256 partnerAndFee, bytes)`, exactOut),
  augustus('0x5e94e28d', `swapExactAmountOutOnUniswapV3((${TERMS}, bytes), uint256 partnerAndFee, bytes)`, exactOut),
  augustus(
    '0xd6ed22e6',
    'swapExactAmountOutOnBalancerV2((uint256, uint256, uint256, bytes32, uint256 recipient), uint256, bytes, bytes)',
    balancer,
  ),
  augustus(
    '0xda35bb0d',
    'swapOnAugustusRFQTryBatchFill((uint256 amountIn, uint256 leastOut, uint8, bytes32, address recipient), ((uint256, uint128, address tokenOut, address tokenIn, address, address, uint256, uint256), bytes, uint256, bytes, bytes)[], bytes)',
    makersOrders,
  ),
  {
    of: 'augustus5',
    fn: fn(
      '0x54e3f31b',
      'simpleSwap((address tokenIn, address tokenOut, uint256 amountIn, uint256 leastOut, uint256 quotedOut, address[], bytes, uint256[], uint256[], address recipient, address, uint256 partnerAndFee, bytes, uint256 deadline, bytes16))',
    ),
    decode: augustus5,
  },
  ...ONE_INCH_6,
  oneInch('0x9fda64bd', `fillOrder(${MAKER_ORDER}, bytes32, bytes32, uint256 amountIn, uint256 flags)`, makerOrder),
  oneInch('0xcc713a04', `fillContractOrder(${MAKER_ORDER}, bytes, uint256 amountIn, uint256 flags)`, makerOrder),
  oneInch('0x5816d723', 'permitAndCall(bytes, bytes nestedCall)', permitAndCall),
  {
    of: 'oneInch5',
    fn: fn('0x12aa3caf', `swap(address, ${ONE_INCH_TERMS}, bytes, bytes)`),
    decode: unlessPartial,
    mostTail: ONE_INCH_TAIL,
  },
  {
    of: 'openOcean',
    fn: fn(
      '0x90411a32',
      'swap(address, (address tokenIn, address tokenOut, address, address recipient, uint256 amountIn, uint256 leastOut, uint256, uint256 flags, address, bytes), (uint256, uint256, uint256, bytes)[])',
    ),
    decode: unlessPartial,
  },
  { of: 'allowanceHolder', fn: ALLOWANCE_EXEC, decode: settling },
]
