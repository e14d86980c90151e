import { keccak_256 } from '@noble/hashes/sha3.js'
import { accept, refuse, ZERO_ADDRESS, type AddressCheck } from './check.ts'
import { HEX_ADDRESS } from '../../text/hex.ts'

/** True for `0x` and 40 hex digits whose letter case is all lower, all upper, or the EIP-55 checksum. */
export function isEvmAddress(text: string): boolean {
  return text.length === 42 && HEX_ADDRESS.test(text) && (isOneCase(text.slice(2)) || toChecksumAddress(text) === text)
}

/** The EIP-55 form of `0x` and 40 hex digits in any letter case; other text comes back as it is. */
export function toChecksumAddress(address: string): string {
  if (address.length !== 42 || !HEX_ADDRESS.test(address)) return address
  const digits = address.slice(2).toLowerCase()
  const hash = keccak_256(Uint8Array.from(digits, (digit) => digit.charCodeAt(0)))
  let text = '0x'
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charAt(index)
    const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 0x0f
    text += nibble >= 8 ? digit.toUpperCase() : digit
  }
  return text
}

/** Checks an address of an EVM chain; canonical is EIP-55. */
export function checkEvm(text: string): AddressCheck {
  if (HEX_ADDRESS.test(`0x${text}`))
    return refuse('An EVM address starts with 0x: put it in front of the 40 hex digits')
  if (/^0X[0-9a-fA-F]{40}$/.test(text)) return refuse('An EVM address starts with 0x, with a small x')
  if (/^0x[0-9a-fA-F]*$/.test(text) && text.length !== 42) {
    return refuse(`An EVM address has 40 hex digits after 0x; this one has ${text.length - 2}`)
  }
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*\.eth$/i.test(text))
    return refuse('Names are not looked up: give the 0x address itself')
  if (!HEX_ADDRESS.test(text)) return refuse('An EVM address is 0x and 40 hex digits')
  if (/^0x0{40}$/.test(text)) return refuse(ZERO_ADDRESS)
  const canonical = toChecksumAddress(text)
  if (canonical !== text && !isOneCase(text.slice(2))) {
    return refuse('The letter case of this address breaks its EIP-55 checksum: a character is wrong, so copy it again')
  }
  return accept(canonical)
}

function isOneCase(digits: string): boolean {
  return digits === digits.toLowerCase() || digits === digits.toUpperCase()
}
