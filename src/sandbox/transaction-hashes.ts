import { base32nopad, base58, bech32m, createBase58check } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { digest, numberDigest } from './digest.ts'

/** Longest generated bech32m text, in characters. */
const BECH32M_LIMIT = 100
/** Prefix of a Tezos operation hash, whose text then starts with o. */
const TEZOS_PREFIX = [0x05, 0x74] as const

/**
 * A generated transaction hash in the format of the chain.
 * @param family address family of the chain
 * @param parts what the hash depends on
 */
export function sandboxHash(family: string, ...parts: readonly (string | number)[]): string {
  const bytes = digest('hash', family, ...parts)
  const hex = bytesToHex(bytes)
  if (family.startsWith('bech32:')) return hex.toUpperCase()
  if (family.startsWith('ss58:')) return `0x${hex}`
  switch (family) {
    case 'evm':
    case 'aptos':
    case 'nervos':
    case 'zilliqa':
      return `0x${hex}`
    case 'starknet':
      return `0x0${hex.slice(1)}`
    case 'xrpl':
    case 'nano':
      return hex.toUpperCase()
    case 'solana':
      return base58.encode(Uint8Array.of(...bytes, ...digest('second half', hex)))
    case 'near':
    case 'sui':
    case 'waves':
      return base58.encode(bytes)
    case 'algorand':
      return base32nopad.encode(bytes)
    case 'tezos':
      return createBase58check(sha256).encode(Uint8Array.of(...TEZOS_PREFIX, ...bytes))
    case 'radix':
      return bech32m.encode('txid_rdx', bech32m.toWords(bytes), BECH32M_LIMIT)
    case 'aleo':
      return bech32m.encode('at', bech32m.toWords(bytes), BECH32M_LIMIT)
    case 'hedera':
      return `0.0.${numberDigest('payer', hex)}@${1_700_000_000 + (numberDigest('second', hex) % 100_000_000)}.${hedera(hex)}`
    default:
      return hex
  }
}

function hedera(hex: string): string {
  return (numberDigest('nanosecond', hex) % 1_000_000_000).toString().padStart(9, '0')
}
