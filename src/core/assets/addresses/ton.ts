import { base64 } from '@scure/base'
import { accept, BAD_CHECKSUM, refuse, ZERO_ADDRESS, type AddressCheck } from './check.ts'
import { crc16, decodeWith, isZero, joinBytes, toHex } from './codecs.ts'

const BOUNCEABLE = 0x11
const NON_BOUNCEABLE = 0x51
const TESTNET_FLAG = 0x80
const MASTERCHAIN = 0xff

/** A friendly TON address taken apart (TEP-2). */
export interface TonAddress {
  /** 0x11 bounceable, 0x51 not; 0x80 more on test networks. */
  readonly tag: number
  /** 0 is the basechain, 255 the masterchain. */
  readonly workchain: number
  readonly hash: Uint8Array
}

/** Takes a 48-character friendly address apart, in base64 or base64url, or undefined when its checksum does not match. */
function decodeTonFriendly(text: string): TonAddress | undefined {
  if (text.length !== 48 || (/[+/]/.test(text) && /[-_]/.test(text))) return undefined
  const bytes = decodeWith(base64, text.replaceAll('-', '+').replaceAll('_', '/'))
  if (bytes?.length !== 36) return undefined
  if (crc16(bytes.subarray(0, 34)) !== ((bytes[34] ?? 0) << 8) + (bytes[35] ?? 0)) return undefined
  return { tag: bytes[0] ?? 0, workchain: bytes[1] ?? 0, hash: bytes.subarray(2, 34) }
}

/** The non-bounceable friendly address of a 32-byte basechain account, as wallets show their own. */
export function encodeTonFriendly(hash: Uint8Array): string {
  const body = joinBytes(Uint8Array.of(NON_BOUNCEABLE, 0), hash)
  const crc = crc16(body)
  return toUrlSafe(base64.encode(joinBytes(body, Uint8Array.of(crc >>> 8, crc & 0xff))))
}

/**
 * Checks a TON basechain address. A friendly one keeps its bounceable flag and becomes base64url; a raw one (`0:` and 64
 * hex digits) stays raw, in lower case.
 */
export function checkTon(text: string): AddressCheck {
  const raw = /^(-?\d{1,10}):([0-9a-fA-F]{64})$/.exec(text)
  if (raw !== null) {
    if (raw[1] !== '0') return refuse(raw[1] === '-1' ? NO_MASTERCHAIN : NO_WORKCHAIN)
    return /^0+$/.test(raw[2] ?? '') ? refuse(ZERO_ADDRESS) : accept(text.toLowerCase())
  }
  if (text.startsWith('ton://')) return refuse('This is a payment link: give only the address in it')
  if (!/^[A-Za-z0-9+/_-]{48}$/.test(text)) {
    return refuse('A TON address is 48 characters that start with UQ or EQ, or 0: and 64 hex digits')
  }
  const decoded = decodeTonFriendly(text)
  if (decoded === undefined) return refuse(BAD_CHECKSUM)
  if ((decoded.tag & TESTNET_FLAG) !== 0) return refuse('This is a testnet address; give one that starts with UQ or EQ')
  if (decoded.tag !== BOUNCEABLE && decoded.tag !== NON_BOUNCEABLE)
    return refuse('This is not a known kind of TON address')
  if (decoded.workchain === MASTERCHAIN) return refuse(NO_MASTERCHAIN)
  if (decoded.workchain !== 0) return refuse(NO_WORKCHAIN)
  return isZero(decoded.hash) ? refuse(ZERO_ADDRESS) : accept(toUrlSafe(text))
}

/** The raw form, `0:` and 64 small hex digits, of a friendly basechain address; undefined for any other text. */
export function tonRawForm(text: string): string | undefined {
  const decoded = decodeTonFriendly(text)
  if (decoded === undefined || decoded.workchain !== 0) return undefined
  if (decoded.tag !== BOUNCEABLE && decoded.tag !== NON_BOUNCEABLE) return undefined
  return `0:${toHex(decoded.hash)}`
}

const NO_MASTERCHAIN =
  'Masterchain addresses belong to system contracts: give a wallet address that starts with UQ or EQ'
const NO_WORKCHAIN = 'This workchain does not exist: give a wallet address that starts with UQ or EQ'

function toUrlSafe(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_')
}
