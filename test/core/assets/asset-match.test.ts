import { describe, expect, test } from 'vitest'
import { searchMeant, type Searched } from '../../../src/core/assets/asset-match.ts'

const USDC = {
  ...{ symbol: 'USDC', name: 'USD Coin', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', isNative: false },
  altSymbols: [],
}
const COIN = { ...USDC, symbol: 'ETH', name: 'Ethereum', address: `0x${'0'.repeat(40)}`, isNative: true }
const GRAM = { ...USDC, symbol: 'GRAM', name: 'Gram', address: 'native', isNative: true, altSymbols: ['TON'] }
const PEGGED = { ...USDC, symbol: 'USDC', address: 'gravity0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
const FACTORY = { ...USDC, symbol: 'KUJI.a', name: 'Staked', address: 'factory/kujira1n3fr5f56r2ce0s/ampKUJI' }

/** By what a search for the text means the asset; undefined where it is hit by chance. */
async function foundBy(asset: Searched, text: string) {
  const { rows } = await searchMeant(text, { first: 1, longest: 1 }, async () => ({ rows: [asset], total: 1 }))
  return rows[0]?.by
}

describe('an asset is found', () => {
  test.each([
    ['usd', USDC],
    ['coin', USDC],
    ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', USDC],
    ['native', GRAM],
    ['ton', GRAM],
  ])('by its words or whole address: %s', async (text, asset) => {
    expect(await foundBy(asset, text)).toBe('words')
  })

  test.each([
    ['0xa0b8', USDC],
    ['A0B8', USDC],
    ['a0b86991c6218b36c1d19d4a2e9eb0ce3606eb4', USDC],
    ['0xA0b8', PEGGED],
    ['ampkuji', FACTORY],
    ['factory/kuj', FACTORY],
  ])('by how its address or a part of that begins, from four characters on: %s', async (text, asset) => {
    expect(await foundBy(asset, text)).toBe('address')
  })

  test.each([
    ['a0b', USDC],
    ['0x', USDC],
    ['6991', USDC],
    ['eb48', USDC],
    ['0000', COIN],
    ['r5f56', FACTORY],
  ])('by chance within its address: %s', async (text, asset) => {
    expect(await foundBy(asset, text)).toBeUndefined()
  })
})

test('a document without older symbols was found by one where its address does not hold the text', async () => {
  const { altSymbols, ...listed } = GRAM
  expect([altSymbols, await foundBy(listed, 'ton'), await foundBy(listed, 'ativ')]).toEqual([
    ['TON'],
    'words',
    undefined,
  ])
})

test('a longer page is read only where chance hits crowd out what is meant', async () => {
  const read = (rows: readonly Searched[]) => {
    const counts: number[] = []
    const found = searchMeant('usd', { first: 2, longest: 5 }, async (count) => {
      counts.push(count)
      return { rows: rows.slice(0, count), total: rows.length }
    })
    return found.then(({ rows: meant, total }) => [counts, meant.length, total])
  }
  const chance = { ...COIN, address: '0x00usd' }
  expect(await read([USDC, USDC, USDC])).toEqual([[2], 2, 3])
  expect(await read([USDC, chance])).toEqual([[2], 1, 1])
  expect(await read([chance, USDC, USDC])).toEqual([[2, 5], 2, 2])
})
