import { HDKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { mnemonicKey, newMnemonic, readDerivationPath, readMnemonic } from '../../../src/wallet/accounts/mnemonic.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import {
  addressOfKey,
  derivationPath,
  isPrivateKey,
  newPrivateKey,
  readPrivateKey,
} from '../../../src/wallet/evm/keys/private-key.ts'
import { KNOWN } from '../../support/keystores.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

/** Of the BIP-39 reference vectors: entropy, words, and the seed with the passphrase TREZOR. */
const VECTORS = [
  [
    '00000000000000000000000000000000',
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04',
  ],
  [
    '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    '2e8905819b8723fe2c1d161860e5ee1830318dbf49a83bd451cfb8440c28bd6fa457fe1296106559a3c80937a1c1069be3a3a5bd381ee6260e8d9739fce1f607',
  ],
  [
    'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
    `${'zoo '.repeat(23)}vote`,
    'dd48c104698c30cfe2b6142103248622fb7bb0ff692eebb00089b32d22484e1613912f0a5b694407be899ffd31ed3992c456cdf60f5d4564b8ba3f05a69890ad',
  ],
] as const

describe('recovery words', () => {
  test.each(VECTORS)(
    'of the entropy %s are those of the reference, and so is their key',
    async (entropy, words, seed) => {
      expect(await newMnemonic(bytes(entropy))).toBe(words)
      expect(await readMnemonic(words)).toBe(words)
      const path = derivationPath('words', 7)
      const expected = HDKey.fromMasterSeed(bytes(seed)).derive(path).privateKey
      expect(await mnemonicKey(words, path, 'TREZOR')).toEqual(expected)
    },
  )

  test('lead to the addresses that every wallet shows for them', async () => {
    const found = await Promise.all(
      KNOWN.addresses.map(async (_, index) =>
        addressOfKey(await mnemonicKey(KNOWN.words, derivationPath('words', index))),
      ),
    )
    expect(found).toEqual(KNOWN.addresses)
  })

  test('are read in any letter case, with any spaces and line ends between', async () => {
    expect(await readMnemonic(`\n  ${KNOWN.words.toUpperCase().replaceAll(' ', ' \t\n ')}  \n`)).toBe(KNOWN.words)
    expect(await readMnemonic(KNOWN.words.replaceAll(' ', '\u3000'))).toBe(KNOWN.words)
  })

  test('name the word that is a slip of the pen, and what it may have been', async () => {
    await expect(readMnemonic(KNOWN.words.replace('junk', 'junkk'))).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: 'Word 12 of the recovery words, “junkk”, is not in the English list',
      hint: 'Perhaps “junk”? Check what you wrote down',
    })
  })

  test('keep to themselves what is no word at all, since it may be another secret', async () => {
    await expect(readMnemonic(KNOWN.words.replace('junk', 'Tr0ub4dor&3'))).rejects.toMatchObject({
      message: 'Word 12 of the recovery words is not in the English list',
    })
  })

  test('whose checksum does not fit are refused: a wrong word of the list, or a wrong order', async () => {
    const message = 'The recovery words fail their checksum (BIP-39): one is wrong, or their order is'
    await expect(readMnemonic(KNOWN.words.replace('junk', 'test'))).rejects.toMatchObject({ message })
    const turned = VECTORS[1][1].split(' ').reverse().join(' ')
    await expect(readMnemonic(turned)).rejects.toMatchObject({ message })
  })

  test.each([
    ['', 0],
    ['test', 1],
    [KNOWN.words.replace(' junk', ''), 11],
    [`${KNOWN.words} test`, 13],
  ])('are refused when there are not as many as there can be: “%s”', async (text, count) => {
    await expect(readMnemonic(text)).rejects.toMatchObject({
      message: `There must be 12, 15, 18, 21 or 24 recovery words; this has ${count}`,
    })
  })
})

describe('a derivation path', () => {
  test('counts in the last place for words, and in the third for a Ledger', () => {
    expect([derivationPath('words', 3), derivationPath('ledger', 3)]).toEqual(["m/44'/60'/0'/0/3", "m/44'/60'/3'/0/0"])
  })

  test('is read with any of the marks for hardened steps, and refused when it is none', () => {
    expect(readDerivationPath(' m/44h/60H/0’/0/5 ')).toBe("m/44'/60'/0'/0/5")
    const wrong = ['', 'm', 'm/', '44/60', "m/44''", 'm/-1', 'm/2147483648', 'm/44/60/x', `m${'/0'.repeat(11)}`]
    expect(wrong.map(readDerivationPath)).toEqual(wrong.map(() => undefined))
  })
})

describe('a private key', () => {
  test('is read with or without 0x and spaces around', async () => {
    for (const text of [KNOWN.key, `0x${KNOWN.key}`, ` 0X${KNOWN.key.toUpperCase()}\n`]) {
      expect(await addressOfKey(readPrivateKey(text))).toBe(KNOWN.address)
    }
  })

  test.each([
    ['', 'No private key was given'],
    ['0x', 'No private key was given'],
    [KNOWN.key.slice(1), 'A private key has 64 hex digits; this has 63'],
    [`${KNOWN.key}0`, 'A private key has 64 hex digits; this has 65'],
    [KNOWN.key.replace('a', 'g'), 'A private key is 64 hex digits, 0 to f'],
    [KNOWN.words, 'A private key is 64 hex digits; this is 12 words'],
    ['00'.repeat(32), 'This number is out of range for a private key'],
    [
      'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
      'This number is out of range for a private key',
    ],
  ])('that is “%s” is refused, and not repeated', (text, message) => {
    expect(() => readPrivateKey(text)).toThrow(expect.objectContaining({ code: 'WALLET_REFUSED', message }))
  })

  test('is taken for recovery words only where it may be some', () => {
    const hintOf = (text: string) => {
      try {
        return readPrivateKey(text)
      } catch (error) {
        return error instanceof SwapError ? error.hint : error
      }
    }
    expect(hintOf(`${KNOWN.key} ${KNOWN.otherKey}`)).toContain('--private-key')
    expect(hintOf(KNOWN.words)).toContain('--mnemonic')
  })

  test('may be the largest number below the order of the curve, and the smallest above nothing', () => {
    expect(isPrivateKey(bytes('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140'))).toBe(true)
    expect(isPrivateKey(bytes(`${'00'.repeat(31)}01`))).toBe(true)
    expect(isPrivateKey(bytes(`${'00'.repeat(30)}01`))).toBe(false)
  })

  test('is drawn again when the random bytes are none', () => {
    const draws = ['00'.repeat(32), 'ff'.repeat(32), KNOWN.key]
    expect(newPrivateKey(() => bytes(draws.shift() ?? ''))).toEqual(bytes(KNOWN.key))
  })
})
