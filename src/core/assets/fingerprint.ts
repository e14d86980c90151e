import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { addressKey } from './address.ts'

/** Eight hex digits in two groups that stand for an address, to compare it at a glance: another address has others. */
export function addressFingerprint(address: string): string {
  const digits = bytesToHex(sha256(utf8ToBytes(addressKey(address)))).slice(0, 8)
  return `${digits.slice(0, 4)} ${digits.slice(4)}`
}
