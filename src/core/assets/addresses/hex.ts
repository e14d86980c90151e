import { accept, refuse, ZERO_ADDRESS, type AddressCheck } from './check.ts'
import { HEX_ADDRESS, HEX_WORD, WORD_DIGITS } from '../../text/hex.ts'

/** Checks an address of a Move chain: 0x and all 64 hex digits, because a short form is a system object or a slip. */
export function checkMove(text: string): AddressCheck {
  if (WORD_DIGITS.test(text))
    return refuse('An address of this chain starts with 0x: put it in front of the 64 hex digits')
  if (HEX_ADDRESS.test(text)) return refuse('This is an EVM address; on this chain they have 64 hex digits after 0x')
  if (/^0x[0-9a-fA-F]+$/.test(text) && text.length !== 66) {
    return refuse(`Write the address with all 64 hex digits; this one has ${text.length - 2}`)
  }
  if (!HEX_WORD.test(text)) return refuse('An address of this chain is 0x and 64 hex digits')
  if (/^0x0+$/.test(text)) return refuse(ZERO_ADDRESS)
  return accept(text.toLowerCase())
}

/** Contract addresses are below 2^251 - 256 (Starknet documentation, "contract address"). */
const STARKNET_BOUND = (1n << 251n) - 256n
/** Wallets drop leading zeros; five or more zeros happen once in a million addresses and are almost always a cut or foreign one. */
const STARKNET_MIN_DIGITS = 60

/** Checks a Starknet account; canonical is 0x and 64 small hex digits. */
export function checkStarknet(text: string): AddressCheck {
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(text)) return refuse('A Starknet address is 0x and up to 64 hex digits')
  if (text.length === 42) return refuse('This is an EVM address; a Starknet address has about 63 hex digits after 0x')
  if (text.length - 2 < STARKNET_MIN_DIGITS) return refuse('Write the Starknet address with all 64 hex digits')
  const value = BigInt(text)
  if (value === 0n) return refuse(ZERO_ADDRESS)
  if (value >= STARKNET_BOUND) return refuse('This number is too large for a Starknet address: copy it again')
  return accept(`0x${value.toString(16).padStart(64, '0')}`)
}
