import { type CallStory, COIN, type KnownFunctions, type SentCall } from './story.ts'
import {
  argumentsOf,
  readAddress,
  readAddresses,
  readList,
  readNumber,
  readTuple,
  Unreadable,
  type Words,
} from './words.ts'

/*
 * Swaps within one chain through LI.FI's Diamond, KyberSwap's MetaAggregationRouterV2, Velora's Augustus 6.2 and Relay's
 * routers. https://github.com/lifinance/contracts, https://docs.kyberswap.com, https://developers.velora.xyz,
 * https://docs.relay.link
 */

/** Stands for the native coin with some of them. */
const COIN_OF_SOME = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const LIFI_SWAP = '(address,address,address,address,uint256,bytes,bool)'
const lifi = (name: string, isList: boolean) => ({
  signature: `${name}(bytes32,string,string,address,uint256,${LIFI_SWAP}${isList ? '[]' : ''})`,
  read: ({ data }: SentCall) => {
    const story = readLifiSwap(argumentsOf(data), isList)
    // These pay the coin, whatever their last swap says that it gives.
    return name.endsWith('ToNative') ? { ...story, paysIn: COIN } : story
  },
})

const KYBER_DESCRIPTION =
  '(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes)'
const AUGUSTUS_TERMS = '(address,address,uint256,uint256,uint256,bytes32,address)'
const RELAY_CALLS = '(address,bool,uint256,bytes)[]'

/** What is known of aggregators. */
export const AGGREGATOR_FUNCTIONS: KnownFunctions = {
  '0x4666fc80': lifi('swapTokensSingleV3ERC20ToERC20', false),
  '0x733214a3': lifi('swapTokensSingleV3ERC20ToNative', false),
  '0xaf7060fd': lifi('swapTokensSingleV3NativeToERC20', false),
  '0x5fd9ae2e': lifi('swapTokensMultipleV3ERC20ToERC20', true),
  '0x2c57e884': lifi('swapTokensMultipleV3ERC20ToNative', true),
  '0x736eac0b': lifi('swapTokensMultipleV3NativeToERC20', true),
  '0x4630a0d8': lifi('swapTokensGeneric', true),
  '0xe21fd0e9': {
    signature: `swap((address,address,bytes,${KYBER_DESCRIPTION},bytes))`,
    read: (call) => readKyber(readTuple(readTuple(argumentsOf(call.data), 0), 3), call),
  },
  '0x8af033fb': {
    signature: `swapSimpleMode(address,${KYBER_DESCRIPTION},bytes,bytes)`,
    read: (call) => readKyber(readTuple(argumentsOf(call.data), 1), call),
  },
  '0xe3ead59e': {
    signature: `swapExactAmountIn(address,${AUGUSTUS_TERMS},uint256,bytes,bytes)`,
    read: (call) => {
      const words = argumentsOf(call.data)
      return readAugustus({ hex: words.hex, start: words.start + 64 }, readNumber(words, 8), call)
    },
  },
  '0xe8bb3b6c': augustusPools('swapExactAmountInOnUniswapV2'),
  '0x876a02f6': augustusPools('swapExactAmountInOnUniswapV3'),
  '0xcd6e13f7': {
    signature: `multicall(${RELAY_CALLS},address,address,bytes)`,
    read: ({ data }) => relay([], argumentsOf(data), 1),
  },
  '0x30be5567': {
    signature: `multicall(${RELAY_CALLS},address,address)`,
    read: ({ data }) => relay([], argumentsOf(data), 1),
  },
  '0xf9e4bab4': {
    signature: `transferAndMulticall(address[],uint256[],${RELAY_CALLS},address,address,bytes)`,
    read: ({ data }) => relay(relayTransfers(argumentsOf(data)), argumentsOf(data), 3),
  },
  '0x30875056': {
    signature: `transferAndMulticall(address[],uint256[],${RELAY_CALLS},address,address)`,
    read: ({ data }) => relay(relayTransfers(argumentsOf(data)), argumentsOf(data), 3),
  },
}

function readLifiSwap(words: Words, isList: boolean): CallStory {
  const swaps = isList ? listOf(words, 5) : [readTuple(words, 5)]
  const last = swaps.at(-1)
  if (last === undefined) throw new Unreadable('no swap')
  return {
    // Later swaps work on what earlier ones gave, unless they say that they are paid for anew.
    takes: swaps
      .filter((swap, index) => index === 0 || readNumber(swap, 6) !== 0n)
      .map((swap) => ({ token: asCoin(readAddress(swap, 2)), amount: readNumber(swap, 4) })),
    payees: [readAddress(words, 3)],
    paysIn: asCoin(readAddress(last, 3)),
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
function readKyber(description: Words, { sender }: SentCall): CallStory {
  const receiver = readAddress(description, 6)
  return {
    takes: [{ token: asCoin(readAddress(description, 0)), amount: readNumber(description, 7) }],
    payees: [receiver === COIN ? sender.toLowerCase() : receiver],
    paysIn: asCoin(readAddress(description, 1)),
    minimum: (readNumber(description, 9) & PARTIAL_FILL) === 0n ? readNumber(description, 8) : 0n,
  }
}

function augustusPools(name: string): KnownFunctions[string] {
  return {
    signature: `${name}((address,address,uint256,uint256,uint256,bytes32,address,bytes),uint256,bytes)`,
    read: (call) => {
      const words = argumentsOf(call.data)
      return readAugustus(readTuple(words, 0), readNumber(words, 1), call)
    },
  }
}

/**
 * Reads (srcToken, destToken, fromAmount, toAmount, quotedAmount, metadata, beneficiary); no beneficiary means the sender.
 * What arrives above the quoted amount goes to others, so no more than that is sure.
 * @param partnerAndFee its lowest 14 bits are a fee in basis points, taken out of the minimum
 */
function readAugustus(terms: Words, partnerAndFee: bigint, { sender }: SentCall): CallStory {
  const beneficiary = readAddress(terms, 6)
  const feeBps = partnerAndFee & 0x3fffn
  const [bound, quoted] = [readNumber(terms, 3), readNumber(terms, 4)]
  const least = quoted < bound ? quoted : bound
  return {
    takes: [{ token: asCoin(readAddress(terms, 0)), amount: readNumber(terms, 2) }],
    payees: [beneficiary === COIN ? sender.toLowerCase() : beneficiary],
    paysIn: asCoin(readAddress(terms, 1)),
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
function relay(takes: { token: string; amount: bigint }[], words: Words, refundAt: number): CallStory {
  const refund = readAddress(words, refundAt)
  return {
    takes,
    keepers: refund === COIN ? [] : [refund],
    doubt: 'The router makes a list of calls of which who is paid cannot be read',
  }
}

function asCoin(token: string): string {
  return token === COIN_OF_SOME ? COIN : token
}
