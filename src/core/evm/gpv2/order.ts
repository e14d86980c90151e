import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { HEX_ADDRESS, HEX_WORD } from '../../text/hex.ts'
import { addressWord, encodeCall } from '../abi.ts'
import { recordOf } from '../json-rpc.ts'

/*
 * Orders of CoW Protocol as its settlement contract takes them, and the uid by which it knows them: the hash of the order, its
 * owner and its last second. Whoever has the order can make the uid of it, so that no server has to be believed.
 * https://github.com/cowprotocol/contracts/blob/main/src/contracts/libraries/GPv2Order.sol
 */

/** An order to sell a fixed amount of a token, whole or not at all. */
export interface Gpv2Order {
  /** 0x addresses, in any letter case; a coin that is bought is `COIN_STAND_IN`. */
  readonly sellToken: string
  readonly buyToken: string
  /** Who is paid; the zero address for the owner. */
  readonly receiver: string
  /** Base units that leave the owner. */
  readonly sellAmount: bigint
  /** Least that the receiver gets, base units. */
  readonly buyAmount: bigint
  /** Epoch seconds, below 2^32: the last in which it may be filled. */
  readonly validTo: number
  /** Hash of the document with what else is said of the order: 0x and 64 hex digits. */
  readonly appData: string
}

/** What every such order says besides. */
const FIXED = {
  feeAmount: '0',
  kind: 'sell',
  partiallyFillable: false,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
} as const

const ORDER_TYPE =
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)'
const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
const MOST_UNITS = 2n ** 256n - 1n
const MOST_SECONDS = 2 ** 32 - 1

/** Where an order is valid: the settlement contract of a chain. */
export interface Gpv2Domain {
  /** EIP-155. */
  readonly chainId: number
  /** 0x address of the settlement contract. */
  readonly contract: string
}

/** The order as the API and payloads write it: plain JSON, amounts as decimal text. */
export function orderDocument({ sellAmount, buyAmount, ...order }: Gpv2Order) {
  return { ...order, sellAmount: sellAmount.toString(), buyAmount: buyAmount.toString(), ...FIXED }
}

/** Reads such a document strictly; undefined for anything else, such as an order that may be filled in part. */
export function readOrder(document: unknown): Gpv2Order | undefined {
  const fields = recordOf(document)
  const isFixed = Object.entries(FIXED).every(([name, value]) => fields[name] === value)
  const { sellToken, buyToken, receiver, validTo, appData } = fields
  const sellAmount = unitsOf(fields['sellAmount'])
  const buyAmount = unitsOf(fields['buyAmount'])
  if (!isFixed || sellAmount === undefined || buyAmount === undefined) return undefined
  if (!isText(sellToken, HEX_ADDRESS) || !isText(buyToken, HEX_ADDRESS) || !isText(receiver, HEX_ADDRESS))
    return undefined
  if (!isText(appData, HEX_WORD) || typeof validTo !== 'number' || !Number.isInteger(validTo)) return undefined
  if (validTo < 0 || validTo > MOST_SECONDS) return undefined
  return { sellToken, buyToken, receiver, sellAmount, buyAmount, validTo, appData }
}

/** The uid of an order: 0x and 112 small hex digits. @param owner 0x address of who sells */
export function orderUid(order: Gpv2Order, owner: string, domain: Gpv2Domain): string {
  const seconds = order.validTo.toString(16).padStart(8, '0')
  return `${orderDigest(order, domain)}${owner.slice(2).toLowerCase()}${seconds}`
}

/** What is signed of an order, by EIP-712: 0x and 64 hex digits. https://eips.ethereum.org/EIPS/eip-712 */
function orderDigest(order: Gpv2Order, { chainId, contract }: Gpv2Domain): string {
  const domain = hashWords([
    hashText(DOMAIN_TYPE),
    hashText('Gnosis Protocol'),
    hashText('v2'),
    BigInt(chainId),
    addressWord(contract),
  ])
  const { sellToken, buyToken, receiver, sellAmount, buyAmount, validTo, appData } = order
  const message = hashWords([
    hashText(ORDER_TYPE),
    ...[sellToken, buyToken, receiver].map(addressWord),
    ...[sellAmount, buyAmount, BigInt(validTo), BigInt(appData), BigInt(FIXED.feeAmount)],
    hashText(FIXED.kind),
    // Whole or not at all.
    0n,
    hashText(FIXED.sellTokenBalance),
    hashText(FIXED.buyTokenBalance),
  ])
  return hashHex(`1901${encodeCall('', [domain, message])}`)
}

/** The hash of a text's UTF-8 bytes: 0x and 64 hex digits. */
export function textHash(text: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`
}

function hashText(text: string): bigint {
  return BigInt(textHash(text))
}

function hashWords(words: readonly bigint[]): bigint {
  return BigInt(hashHex(encodeCall('', words)))
}

function hashHex(digits: string): string {
  return `0x${bytesToHex(keccak_256(hexToBytes(digits)))}`
}

function unitsOf(value: unknown): bigint | undefined {
  if (!isText(value, /^(?:0|[1-9][0-9]{0,77})$/)) return undefined
  const units = BigInt(value)
  return units > MOST_UNITS ? undefined : units
}

function isText(value: unknown, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value)
}
