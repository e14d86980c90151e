import { pbkdf2, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { bytesToHex } from '@noble/hashes/utils.js'
import * as z from 'zod'
import { toChecksumAddress } from '../../../core/assets/addresses/evm.ts'
import { parseJson } from '../../../core/text/parse-json.ts'
import { addressOfKey, isPrivateKey } from './private-key.ts'
import type { KeyFileOptions } from '../../family.ts'
import { refusalFor } from '../../refusal.ts'

/*
 * Keystore V3 files: a private key under a password, as geth, Foundry and most wallets write them
 * (Web3 Secret Storage Definition, version 3).
 */

/** A keystore file that was read; nothing in it is secret without its password. */
export interface Keystore {
  readonly crypto: KeystoreCrypto
  /** 0x address with EIP-55 capitals as the file claims it; undefined where it claims none. */
  readonly address: string | undefined
}

/** Memory that a foreign file may ask for, in bytes. */
const MOST_MEMORY = 1024 ** 3
/** Work that a foreign file may ask for: 16 times that of a file as geth writes it. */
const MOST_SCRYPT_WORK = 16 * 262_144 * 8
const MOST_ITERATIONS = 10_000_000

const hex = (least: number, most: number) =>
  z
    .string()
    .regex(/^(0x)?([0-9a-fA-F]{2})*$/)
    .transform((text) => text.replace(/^0x/, '').toLowerCase())
    .refine((text) => text.length >= least * 2 && text.length <= most * 2)

const scryptParams = z
  .object({ n: z.int(), r: z.int(), p: z.int(), dklen: z.int().min(32).max(64), salt: hex(1, 1024) })
  .refine(({ n, r, p }) => n > 1 && Number.isInteger(Math.log2(n)) && r > 0 && p > 0)
  .refine(({ n, r, p }) => 128 * n * r <= MOST_MEMORY && 128 * r * p <= MOST_MEMORY && n * r * p <= MOST_SCRYPT_WORK)
const pbkdf2Params = z.object({
  c: z.int().min(1).max(MOST_ITERATIONS),
  dklen: z.int().min(32).max(64),
  prf: z.literal('hmac-sha256'),
  salt: hex(1, 1024),
})

const shared = {
  cipher: z.literal('aes-128-ctr'),
  cipherparams: z.object({ iv: hex(16, 16) }),
  // Old programs left out leading zeros of the key.
  ciphertext: hex(24, 32),
  mac: hex(32, 32),
}
const cryptoSchema = z.discriminatedUnion('kdf', [
  z.object({ ...shared, kdf: z.literal('scrypt'), kdfparams: scryptParams }),
  z.object({ ...shared, kdf: z.literal('pbkdf2'), kdfparams: pbkdf2Params }),
])
type KeystoreCrypto = z.infer<typeof cryptoSchema>

/**
 * Reads the text of a keystore file. @param label what to call the file in messages
 * @throws WALLET_REFUSED when it is none, or one that cannot be read here
 */
export function readKeystore(text: string, label: string): Keystore {
  const content = z.record(z.string(), z.unknown()).safeParse(parseJson(text)).data
  if (content === undefined)
    throw refusalFor('account', `${label} is not a keystore file: it is not a JSON object`, NO_KEYSTORE)
  const crypto = content['crypto'] ?? content['Crypto']
  if (crypto === undefined)
    throw refusalFor('account', `${label} is not a keystore file: it has no part named crypto`, NO_KEYSTORE)
  if (content['version'] !== 3 && content['version'] !== '3') {
    throw refusalFor(
      'account',
      `${label} is not a keystore of version 3, the only version that can be read`,
      OTHER_PROGRAM,
    )
  }
  const result = cryptoSchema.safeParse(crypto)
  if (!result.success) {
    const place = result.error.issues[0]?.path.join('.') ?? ''
    const where = place === '' ? '' : ` (at crypto.${place})`
    throw refusalFor('account', `${label} is damaged, or made in a way that cannot be read here${where}`, OTHER_PROGRAM)
  }
  const claimed = content['address']
  if (claimed === undefined || claimed === null || claimed === '') return { crypto: result.data, address: undefined }
  if (typeof claimed !== 'string' || !/^(0x)?[0-9a-fA-F]{40}$/.test(claimed)) {
    throw refusalFor('account', `${label} is damaged: its address is not valid`, OTHER_PROGRAM)
  }
  return { crypto: result.data, address: toChecksumAddress(`0x${claimed.replace(/^0x/, '')}`) }
}

const NO_KEYSTORE =
  'Name a file that geth or Foundry wrote; for a bare private key: swapcli wallet import NAME --private-key < FILE'
const OTHER_PROGRAM = 'Open it with the program that wrote it, export the private key there, and import that'

/**
 * The private key in a keystore, 32 bytes. About a second of work for a file as geth writes it.
 * @param label what to call the file in messages
 * @throws WALLET_REFUSED for a wrong password, or when the key is not that of the address in the file
 */
export async function decryptKeystore(keystore: Keystore, password: string, label: string): Promise<Uint8Array> {
  const { decrypt } = await import('ox/Keystore')
  const derived = await deriveKey(keystore.crypto, password)
  let found: Uint8Array
  try {
    found = decrypt({ crypto: keystore.crypto, id: '', version: 3 }, asHex(derived), { as: 'Bytes' })
  } catch (cause) {
    throw refusalFor(
      'password',
      `The password is wrong for ${label}, or the file is damaged`,
      'Run the same command again with the password that the file was made with',
      { cause },
    )
  } finally {
    derived.fill(0)
  }
  const key = new Uint8Array(32)
  key.set(found, 32 - found.length)
  found.fill(0)
  if (!isPrivateKey(key)) throw refusalFor('account', `There is no private key in ${label}`, 'Do not use this file')
  const address = await addressOfKey(key)
  if (keystore.address === undefined || keystore.address === address) return key
  key.fill(0)
  throw refusalFor(
    'account',
    `${label} says it is for ${keystore.address}, but its key is that of ${address}`,
    'Do not use this file',
  )
}

/**
 * Text of a new keystore file in the form of geth. @param key 32 bytes
 */
export async function createKeystore(
  key: Uint8Array,
  password: string,
  { random, scryptN = 262_144 }: KeyFileOptions,
): Promise<string> {
  const { decrypt, encrypt } = await import('ox/Keystore')
  const salt = Buffer.from(random(32)).toString('hex')
  const kdfparams = { dklen: 32, n: scryptN, p: 1, r: 8, salt }
  const derived = await scryptKey(password, kdfparams)
  try {
    const { crypto } = encrypt(key, asHex(derived), { kdf: 'scrypt', kdfparams, iv: random(16), id: '' })
    const back = decrypt({ crypto, id: '', version: 3 }, asHex(derived), { as: 'Bytes' })
    if (Buffer.compare(back, key) !== 0) throw new Error('the keystore does not give back its key')
    const address = (await addressOfKey(key)).slice(2).toLowerCase()
    return `${JSON.stringify({ address, crypto, id: uuid(random(16)), version: 3 })}\n`
  } finally {
    derived.fill(0)
  }
}

function deriveKey(crypto: KeystoreCrypto, password: string): Promise<Uint8Array> {
  if (crypto.kdf === 'scrypt') return scryptKey(password, crypto.kdfparams)
  const { c, salt } = crypto.kdfparams
  return promisify(pbkdf2)(password, Buffer.from(salt, 'hex'), c, 32, 'sha256')
}

/** The first 32 bytes do not depend on the length that the file names. */
async function scryptKey(
  password: string,
  { n, r, p, salt }: { readonly n: number; readonly r: number; readonly p: number; readonly salt: string },
): Promise<Uint8Array> {
  const saltBytes = Buffer.from(salt, 'hex')
  // OpenSSL takes 2^(16 r) as the end of n; the published example with r=1 and n=262144 is beyond it.
  if (Math.log2(n) < 16 * r) {
    const maxmem = 128 * r * (n + p + 2) + 1024 * 1024
    return new Promise((resolve, reject) => {
      scrypt(password, saltBytes, 32, { N: n, r, p, maxmem }, (error, key) =>
        error === null ? resolve(key) : reject(error),
      )
    })
  }
  const { scryptAsync } = await import('@noble/hashes/scrypt.js')
  return scryptAsync(password, saltBytes, { N: n, r, p, dkLen: 32 })
}

function asHex(bytes: Uint8Array): `0x${string}` {
  return `0x${bytesToHex(bytes)}`
}

/** A version 4 UUID of these 16 bytes. */
function uuid(bytes: Uint8Array): string {
  const digits = Buffer.from(bytes)
  digits.writeUInt8((digits.readUInt8(6) & 0x0f) | 0x40, 6)
  digits.writeUInt8((digits.readUInt8(8) & 0x3f) | 0x80, 8)
  return digits.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
