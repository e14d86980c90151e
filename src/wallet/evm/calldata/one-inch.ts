import { fn, selectorOf } from '../../../core/evm/functions.ts'
import { defined } from '../../../core/defined.ts'
import { larger } from '../../../core/money/larger.ts'
import { Unreadable } from '../../../core/evm/words.ts'
import { COIN, type Decoder, type KnownCall } from './call-types.ts'
import { addressIn, asCoin, bytesOf, numberOf, numbersOf, orSender, toSeconds, unlessPartial } from './collect.ts'
import { PART_OF_ORDER, POOL_TOKEN } from './doubts.ts'
import { readCall } from './signature.ts'

/*
 * The routers of 1inch: swaps by their terms, through pools by words of flags, and orders of makers.
 * https://business.1inch.com/portal/documentation
 */

/** The tag that 1inch leaves behind its calldata, in bytes. */
const ONE_INCH_TAIL = 4
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

const ONE_INCH_TERMS =
  '(address tokenIn, address tokenOut, address way, address recipient, uint256 amountIn, uint256 leastOut, uint256 flags)'

/** The maker's own token is what is paid; all of them are words. */
const MAKER_ORDER =
  '(uint256 label, uint256 way, uint256 way, uint256 tokenOut, uint256 tokenIn, uint256 leastOut, uint256 amountIn, uint256 traits)'

const oneInch = (selector: string, signature: string, decode: Decoder): KnownCall => ({
  of: 'oneInch6',
  fn: fn(selector, signature),
  decode,
  mostTail: ONE_INCH_TAIL,
})

const ONE_INCH_6: readonly KnownCall[] = [
  oneInch('0x07ed2379', `swap(address way, ${ONE_INCH_TERMS}, bytes way)`, unlessPartial),
  oneInch('0x83800a8e', 'unoswap(uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256 route)', pools),
  oneInch(
    '0x8770ba91',
    'unoswap2(uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256 way, uint256 route)',
    pools,
  ),
  oneInch(
    '0x19367472',
    'unoswap3(uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256 way, uint256 way, uint256 route)',
    pools,
  ),
  oneInch(
    '0xe2c95c82',
    'unoswapTo(uint256 recipient, uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256 route)',
    pools,
  ),
  oneInch(
    '0xea76dddf',
    'unoswapTo2(uint256 recipient, uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256 way, uint256 route)',
    pools,
  ),
  oneInch(
    '0xf7a70056',
    'unoswapTo3(uint256 recipient, uint256 tokenIn, uint256 amountIn, uint256 leastOut, uint256 way, uint256 way, uint256 route)',
    pools,
  ),
  oneInch('0xa76dfc3b', 'ethUnoswap(uint256 leastOut, uint256 route)', pools),
  oneInch('0x89af926a', 'ethUnoswap2(uint256 leastOut, uint256 way, uint256 route)', pools),
  oneInch('0x188ac35d', 'ethUnoswap3(uint256 leastOut, uint256 way, uint256 way, uint256 route)', pools),
  oneInch('0x175accdc', 'ethUnoswapTo(uint256 recipient, uint256 leastOut, uint256 route)', pools),
  oneInch('0x0f449d71', 'ethUnoswapTo2(uint256 recipient, uint256 leastOut, uint256 way, uint256 route)', pools),
  oneInch(
    '0x493189f0',
    'ethUnoswapTo3(uint256 recipient, uint256 leastOut, uint256 way, uint256 way, uint256 route)',
    pools,
  ),
]

export const ONE_INCH_CALLS: readonly KnownCall[] = [
  ...ONE_INCH_6,
  oneInch(
    '0x9fda64bd',
    `fillOrder(${MAKER_ORDER}, bytes32 signature, bytes32 signature, uint256 amountIn, uint256 flags)`,
    makerOrder,
  ),
  oneInch(
    '0xcc713a04',
    `fillContractOrder(${MAKER_ORDER}, bytes signature, uint256 amountIn, uint256 flags)`,
    makerOrder,
  ),
  oneInch('0x5816d723', 'permitAndCall(bytes signature, bytes nestedCall)', permitAndCall),
  {
    of: 'oneInch5',
    fn: fn('0x12aa3caf', `swap(address way, ${ONE_INCH_TERMS}, bytes signature, bytes way)`),
    decode: unlessPartial,
    mostTail: ONE_INCH_TAIL,
  },
]
