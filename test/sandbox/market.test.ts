import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CatalogAsset } from '../../src/core/assets/catalog.ts'
import {
  MAX_MOVEMENT_PPM,
  PRICE_WINDOW_MS,
  pricedSymbol,
  pricedSymbols,
  referencePrice,
  sandboxPrice,
  createSandboxMarket,
} from '../../src/sandbox/market.ts'
import { REFERENCE_PRICES } from '../../src/sandbox/reference-prices.ts'
import { token } from '../support/catalog-data.ts'

const seeds = fc.integer({ min: 0, max: 1_000_000 })
const times = fc.integer({ min: 0, max: 4_000_000_000_000 })
const someAsset = fc.record({
  chain: fc.constantFrom('ethereum', 'base', 'solana'),
  symbol: fc.oneof(fc.constantFrom(...pricedSymbols()), fc.string({ minLength: 1, maxLength: 12 })),
  address: fc.oneof(fc.constant('native'), fc.string({ minLength: 1, maxLength: 44 })),
})

describe('prices of the sandbox', () => {
  test('follow from seed, time and asset alone', () => {
    fc.assert(
      fc.property(seeds, times, someAsset, (seed, nowMs, { chain, symbol, address }) => {
        expect(sandboxPrice(seed, nowMs, chain, symbol, address)).toBe(
          sandboxPrice(seed, nowMs, chain, symbol, address),
        )
      }),
    )
  })

  test('are the same in a market that has told thousands of others', () => {
    const market = createSandboxMarket(7)
    const ask = (index: number) => [index * PRICE_WINDOW_MS * 61, 'base', `SYM${index % 700}`, 'native'] as const
    const indexes = Array.from({ length: 3_000 }, (_, index) => index % 1_500)
    expect(indexes.map((index) => market(...ask(index)))).toEqual(
      indexes.map((index) => sandboxPrice(7, ...ask(index))),
    )
  })

  test('stay within 0.3 % of the reference and above zero', () => {
    fc.assert(
      fc.property(seeds, times, someAsset, (seed, nowMs, { chain, symbol, address }) => {
        const reference = referencePrice(chain, symbol, address)
        const price = sandboxPrice(seed, nowMs, chain, symbol, address)
        const distance = price > reference ? price - reference : reference - price
        expect(price).toBeGreaterThan(0n)
        expect(distance * 1_000_000n).toBeLessThanOrEqual(reference * BigInt(MAX_MOVEMENT_PPM))
      }),
      { numRuns: 500 },
    )
  })

  test('stand still within a window of ten seconds', () => {
    fc.assert(
      fc.property(seeds, times, fc.integer({ min: 0, max: PRICE_WINDOW_MS - 1 }), (seed, nowMs, later) => {
        const start = nowMs - (nowMs % PRICE_WINDOW_MS)
        const price = (at: number) => sandboxPrice(seed, at, 'bitcoin', 'BTC', 'native')
        expect(price(start + later)).toBe(price(start))
      }),
    )
  })

  test('move, in steps of at most 0.01 %, differently for every seed', () => {
    const path = (seed: number) =>
      Array.from({ length: 600 }, (_, index) => sandboxPrice(seed, index * PRICE_WINDOW_MS, 'bitcoin', 'BTC', 'native'))
    const one = path(1)
    expect(new Set(one).size).toBeGreaterThan(300)
    expect(path(2)).not.toEqual(one)
    one.slice(1).forEach((price, index) => {
      const before = one[index] ?? 0n
      const step = price > before ? price - before : before - price
      expect(step * 9_900n).toBeLessThanOrEqual(before)
    })
  })

  test('are those of the symbol on whatever chain, in any letter case', () => {
    const price = (chain: string, symbol: string) => sandboxPrice(7, 1_000_000, chain, symbol, 'native')
    expect(price('base', 'weth')).toBe(price('ethereum', 'ETH'))
    expect(price('arbitrum', 'USDC.e')).toBe(price('ethereum', 'USDC'))
    expect(price('base', 'cbBTC')).toBe(price('bitcoin', 'BTC'))
    expect(price('ton', 'TON')).toBe(price('ton', 'GRAM'))
    expect(price('ethereum', 'wstETH')).toBeGreaterThan(price('ethereum', 'ETH'))
  })

  test.each<[boolean, string, Partial<CatalogAsset>]>([
    [true, "the issuer's own", {}],
    [true, 'known to two lists', { evidence: 'two_lists', form: 'other_bridge' }],
    [false, 'known to one list', { evidence: 'one_list' }],
    [false, 'known only to a provider', { evidence: 'provider' }],
    [false, 'known only from its contract', { evidence: 'contract' }],
    [false, 'dead, whoever says so', { form: 'dead' }],
  ])('take a symbol for the coin: %s where the asset is %s', (isPriced, _what, rest) => {
    expect(pricedSymbol(token('base', 'BTC', '0x1', rest))).toBe(isPriced ? 'BTC' : '')
  })

  test('are made up from chain and address where the symbol is unknown: $0.01 to $9.99', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (chain, address) => {
        const price = referencePrice(chain, 'NO-SUCH-SYMBOL', address)
        expect(price).toBeGreaterThanOrEqual(10_000n)
        expect(price).toBeLessThanOrEqual(9_990_000n)
      }),
    )
    const price = (chain: string, address: string) => referencePrice(chain, 'NO-SUCH-SYMBOL', address)
    expect(price('base', '0xABcd')).toBe(price('base', '0xabcd'))
    expect(price('base', '0xabcd')).not.toBe(price('ethereum', '0xabcd'))
  })

  test('name every symbol once, at least 120 of them', () => {
    const named = REFERENCE_PRICES.flatMap(({ symbol, same, related }) => [
      symbol,
      ...(same ?? []),
      ...Object.keys(related ?? {}),
    ])
    expect(named.length).toBeGreaterThanOrEqual(120)
    expect([...new Set(named)]).toEqual(named)
    expect(named.map((symbol) => symbol.toUpperCase())).toEqual(named)
  })
})
