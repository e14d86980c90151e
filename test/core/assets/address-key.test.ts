import { describe, expect, it } from 'vitest'
import { addressKey, isEvmAddress, sameAddress, toChecksumAddress } from '../../../src/core/assets/address.ts'

const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('EVM addresses', () => {
  it('are recognised in small letters, in capitals and with a right checksum only', () => {
    expect([
      isEvmAddress(CHECKSUMMED),
      isEvmAddress(CHECKSUMMED.toLowerCase()),
      isEvmAddress(`0x${CHECKSUMMED.slice(2).toUpperCase()}`),
      isEvmAddress(CHECKSUMMED.replace('A', 'a')),
      isEvmAddress(CHECKSUMMED.slice(0, -1)),
      isEvmAddress(`${CHECKSUMMED}\n`),
      isEvmAddress(''),
    ]).toEqual([true, true, true, false, false, false, false])
  })

  it('get their checksum from any letter case, and other text stays as it is', () => {
    expect(toChecksumAddress(CHECKSUMMED.toLowerCase())).toBe(CHECKSUMMED)
    expect(toChecksumAddress(CHECKSUMMED.replace('A', 'a'))).toBe(CHECKSUMMED)
    expect(toChecksumAddress('native')).toBe('native')
  })
})

describe('addressKey', () => {
  it('is the same for every spelling of one address', () => {
    const spellings = [
      [CHECKSUMMED, CHECKSUMMED.toLowerCase(), CHECKSUMMED.toUpperCase()],
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
      [
        'bitcoincash:qq07l6rr5lsdm3m80qxw80ku2ex0tj76vvsxpvmgme',
        'qq07l6rr5lsdm3m80qxw80ku2ex0tj76vvsxpvmgme',
        'BITCOINCASH:QQ07L6RR5LSDM3M80QXW80KU2EX0TJ76VVSXPVMGME',
      ],
      [
        'EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB',
        'UQAs9VlT6S776tq3unJcP5Ogsj+ELLunLXuOb1EKcOQi41+E',
        '0:2cf55953e92efbeadab7ba725c3f93a0b23f842cbba72d7b8e6f510a70e422e3',
        '0:2CF55953E92EFBEADAB7BA725C3F93A0B23F842CBBA72D7B8E6F510A70E422E3',
      ],
      [
        '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
        '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004DC7',
      ],
    ]
    expect(spellings.map((forms) => new Set(forms.map(addressKey)).size)).toEqual([1, 1, 1, 1, 1])
  })

  it('keeps base58 and base64url as they are, because letter case tells addresses apart', () => {
    for (const text of [
      '833XorXTTx5iya5B3Tr6iqEs9GbRuvVfwyLCP2vpdzhq',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'native',
      '',
    ]) {
      expect(addressKey(text)).toBe(text)
    }
    expect(addressKey('EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJb')).toBe(
      'EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJb',
    )
  })
})

it('two spellings are one address where letter case says nothing, and two where it does', () => {
  const solana = 'So11111111111111111111111111111111111111112'
  const cased = (text: string) => [sameAddress(text, text.toUpperCase()), sameAddress(text, text.toLowerCase())]
  expect(cased('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toEqual([true, true])
  expect(cased('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toEqual([true, true])
  expect(cased(solana)).toEqual([false, false])
  expect(cased('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toEqual([false, false])
  expect(sameAddress(solana, solana)).toBe(true)
})
