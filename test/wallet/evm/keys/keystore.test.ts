import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeystore, decryptKeystore, readKeystore } from '../../../../src/wallet/evm/keys/keystore.ts'
import { KNOWN, keystoreFile } from '../../../support/keystores.ts'

/** The file of a key that everybody knows, with what differs. */
const fileWith = (changes: Partial<Parameters<typeof keystoreFile>[0]>) =>
  keystoreFile({ key: KNOWN.key, password: 'pass', ...changes })
const random = (size: number) => Uint8Array.from(randomBytes(size))
const hex = (key: Uint8Array) => Buffer.from(key).toString('hex')
const open = async (text: string, password: string) =>
  hex(await decryptKeystore(readKeystore(text, 'it'), password, 'it'))

/** Test vectors of the Web3 Secret Storage Definition, version 3. */
const PUBLISHED = {
  password: 'testpassword',
  key: '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d',
  address: '0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b',
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  pbkdf2: {
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    kdf: 'pbkdf2',
    kdfparams: {
      ...{ c: 262144, dklen: 32, prf: 'hmac-sha256' },
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  scrypt: {
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    kdf: 'scrypt',
    kdfparams: {
      ...{ dklen: 32, n: 262144, p: 8, r: 1 },
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
}

const damagedAt = (place: string) => `it is damaged, or made in a way that cannot be read here (at ${place})`

describe('a keystore file', () => {
  test('of the published examples opens, with scrypt parameters that OpenSSL refuses too', async () => {
    const { id, address, password, key } = PUBLISHED
    for (const part of [PUBLISHED.pbkdf2, PUBLISHED.scrypt]) {
      const crypto = { cipher: 'aes-128-ctr', ...part }
      expect(await open(JSON.stringify({ crypto, id, version: 3, address }), password)).toBe(key)
    }
  })

  test('as geth writes it opens and says its address', async () => {
    const text = fileWith({ password: 'correct horse', top: { address: KNOWN.address.slice(2).toLowerCase() } })
    expect(readKeystore(text, 'it').address).toBe(KNOWN.address)
    expect(await open(text, 'correct horse')).toBe(KNOWN.key)
  })

  test('as Foundry writes it opens without an address, and with a password of one letter', async () => {
    const text = fileWith({ password: 'x' })
    expect(readKeystore(text, 'it').address).toBeUndefined()
    expect(await open(text, 'x')).toBe(KNOWN.key)
  })

  test('whose address is null claims none', async () => {
    const text = fileWith({ top: { address: null } })
    expect(readKeystore(text, 'it').address).toBeUndefined()
    expect(await open(text, 'pass')).toBe(KNOWN.key)
  })

  test('with pbkdf2, a capital Crypto, 0x in front, or leading zeros of the key left out opens too', async () => {
    expect(await open(fileWith({ kdf: 'pbkdf2' }), 'pass')).toBe(KNOWN.key)
    expect(await open(fileWith({ part: 'Crypto' }), 'pass')).toBe(KNOWN.key)
    const prefixed = fileWith({ top: { address: KNOWN.address.toUpperCase() } })
    expect(await open(prefixed.replace('0XF39', '0xF39'), 'pass')).toBe(KNOWN.key)
    const short = KNOWN.key.slice(4)
    expect(await open(fileWith({ key: short }), 'pass')).toBe(`0000${short}`)
  })

  test('with a longer derived key opens by its first half', async () => {
    const text = fileWith({ kdfparams: { dklen: 64 } })
    expect(await open(text, 'pass')).toBe(KNOWN.key)
  })

  test('with a wrong password says so, and never what it holds', async () => {
    const text = fileWith({ password: 'right password' })
    await expect(open(text, 'wrong password')).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: 'The password is wrong for it, or the file is damaged',
      funds: 'untouched',
    })
  })

  test('whose ciphertext was changed does not open', async () => {
    const text = fileWith({ crypto: { ciphertext: '00'.repeat(32) } })
    await expect(open(text, 'pass')).rejects.toMatchObject({ code: 'WALLET_REFUSED' })
  })

  test('that claims the address of another key is refused', async () => {
    const text = fileWith({ top: { address: KNOWN.otherAddress } })
    await expect(open(text, 'pass')).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: `it says it is for ${KNOWN.otherAddress}, but its key is that of ${KNOWN.address}`,
    })
  })

  test('with a number that is no private key is refused', async () => {
    for (const key of ['00'.repeat(32), 'ff'.repeat(32)]) {
      await expect(open(fileWith({ key }), 'pass')).rejects.toMatchObject({
        message: 'There is no private key in it',
      })
    }
  })

  test.each([
    ['no JSON', 'hello', 'it is not a keystore file: it is not a JSON object'],
    ['a JSON text', '"hello"', 'it is not a keystore file: it is not a JSON object'],
    ['some other JSON', '{"version":3}', 'it is not a keystore file: it has no part named crypto'],
    [
      'an old version',
      fileWith({ top: { version: '1' } }),
      'it is not a keystore of version 3, the only version that can be read',
    ],
    ['another cipher', fileWith({ crypto: { cipher: 'aes-128-cbc' } }), damagedAt('crypto.cipher')],
    ['another way to derive keys', fileWith({ crypto: { kdf: 'argon2id' } }), damagedAt('crypto.kdf')],
    ['another hash', fileWith({ kdf: 'pbkdf2', kdfparams: { prf: 'hmac-sha512' } }), damagedAt('crypto.kdfparams.prf')],
    ['half a checksum', fileWith({ crypto: { mac: 'abcd' } }), damagedAt('crypto.mac')],
    ['an address that is none', fileWith({ top: { address: '0x12' } }), 'it is damaged: its address is not valid'],
  ])('that is %s is refused with the reason', (_, text, message) => {
    expect(() => readKeystore(text, 'it')).toThrow(
      expect.objectContaining({
        code: 'WALLET_REFUSED',
        message,
        // Not the next step of a swap.
        hint: expect.stringMatching(/^(Name a file that geth or Foundry wrote|Open it with the program)/) as string,
      }),
    )
  })

  test.each([
    { n: 2 ** 30, r: 8, p: 1 },
    { n: 2, r: 2 ** 28, p: 1 },
    { n: 262_144, r: 8, p: 10_000 },
    { n: 1000, r: 8, p: 1 },
    { n: 0, r: 8, p: 1 },
    { n: 1024, r: 0, p: 1 },
    { n: 1024.5, r: 8, p: 1 },
    { n: 1024, r: 8, p: 1, dklen: 16 },
    { c: 1e9 },
  ])('that asks for the parameters %j is refused before anything is computed', (kdfparams) => {
    const text = fileWith({ kdfparams, ...('c' in kdfparams ? { kdf: 'pbkdf2' } : {}) })
    expect(() => readKeystore(text, 'it')).toThrow('it is damaged, or made in a way that cannot be read here')
  })
})

describe('a new keystore file', () => {
  test('has the parameters and the form of geth', async () => {
    const text = await createKeystore(Buffer.from(KNOWN.key, 'hex'), 'a password', { random })
    expect(JSON.parse(text)).toEqual({
      address: KNOWN.address.slice(2).toLowerCase(),
      crypto: {
        cipher: 'aes-128-ctr',
        ciphertext: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        cipherparams: { iv: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
        kdf: 'scrypt',
        kdfparams: { dklen: 32, n: 262_144, p: 1, r: 8, salt: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
        mac: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string,
      version: 3,
    })
    expect(text).not.toContain(KNOWN.key)
    expect(await open(text, 'a password')).toBe(KNOWN.key)
  })

  test('opens with any password, and never has the same salt, number or bytes twice', async () => {
    const key = Buffer.from(KNOWN.key, 'hex')
    const password = ' Pässwörd 🔑 with spaces '
    const texts = await Promise.all([1, 2].map(() => createKeystore(key, password, { random, scryptN: 1024 })))
    expect(await Promise.all(texts.map((text) => open(text, password)))).toEqual([KNOWN.key, KNOWN.key])
    const [first, second] = texts.map((text) => readKeystore(text, 'it').crypto)
    expect(first?.kdfparams.salt).not.toBe(second?.kdfparams.salt)
    expect(first?.cipherparams.iv).not.toBe(second?.cipherparams.iv)
    expect(first?.ciphertext).not.toBe(second?.ciphertext)
  })
})
