import { toChecksumAddress } from '../../core/assets/address.ts'
import { BadCall, type CallStory, COIN, type KnownFunctions, unpadded } from './story.ts'
import {
  argumentsOf,
  readAddress,
  readBytes,
  readBytes32,
  readNumber,
  readSeconds,
  readText,
  readTuple,
  Unreadable,
  type Words,
} from './words.ts'

/*
 * Bridges: Across' SpokePool and its periphery, deBridge's DlnSource and its forwarder, Relay's depository, the router
 * of THORChain and Maya. https://docs.across.to, https://docs.debridge.com, https://docs.relay.link,
 * https://dev.thorchain.org/concepts/sending-transactions.html
 */

const PASSED_ON = 'A contract on the destination chain passes the money on; who gets it in the end cannot be read'

const SWAPS_FIRST =
  'The call swaps first: if the bridge does not deliver, what comes back is what that swap gave, however little it is'

/** Where a deposit of Across has its fields, in words. */
interface DepositLayout {
  readonly depositor: number
  readonly recipient: number
  readonly outputToken: number
  readonly outputAmount: number
  readonly chainId: number
  readonly fillDeadline: number
  readonly message: number
}

const DEPOSIT: DepositLayout = {
  depositor: 0,
  recipient: 1,
  outputToken: 3,
  outputAmount: 5,
  chainId: 6,
  fillDeadline: 9,
  message: 11,
}
const NATIVE_DEPOSIT: DepositLayout = {
  depositor: 1,
  recipient: 2,
  outputToken: 5,
  outputAmount: 6,
  chainId: 7,
  fillDeadline: 10,
  message: 12,
}
const SWAPPED_DEPOSIT: DepositLayout = {
  depositor: 3,
  recipient: 4,
  outputToken: 1,
  outputAmount: 2,
  chainId: 5,
  fillDeadline: 8,
  message: 10,
}
const BASE_DEPOSIT = '(address,bytes32,uint256,address,bytes32,uint256,bytes32,uint32,uint32,uint32,bytes)'

const ORDER = '(address,uint256,bytes,uint256,uint256,bytes,address,bytes,bytes,bytes,bytes)'
const SALTED_ORDER = '0xb9303701'
const PLAIN_ORDER = '0xfbe16ca7'

/** What is known of bridges. */
export const BRIDGE_FUNCTIONS: KnownFunctions = {
  '0xad5425c6': {
    signature: 'deposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)',
    read: ({ data }) => readSpokeDeposit(argumentsOf(data)),
  },
  '0x7b939232': {
    signature: 'depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)',
    read: ({ data }) => readSpokeDeposit(argumentsOf(data)),
  },
  '0x609ea081': {
    signature:
      'depositNative(address,address,bytes32,address,uint256,bytes32,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)',
    read: ({ data }) => {
      const words = argumentsOf(data)
      return {
        takes: [{ token: COIN, amount: readNumber(words, 4) }],
        ...readDeposit(words, NATIVE_DEPOSIT),
        handsTo: [readAddress(words, 0)],
      }
    },
  },
  '0x110560ad': {
    signature: `swapAndBridge(((uint256,address),${BASE_DEPOSIT},address,address,uint8,uint256,uint256,bytes,bool,address,uint256))`,
    read: ({ data }) => {
      const swap = readTuple(argumentsOf(data), 0)
      return {
        takes: [{ token: readAddress(swap, 3), amount: readNumber(swap, 6) }],
        doubt: SWAPS_FIRST,
        ...readDeposit(readTuple(swap, 2), SWAPPED_DEPOSIT),
        handsTo: [readAddress(swap, 10)],
      }
    },
  },
  [SALTED_ORDER]: {
    signature: `createSaltedOrder(${ORDER},uint64,bytes,uint32,bytes,bytes)`,
    read: ({ data }) => readOrder(argumentsOf(data)),
  },
  [PLAIN_ORDER]: {
    signature: `createOrder(${ORDER},bytes,uint32,bytes)`,
    read: ({ data }) => readOrder(argumentsOf(data)),
  },
  '0x4d8160ba': {
    signature: 'strictlySwapAndCall(address,uint256,bytes,address,bytes,address,uint256,address,address,bytes)',
    read: ({ data }) => readForwarded(argumentsOf(data)),
  },
  '0xe8017952': {
    signature: 'depositErc20(address,address,uint256,bytes32)',
    read: ({ data }) => {
      const words = argumentsOf(data)
      return {
        takes: [{ token: readAddress(words, 1), amount: readNumber(words, 2) }],
        keepers: [readAddress(words, 0)],
        doubt: ORDER_BY_NUMBER,
      }
    },
  },
  '0x49290c1c': {
    signature: 'depositNative(address,bytes32)',
    read: ({ data, value }) => ({
      takes: [{ token: COIN, amount: value }],
      keepers: [readAddress(argumentsOf(data), 0)],
      doubt: ORDER_BY_NUMBER,
    }),
  },
  '0x44bc937b': {
    signature: 'depositWithExpiry(address,address,uint256,string,uint256)',
    read: ({ data }) => {
      const words = argumentsOf(data)
      return { ...readMemoDeposit(words), deadlineSec: readSeconds(words, 4) }
    },
  },
  '0x1fece7b4': {
    signature: 'deposit(address,address,uint256,string)',
    read: ({ data }) => readMemoDeposit(argumentsOf(data)),
  },
}

const ORDER_BY_NUMBER = 'The call names an order by its number only; who is paid cannot be read'

function readSpokeDeposit(words: Words): CallStory {
  return {
    takes: [{ token: unpadded(readBytes32(words, 2)), amount: readNumber(words, 4), orCoin: true }],
    ...readDeposit(words, DEPOSIT),
  }
}

/** With a message, the recipient is a contract that carries it out. */
function readDeposit(words: Words, at: DepositLayout): CallStory {
  const known = {
    keepers: [unpadded(readBytes32(words, at.depositor))],
    deadlineSec: readSeconds(words, at.fillDeadline),
    destination: readNumber(words, at.chainId),
  }
  if (readBytes(words, at.message) !== '0x') return { ...known, doubt: PASSED_ON }
  const token = unpadded(readBytes32(words, at.outputToken))
  if (token === COIN) throw new BadCall('does not name the token that it pays out')
  return {
    ...known,
    payees: [unpadded(readBytes32(words, at.recipient))],
    paidOn: 'destination',
    paysIn: token,
    minimum: readNumber(words, at.outputAmount),
  }
}

/**
 * Reads (giveToken, giveAmount, takeToken, takeAmount, takeChainId, receiver, givePatchAuthority, orderAuthority,
 * allowedTaker, externalCall, allowedCancelBeneficiary) of an order.
 */
function readOrder(words: Words): CallStory {
  const order = readTuple(words, 0)
  const beneficiary = readBytes(order, 10)
  const known = {
    takes: [{ token: readAddress(order, 0), amount: readNumber(order, 1) }],
    keepers: [readAddress(order, 6), readBytes(order, 7), ...(beneficiary === '0x' ? [] : [beneficiary])],
    destination: readNumber(order, 4),
  }
  if (readBytes(order, 9) !== '0x') return { ...known, doubt: PASSED_ON }
  return {
    ...known,
    payees: [readBytes(order, 5)],
    paidOn: 'destination',
    paysIn: readBytes(order, 2),
    minimum: readNumber(order, 3),
  }
}

/** A swap whose outcome goes into an order. */
function readForwarded(words: Words): CallStory {
  const inner = readBytes(words, 9)
  const selector = inner.slice(0, 10)
  if (selector !== SALTED_ORDER && selector !== PLAIN_ORDER) throw new Unreadable('no order within')
  const order = readOrder(argumentsOf(inner))
  return {
    doubt: SWAPS_FIRST,
    ...order,
    takes: [{ token: readAddress(words, 0), amount: readNumber(words, 1) }],
    keepers: [...(order.keepers ?? []), readAddress(words, 7)],
    handsTo: [readAddress(words, 8)],
  }
}

/** The router hands the money to whatever vault the call names. */
function readMemoDeposit(words: Words): CallStory {
  const vault = toChecksumAddress(readAddress(words, 0))
  return {
    takes: [{ token: readAddress(words, 1), amount: readNumber(words, 2) }],
    memo: readText(words, 3),
    doubt: `The money goes to the vault ${vault}; whether it is one of the network cannot be read`,
  }
}
