import { isEvmAddress, sameAddress, toChecksumAddress } from '../../../core/assets/address.ts'
import { refusedPayload } from '../../refusal.ts'
import { HEX_ADDRESS } from '../../../core/text/hex.ts'

/** Most bytes of calldata. */
const MOST_BYTES = 64 * 1024
/** Addresses below belong to the chain itself: precompiles, system contracts, stand-ins for the coin. */
const FIRST_CONTRACT = 0x10000n
const MOST_UNITS = 2n ** 256n - 1n

/** Base units as plain decimal digits. @throws WALLET_REFUSED */
export function readUnits(text: unknown, what: string): bigint {
  if (typeof text !== 'string' || !/^(?:0|[1-9][0-9]{0,77})$/.test(text) || BigInt(text) > MOST_UNITS) {
    throw refusedPayload(`${what} is not a whole number of base units`)
  }
  return BigInt(text)
}

/** An address that may be called or allowed to take a token, with EIP-55 capitals. @throws WALLET_REFUSED */
export function readContract(text: unknown, what: string, depositor: string): string {
  if (typeof text !== 'string' || !HEX_ADDRESS.test(text)) throw refusedPayload(`${what} is not an address`)
  if (!isEvmAddress(text)) throw refusedPayload(`the capitals of ${what} break its EIP-55 checksum`)
  const number = BigInt(text)
  if (number === 0n) throw refusedPayload(`${what} is the zero address`)
  if (number < FIRST_CONTRACT) throw refusedPayload(`${what} is an address of the chain itself`)
  if (sameAddress(text, depositor)) throw refusedPayload(`${what} is your own address`)
  return toChecksumAddress(text)
}

/** Calldata in small letters. @throws WALLET_REFUSED */
export function readCalldata(text: unknown): string {
  if (typeof text !== 'string') throw refusedPayload('its calldata is not hex')
  if (text.length > 2 + MOST_BYTES * 2) throw refusedPayload(`its calldata is longer than ${MOST_BYTES / 1024} KiB`)
  if (!/^0x[0-9a-fA-F]*$/.test(text)) throw refusedPayload('its calldata is not hex')
  if (text.length % 2 !== 0) throw refusedPayload('its calldata has an odd number of digits')
  if (text.length > 2 && text.length < 10) throw refusedPayload('its calldata is shorter than the name of a function')
  return text.toLowerCase()
}
