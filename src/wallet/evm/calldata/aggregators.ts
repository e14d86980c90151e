import {
  AUGUSTUS_FUNCTIONS,
  type ContractFunction,
  KYBER_ROUTER_FUNCTIONS,
  LIFI_DIAMOND_FUNCTIONS,
  nameOf,
  RELAY_FUNCTIONS,
} from '../../../core/evm/functions.ts'
import { COIN_STAND_IN } from '../../../core/evm/tokens.ts'
import { type DecodedCall, COIN, type DecoderTable, type SentCall } from './call-types.ts'
import {
  readAddress,
  readAddresses,
  readList,
  readNumber,
  readTuple,
  tupleAt,
  Unreadable,
  type Words,
} from '../../../core/evm/words.ts'

/*
 * Swaps within one chain through LI.FI's Diamond, KyberSwap's MetaAggregationRouterV2, Velora's Augustus 6.2 and Relay's
 * routers. https://github.com/lifinance/contracts, https://docs.kyberswap.com, https://developers.velora.xyz,
 * https://docs.relay.link
 */

/** Stands for the native coin with some of them. */
const OTHER_COIN = COIN_STAND_IN.toLowerCase()

const lifi = (fn: ContractFunction, isList: boolean): DecoderTable[number] => [
  fn,
  (args) => {
    const decoded = readLifiSwap(args, isList)
    // These pay the coin, even where their last swap names a token.
    return nameOf(fn).endsWith('ToNative') ? { ...decoded, tokenOut: COIN } : decoded
  },
]

export const AGGREGATOR_DECODERS: DecoderTable = [
  lifi(LIFI_DIAMOND_FUNCTIONS.swapTokensSingleV3ERC20ToERC20, false),
  lifi(LIFI_DIAMOND_FUNCTIONS.swapTokensSingleV3ERC20ToNative, false),
  lifi(LIFI_DIAMOND_FUNCTIONS.swapTokensSingleV3NativeToERC20, false),
  lifi(LIFI_DIAMOND_FUNCTIONS.swapTokensMultipleV3ERC20ToERC20, true),
  lifi(LIFI_DIAMOND_FUNCTIONS.swapTokensMultipleV3ERC20ToNative, true),
  lifi(LIFI_DIAMOND_FUNCTIONS.swapTokensMultipleV3NativeToERC20, true),
  lifi(LIFI_DIAMOND_FUNCTIONS.swapTokensGeneric, true),
  [KYBER_ROUTER_FUNCTIONS.swap, (args, call) => readKyber(readTuple(readTuple(args, 0), 3), call)],
  [KYBER_ROUTER_FUNCTIONS.swapSimpleMode, (args, call) => readKyber(readTuple(args, 1), call)],
  [AUGUSTUS_FUNCTIONS.swapExactAmountIn, (args, call) => readAugustus(tupleAt(args, 1), readNumber(args, 8), call)],
  [AUGUSTUS_FUNCTIONS.swapOnUniswapV2, readAugustusPools],
  [AUGUSTUS_FUNCTIONS.swapOnUniswapV3, readAugustusPools],
  [RELAY_FUNCTIONS.multicall, (args) => relay([], args, 1)],
  [RELAY_FUNCTIONS.multicallPlain, (args) => relay([], args, 1)],
  [RELAY_FUNCTIONS.transferAndMulticall, (args) => relay(relayTransfers(args), args, 3)],
  [RELAY_FUNCTIONS.transferAndMulticallPlain, (args) => relay(relayTransfers(args), args, 3)],
]

function readLifiSwap(words: Words, isList: boolean): DecodedCall {
  const swaps = isList ? listOf(words, 5) : [readTuple(words, 5)]
  const last = swaps.at(-1)
  if (last === undefined) throw new Unreadable('no swap')
  return {
    // Later swaps work on what earlier ones gave, unless they say that they are paid for anew.
    inputs: swaps
      .filter((swap, index) => index === 0 || readNumber(swap, 6) !== 0n)
      .map((swap) => ({ token: asCoin(readAddress(swap, 2)), amount: readNumber(swap, 4) })),
    recipients: [readAddress(words, 3)],
    tokenOut: asCoin(readAddress(last, 3)),
    minimum: readNumber(words, 4),
  }
}

/** The tuples of a list. */
function listOf(words: Words, index: number): Words[] {
  const { length, elements } = readList(words, index)
  return Array.from({ length }, (_, position) => readTuple(elements, position))
}

/** Flag by which KyberSwap's router promises its minimum only in proportion to what a fee leaves, which may be nothing. */
const PARTIAL_FILL = 1n

/** Reads (srcToken, dstToken, srcReceivers[], srcAmounts[], feeReceivers[], feeAmounts[], dstReceiver, amount, minReturnAmount, flags, …). */
function readKyber(description: Words, { sender }: SentCall): DecodedCall {
  const receiver = readAddress(description, 6)
  return {
    inputs: [{ token: asCoin(readAddress(description, 0)), amount: readNumber(description, 7) }],
    recipients: [receiver === COIN ? sender.toLowerCase() : receiver],
    tokenOut: asCoin(readAddress(description, 1)),
    minimum: (readNumber(description, 9) & PARTIAL_FILL) === 0n ? readNumber(description, 8) : 0n,
  }
}

function readAugustusPools(args: Words, call: SentCall): DecodedCall {
  return readAugustus(readTuple(args, 0), readNumber(args, 1), call)
}

/**
 * Reads (srcToken, destToken, fromAmount, toAmount, quotedAmount, metadata, beneficiary); no beneficiary means the sender.
 * What arrives above the quoted amount goes to others, so no more than that is sure.
 * @param partnerAndFee its lowest 14 bits are a fee in basis points, taken out of the minimum
 */
function readAugustus(terms: Words, partnerAndFee: bigint, { sender }: SentCall): DecodedCall {
  const beneficiary = readAddress(terms, 6)
  const feeBps = partnerAndFee & 0x3fffn
  const [bound, quoted] = [readNumber(terms, 3), readNumber(terms, 4)]
  const least = quoted < bound ? quoted : bound
  return {
    inputs: [{ token: asCoin(readAddress(terms, 0)), amount: readNumber(terms, 2) }],
    recipients: [beneficiary === COIN ? sender.toLowerCase() : beneficiary],
    tokenOut: asCoin(readAddress(terms, 1)),
    minimum: (least * (10_000n - (feeBps > 10_000n ? 10_000n : feeBps))) / 10_000n,
  }
}

function relayTransfers(words: Words): { token: string; amount: bigint }[] {
  const tokens = readAddresses(words, 0)
  const { length, elements } = readList(words, 1)
  if (length !== tokens.length) throw new Unreadable('uneven lists')
  return tokens.map((token, index) => ({ token, amount: readNumber(elements, index) }))
}

/** @param refundAt position of who gets what is left; nobody means the sender */
function relay(inputs: { token: string; amount: bigint }[], words: Words, refundAt: number): DecodedCall {
  const refund = readAddress(words, refundAt)
  return {
    inputs,
    authorities: refund === COIN ? [] : [refund],
    doubt: { code: 'opaque-call', text: 'The router makes a list of calls of which who is paid cannot be read' },
  }
}

function asCoin(token: string): string {
  return token === OTHER_COIN ? COIN : token
}
