import { base32, base32nopad } from '@scure/base'
import { accept, BAD_CHECKSUM, refuse, type AddressCheck } from './check.ts'
import { crc16, decodeWith, joinBytes } from './codecs.ts'

const ACCOUNT_VERSION = 6 << 3

const OTHER_KINDS: Readonly<Record<string, string>> = {
  M: 'Muxed addresses (M…) are not paid by every provider: give the G… account, and its memo apart',
  C: 'This is a contract, which cannot be paid here: give an account that starts with G',
  P: 'This is a signed payload, not an account: give an address that starts with G',
  L: 'This is a liquidity pool, not an account: give an address that starts with G',
  B: 'This is a claimable balance, not an account: give an address that starts with G',
  S: 'This looks like a secret key, not an address: never give it to anyone, and move its funds if you already did',
}

/** Checks a Stellar account: StrKey of version G (SEP-23). StrKey carries no network, so testnet looks the same. */
export function checkStellar(text: string): AddressCheck {
  if (!/^[A-Z2-7]+$/.test(text)) return refuse('A Stellar address has 56 capital letters and digits and starts with G')
  const other = OTHER_KINDS[text.charAt(0)]
  if (other !== undefined) return refuse(other)
  if (text.length !== 56 || !text.startsWith('G'))
    return refuse('A Stellar address has 56 characters and starts with G')
  const bytes = decodeWith(base32, text)
  if (bytes?.length !== 35 || bytes[0] !== ACCOUNT_VERSION)
    return refuse('A Stellar address starts with GA, GB, GC or GD')
  if (crc16(bytes.subarray(0, 33)) !== (bytes[33] ?? 0) + ((bytes[34] ?? 0) << 8)) return refuse(BAD_CHECKSUM)
  return accept(text)
}

/** The G… address of a 32-byte public key. */
export function encodeStellar(key: Uint8Array): string {
  const body = joinBytes(Uint8Array.of(ACCOUNT_VERSION), key)
  const crc = crc16(body)
  return base32nopad.encode(joinBytes(body, Uint8Array.of(crc & 0xff, crc >>> 8)))
}
