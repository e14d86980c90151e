import { base58 } from '@scure/base'
import { blake2b } from '@noble/hashes/blake2.js'
import { accept, BAD_CHECKSUM, refuse, type AddressCheck } from './check.ts'
import { decodeWith, joinBytes } from './codecs.ts'

const CONTEXT = Uint8Array.from('SS58PRE', (letter) => letter.charCodeAt(0))
const GENERIC_PREFIX = 42
const KEY_LENGTH = 32

/** Checks an SS58 address of a 32-byte key; its prefix (0 to 16383) must be the chain's. */
export function checkSubstrate(prefix: number, text: string): AddressCheck {
  const bytes = text.length < 46 || text.length > 50 ? undefined : decodeWith(base58, text)
  if (bytes === undefined)
    return refuse(`An address of this chain is SS58, such as ${encodeSubstrate(prefix, EXAMPLE_KEY)}`)
  const [first, second] = [bytes[0] ?? 0, bytes[1] ?? 0]
  const width = (first & 0x40) === 0 ? 1 : 2
  if (first > 127 || bytes.length !== width + KEY_LENGTH + 2) return refuse(BAD_CHECKSUM)
  const body = bytes.subarray(0, -2)
  const digest = checksum(body)
  if (digest[0] !== bytes[bytes.length - 2] || digest[1] !== bytes[bytes.length - 1]) return refuse(BAD_CHECKSUM)
  const found = width === 1 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  if (found === prefix) return accept(text)
  if (found === GENERIC_PREFIX) {
    return refuse(
      `This is the generic Substrate form; on this chain the same key is ${encodeSubstrate(prefix, body.subarray(width))}`,
    )
  }
  return refuse(`This address is for another network (SS58 prefix ${found}, here it must be ${prefix})`)
}

/** The SS58 address of a 32-byte key under a prefix of 0 to 16383. */
export function encodeSubstrate(prefix: number, key: Uint8Array): string {
  const head =
    prefix < 64
      ? Uint8Array.of(prefix)
      : Uint8Array.of(((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 3) << 6))
  const body = joinBytes(head, key)
  return base58.encode(joinBytes(body, checksum(body).subarray(0, 2)))
}

const EXAMPLE_KEY = new Uint8Array(KEY_LENGTH).fill(7)

function checksum(body: Uint8Array): Uint8Array {
  return blake2b(joinBytes(CONTEXT, body))
}
