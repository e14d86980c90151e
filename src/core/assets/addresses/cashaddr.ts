import { bech32 } from '@scure/base'
import { accept, BAD_CHECKSUM, refuse, type AddressCheck } from './check.ts'
import { bytesOfWords, decodeBase58Check, joinBytes } from './codecs.ts'

/** How a chain that writes cashaddr calls itself and its addresses. */
export interface CashNetwork {
  readonly name: string
  readonly prefix: string
}

export const BITCOIN_CASH: CashNetwork = { name: 'Bitcoin Cash', prefix: 'bitcoincash' }
export const ECASH: CashNetwork = { name: 'eCash', prefix: 'ecash' }

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const CHECKSUM_WORDS = 8
/** XOR masks of the 40-bit checksum, as its upper 8 and lower 32 bits (cashaddr specification). */
const MASKS: readonly (readonly [number, number])[] = [
  [0x98, 0xf2bc8e61],
  [0x79, 0xb76d99e2],
  [0xf3, 0x3e5fb3c4],
  [0xae, 0x2eabe2a8],
  [0x1e, 0x4f43e470],
]

/** Checks a cashaddr address, with or without its prefix; canonical has the prefix and lower case. */
export function checkCash(network: CashNetwork, text: string): AddressCheck {
  const lower = text.toLowerCase()
  const colon = lower.indexOf(':')
  const prefix = colon === -1 ? network.prefix : lower.slice(0, colon)
  const body = lower.slice(colon + 1)
  if (colon === -1 && /^[13mn2][1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return checkLegacy(network, text)
  if (prefix !== network.prefix) {
    const testnet = prefix === 'bchtest' || prefix === 'ectest' || prefix === 'bchreg' || prefix === 'ecregtest'
    return refuse(testnet ? `This is a testnet address; give a ${network.name} mainnet address` : foreign(network))
  }
  if (!/^[qprz][02-9ac-hj-np-z]{30,111}$/.test(body)) return refuse(foreign(network))
  if (text !== lower && text !== text.toUpperCase()) {
    return refuse(`A ${network.name} address is written in lower case only (or in capitals only): copy it again`)
  }
  const words = Array.from(body, (letter) => ALPHABET.indexOf(letter))
  if (!isIntact(prefix, words)) return refuse(BAD_CHECKSUM)
  const bytes = bytesOfWords(words.slice(0, -CHECKSUM_WORDS))
  const version = bytes?.[0]
  if (bytes === undefined || version === undefined) return refuse(BAD_CHECKSUM)
  const hash = bytes.subarray(1)
  if (isPayable(version, hash.length)) return accept(`${prefix}:${body}`)
  if (isPayable(version ^ 0x10, hash.length)) {
    const plain = encodeCash(network, version ^ 0x10, hash)
    return refuse(`This is the token-aware form; for ${network.name} itself write it as ${plain}`)
  }
  return refuse(`This is not a kind of ${network.name} address that can be paid`)
}

/** The cashaddr text, with prefix, of a version byte (0 key hash, 8 script hash, 11 long script hash) and its hash. */
export function encodeCash(network: CashNetwork, version: number, hash: Uint8Array): string {
  const words = bech32.toWords(joinBytes(Uint8Array.of(version), hash))
  const [high, low] = polymod([...prefixWords(network.prefix), ...words, ...new Array<number>(CHECKSUM_WORDS).fill(0)])
  const value = (BigInt(high) << 32n) | BigInt(low)
  const checksum = Array.from({ length: CHECKSUM_WORDS }, (_, index) => Number((value >> BigInt(35 - index * 5)) & 31n))
  return `${network.prefix}:${[...words, ...checksum].map((word) => ALPHABET.charAt(word)).join('')}`
}

function checkLegacy(network: CashNetwork, text: string): AddressCheck {
  const decoded = decodeBase58Check(text)
  if (decoded === undefined || decoded.payload.length !== 21) return refuse(foreign(network))
  if (!decoded.intact) return refuse(BAD_CHECKSUM)
  const version = decoded.payload[0]
  if (version !== 0 && version !== 5) return refuse(`This is a testnet address; give a ${network.name} mainnet address`)
  const today = encodeCash(network, version === 0 ? 0 : 8, decoded.payload.subarray(1))
  return refuse(`This form looks like a Bitcoin address; if it is from a ${network.name} wallet, write it as ${today}`)
}

function foreign(network: CashNetwork): string {
  return `This is not a ${network.name} address: they read ${network.prefix}:q… or ${network.prefix}:p…`
}

/** Version byte: bits 3 to 6 the kind (0 key hash, 1 script hash), bits 0 to 2 the size (0 is 20 bytes, 3 is 32). */
function isPayable(version: number, length: number): boolean {
  return (version === 0 && length === 20) || (version === 8 && length === 20) || (version === 11 && length === 32)
}

function isIntact(prefix: string, words: readonly number[]): boolean {
  const [high, low] = polymod([...prefixWords(prefix), ...words])
  return high === 0 && low === 0
}

function prefixWords(prefix: string): number[] {
  return [...Array.from(prefix, (letter) => letter.charCodeAt(0) & 31), 0]
}

/** The 40-bit BCH checksum of 5-bit words, as its upper 8 and lower 32 bits. */
function polymod(words: readonly number[]): readonly [number, number] {
  let high = 0
  let low = 1
  for (const word of words) {
    const top = high >>> 3
    high = ((high & 7) << 5) | (low >>> 27)
    low = ((low << 5) >>> 0) ^ word
    MASKS.forEach(([maskHigh, maskLow], bit) => {
      if ((top >>> bit) & 1) {
        high ^= maskHigh
        low ^= maskLow
      }
    })
    low >>>= 0
  }
  return [high, (low ^ 1) >>> 0]
}
