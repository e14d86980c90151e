import { tonRawForm } from './addresses/ton.ts'
import { WORD_DIGITS } from '../text/hex.ts'

/** Longest text that is read as an address, in characters: every accepted form is much shorter. */
export const MAX_ADDRESS_LENGTH = 256

/**
 * The form in which two spellings of one address are equal, for any text, without knowing its chain: 0x-hex and plain
 * 64-digit hex in lower case (0x-hex of 41 to 63 digits padded to 64, as Starknet drops leading zeros), bech32 and
 * cashaddr in lower case, cashaddr without its prefix, TON as its raw form, Nano with its new prefix, Hedera without
 * its checksum. All else stays as it is, since base58 and base64url distinguish letter case.
 *
 * Not unified, because they are different destinations or need the chain: an X-address and its classic account, one
 * key under several bech32 or SS58 prefixes, Bitcoin Cash's old form and its cashaddr, a Hedera id and its EVM alias.
 */
export function addressKey(text: string): string {
  if (text.length > MAX_ADDRESS_LENGTH) return text
  const lower = text.toLowerCase()
  if (/^0x[0-9a-f]+$/.test(lower)) return text.length > 42 ? `0x${lower.slice(2).padStart(64, '0')}` : lower
  if (WORD_DIGITS.test(lower) || /^0:[0-9a-f]{64}$/.test(lower)) return lower
  if (
    /^(?:(?:bitcoincash|ecash):)?[qpzr](?:[02-9ac-hj-np-z]{41}|[02-9ac-hj-np-z]{60})$/.test(lower) &&
    isOneCase(text)
  ) {
    return lower.slice(lower.indexOf(':') + 1)
  }
  if (/^[a-z0-9_]{1,83}1[02-9ac-hj-np-z]{6,}$/.test(lower) && isOneCase(text)) return lower
  if (/^xrb_[13][13-9a-km-uw-z]{59}$/.test(text)) return `nano_${text.slice(4)}`
  if (/^0\.0\.\d+-[a-z]{5}$/.test(text)) return text.slice(0, -6)
  return tonRawForm(text) ?? text
}

/** True for two spellings of one address, by `addressKey`: letter case counts in base58, and not in hex or bech32. */
export function sameAddress(a: string, b: string): boolean {
  return addressKey(a) === addressKey(b)
}

function isOneCase(text: string): boolean {
  return text === text.toLowerCase() || text === text.toUpperCase()
}
