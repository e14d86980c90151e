import { describe, expect, test } from 'vitest'
import {
  appearanceOf,
  isSameSymbol,
  symbolTable,
  symbolWarnings,
  typedSymbol,
} from '../../../src/core/assets/look-alikes.ts'

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

describe('a symbol as a keyboard writes it', () => {
  test.each([
    ['USD\u20ae0', 'usdt0'],
    ['USD\u0421', 'usdc'],
    ['\uff35SDC', 'usdc'],
    ['R\u00c9SEAU', 'reseau'],
    ['\u0406NJ', 'inj'],
    ['U5DC', 'u5dc'],
    ['USDT0', 'usdt0'],
    ['\u0394', '\u03b4'],
  ])('has Latin letters for those that look so, and keeps its digits: %s', (symbol, typed) => {
    expect(typedSymbol(symbol)).toBe(typed)
  })

  test('is more than its appearance, in which digits are letters', () => {
    expect([appearanceOf('USDTO'), appearanceOf('FI1')]).toEqual([appearanceOf('USD\u20ae0'), appearanceOf('FIL')])
    expect(typedSymbol('USDTO')).not.toBe(typedSymbol('USD\u20ae0'))
  })
})
