import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** 32 bytes that depend on every part and on nothing else: the sandbox's only source of made-up values. */
export function digest(...parts: readonly (string | number)[]): Uint8Array {
  return sha256(utf8ToBytes(JSON.stringify(parts)))
}

/** The first `length` (1 to 64) lower-case hex digits of a digest. */
export function hexDigest(length: number, ...parts: readonly (string | number)[]): string {
  return bytesToHex(digest(...parts)).slice(0, length)
}

/** A whole number from 0 to 2^32 - 1 that depends on every part. */
export function numberDigest(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hexDigest(8, ...parts), 16)
}
