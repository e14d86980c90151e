import { HEX_BYTES } from '../../text/hex.ts'
import { CCTP_TOKEN_MESSENGER } from './chains.ts'

/*
 * The message of a burn, as Circle attests it and as the destination chain takes it: fields of fixed size one after the other.
 * https://github.com/circlefin/evm-cctp-contracts/blob/master/src/messages/v2/MessageV2.sol and BurnMessageV2.sol beside it
 */

/** What a message says of its burn. Accounts and tokens are 32 bytes as 0x-hex in small letters. */
export interface CctpBurnBody {
  readonly burnToken: string
  readonly mintRecipient: string
  /** Base units that were burnt. */
  readonly amount: bigint
  /** Who burnt. */
  readonly messageSender: string
  /** Base units that may be kept of the amount, and that are. */
  readonly maxFee: bigint
  readonly feeExecuted: bigint
  /** Block of the destination chain from which on the attestation is no longer taken; 0 for never. */
  readonly expirationBlock: bigint
  /** 0x-hex. */
  readonly hookData: string
}

/** A message with its burn. */
export interface CctpMessage {
  readonly sourceDomain: number
  readonly destinationDomain: number
  /** 0x and 64 hex digits: what Circle numbers the message by, zero before it has. */
  readonly nonce: string
  /** The contract of the source chain that burnt, and the one of the destination chain that mints. */
  readonly sender: string
  readonly recipient: string
  /** The only account that may bring the message; zero for anybody. */
  readonly destinationCaller: string
  readonly body: CctpBurnBody
}

const VERSION = 1n
/** Bytes before the body, and of the body before the hook. */
const HEADER_BYTES = 148
const LEAST_BODY_BYTES = 228

/** Reads a message of version 1 that burns; undefined for anything else. @param text 0x-hex */
export function readCctpMessage(text: string): CctpMessage | undefined {
  const hex = text.toLowerCase()
  if (!HEX_BYTES.test(hex) || hex.length < 2 + 2 * HEADER_BYTES) return undefined
  const body = readCctpBody(`0x${hex.slice(2 + 2 * HEADER_BYTES)}`)
  if (numberAt(hex, 0, 4) !== VERSION || body === undefined) return undefined
  return {
    sourceDomain: Number(numberAt(hex, 4, 4)),
    destinationDomain: Number(numberAt(hex, 8, 4)),
    nonce: bytesAt(hex, 12, 32),
    sender: bytesAt(hex, 44, 32),
    recipient: bytesAt(hex, 76, 32),
    destinationCaller: bytesAt(hex, 108, 32),
    body,
  }
}

/** Reads the body of a burn's message; undefined for anything else. @param text 0x-hex */
export function readCctpBody(text: string): CctpBurnBody | undefined {
  const hex = text.toLowerCase()
  if (!HEX_BYTES.test(hex) || hex.length < 2 + 2 * LEAST_BODY_BYTES) return undefined
  if (numberAt(hex, 0, 4) !== VERSION) return undefined
  return {
    burnToken: bytesAt(hex, 4, 32),
    mintRecipient: bytesAt(hex, 36, 32),
    amount: numberAt(hex, 68, 32),
    messageSender: bytesAt(hex, 100, 32),
    maxFee: numberAt(hex, 132, 32),
    feeExecuted: numberAt(hex, 164, 32),
    expirationBlock: numberAt(hex, 196, 32),
    hookData: `0x${hex.slice(2 + 2 * LEAST_BODY_BYTES)}`,
  }
}

/** Bytes of 0x-hex by place and count. */
function bytesAt(hex: string, at: number, count: number): string {
  return `0x${hex.slice(2 + 2 * at, 2 + 2 * (at + count))}`
}

function numberAt(hex: string, at: number, count: number): bigint {
  return BigInt(bytesAt(hex, at, count))
}

/** An EVM address in 32 bytes, as messages and their events hold it. @param address 0x and 40 hex digits */
export function padAddress(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

/** What the burn of a swap says. */
export interface CctpBurn {
  readonly sourceDomain: number
  readonly destinationDomain: number
  /** 0x addresses, in any letter case. */
  readonly burnToken: string
  readonly depositor: string
  readonly recipient: string
  /** Base units. */
  readonly amount: bigint
  readonly maxFee: bigint
}

/** True for the message of this burn that anybody may bring, or of one that differs in its finality and hook alone. */
export function isMessageOf(message: CctpMessage, burn: CctpBurn): boolean {
  const messenger = padAddress(CCTP_TOKEN_MESSENGER)
  return (
    message.sourceDomain === burn.sourceDomain &&
    message.destinationDomain === burn.destinationDomain &&
    message.sender === messenger &&
    message.recipient === messenger &&
    BigInt(message.destinationCaller) === 0n &&
    isBodyOf(message.body, burn)
  )
}

/** True for what a message of this burn says of it. */
export function isBodyOf(body: CctpBurnBody, burn: CctpBurn): boolean {
  return (
    body.burnToken === padAddress(burn.burnToken) &&
    body.messageSender === padAddress(burn.depositor) &&
    body.mintRecipient === padAddress(burn.recipient) &&
    body.amount === burn.amount &&
    body.maxFee === burn.maxFee &&
    body.feeExecuted <= body.maxFee
  )
}
