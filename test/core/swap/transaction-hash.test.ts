import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkTransactionHash, hashKey, namesTransaction } from '../../../src/core/swap/transaction-hash.ts'
import { FAMILIES } from '../assets/address-families.ts'

const SHAPE = 'A transaction hash of this chain is'
const TON_SHAPE = `${SHAPE} 64 hex digits, 44 base64 characters, or a signed external message (BoC) in base64`
const SOLANA = '5LmxrEKGchhMuYfw6Qut6CbsvE9pVfb8YvwZKvWssSesDVjHioBCmWKSJQh1WhvcM6CpemhpHNmEMA2a36rzwTa8'

/** Real transactions, in the form that the chain's explorers print. */
const REAL: readonly (readonly [string, string])[] = [
  ['evm', '0x9edaf0f7d9c6629c31bbf0471fc07d696c73b566b93783f7e25d8d5d2b62fa4f'],
  ['bitcoin', '0607f62530b68cfcc91c57a1702841dd399a899d0eecda8e31ecca3f52f01df2'],
  ['zcash', 'f2438a93039faf08d39bd3df1f7b5f19a2c29ffe8753127e2956ab4461adab35'],
  ['utxo:verge', '8c99979a2b25a46659bff35b238aab1c3158f736f215d99526429c7c96203581'],
  ['utxo:ecash', '6bc767e69cfacffd954c9e5acd178d3140bf00d094b92c6f6052b517500c553b'],
  ['bech32:cosmos', '541FA06FB37AC1BF61922143783DD76FECA361830F9876D0342536EE8A87A790'],
  ['bech32:thor', 'ADF0899E58C177E2391F22D04E9C5E1C35BB0F75B42B363A0761687907FD9476'],
  ['xrpl', 'E26AB8F3372D2FC02DEC1FD5674ADAB762D684BFFDBBDF5D674E9D7CF4A47054'],
  ['nano', 'C264DB7BF40738F0CEFF19B606746CB925B713E4B8699A055699E0DC8ABBC70F'],
  ['stellar', '8a7ff7261e8b3f31af7f6ed257c2e9fe7c47afcd9b1ce1be1bfc1bc5f6a3ad9e'],
  ['cardano', 'b7a6c5cadab0f64bdc89c77ee4a351463aba5c33f2cef6bbd6542a74a90a3af3'],
  ['icp', '9e32c54975adf84a1d98f19df41bbc34a752a899c32cc9c0000200b2c4308f85'],
  ['ton', '781238b2b0d15cd4cd2e2a0a142753750cd5e1b2c8b506fcede75a90e02f1268'],
  ['aptos', '0xedc88058e27f6c065fd6607e262cb2a83a65f74301df90c61923014c59f9d465'],
  ['ss58:0', '0x5aaaeec678ab1bd5a19d2c9bfd596037a32e3d1e831383c62f315459e85fa85d'],
  ['ss58:2', '0x834220074151531626b34acf4568cd5763a47b2eb2647bd0f0b7e46f980e0c50'],
  ['sui', '68wBKsZyYXmCUydDmabQ71kTcFWTfDG7tFmTLk1HgNdN'],
  ['near', 'FPQAMaVnvFHNwNBJWnTttXfdJhp5FvMGGDJEesB8gvbL'],
  ['solana', SOLANA],
  ['algorand', 'CR7POXFTYDLC7TV3IXHA7AZKWABUJC52BACLHJQNXAKZJGRPQY3A'],
  ['tezos', 'onk3Z6V4StyfiXTPSHwZFvTKVAaws37cHmZacmULPr3VbVHpKrg'],
]

const HEX = '9edaf0f7d9c6629c31bbf0471fc07d696c73b566b93783f7e25d8d5d2b62fa4f'

/** The canonical form, or the reason of the refusal. */
function judged(family: string, text: string): string {
  const check = checkTransactionHash(family, text)
  return check.ok ? check.canonical : check.reason
}

describe('checkTransactionHash', () => {
  it('accepts a real transaction of each chain as its explorers print it', () => {
    expect(REAL.map(([family, hash]) => [family, judged(family, hash)])).toEqual(REAL)
  })

  it('gives the letter case of the chain to hex digits in any case', () => {
    expect(judged('evm', `0x${HEX.toUpperCase()}`)).toBe(`0x${HEX}`)
    expect(judged('bitcoin', HEX.toUpperCase())).toBe(HEX)
    expect(judged('bech32:osmo', HEX)).toBe(HEX.toUpperCase())
    expect(judged('tron', `0x${HEX}`)).toBe(HEX)
    expect(judged('zilliqa', HEX)).toBe(`0x${HEX}`)
    expect(judged('starknet', `0x${HEX.slice(1)}`)).toBe(`0x0${HEX.slice(1)}`)
  })

  it('takes both ways to write a Hedera transaction id', () => {
    expect(judged('hedera', '0.0.19790-1666769504-858851231')).toBe('0.0.19790@1666769504.858851231')
    expect(judged('hedera', '0.0.19790@1666769504.58851231')).toBe('0.0.19790@1666769504.058851231')
  })

  it('takes a TON hash in hex, base64 and base64url as the same hash', () => {
    const hex = '7c95df9f4115855d3d1c5b845041eee027216f6e27510b483304b39b3936b4bb'
    expect(judged('ton', hex.toUpperCase())).toBe(hex)
    expect(judged('ton', 'fJXfn0EVhV09HFuEUEHu4CchbydRC0gzBLObOTa0uw==')).toBe(TON_SHAPE)
    expect(judged('ton', Buffer.from(hex, 'hex').toString('base64'))).toBe(hex)
    expect(judged('ton', Buffer.from(hex, 'hex').toString('base64').replaceAll('+', '-').replaceAll('/', '_'))).toBe(
      hex,
    )
  })

  it('takes a TON external message of up to 64 KiB, in standard base64', () => {
    const boc = Buffer.from(`b5ee9c7241010101000e000018${'fb'.repeat(26)}`, 'hex')
    expect(judged('ton', boc.toString('base64'))).toBe(boc.toString('base64'))
    expect(judged('ton', boc.toString('base64url'))).toBe(boc.toString('base64'))
    expect(judged('ton', `te6ccgEB${'A'.repeat(65_528)}`)).toBe(`te6ccgEB${'A'.repeat(65_528)}`)
    expect(judged('ton', `te6ccgEB${'A'.repeat(65_532)}`)).toBe(TON_SHAPE)
    expect(judged('ton', `te6ccgEB${'A'.repeat(17)}`)).toBe(TON_SHAPE)
    expect(judged('solana', boc.toString('base64'))).toBe(`${SHAPE} 87 or 88 base58 characters`)
  })

  it.each([
    ['evm', HEX, `${SHAPE} 0x and 64 hex digits`],
    ['evm', `0x${HEX.slice(1)}`, `${SHAPE} 0x and 64 hex digits`],
    ['evm', `0x${HEX}\n`, `${SHAPE} 0x and 64 hex digits`],
    ['bitcoin', `0x${HEX}`, `${SHAPE} 64 hex digits`],
    ['solana', HEX, `${SHAPE} 87 or 88 base58 characters`],
    ['near', SOLANA, `${SHAPE} 43 or 44 base58 characters`],
    ['tezos', 'onk3Z6V4StyfiXTPSHwZFvTKVAaws37cHmZacmULPr3VbVHpKrh', `${SHAPE} 51 base58 characters that start with o`],
    ['evm', '', 'The transaction hash is empty'],
    ['unknown', `0x${HEX}`, 'Transaction hashes of this chain cannot be checked, so none is accepted'],
  ])('says what is wrong with a hash of %s: %s', (family, text, reason) => {
    expect(judged(family, text)).toBe(reason)
  })

  it('knows the shape of a hash for every family of addresses', () => {
    expect(FAMILIES.filter((family) => judged(family, 'x').includes('cannot be checked'))).toEqual([])
  })

  it('answers any text with a plain sentence, or with a form that it accepts again', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.base64String(),
      fc.stringMatching(/^[0-9a-fx]{60,70}$/),
    )
    fc.assert(
      fc.property(fc.constantFrom(...FAMILIES), noise, (family, text) => {
        const check = checkTransactionHash(family, text)
        if (check.ok) expect(checkTransactionHash(family, check.canonical)).toEqual(check)
        else expect(check.reason).toMatch(/^[\x20-\x7e]{1,140}$/)
      }),
      { numRuns: 2000 },
    )
    for (const family of FAMILIES) expect(checkTransactionHash(family, 'a'.repeat(1 << 20)).ok).toBe(false)
  })
})

describe('namesTransaction', () => {
  it('is true for every real hash, and for an extrinsic by block and index', () => {
    for (const [family, hash] of REAL) expect([family, namesTransaction(family, hash)]).toEqual([family, true])
    expect(namesTransaction('ss58:0', '104-2')).toBe(true)
    expect(namesTransaction('evm', '104-2')).toBe(false)
  })

  it('is false for any other text, but where hashes of the chain cannot be checked', () => {
    for (const family of FAMILIES) expect([family, namesTransaction(family, 'hello')]).toEqual([family, false])
    expect(namesTransaction('evm', '')).toBe(false)
    expect(namesTransaction('of a new chain', 'hello')).toBe(true)
  })
})

describe('hashKey', () => {
  it('is the same for every spelling of one hash', () => {
    expect(new Set([`0x${HEX}`, `0x${HEX.toUpperCase()}`, `0X${HEX.toUpperCase()}`].map(hashKey))).toEqual(
      new Set([`0x${HEX}`]),
    )
    expect(new Set([HEX, HEX.toUpperCase(), Buffer.from(HEX, 'hex').toString('base64')].map(hashKey))).toEqual(
      new Set([HEX]),
    )
    expect(hashKey(`0x${HEX.slice(1)}`)).toBe(`0x0${HEX.slice(1)}`)
  })

  it('is the same before and after a hash of a chain was brought into its canonical form', () => {
    for (const [family, hash] of REAL) expect(hashKey(hash)).toBe(hashKey(judged(family, hash)))
  })

  it('keeps base58, messages and unknown text as they are', () => {
    for (const text of [
      '',
      'FPQAMaVnvFHNwNBJWnTttXfdJhp5FvMGGDJEesB8gvbL',
      `te6cc${'g'.repeat(500)}`,
      'A'.repeat(64_000),
    ]) {
      expect(hashKey(text)).toBe(text)
    }
  })
})
