import { base32, base58 } from '@scure/base'
import { bytesToHex } from '@noble/hashes/utils.js'
import { digest } from './digest.ts'

/**
 * A made-up transaction hash in the shape that the chain's explorers use.
 * @param family address family of the chain
 * @param parts what the hash stands for; other parts give another hash
 */
export function sandboxHash(family: string, ...parts: readonly (string | number)[]): string {
  const bytes = digest('hash', family, ...parts)
  const hex = bytesToHex(bytes)
  if (family.startsWith('bech32:') || family === 'xrpl') return hex.toUpperCase()
  if (family.startsWith('ss58:')) return `0x${hex}`
  switch (family) {
    case 'evm':
    case 'aptos':
      return `0x${hex}`
    case 'starknet':
      return `0x0${hex.slice(1)}`
    case 'solana':
      return base58.encode(Uint8Array.of(...bytes, ...digest('second half', hex)))
    case 'near':
    case 'sui':
    case 'waves':
      return base58.encode(bytes)
    case 'algorand':
      return base32.encode(bytes).replaceAll('=', '')
    case 'nano':
      return hex.toUpperCase()
    default:
      return hex
  }
}
