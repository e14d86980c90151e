import { hexToBytes } from '@noble/hashes/utils.js'
import { toChecksumAddress } from '../../../core/assets/addresses/evm.ts'
import type { SwapError } from '../../../core/api/errors.ts'
import { refusalFor } from '../../refusal.ts'

/** Number of points of secp256k1; private keys are from 1 to one less. */
const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

/** True for 32 bytes that are a private key of secp256k1. */
export function isPrivateKey(key: Uint8Array): boolean {
  // No copy is made of it: Node keeps those of small buffers, and nobody overwrites them.
  return key.length === 32 && key.some((byte) => byte !== 0) && Buffer.compare(key, Buffer.from(ORDER, 'hex')) < 0
}

/**
 * A private key as people write it: 64 hex digits, with or without 0x. The text itself never is in a message.
 * @throws WALLET_REFUSED
 */
export function readPrivateKey(text: string): Uint8Array {
  const digits = text.trim().replace(/^0x/i, '')
  if (digits === '') throw privateKeyError('No private key was given')
  if (!/^[0-9a-fA-F]+$/.test(digits)) {
    const words = digits.split(/\s+/).length
    throw privateKeyError(
      words > 1 ? `A private key is 64 hex digits; this is ${words} words` : 'A private key is 64 hex digits, 0 to f',
      words >= 12 ? 'For recovery words: swapcli wallet import NAME --mnemonic' : undefined,
    )
  }
  if (digits.length !== 64) throw privateKeyError(`A private key has 64 hex digits; this has ${digits.length}`)
  const key = hexToBytes(digits)
  if (!isPrivateKey(key)) throw privateKeyError('This number is out of range for a private key')
  return key
}

/** A new private key. @param random gives random bytes */
export function newPrivateKey(random: (size: number) => Uint8Array): Uint8Array {
  for (;;) {
    const key = random(32)
    if (isPrivateKey(key)) return key
  }
}

/** 0x address, with EIP-55 capitals, of a private key of 32 bytes. */
export async function addressOfKey(key: Uint8Array): Promise<string> {
  const { fromPublicKey, getPublicKey } = await import('./viem.ts')
  return toChecksumAddress(fromPublicKey(getPublicKey({ privateKey: key })))
}

/** Path of the account with this number, from 0: most wallets count in the last place, Ledger's own program in the third. */
export function derivationPath(source: 'words' | 'ledger', index: number): string {
  return source === 'words' ? `m/44'/60'/0'/0/${index}` : `m/44'/60'/${index}'/0/0`
}

function privateKeyError(message: string, hint = 'Copy it again: swapcli wallet import NAME --private-key'): SwapError {
  return refusalFor('account', message, hint)
}
