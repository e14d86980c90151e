import { accept, BAD_CHECKSUM, refuse, ZERO_ADDRESS, type AddressCheck } from './check.ts'
import { decodeBase58Check, isZero } from './codecs.ts'
import { HEX_ADDRESS } from '../../text/hex.ts'

/** Version byte in front of the 20-byte account. */
export const TRON_VERSION = 0x41

/** Checks a Tron address: base58check of 0x41 and 20 bytes, which always starts with T. */
export function checkTron(text: string): AddressCheck {
  if (/^(0x)?41[0-9a-fA-F]{40}$/.test(text))
    return refuse('Give the Tron address in its base58 form, which starts with T')
  if (HEX_ADDRESS.test(text)) return refuse('This is an EVM address; a Tron address starts with T')
  const decoded = /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text) ? decodeBase58Check(text) : undefined
  if (decoded?.payload.length !== 21) return refuse('A Tron address has 34 base58 characters and starts with T')
  if (!decoded.intact) return refuse(BAD_CHECKSUM)
  if (decoded.payload[0] !== TRON_VERSION) return refuse('This is not a Tron mainnet address')
  return isZero(decoded.payload.subarray(1)) ? refuse(ZERO_ADDRESS) : accept(text)
}
