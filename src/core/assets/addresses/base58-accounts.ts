import { base58 } from '@scure/base'
import { blake2b } from '@noble/hashes/blake2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { accept, BAD_CHECKSUM, refuse, type AddressCheck } from './check.ts'
import { decodeBase58Check, decodeWith, encodeBase58Check, joinBytes, sameBytes, toHex } from './codecs.ts'

const TZ1 = Uint8Array.of(0x06, 0xa1, 0x9f)
/** tz1, tz2, tz3, tz4 and KT1 (Tezos documentation, "base58 encoding"). */
const TEZOS_PREFIXES = ['06a19f', '06a1a1', '06a1a4', '06a1a6', '025a79']

/** Checks a Tezos account (tz1 to tz4) or contract (KT1). */
export function checkTezos(text: string): AddressCheck {
  if (text.startsWith('sr1'))
    return refuse('This is a smart rollup, which cannot be paid: give an address that starts with tz1')
  const decoded = /^(tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$/.test(text) ? decodeBase58Check(text) : undefined
  if (decoded?.payload.length !== 23)
    return refuse('A Tezos address has 36 characters and starts with tz1 to tz4 or KT1')
  if (!decoded.intact) return refuse(BAD_CHECKSUM)
  return TEZOS_PREFIXES.includes(toHex(decoded.payload.subarray(0, 3)))
    ? accept(text)
    : refuse('A Tezos address starts with tz1 to tz4 or KT1')
}

/** The tz1 address of a 20-byte key hash. */
export function encodeTezos(hash: Uint8Array): string {
  return encodeBase58Check(joinBytes(TZ1, hash))
}

const WAVES_HEAD = Uint8Array.of(1, 0x57)

/** Checks a Waves mainnet address: version 1, chain W, 20 bytes, and a checksum of Keccak over BLAKE2b. */
export function checkWaves(text: string): AddressCheck {
  if (text.startsWith('alias:')) return refuse('Aliases are not looked up: give the address, which starts with 3P')
  const bytes = /^3[1-9A-HJ-NP-Za-km-z]{34}$/.test(text) ? decodeWith(base58, text) : undefined
  if (bytes?.length !== 26) return refuse('A Waves address has 35 characters and starts with 3P')
  if (!sameBytes(wavesChecksum(bytes.subarray(0, 22)), bytes.subarray(22))) return refuse(BAD_CHECKSUM)
  if (!sameBytes(bytes.subarray(0, 2), WAVES_HEAD))
    return refuse('This is not a Waves mainnet address: those start with 3P')
  return accept(text)
}

/** The Waves mainnet address of a 20-byte key hash. */
export function encodeWaves(hash: Uint8Array): string {
  const body = joinBytes(WAVES_HEAD, hash)
  return base58.encode(joinBytes(body, wavesChecksum(body)))
}

function wavesChecksum(body: Uint8Array): Uint8Array {
  return keccak_256(blake2b(body, { dkLen: 32 })).subarray(0, 4)
}
