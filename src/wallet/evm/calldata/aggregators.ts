import { AUGUSTUS_FUNCTIONS, fn, KYBER_ROUTER_FUNCTIONS, selectorOf } from '../../../core/evm/functions.ts'
import { Unreadable } from '../../../core/evm/words.ts'
import { COIN, type DecodedCall, type Decoder, type KnownCall } from './call-types.ts'
import { accountOf, asCoin, bytesOf, collectToSender, numberOf, numbersOf, orSender } from './collect.ts'
import { POOL_TOKEN, SETTLER } from './doubts.ts'
import { type RoleValues, readCall } from './signature.ts'

/*
 * Swaps within one chain through KyberSwap, Velora's Augustus 6.2, 1inch, OpenOcean and 0x. What stands behind the terms is
 * for their own contracts, which check the balance against the least. https://docs.kyberswap.com,
 * https://developers.velora.xyz, https://business.1inch.com/portal/documentation, https://docs.openocean.finance,
 * https://0x.org/docs
 */

/** Flag by which a least is promised only in proportion to what is spent, which may be nothing. */
const PARTIAL_FILL = 1n
/** The tag that 1inch leaves behind its calldata, in bytes. */
const ONE_INCH_TAIL = 4
const ADDRESS_BITS = 160
/** Flag of a pool of 1inch's by which the wrapped coin that it gives leaves as the coin. */
const UNWRAPS = 1n << 252n

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

/** Orders of market makers, who give one token for another. */
const makersOrders: Decoder = collectToSender

/** Pools only: the token that they give is not named, but for the coin. Words hold addresses with flags above them. */
const pools: Decoder = (found, call) => {
  const amounts = numbersOf(found, 'amountIn')
  const [token = 0n] = numbersOf(found, 'tokenIn')
  const [to = 0n] = numbersOf(found, 'recipient')
  const last = numbersOf(found, 'route').at(-1) ?? 0n
  const paid = { recipients: [orSender(addressIn(to), call)], minimum: numberOf(found, 'leastOut') }
  return {
    inputs: [
      amounts[0] === undefined
        ? { token: COIN, amount: call.value }
        : { token: asCoin(addressIn(token)), amount: amounts[0] },
    ],
    ...paid,
    ...((last & UNWRAPS) === 0n ? {} : { tokenOut: COIN }),
    doubts: [POOL_TOKEN],
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
  ...ONE_INCH_6,
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
