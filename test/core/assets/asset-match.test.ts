import { describe, expect, test } from 'vitest'
import { matchOf } from '../../../src/core/assets/asset-match.ts'

const USDC = {
  ...{ symbol: 'USDC', name: 'USD Coin', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', isNative: false },
  altSymbols: [],
}
const COIN = { ...USDC, symbol: 'ETH', name: 'Ethereum', address: `0x${'0'.repeat(40)}`, isNative: true }
const GRAM = { ...USDC, symbol: 'GRAM', name: 'Gram', address: 'native', isNative: true, altSymbols: ['TON'] }
const PEGGED = { ...USDC, symbol: 'USDC', address: 'gravity0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
const FACTORY = { ...USDC, symbol: 'KUJI.a', name: 'Staked', address: 'factory/kujira1n3fr5f56r2ce0s/ampKUJI' }

describe('an asset is found', () => {
  test.each([
    ['usd', USDC],
    ['coin', USDC],
    ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', USDC],
    ['native', GRAM],
    ['ton', GRAM],
  ])('by its words or whole address: %s', (text, asset) => {
    expect(matchOf(asset, text)).toBe('words')
  })

  test.each([
    ['0xa0b8', USDC],
    ['A0B8', USDC],
    ['a0b86991c6218b36c1d19d4a2e9eb0ce3606eb4', USDC],
    ['0xA0b8', PEGGED],
    ['ampkuji', FACTORY],
    ['factory/kuj', FACTORY],
  ])('by how its address or a part of that begins, from four characters on: %s', (text, asset) => {
    expect(matchOf(asset, text)).toBe('address')
  })

  test.each([
    ['a0b', USDC],
    ['0x', USDC],
    ['6991', USDC],
    ['eb48', USDC],
    ['0000', COIN],
    ['r5f56', FACTORY],
  ])('by chance within its address: %s', (text, asset) => {
    expect(matchOf(asset, text)).toBe('chance')
  })
})

test('a document without older symbols was found by one where its address does not hold the text', () => {
  const { altSymbols, ...listed } = GRAM
  expect([altSymbols, matchOf(listed, 'ton'), matchOf(listed, 'ativ')]).toEqual([['TON'], 'words', 'chance'])
})
