import { readFileSync } from 'node:fs'
import { base58, base58xrp, bech32, bech32m } from '@scure/base'
import { blake2b } from '@noble/hashes/blake2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { describe, expect, it } from 'vitest'
import { addressKey, checkAddress } from '../../../src/core/assets/address.ts'
import { BITCOIN_CASH, encodeCash } from '../../../src/core/assets/addresses/cashaddr.ts'
import { encodeBase58Check, encodeBech32, joinBytes, sha256d } from '../../../src/core/assets/addresses/codecs.ts'
import { FAMILIES } from './address-families.ts'

type Verdict = 'accept' | 'warn' | 'refuse'

interface Vector {
  readonly family: string
  readonly address: string
  readonly verdict: Verdict
}

/** Family, then verdict, then address and where it was first published. */
function readVectors(): Vector[] {
  const file: unknown = JSON.parse(readFileSync(new URL('address-vectors.json', import.meta.url), 'utf8'))
  return entries(file).flatMap(([family, verdicts]) =>
    entries(verdicts).flatMap(([verdict, addresses]) =>
      entries(addresses).map(([address]) => ({ family, address, verdict: verdictNamed(verdict) })),
    ),
  )
}

function entries(value: unknown): [string, unknown][] {
  return Object.entries(value ?? {})
}

function verdictNamed(name: string): Verdict {
  if (name === 'accept' || name === 'warn' || name === 'refuse') return name
  throw new Error(`The vector file has an unknown verdict: ${name}`)
}

function verdictOf(family: string, address: string): Verdict {
  const check = checkAddress(family, address)
  return check.ok ? (check.warning === undefined ? 'accept' : 'warn') : 'refuse'
}

const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const CASH = 'qq07l6rr5lsdm3m80qxw80ku2ex0tj76vvsxpvmgme'
const NANO = '1nanode8ngaakzbck8smq6ru9bethqwyehomf79sae1k7xd47dkidjqzffeg'
const STARKNET = '49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7'
const COSMOS = 'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02'

const BITCOIN_LIKE = (chain: string, address: string) =>
  `This form looks like a Bitcoin address; if it is from a ${chain} wallet, write it as ${address}`
const SECRET = 'never give it to anyone, and move its funds if you already did'
const NOT_NEAR = 'This is an address of another chain: give a NEAR account, such as alice.near'

/** Family, address, and the reason of its refusal. */
const REFUSED = [
  [
    'bitcoincash',
    '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
    BITCOIN_LIKE('Bitcoin Cash', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'),
  ],
  ['litecoin', '3FLj1iFqS359KvBXeaStPgqX7hgyifVKbN', BITCOIN_LIKE('Litecoin', 'MMYsKbfoP9va8RTRkTSEDL5vSQHRoY4jjW')],
  [
    'ss58:0',
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    'This is the generic Substrate form; on this chain the same key is 15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  ],
  [
    'ss58:0',
    'CpjsLDC1JFyrhm3ftC9Gs4QoyrkHKhZKtK7YqGTRFtTafgp',
    'This address is for another network (SS58 prefix 2, here it must be 0)',
  ],
  ['evm', CHECKSUMMED.slice(2), 'An EVM address starts with 0x: put it in front of the 40 hex digits'],
  ['evm', 'vitalik.eth', 'Names are not looked up: give the 0x address itself'],
  ['solana', CHECKSUMMED, 'This is not a Solana address: those are base58 of 32 bytes'],
  ['tron', CHECKSUMMED, 'This is an EVM address; a Tron address starts with T'],
  ['starknet', CHECKSUMMED, 'This is an EVM address; a Starknet address has about 63 hex digits after 0x'],
  ['aptos', CHECKSUMMED, 'This is an EVM address; on this chain they have 64 hex digits after 0x'],
  ['bech32:osmo', COSMOS, 'An address of this chain starts with osmo1; this one is of another chain or kind'],
  [
    'bech32:cosmos',
    'cosmosvaloper1sxx9mszve0gaedz5ld7qdkjkfv8z992ax69k08',
    'This is a validator or public key, not an account: give the address that starts with cosmos1',
  ],
  [
    'stellar',
    'SAB5556L5AN5KSR5WF7UOEFDCIODEWEO7H2UR4S5R62DFTQOGLKOVZDY',
    `This looks like a secret key, not an address: ${SECRET}`,
  ],
  ['xrpl', 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb', `This is a secret seed, not an address: ${SECRET}`],
  [
    'ton',
    '0QAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4-QO',
    'This is a testnet address; give one that starts with UQ or EQ',
  ],
  [
    'ton',
    'Ef8JfFPRpHBV_tZpCurvxMJW69nt2js3SuGEWojGnOpCVPRe',
    'Masterchain addresses belong to system contracts: give a wallet address that starts with UQ or EQ',
  ],
  // The grammar of NEAR would take them for names.
  ['near', COSMOS, NOT_NEAR],
  ['near', '0.0.1377988', NOT_NEAR],
] as const

const VECTORS = readVectors()
const PAYABLE = VECTORS.filter((vector) => vector.verdict !== 'refuse')

/** The reason of a refusal, or the canonical form that was accepted against expectation. */
function reasonFor(family: string, address: string): string {
  const check = checkAddress(family, address)
  return check.ok ? `accepted as ${check.canonical}` : check.reason
}

describe('the published addresses', () => {
  it('are as many as the file should hold', () => {
    const count = (verdict: Verdict) => VECTORS.filter((vector) => vector.verdict === verdict).length
    expect({ accept: count('accept'), warn: count('warn'), refuse: count('refuse') }).toEqual({
      accept: 381,
      warn: 20,
      refuse: 426,
    })
  })

  it('all get the verdict that was decided for them', () => {
    const judged = VECTORS.map(({ family, address }) => ({ family, address, verdict: verdictOf(family, address) }))
    expect(judged).toEqual(VECTORS)
  })

  it('are accepted again in their canonical form, which has the same key', () => {
    for (const { family, address } of PAYABLE) {
      const check = checkAddress(family, address)
      if (!check.ok) throw new Error(check.reason)
      expect(checkAddress(family, check.canonical)).toEqual(check)
      expect(addressKey(address)).toBe(addressKey(check.canonical))
    }
  })

  it('keep different keys when they are different addresses', () => {
    const canonicals = PAYABLE.map(({ family, address }) => {
      const check = checkAddress(family, address)
      return family === 'ton' ? addressKey(address) : check.ok ? check.canonical : check.reason
    })
    expect(new Set(canonicals.map(addressKey)).size).toBe(new Set(canonicals).size)
  })
})

describe('checkAddress', () => {
  it('refuses a family it does not know', () => {
    const reason = 'This program cannot check addresses of this chain, so it accepts none'
    for (const family of [
      '',
      'evm2',
      'bech32:',
      'bech32:Osmo',
      'ss58:',
      'ss58:16384',
      'ss58:01',
      'utxo:bitcoin',
      'toString',
    ]) {
      expect(reasonFor(family, '0x52908400098527886E0F7030069857D2E4169EE7')).toBe(reason)
    }
  })

  it('refuses text that is empty, long, spaced or not ASCII before looking at the family rules', () => {
    for (const family of FAMILIES) {
      expect([
        reasonFor(family, ''),
        reasonFor(family, 'a'.repeat(257)),
        reasonFor(family, ' a'),
        reasonFor(family, 'a\n'),
        reasonFor(family, 'а'),
        reasonFor(family, 'a\u0000'),
      ]).toEqual([
        'The address is empty',
        'This is too long for an address: copy it again',
        'An address has no spaces or line breaks: remove them',
        'An address has no spaces or line breaks: remove them',
        'This has characters that no address has, perhaps invisible or look-alike ones: copy it again',
        'This has characters that no address has, perhaps invisible or look-alike ones: copy it again',
      ])
    }
  })

  it.each([
    ['evm', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', CHECKSUMMED],
    ['evm', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', CHECKSUMMED],
    ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['bitcoincash', CASH.toUpperCase(), `bitcoincash:${CASH}`],
    ['ton', 'EQAs9VlT6S776tq3unJcP5Ogsj+ELLunLXuOb1EKcOQi4wJB', 'EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB'],
    ['nano', `xrb_${NANO}`, `nano_${NANO}`],
    ['hedera', '0.0.123-vfmkw', '0.0.123'],
    ['starknet', `0x${STARKNET}`, `0x0${STARKNET}`],
  ])('gives the normal form of an address of %s: %s', (family, address, canonical) => {
    expect(checkAddress(family, address)).toMatchObject({ ok: true, canonical })
  })

  it.each(REFUSED)('refuses on %s, and says what to give instead: %s', (family, address, reason) => {
    expect(reasonFor(family, address)).toBe(reason)
  })

  it('refuses the address of nobody', () => {
    const reason = 'This is the all-zero address, which has no owner: anything sent to it is lost'
    expect([
      reasonFor('evm', `0x${'0'.repeat(40)}`),
      reasonFor('sui', `0x${'0'.repeat(64)}`),
      reasonFor('aptos', `0x${'0'.repeat(64)}`),
      reasonFor('starknet', `0x${'0'.repeat(64)}`),
      reasonFor('solana', '1'.repeat(32)),
      reasonFor('tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'),
      reasonFor('ton', `0:${'0'.repeat(64)}`),
      reasonFor('ton', 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'),
      reasonFor('xrpl', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'),
    ]).toEqual(new Array(9).fill(reason))
  })

  it('refuses an X-address with what it stands for, and any other tag than one of 32 bits or none', () => {
    const tagged = (flag: number, ...tag: number[]) => {
      const payload = Uint8Array.of(0x05, 0x44, ...new Array<number>(20).fill(9), flag, ...tag, 0, 0, 0, 0)
      return reasonFor('xrpl', encodeBase58Check(payload, sha256d, base58xrp))
    }
    const account = encodeBase58Check(Uint8Array.of(0, ...new Array<number>(20).fill(9)), sha256d, base58xrp)
    expect([tagged(0, 0, 0, 0, 0), tagged(1, 255, 255, 255, 255), tagged(1, 1, 2, 0, 0)]).toEqual([
      `This X-address is written ${account} here: give that`,
      ...['4294967295', '513'].map(
        (tag) =>
          `This X-address holds the destination tag ${tag}: give the account ${account}, and the tag as its memo`,
      ),
    ])
    expect([tagged(0, 1, 0, 0, 0), tagged(2, 1, 0, 0, 0)]).toEqual(
      new Array(2).fill('The tag in this X-address is of an unknown kind'),
    )
    const long = Uint8Array.of(0x05, 0x44, ...new Array<number>(20).fill(9), 1, 1, 0, 0, 0, 1, 0, 0, 0)
    expect(checkAddress('xrpl', encodeBase58Check(long, sha256d, base58xrp)).ok).toBe(false)
    // Published with XLS-5: the account, and the tag of its X-address.
    expect(reasonFor('xrpl', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu')).toBe(
      'This X-address holds the destination tag 1: give the account r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59, and the tag as its memo',
    )
  })

  it('refuses a muxed address of Stellar with what it stands for', () => {
    // The addresses of SEP-23.
    const account = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
    const muxed = (id: string) =>
      `This muxed address holds the memo id:${id}: give the account ${account}, and the memo apart`
    expect([
      reasonFor('stellar', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ'),
      reasonFor('stellar', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK'),
    ]).toEqual([muxed('0'), muxed('9223372036854775808')])
  })

  it('refuses what has a right checksum and the prefix of the chain but a content that it cannot pay', () => {
    const bytes = (length: number, ...head: number[]) => Uint8Array.of(...head, ...new Array<number>(length).fill(9))
    const wavesTestnet = bytes(20, 1, 0x54)
    const nervos = bech32.encode('ckb', bech32.toWords(bytes(20, 0, ...bytes(32), 1)), false)
    const noSuch: readonly (readonly [string, string])[] = [
      ['bech32:cosmos', encodeBech32('bech32', 'cosmos', bytes(33))],
      ['bech32:cosmos', encodeBech32('bech32m', 'cosmos', bytes(20))],
      ['multiversx', encodeBech32('bech32', 'erd', bytes(20))],
      ['zilliqa', encodeBech32('bech32', 'zil', bytes(32))],
      ['aleo', encodeBech32('bech32', 'aleo', bytes(32))],
      ['radix', encodeBech32('bech32m', 'account_rdx', bytes(29, 0x5d))],
      ['nervos', nervos],
      ['nervos', bech32m.encode('ckb', bech32m.toWords(bytes(20, 0, ...bytes(32), 3)), false)],
      [
        'waves',
        base58.encode(joinBytes(wavesTestnet, keccak_256(blake2b(wavesTestnet, { dkLen: 32 })).subarray(0, 4))),
      ],
      ['tezos', encodeBase58Check(bytes(20, 0x06, 0xa1, 0xa0))],
      ['litecoin', bech32m.encode('ltc', [2, ...bech32m.toWords(bytes(32))])],
      ['utxo:qtum', bech32m.encode('qc', [1, ...bech32m.toWords(bytes(32))])],
      ['bitcoin', encodeBase58Check(bytes(20, 0x05, 0x00))],
      ['tron', encodeBase58Check(bytes(20, 0x42))],
      ['cardano', bech32.encode('addr', bech32.toWords(bytes(28, 0x01)), false)],
      ['starknet', `0x${'0800'.padEnd(64, '0')}`],
      ['starknet', `0x07${'f'.repeat(60)}00`],
      ['hedera', '0.0.9223372036854775808'],
      ['bitcoincash', encodeCash(BITCOIN_CASH, 11, bytes(20))],
    ]
    expect(noSuch.filter(([family, address]) => checkAddress(family, address).ok)).toEqual([])
  })

  it('asks for the plain form of a token-aware Bitcoin Cash address', () => {
    const hash = new Uint8Array(20).fill(9)
    expect(reasonFor('bitcoincash', encodeCash(BITCOIN_CASH, 0x10, hash))).toBe(
      `This is the token-aware form; for Bitcoin Cash itself write it as ${encodeCash(BITCOIN_CASH, 0, hash)}`,
    )
  })

  it('warns of a NEAR account that is the name of an EVM key', () => {
    expect(checkAddress('near', CHECKSUMMED.toLowerCase())).toEqual({
      ok: true,
      canonical: CHECKSUMMED.toLowerCase(),
      warning: 'This is the NEAR account of an EVM key: make sure that its owner uses it on NEAR',
    })
  })
})
