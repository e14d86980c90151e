import { base58, bech32, bech32m } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'

/** Bytes in a text encoding. */
interface TextCoder {
  encode(bytes: Uint8Array): string
  decode(text: string): Uint8Array
}

/** Digest of bytes, for example SHA-256. */
export type Digest = (data: Uint8Array) => Uint8Array

/** SHA-256 applied twice, the checksum hash of Bitcoin and its relatives. */
export const sha256d: Digest = (data) => sha256(sha256(data))

const CHECKSUM_LENGTH = 4

/** What a base58check text holds; `intact` is false when its checksum does not match. */
export interface Base58Check {
  readonly payload: Uint8Array
  readonly intact: boolean
}

/** The bytes that `text` encodes, or undefined when it is not of that alphabet. Cap the length before: base58 is quadratic. */
export function decodeWith(coder: Pick<TextCoder, 'decode'>, text: string): Uint8Array | undefined {
  try {
    return coder.decode(text)
  } catch {
    return undefined
  }
}

/** Splits a base58check text into payload and verdict, or undefined when it is not base58 of more than four bytes. */
export function decodeBase58Check(
  text: string,
  digest: Digest = sha256d,
  alphabet: TextCoder = base58,
): Base58Check | undefined {
  const bytes = decodeWith(alphabet, text)
  if (bytes === undefined || bytes.length <= CHECKSUM_LENGTH) return undefined
  const payload = bytes.subarray(0, -CHECKSUM_LENGTH)
  return { payload, intact: sameBytes(digest(payload).subarray(0, CHECKSUM_LENGTH), bytes.subarray(-CHECKSUM_LENGTH)) }
}

/** The base58check text of `payload`. */
export function encodeBase58Check(payload: Uint8Array, digest: Digest = sha256d, alphabet: TextCoder = base58): string {
  return alphabet.encode(joinBytes(payload, digest(payload).subarray(0, CHECKSUM_LENGTH)))
}

/** A bech32 text taken apart; `words` are 5-bit values. */
export interface Bech32Text {
  readonly prefix: string
  readonly words: number[]
  readonly variant: 'bech32' | 'bech32m'
}

/** Takes a bech32 or bech32m text of at most `limit` characters apart, or undefined when neither checksum matches. */
export function decodeBech32(text: string, limit = 90): Bech32Text | undefined {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return undefined
  const plain = bech32.decodeUnsafe(text, limit)
  if (plain !== undefined) return { prefix: plain.prefix, words: plain.words, variant: 'bech32' }
  const modified = bech32m.decodeUnsafe(text, limit)
  if (modified !== undefined) return { prefix: modified.prefix, words: modified.words, variant: 'bech32m' }
  return undefined
}

/** The bytes of 5-bit `words`, or undefined when the padding is not zero or too long. */
export function bytesOfWords(words: number[]): Uint8Array | undefined {
  return bech32.fromWordsUnsafe(words) ?? undefined
}

/** The bech32 text of `bytes`. */
export function encodeBech32(variant: 'bech32' | 'bech32m', prefix: string, bytes: Uint8Array, limit = 90): string {
  const coder = variant === 'bech32' ? bech32 : bech32m
  return coder.encode(prefix, coder.toWords(bytes), limit)
}

/** CRC-16/XMODEM, 0 to 65535. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc
}

/** CRC-32 (ISO-HDLC), 0 to 4294967295. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** `value` (0 to 4294967295) as four bytes, most significant first. */
export function bigEndian32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff)
}

/** True when both hold the same bytes. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/** True when every byte is zero. */
export function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}

/** The bytes of all `parts`, one after the other. */
export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Lower-case hex digits of `bytes`, without 0x. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/** The bytes of an even number of hex digits in any case, without 0x; the caller has checked them. */
export function fromHex(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    parseInt(digits.slice(index * 2, index * 2 + 2), 16),
  )
}
