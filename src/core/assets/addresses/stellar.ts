import { base32nopad } from '@scure/base'
import { accept, BAD_CHECKSUM, refuse, type AddressCheck } from './check.ts'
import { crc16, decodeWith, joinBytes, toHex } from './codecs.ts'

const ACCOUNT_VERSION = 6 << 3
const MUXED_VERSION = 12 << 3

const OTHER_KINDS: Readonly<Record<string, string>> = {
  C: 'This is a contract, which cannot be paid here: give an account that starts with G',
  P: 'This is a signed payload, not an account: give an address that starts with G',
  L: 'This is a liquidity pool, not an account: give an address that starts with G',
  B: 'This is a claimable balance, not an account: give an address that starts with G',
  S: 'This looks like a secret key, not an address: never give it to anyone, and move its funds if you already did',
}

/**
 * Checks a Stellar account: StrKey of version G (SEP-23). StrKey carries no network, so testnet looks the same. A muxed
 * address (M…) is refused with what it stands for: the account, and the id that would be lost on the way.
 */
export function checkStellar(text: string): AddressCheck {
  if (!/^[A-Z2-7]+$/.test(text)) return refuse('A Stellar address has 56 capital letters and digits and starts with G')
  if (text.startsWith('M')) return refuseMuxed(text)
  const other = OTHER_KINDS[text.charAt(0)]
  if (other !== undefined) return refuse(other)
  if (text.length !== 56 || !text.startsWith('G'))
    return refuse('A Stellar address has 56 characters and starts with G')
  const bytes = decodeWith(base32nopad, text)
  if (bytes?.length !== 35 || bytes[0] !== ACCOUNT_VERSION)
    return refuse('A Stellar address starts with GA, GB, GC or GD')
  return isIntact(bytes) ? accept(text) : refuse(BAD_CHECKSUM)
}

/** The refusal of a muxed address: 32 bytes of the key, then 8 of the id. */
function refuseMuxed(text: string): AddressCheck {
  const bytes = decodeWith(base32nopad, text)
  if (bytes?.length !== 43 || bytes[0] !== MUXED_VERSION || !isIntact(bytes)) return refuse(BAD_CHECKSUM)
  const id = BigInt(`0x${toHex(bytes.subarray(33, 41))}`)
  const account = encodeStellar(bytes.subarray(1, 33))
  return refuse(`This muxed address holds the memo id:${id}: give the account ${account}, and the memo apart`)
}

function isIntact(bytes: Uint8Array): boolean {
  const [low = 0, high = 0] = bytes.subarray(-2)
  return crc16(bytes.subarray(0, -2)) === low + (high << 8)
}

/** The G… address of a 32-byte public key. */
export function encodeStellar(key: Uint8Array): string {
  const body = joinBytes(Uint8Array.of(ACCOUNT_VERSION), key)
  const crc = crc16(body)
  return base32nopad.encode(joinBytes(body, Uint8Array.of(crc & 0xff, crc >>> 8)))
}
