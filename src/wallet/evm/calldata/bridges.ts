import type { Doubt } from '../../../core/swap/acceptances.ts'
import {
  ACROSS_FUNCTIONS,
  DEBRIDGE_FUNCTIONS,
  RELAY_FUNCTIONS,
  selectorOf,
  THORCHAIN_ROUTER_FUNCTIONS,
} from '../../../core/evm/functions.ts'
import { toChecksumAddress } from '../../../core/assets/address.ts'
import { HostileCall, type DecodedCall, COIN, type DecoderTable, trimPadding } from './call-types.ts'
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
} from '../../../core/evm/words.ts'

/*
 * Bridges: Across' SpokePool and its periphery, deBridge's DlnSource and its forwarder, Relay's depository, the router
 * of THORChain and Maya. https://docs.across.to, https://docs.debridge.com, https://docs.relay.link,
 * https://dev.thorchain.org/concepts/sending-transactions.html
 */

const PASSED_ON: Doubt = {
  code: 'passed-on',
  text: 'A contract on the destination chain passes the money on; its final recipient cannot be read',
}

const SWAPS_FIRST: Doubt = {
  code: 'swaps-first',
  text: 'The call swaps first: if the bridge does not deliver, what comes back is what that swap gave, however little it is',
}

/** Where a deposit of Across has its fields, in words. */
const DEPOSIT = {
  depositor: 0,
  recipient: 1,
  outputToken: 3,
  outputAmount: 5,
  chainId: 6,
  fillDeadline: 9,
  message: 11,
}
const OF_COIN = {
  depositor: 1,
  recipient: 2,
  outputToken: 5,
  outputAmount: 6,
  chainId: 7,
  fillDeadline: 10,
  message: 12,
}
const SWAPPED = {
  depositor: 3,
  recipient: 4,
  outputToken: 1,
  outputAmount: 2,
  chainId: 5,
  fillDeadline: 8,
  message: 10,
}

export const BRIDGE_DECODERS: DecoderTable = [
  [ACROSS_FUNCTIONS.deposit, readSpokeDeposit],
  [ACROSS_FUNCTIONS.depositV3, readSpokeDeposit],
  [
    ACROSS_FUNCTIONS.depositNative,
    (args) => ({
      inputs: [{ token: COIN, amount: readNumber(args, 4) }],
      ...readDeposit(args, OF_COIN),
      callTargets: [readAddress(args, 0)],
    }),
  ],
  [
    ACROSS_FUNCTIONS.swapAndBridge,
    (args) => {
      const swap = readTuple(args, 0)
      return {
        inputs: [{ token: readAddress(swap, 3), amount: readNumber(swap, 6) }],
        doubt: SWAPS_FIRST,
        ...readDeposit(readTuple(swap, 2), SWAPPED),
        callTargets: [readAddress(swap, 10)],
      }
    },
  ],
  [DEBRIDGE_FUNCTIONS.createSaltedOrder, readOrder],
  [DEBRIDGE_FUNCTIONS.createOrder, readOrder],
  [DEBRIDGE_FUNCTIONS.strictlySwapAndCall, readForwarded],
  [
    RELAY_FUNCTIONS.depositErc20,
    (args) => ({
      inputs: [{ token: readAddress(args, 1), amount: readNumber(args, 2) }],
      authorities: [readAddress(args, 0)],
      doubt: ORDER_BY_NUMBER,
    }),
  ],
  [
    RELAY_FUNCTIONS.depositNative,
    (args, { value }) => ({
      inputs: [{ token: COIN, amount: value }],
      authorities: [readAddress(args, 0)],
      doubt: ORDER_BY_NUMBER,
    }),
  ],
  [
    THORCHAIN_ROUTER_FUNCTIONS.depositWithExpiry,
    (args) => ({ ...readMemoDeposit(args), deadlineSec: readSeconds(args, 4) }),
  ],
  [THORCHAIN_ROUTER_FUNCTIONS.deposit, readMemoDeposit],
]

const ORDER_BY_NUMBER: Doubt = {
  code: 'order-by-number',
  text: 'The call names an order by its number only; who is paid cannot be read',
}

function readSpokeDeposit(words: Words): DecodedCall {
  return {
    inputs: [{ token: trimPadding(readBytes32(words, 2)), amount: readNumber(words, 4), orCoin: true }],
    ...readDeposit(words, DEPOSIT),
  }
}

/** With a message, the recipient is a contract that carries it out. */
function readDeposit(words: Words, at: typeof DEPOSIT): DecodedCall {
  const known = {
    authorities: [trimPadding(readBytes32(words, at.depositor))],
    deadlineSec: readSeconds(words, at.fillDeadline),
    destination: readNumber(words, at.chainId),
  }
  if (readBytes(words, at.message) !== '0x') return { ...known, doubt: PASSED_ON }
  const token = trimPadding(readBytes32(words, at.outputToken))
  if (token === COIN) throw new HostileCall('does not name the token that it pays out')
  return {
    ...known,
    recipients: [trimPadding(readBytes32(words, at.recipient))],
    paidOn: 'destination',
    tokenOut: token,
    minimum: readNumber(words, at.outputAmount),
  }
}

/**
 * Reads (giveToken, giveAmount, takeToken, takeAmount, takeChainId, receiver, givePatchAuthority, orderAuthority,
 * allowedTaker, externalCall, allowedCancelBeneficiary) of an order.
 */
function readOrder(words: Words): DecodedCall {
  const order = readTuple(words, 0)
  const beneficiary = readBytes(order, 10)
  const known = {
    inputs: [{ token: readAddress(order, 0), amount: readNumber(order, 1) }],
    authorities: [readAddress(order, 6), readBytes(order, 7), ...(beneficiary === '0x' ? [] : [beneficiary])],
    destination: readNumber(order, 4),
  }
  if (readBytes(order, 9) !== '0x') return { ...known, doubt: PASSED_ON }
  return {
    ...known,
    recipients: [readBytes(order, 5)],
    paidOn: 'destination',
    tokenOut: readBytes(order, 2),
    minimum: readNumber(order, 3),
  }
}

/** A swap whose outcome goes into an order. */
function readForwarded(words: Words): DecodedCall {
  const inner = readBytes(words, 9)
  const selector = selectorOf(inner)
  if (
    selector !== DEBRIDGE_FUNCTIONS.createSaltedOrder.selector &&
    selector !== DEBRIDGE_FUNCTIONS.createOrder.selector
  )
    throw new Unreadable('no order within')
  const order = readOrder(argumentsOf(inner))
  return {
    doubt: SWAPS_FIRST,
    ...order,
    inputs: [{ token: readAddress(words, 0), amount: readNumber(words, 1) }],
    authorities: [...(order.authorities ?? []), readAddress(words, 7)],
    callTargets: [readAddress(words, 8)],
  }
}

/** The router hands the money to the vault that the call names. */
function readMemoDeposit(words: Words): DecodedCall {
  const vault = toChecksumAddress(readAddress(words, 0))
  return {
    inputs: [{ token: readAddress(words, 1), amount: readNumber(words, 2) }],
    memo: readText(words, 3),
    doubt: {
      code: 'vault',
      text: `The money goes to the vault ${vault}; whether it is one of the network cannot be read`,
    },
  }
}
