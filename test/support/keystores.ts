import { createCipheriv, pbkdf2Sync, scryptSync } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'

/*
 * Keystore files of other programs, made from the definition of the format and not by the code under test.
 */

/** Private keys and addresses that every Ethereum developer knows: the first of "test test … junk". */
export const KNOWN = {
  words: 'test test test test test test test test test test test junk',
  key: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  otherKey: '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  otherAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  /** Addresses of the first five accounts. */
  addresses: [
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  ],
} as const

export interface KeystoreShape {
  /** Hex without 0x, 30 to 32 bytes. */
  readonly key: string
  readonly password: string
  readonly kdf?: 'scrypt' | 'pbkdf2'
  /** Fields beside or instead of the usual ones. */
  readonly top?: Readonly<Record<string, unknown>>
  readonly crypto?: Readonly<Record<string, unknown>>
  readonly kdfparams?: Readonly<Record<string, unknown>>
  /** Name of the part that holds the ciphertext. @default 'crypto' */
  readonly part?: string
}

const SALT = '9d2cc5ad6ab23a4ecb3e1e1b1b9b9b9e1d8f4b2a6c7e8f90a1b2c3d4e5f60718'
const IV = 'c0ffee00c0ffee00c0ffee00c0ffee00'
const N = 1024

/** Text of a keystore file, with scrypt parameters of 1024, 8 and 1 that take no time. */
export function keystoreFile(shape: KeystoreShape): string {
  const { key, password, kdf = 'scrypt', top = {}, crypto = {}, kdfparams = {}, part = 'crypto' } = shape
  const salt = Buffer.from(SALT, 'hex')
  const derived =
    kdf === 'scrypt' ? scryptSync(password, salt, 32, { N, r: 8, p: 1 }) : pbkdf2Sync(password, salt, N, 32, 'sha256')
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), Buffer.from(IV, 'hex'))
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(key, 'hex')), cipher.final()])
  const mac = Buffer.from(keccak_256(Buffer.concat([derived.subarray(16, 32), ciphertext]))).toString('hex')
  const usual = kdf === 'scrypt' ? { n: N, r: 8, p: 1 } : { c: N, prf: 'hmac-sha256' }
  return JSON.stringify({
    [part]: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: IV },
      ciphertext: ciphertext.toString('hex'),
      kdf,
      kdfparams: { dklen: 32, salt: SALT, ...usual, ...kdfparams },
      mac,
      ...crypto,
    },
    id: '3198bc9c-6672-4ab3-9995-4942343ae5b6',
    version: 3,
    ...top,
  })
}
