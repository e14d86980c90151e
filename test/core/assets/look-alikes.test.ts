import { describe, expect, test } from 'vitest'
import { isSameSymbol, symbolTable, symbolWarnings } from '../../../src/core/assets/look-alikes.ts'

const warningsOf = (symbol: string, ...chain: readonly string[]) =>
  symbolWarnings(symbol, symbolTable(chain.map((each) => ({ symbol: each }))))

describe('an asset', () => {
  test('whose symbol no other has is not warned of', () => {
    expect(warningsOf('USDC', 'USDC', 'USDT')).toEqual([])
  })

  test('that shares its symbol with another contract is warned of, in any letter case', () => {
    expect(warningsOf('USDC', 'USDC', 'usdc')).toEqual(['2 contracts with this symbol on this chain'])
  })

  test.each([
    ['USD\u0421', 'a Cyrillic letter'],
    ['\uFF35SDC', 'a full-width letter'],
    ['U5DC', 'a digit'],
  ])('written %s looks like USDC by %s', (symbol) => {
    expect(warningsOf(symbol, 'USDC', symbol)).toEqual(['looks like USDC'])
  })

  test('that came first is not the look-alike', () => {
    expect(warningsOf('SOL', 'SOL', 'S0L')).toEqual([])
    expect(warningsOf('S0L', 'SOL', 'S0L')).toEqual(['looks like SOL'])
  })

  test('with letters of other scripts is marked even where it looks like nothing known', () => {
    expect(warningsOf('Δ', 'Δ')).toEqual(['unusual letters'])
  })
})

describe('two symbols', () => {
  test.each([
    ['usdt', 'USDT'],
    ['USD₮0', 'USDT0'],
    ['USD₮', 'usd₮'],
  ])('are the same: %s and %s', (one, other) => {
    expect(isSameSymbol(one, other)).toBe(true)
  })

  test.each([
    ['USD\u0421', 'USDC'],
    ['U5DC', 'USDC'],
    ['USD1', 'USDl'],
    ['USD₮', 'USDT0'],
    ['€URC', 'EURC'],
  ])('are not the same, though they may look so: %s and %s', (one, other) => {
    expect(isSameSymbol(one, other)).toBe(false)
  })
})
