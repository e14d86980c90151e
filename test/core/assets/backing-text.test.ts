import { describe, expect, test } from 'vitest'
import {
  backingDoubts,
  backingWarnings,
  deadRefusal,
  describeBacking,
  isPlainlyBacked,
} from '../../../src/core/assets/backing-text.ts'
import type { CatalogAsset } from '../../../src/core/assets/catalog.ts'
import { type Backing, backingText } from '../../../src/core/assets/evidence.ts'
import { token } from '../../support/catalog-data.ts'

const ADDRESS = '0x6666666666666666666666666666666666666666'
const row = (rest: Partial<CatalogAsset>) => token('base', 'FOO', ADDRESS, rest)
const of = (evidence: Backing['evidence'], form: Backing['form'] = null): Backing => ({ evidence, form })

describe('what stands behind an asset', () => {
  test.each([
    [of('issuer'), "issuer's", true, [], []],
    [of('issuer', 'issuer'), "issuer's", true, [], []],
    [of('issuer', 'native'), "issuer's, chain's coin", true, [], []],
    [of('provider', 'native'), "only a provider, chain's coin", true, [], []],
    [of('issuer', 'canonical_bridge'), "issuer's, canonical bridge", false, [], []],
    [of('issuer', 'wrapped_native'), "issuer's, wrapped coin", false, [], []],
    [of('two_lists'), 'two lists', false, [], []],
    [of('two_lists', 'issuer'), "two lists, issuer's form", false, [], []],
    [of('two_lists', 'other_bridge'), 'two lists, another bridge', false, [], []],
    [of('one_list'), 'one list', false, ['one list'], [`FOO is known to one list only: base:${ADDRESS}`]],
    [
      of('provider'),
      'only a provider',
      false,
      ['only a provider'],
      [`FOO is known only to a provider: base:${ADDRESS}`],
    ],
    [of('contract'), 'only its contract', false, [], []],
    [
      of('issuer', 'dead'),
      "issuer's, dead",
      false,
      ['dead'],
      [`FOO (base:${ADDRESS}) is dead (frozen, replaced or of a broken bridge)`],
    ],
  ])('%j is said in words, and warned of where little does', (backing, words, plain, doubts, warnings) => {
    expect(backingText(backing)).toBe(words)
    expect(isPlainlyBacked(backing)).toBe(plain)
    expect(backingDoubts(backing)).toEqual(doubts)
    expect(backingWarnings(row(backing))).toEqual(warnings)
  })

  test('a dead one names what to have instead, and only a dead one is refused', () => {
    const dead = row({ evidence: 'two_lists', form: 'dead', successor: 'solana:9n4n' })
    const named = `FOO (base:${ADDRESS}) is dead (frozen, replaced or of a broken bridge)`
    expect(backingText(dead)).toBe('two lists, dead, now solana:9n4n')
    expect(backingWarnings(dead)).toEqual([`${named}; have solana:9n4n instead`])
    expect(deadRefusal(dead)).toBe(`${named}: nobody should receive it; have solana:9n4n instead`)
    expect(deadRefusal(row({ evidence: 'provider', form: null }))).toBeUndefined()
  })

  test('a symbol and an address of others bring no control codes into it', () => {
    const hostile = token('base', 'F\u001b[2JOO', 'a\u001b]0;x\u0007b', {
      evidence: 'one_list',
      successor: 'x:\u001b[1m',
    })
    const texts = [
      ...backingWarnings(hostile),
      deadRefusal({ ...hostile, form: 'dead' }),
      backingText({ ...hostile, form: 'dead' }),
    ]
    expect(texts.filter((text) => text === undefined || /\p{Cc}/u.test(text))).toEqual([])
  })
})

test('a review names each end whose backing is not plain, and one that the catalog lacks', async () => {
  const rows = new Map([
    ['base 0x1', row({ symbol: 'USDC', evidence: 'issuer', form: 'issuer' })],
    ['linea 0x2', row({ symbol: 'USDC', evidence: 'two_lists', form: 'canonical_bridge' })],
  ])
  const catalog = { asset: async (chain: string, address: string) => rows.get(`${chain} ${address}`) }
  const ends = [
    { chain: 'base', address: '0x1', symbol: 'USDC' },
    { chain: 'linea', address: '0x2', symbol: 'what a server says' },
    { chain: 'base', address: '0x3', symbol: 'F\u001b[31mOO' },
  ]
  const lines = await describeBacking(catalog, ends)
  expect(lines.slice(0, 1)).toEqual([expect.stringMatching(/^USDC, .*: two lists, canonical bridge$/)])
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^F\P{Cc}*OO \(base:0x3\): not in the catalog$/u)])
})
