import { base58xmr } from '@scure/base'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { accept, BAD_CHECKSUM, refuse, type AddressCheck } from './check.ts'
import { decodeWith, joinBytes, sameBytes } from './codecs.ts'

const STANDARD = 18
const INTEGRATED = 19
const SUBADDRESS = 42
const LENGTHS: ReadonlyMap<number, number> = new Map([
  [STANDARD, 69],
  [INTEGRATED, 77],
  [SUBADDRESS, 69],
])

/** Checks a Monero address: standard, subaddress, or integrated (which carries a payment id). */
export function checkMonero(text: string): AddressCheck {
  if (text.length !== 95 && text.length !== 106) {
    return refuse('A Monero address has 95 characters (106 with a payment id) and starts with 4 or 8')
  }
  const bytes = decodeWith(base58xmr, text)
  if (bytes === undefined || bytes.length < 69) return refuse('A Monero address is base58 and starts with 4 or 8')
  if (!sameBytes(keccak_256(bytes.subarray(0, -4)).subarray(0, 4), bytes.subarray(-4))) return refuse(BAD_CHECKSUM)
  const length = LENGTHS.get(bytes[0] ?? 0)
  if (length !== bytes.length) return refuse('This is not a Monero mainnet address: those start with 4 or 8')
  return accept(text)
}

/** The standard address of a 32-byte public spend key and a 32-byte public view key. */
export function encodeMonero(spendKey: Uint8Array, viewKey: Uint8Array): string {
  const body = joinBytes(Uint8Array.of(STANDARD), spendKey, viewKey)
  return base58xmr.encode(joinBytes(body, keccak_256(body).subarray(0, 4)))
}
