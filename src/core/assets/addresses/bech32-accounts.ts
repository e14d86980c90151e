import { accept, BAD_CHECKSUM, refuse, ZERO_ADDRESS, type AddressCheck } from './check.ts'
import { bytesOfWords, decodeBech32, encodeBech32, isZero, joinBytes } from './codecs.ts'

/** How one chain uses bech32 for accounts. */
interface Bech32Account {
  readonly name: string
  readonly prefix: string
  readonly variant: 'bech32' | 'bech32m'
  /** Bytes of an account. */
  readonly length: number
}

export const MULTIVERSX: Bech32Account = { name: 'MultiversX', prefix: 'erd', variant: 'bech32', length: 32 }
export const ZILLIQA: Bech32Account = { name: 'Zilliqa', prefix: 'zil', variant: 'bech32', length: 20 }
const RADIX: Bech32Account = { name: 'Radix', prefix: 'account_rdx', variant: 'bech32m', length: 30 }
export const ALEO: Bech32Account = { name: 'Aleo', prefix: 'aleo', variant: 'bech32m', length: 32 }

/** Checks a MultiversX account; eight leading zero bytes mark a contract. */
export function checkMultiversx(text: string): AddressCheck {
  const key = decode(MULTIVERSX, text)
  if (typeof key === 'string') return refuse(key)
  if (isZero(key)) return refuse(ZERO_ADDRESS)
  const warning = 'This is a contract, not a wallet: make sure that it can receive funds'
  return isZero(key.subarray(0, 8)) ? accept(text.toLowerCase(), warning) : accept(text.toLowerCase())
}

/** Checks a Zilliqa account in its zil1 form. */
export function checkZilliqa(text: string): AddressCheck {
  if (/^(0x)?[0-9a-fA-F]{40}$/.test(text)) return refuse('Give the Zilliqa address in the form that starts with zil1')
  const key = decode(ZILLIQA, text)
  if (typeof key === 'string') return refuse(key)
  return isZero(key) ? refuse(ZERO_ADDRESS) : accept(text.toLowerCase())
}

/** First bytes of a Radix account: created, of a secp256k1 key, of an ed25519 key. */
const RADIX_ACCOUNTS = [0xc1, 0xd1, 0x51]
const RADIX_OTHERS =
  /^(resource|component|package|pool|validator|identity|locker|accesscontroller|internal_[a-z]+)_rdx1/

/** Checks a Radix account. */
export function checkRadix(text: string): AddressCheck {
  if (RADIX_OTHERS.test(text)) return refuse('This is not an account: give the address that starts with account_rdx1')
  const account = decode(RADIX, text)
  if (typeof account === 'string') return refuse(account)
  if (!RADIX_ACCOUNTS.includes(account[0] ?? 0)) return refuse('This is not a known kind of Radix account')
  return accept(text.toLowerCase())
}

/** Checks an Aleo account. */
export function checkAleo(text: string): AddressCheck {
  const account = decode(ALEO, text)
  if (typeof account === 'string') return refuse(account)
  return isZero(account) ? refuse(ZERO_ADDRESS) : accept(text.toLowerCase())
}

/** Code hash of the signature lock that nearly every Nervos wallet uses. */
const NERVOS_SIGNATURE_LOCK = Uint8Array.of(
  ...[0x9b, 0xd7, 0xe0, 0x6f, 0x3e, 0xcf, 0x4b, 0xe0, 0xf2, 0xfc, 0xd2, 0x18, 0x8b, 0x23, 0xf1, 0xb9],
  ...[0xfc, 0xc8, 0x8e, 0x5d, 0x4b, 0x65, 0xa8, 0x63, 0x7b, 0x17, 0x72, 0x3b, 0xbd, 0xa3, 0xcc, 0xe8],
)
const NERVOS_FULL = 0
const NERVOS_HASH_TYPES = [0, 1, 2, 4]
const NERVOS_LIMIT = 256

/** Checks a Nervos CKB address in the full format of RFC 21; its old formats are refused. */
export function checkNervos(text: string): AddressCheck {
  const decoded = decodeBech32(text, NERVOS_LIMIT)
  if (decoded?.prefix === 'ckt') return refuse('This is a testnet address; give one that starts with ckb1')
  if (decoded?.prefix !== 'ckb')
    return refuse(hasPrefix('ckb', text) ? BAD_CHECKSUM : 'A Nervos address starts with ckb1')
  const bytes = bytesOfWords(decoded.words)
  if (bytes === undefined) return refuse(BAD_CHECKSUM)
  const format = bytes[0]
  if (format === 1 || format === 2 || format === 4) {
    return refuse('This is an old form of Nervos address: let the wallet show the full one')
  }
  if (format !== NERVOS_FULL || decoded.variant !== 'bech32m') return refuse(BAD_CHECKSUM)
  if (bytes.length < 34 || !NERVOS_HASH_TYPES.includes(bytes[33] ?? 255)) {
    return refuse('This is not a kind of Nervos address that can be paid')
  }
  return accept(text.toLowerCase())
}

/** The bech32 text of an account's bytes. */
export function encodeBech32Account({ prefix, variant }: Bech32Account, bytes: Uint8Array): string {
  return encodeBech32(variant, prefix, bytes)
}

/** The Radix account of the 29-byte hash of an ed25519 key. */
export function encodeRadix(hash: Uint8Array): string {
  return encodeBech32Account(RADIX, joinBytes(Uint8Array.of(0x51), hash))
}

/** The full Nervos address of a 20-byte key hash under the usual signature lock. */
export function encodeNervos(hash: Uint8Array): string {
  const bytes = joinBytes(Uint8Array.of(NERVOS_FULL), NERVOS_SIGNATURE_LOCK, Uint8Array.of(1), hash)
  return encodeBech32('bech32m', 'ckb', bytes, NERVOS_LIMIT)
}

/** The account's bytes, or the sentence that says why `text` is none. */
function decode(account: Bech32Account, text: string): Uint8Array | string {
  const decoded = decodeBech32(text)
  const expected = `A ${account.name} address starts with ${account.prefix}1`
  if (decoded === undefined) return hasPrefix(account.prefix, text) ? BAD_CHECKSUM : expected
  if (decoded.prefix !== account.prefix) return expected
  const bytes = bytesOfWords(decoded.words)
  if (decoded.variant !== account.variant || bytes === undefined) return BAD_CHECKSUM
  return bytes.length === account.length
    ? bytes
    : `This address has the wrong length for ${account.name}: copy it again`
}

function hasPrefix(prefix: string, text: string): boolean {
  return text.toLowerCase().startsWith(`${prefix}1`)
}
