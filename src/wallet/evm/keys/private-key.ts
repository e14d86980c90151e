import { toChecksumAddress } from '../../../core/assets/addresses/evm.ts'
import type { SwapError } from '../../../core/api/errors.ts'
import { refusal } from '../../refusal.ts'

/** Number of points of secp256k1; private keys are from 1 to one less. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** True for 32 bytes that are a private key of secp256k1. */
export function isPrivateKey(key: Uint8Array): boolean {
  if (key.length !== 32) return false
  const value = BigInt(`0x${Buffer.from(key).toString('hex')}`)
  return value > 0n && value < ORDER
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
  const key = Uint8Array.from(Buffer.from(digits, 'hex'))
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
  const { privateKeyToAddress } = await import('./viem.ts')
  return toChecksumAddress(privateKeyToAddress(`0x${Buffer.from(key).toString('hex')}`))
}

/** Path of the account with this number, from 0: most wallets count in the last place, Ledger's own program in the third. */
export function derivationPath(source: 'words' | 'ledger', index: number): string {
  return source === 'words' ? `m/44'/60'/0'/0/${index}` : `m/44'/60'/${index}'/0/0`
}

function privateKeyError(message: string, hint = 'Copy it again: swapcli wallet import NAME --private-key'): SwapError {
  return refusal(message, hint)
}
