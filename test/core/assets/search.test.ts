import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CatalogAsset } from '../../../src/core/assets/catalog.ts'
import { ASSET_FORMS, EVIDENCES } from '../../../src/core/assets/evidence.ts'
import { indexAssets, searchAssets, searchChains } from '../../../src/core/assets/search.ts'
import { createDataFiles } from '../../../src/io/data-files.ts'
import { chain, native, token } from '../../support/catalog-data.ts'

const ethereum = chain('ethereum', 1, { shortname: 'eth', name: 'Ethereum' })
const bitcoin = chain('bitcoin', 2, { shortname: 'btc', name: 'Bitcoin', type: 'UTXO', nativeSymbol: 'BTC' })
const ton = chain('ton', 3, { shortname: 'ton', name: 'The Open Network', type: 'OTHER', nativeSymbol: 'GRAM' })
const noble = chain('noble', 4, { shortname: 'noble', name: 'Noble', type: 'COSMOS', nativeSymbol: 'USDC' })

const ETH = native(ethereum, 'Ether')
const USDC = token('ethereum', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', { name: 'USD Coin' })
const WRAPPED_BTC = token('ethereum', 'BTC', '0x0316EB71485b0Ab14103307bf65a021042c6d380', { name: 'Bridged Bitcoin' })
const ETHFI = token('ethereum', 'ETHFI', '0xFe0c30065B384F05761f15d0CC899D4F9F9Cc0eB', { name: 'ether.fi' })
const STETH = token('ethereum', 'stETH', '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', { name: 'Lido staked ETH' })
const LDO = token('ethereum', 'LDO', '0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32', { name: 'Lido' })
const COIN = token('ethereum', 'COIN', '0xc1DA6A20E2fA1E03EC1D3cAfB1BA3c2f0bBbCd4d', { name: 'eth' })
const PERCENT = token('ethereum', '100%_X', '0x514910771AF9Ca656af840dff83E8264EcF986CA', { name: 'Literal' })
const BTC = native(bitcoin, 'Bitcoin', { altSymbols: ['XBT'] })
const GRAM = native(ton, 'Gram', { altSymbols: ['TON'] })
const TON_BRIDGED = token('bitcoin', 'TON', 'rune:ton', { name: 'Bridged' })
const NOBLE_USDC = native(noble, 'USDC')

const INDEXES = [
  [ETH, USDC, WRAPPED_BTC, ETHFI, STETH, LDO, COIN, PERCENT],
  [BTC, TON_BRIDGED],
  [GRAM],
  [NOBLE_USDC],
].map(indexAssets)

function labels(text: string, skip = 0, count = 100) {
  return searchAssets(INDEXES, text, skip, count).items.map(({ chain: key, symbol }) => `${key}:${symbol}`)
}

describe('a search for assets', () => {
  test('ranks exact symbols, then symbols that begin so, exact names, names that begin so, the rest', () => {
    expect(labels('eth')).toEqual(['ethereum:ETH', 'ethereum:COIN', 'ethereum:ETHFI', 'ethereum:stETH'])
    expect(labels('ether')).toEqual(['ethereum:ETH', 'ethereum:ETHFI'])
    expect(labels('lido')).toEqual(['ethereum:LDO', 'ethereum:stETH'])
  })

  test('puts the native coin before tokens of the same symbol', () => {
    expect(labels('btc')).toEqual(['bitcoin:BTC', 'ethereum:BTC'])
  })

  test('puts a token of a well-known chain before a native coin that is only an issued token', () => {
    expect(labels('usdc')).toEqual(['ethereum:USDC', 'noble:USDC'])
  })

  test('puts the better backed of equal matches first, on whatever chain, and dead ones behind all others', () => {
    const of = (key: string, symbol: string, rest: Partial<CatalogAsset>) =>
      token(key, symbol, `${key}-${symbol}`, { name: 'Coin', ...rest })
    const jup = (key: string, rest: Partial<CatalogAsset>) => of(key, 'JUP', rest)
    const first = [jup('a', { evidence: 'provider' }), jup('a', { evidence: 'one_list' }), jup('a', { form: 'dead' })]
    const second = [jup('b', { evidence: 'contract' }), jup('b', { evidence: 'two_lists' }), jup('b', {})]
    // One of two lists that is its issuer's form comes before one that another bridge brought, and behind what its issuer lists.
    const listed = jup('a', { evidence: 'two_lists', form: 'issuer' })
    const added = native(chain('c', 9), 'Coin', { symbol: 'JUP', evidence: 'provider' })
    const longer = of('c', 'JUPITER', {})
    const { items } = searchAssets([[listed, ...first], second, [added, longer]].map(indexAssets), 'jup', 0, 100)
    expect(items).toEqual([second[2], listed, second[1], first[1], first[0], added, second[0], longer, first[2]])
  })

  test('finds a coin by an older symbol, as well as by its own', () => {
    expect(labels('TON')).toEqual(['ton:GRAM', 'bitcoin:TON'])
    expect(labels('xbt')).toEqual(['bitcoin:BTC'])
  })

  test('finds by whole address and by part of it, in any letter case', () => {
    expect(labels('0xa0b86991C6218b36c1d19D4a2e9Eb0cE3606eB48')).toEqual(['ethereum:USDC'])
    expect(labels('91c6218B')).toEqual(['ethereum:USDC'])
    expect(labels('native')).toEqual(['bitcoin:BTC', 'ton:GRAM', 'noble:USDC'])
  })

  test('takes % and _ and regular expressions literally', () => {
    expect(labels('%')).toEqual(['ethereum:100%_X'])
    expect(labels('%_x')).toEqual(['ethereum:100%_X'])
    expect(labels('_')).toEqual(['ethereum:100%_X'])
    expect(labels('u%c')).toEqual([])
    expect(labels('.*')).toEqual([])
    expect(labels('usdc\\')).toEqual([])
  })

  test('never matches over the edge of a field', () => {
    expect(labels('USDC\nUSD Coin')).toEqual([])
    expect(labels('usdcusd')).toEqual([])
  })

  test('counts all matches and gives the ones asked for', () => {
    expect(searchAssets(INDEXES, 'eth', 1, 2)).toEqual({ items: [COIN, ETHFI], total: 4 })
    expect(searchAssets(INDEXES, 'eth', 4, 2)).toEqual({ items: [], total: 4 })
    expect(searchAssets(INDEXES, 'eth', 0, 0)).toEqual({ items: [], total: 4 })
  })

  describe('in the bundled catalog', () => {
    const data = createDataFiles()
    const indexes = data.chains().map(({ key }) => indexAssets(data.assets(key)))
    const found = (words: string) => searchAssets(indexes, words, 0, 10_000).items
    const labelsOf = (words: string) => found(words).map(({ chain: key, address }) => `${key}:${address}`)

    test.each([
      ['bitcoin', 'bitcoin:native'],
      ['dogwifhat', 'solana:EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm'],
    ])('%s finds first what goes by that name', (words, first) => {
      expect(labelsOf(words)[0]).toBe(first)
    })

    test('usdt finds those of its issuer first, and dead ones last', () => {
      const rows = found('usdt')
      expect(rows[0]).toMatchObject({ chain: 'ethereum', symbol: 'USDT', evidence: 'issuer', form: 'issuer' })
      const exact = rows.filter(({ symbol, altSymbols }) => [symbol, ...altSymbols].includes('USDT'))
      const issued = exact.filter(({ evidence, form }) => evidence === 'issuer' && form !== 'dead')
      expect(issued.length).toBeGreaterThan(5)
      expect(rows.slice(0, issued.length)).toEqual(issued)
      const dead = rows.filter(({ form }) => form === 'dead')
      expect(dead.length).toBeGreaterThan(2)
      expect(rows.slice(-dead.length)).toEqual(dead)
    })
  })

  const text = fc.string({ unit: fc.constantFrom(...'abAB%_.1 é₮'), minLength: 1, maxLength: 4 })
  const asset = fc
    .record({
      ...{ symbol: text, name: text, address: text, isNative: fc.boolean() },
      evidence: fc.constantFrom(...EVIDENCES),
      form: fc.constantFrom(...ASSET_FORMS, null),
    })
    .map(({ symbol, address, ...rest }) => token('any', symbol, address, rest))

  test('finds exactly the assets that have the text in a field, each once', () => {
    fc.assert(
      fc.property(fc.array(asset, { maxLength: 30 }), text, (assets, needle) => {
        const has = ({ symbol, name, address }: CatalogAsset) =>
          [symbol, name, address].some((field) => field.toLowerCase().includes(needle.toLowerCase()))
        const { items, total } = searchAssets([indexAssets(assets)], needle, 0, 100)
        expect(total).toBe(assets.filter(has).length)
        expect(new Set(items)).toEqual(new Set(assets.filter(has)))
        expect(items.length).toBe(total)
      }),
    )
  })

  test('gives the same list whole and in pages, and however the chains are cut', () => {
    fc.assert(
      fc.property(
        fc.array(asset, { maxLength: 30 }),
        text,
        fc.nat(30),
        fc.integer({ min: 1, max: 5 }),
        (assets, needle, cut, perPage) => {
          const whole = searchAssets([indexAssets(assets)], needle, 0, 100)
          const parts = [indexAssets(assets.slice(0, cut)), indexAssets(assets.slice(cut))]
          const pages: CatalogAsset[] = []
          for (let skip = 0; skip < whole.total; skip += perPage) {
            pages.push(...searchAssets(parts, needle, skip, perPage).items)
          }
          expect(pages).toEqual(whole.items)
        },
      ),
    )
  })
})

describe('a search for chains', () => {
  const chains = [ethereum, bitcoin, ton, noble, chain('net-2', 5, { shortname: 'ne', name: 'Ton of chains' })]
  const keys = (needle: string) => searchChains(chains, needle).map(({ key }) => key)

  test('looks at key, shortname and name, exact ones first, in any letter case', () => {
    expect(keys('TON')).toEqual(['ton', 'net-2'])
    expect(keys('net')).toEqual(['net-2', 'ton'])
    expect(keys('eth')).toEqual(['ethereum'])
    expect(keys('n')).toEqual(['noble', 'net-2', 'bitcoin', 'ton'])
    expect(keys('%')).toEqual([])
    expect(keys('1')).toEqual([])
  })
})
