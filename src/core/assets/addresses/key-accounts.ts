import { base32nopad } from '@scure/base'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha512_256 } from '@noble/hashes/sha2.js'
import { accept, BAD_CHECKSUM, refuse, ZERO_ADDRESS, type AddressCheck } from './check.ts'
import { bigEndian32, crc32, decodeWith, fromHex, isZero, joinBytes, sameBytes, toHex } from './codecs.ts'
import { WORD_DIGITS } from '../../text/hex.ts'

/** Checks an Algorand address: base32 of a 32-byte key and the last four bytes of its SHA-512/256. */
export function checkAlgorand(text: string): AddressCheck {
  const bytes = /^[A-Z2-7]{58}$/.test(text) ? decodeWith(base32nopad, text) : undefined
  if (bytes?.length !== 36) return refuse('An Algorand address has 58 characters of A to Z and 2 to 7')
  const key = bytes.subarray(0, 32)
  if (!sameBytes(sha512_256(key).subarray(-4), bytes.subarray(32))) return refuse(BAD_CHECKSUM)
  return isZero(key) ? refuse(ZERO_ADDRESS) : accept(text)
}

/** The Algorand address of a 32-byte key. */
export function encodeAlgorand(key: Uint8Array): string {
  return base32nopad.encode(joinBytes(key, sha512_256(key).subarray(-4)))
}

/** Checks an Internet Computer ledger account: 64 hex digits of a CRC-32 and the 28 bytes it covers. */
export function checkIcp(text: string): AddressCheck {
  if (/^([a-z2-7]{5}-){2,12}[a-z2-7]{1,5}$/.test(text)) {
    return refuse('This is a principal: give the account id of 64 hex digits that the wallet shows next to it')
  }
  if (!WORD_DIGITS.test(text)) return refuse('An Internet Computer account id has 64 hex digits')
  const bytes = fromHex(text)
  if (!sameBytes(bigEndian32(crc32(bytes.subarray(4))), bytes.subarray(0, 4))) return refuse(BAD_CHECKSUM)
  return accept(text.toLowerCase())
}

/** The Internet Computer account id of 28 bytes. */
export function encodeIcp(hash: Uint8Array): string {
  return toHex(joinBytes(bigEndian32(crc32(hash)), hash))
}

const NANO_ALPHABET = '13456789abcdefghijkmnopqrstuwxyz'

/** Checks a Nano account; canonical starts with nano_ (xrb_ is its old prefix). */
export function checkNano(text: string): AddressCheck {
  const body = /^(?:nano|xrb)_([13][13-9a-km-uw-z]{59})$/.exec(text)?.[1]
  if (body === undefined) return refuse('A Nano address is nano_ and 60 lower-case letters and digits')
  const bytes = decodeNano(body)
  const key = bytes.subarray(0, 32)
  if (!sameBytes(nanoChecksum(key), bytes.subarray(32))) return refuse(BAD_CHECKSUM)
  return isZero(key) ? refuse(ZERO_ADDRESS) : accept(`nano_${body}`)
}

/** The Nano address of a 32-byte key. */
export function encodeNano(key: Uint8Array): string {
  let text = ''
  let [value, bits] = [0, 4]
  for (const byte of joinBytes(key, nanoChecksum(key))) {
    value = ((value << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += NANO_ALPHABET.charAt((value >> (bits - 5)) & 31)
  }
  return `nano_${text}`
}

/** The 32-byte key and 5-byte checksum of 60 characters, whose first four bits are padding. */
function decodeNano(body: string): Uint8Array {
  const bytes = new Uint8Array(37)
  let [value, bits, length] = [0, -4, 0]
  for (const letter of body) {
    value = ((value << 5) | NANO_ALPHABET.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = (value >> bits) & 0xff
  }
  return bytes
}

function nanoChecksum(key: Uint8Array): Uint8Array {
  return blake2b(key, { dkLen: 5 }).reverse()
}
