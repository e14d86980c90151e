import { expect, test } from 'vitest'
import { editDistance, nearest } from '../../../src/core/text/nearest.ts'

test('the distance counts insertions, deletions, replacements and swapped neighbours, up to its limit', () => {
  const pairs: [string, string, number][] = [
    ['usdc', 'usdc', 0],
    ['usdc', 'usd', 1],
    ['usdc', 'usdcc', 1],
    ['usdc', 'usdt', 1],
    ['usdc', 'udsc', 1],
    ['ethreum', 'ethereum', 1],
    ['abitrun', 'arbitrum', 2],
    ['', 'ab', 2],
    ['bitcoin', 'litecoin', 2],
    ['bitcoin', 'ethereum', 3],
    ['ab', 'abcde', 3],
  ]
  for (const [from, to, distance] of pairs) {
    expect([from, to, editDistance(from, to, 2)]).toEqual([from, to, distance])
    expect([to, from, editDistance(to, from, 2)]).toEqual([to, from, distance])
  }
})

test('the nearest come first, then in their order, each once, and only a mistake or two away', () => {
  const named = ['USDT', 'USDX', 'USDC', 'arbitrum', 'USDC'].map((name) => [name, name] as const)
  expect(nearest('usdc', named, 3)).toEqual(['USDC', 'USDT', 'USDX'])
  expect(nearest('usdc', named, 1)).toEqual(['USDC'])
  expect(nearest('usxy', named, 3)).toEqual([])
  expect(nearest('abitrun', named, 3)).toEqual(['arbitrum'])
  expect(nearest('', named, 3)).toEqual([])
  expect(nearest('u'.repeat(65), [['u'.repeat(64), 1]], 3)).toEqual([])
})
