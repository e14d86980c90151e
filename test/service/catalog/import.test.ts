import { describe, expect, test } from 'vitest'
import type { CatalogAsset, CatalogChain } from '../../../src/core/assets/catalog.ts'
import { UNBACKED } from '../../../src/core/assets/evidence.ts'
import { createCatalog } from '../../../src/service/catalog/catalog.ts'
import { planImport } from '../../../src/service/catalog/import.ts'
import { catalogData, chain, memoryCatalogStore, native, RELEASE, token } from '../../support/catalog-data.ts'

const NOW = Date.parse(RELEASE) + 1000
const ethereum = chain('ethereum', 1)
const ETH = native(ethereum, 'Ether')
const USDC = token('ethereum', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', { decimals: 6 })
const DAI = token('ethereum', 'DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F')

const ALIASES = { mainnet: 'ethereum', 'ether net': 'ethereum' }

function open() {
  const data = catalogData([ethereum], [ETH, USDC], ALIASES)
  const parts = { catalogData: data, store: memoryCatalogStore() }
  const add = async (chains: readonly CatalogChain[], assets: readonly CatalogAsset[]) => {
    const plan = await planImport(parts, { chains, assets }, NOW)
    if (plan.chains.length + plan.assets.length > 0) await parts.store.catalog.put(plan.chains, plan.assets)
    return { chains: plan.chains.length, assets: plan.assets.length, refused: plan.refused }
  }
  return { ...parts, add, catalog: createCatalog({ data, store: parts.store }) }
}

describe('an import', () => {
  test('adds new chains with their assets, addresses in their canonical form', async () => {
    const { add, catalog } = open()
    const fresh = chain('fresh', 777)
    const coin = native(fresh, 'Fresh Ether')
    const dai = { ...DAI, address: DAI.address.toLowerCase() }
    expect(await add([fresh], [coin, dai])).toEqual({ chains: 1, assets: 2, refused: [] })
    expect(await catalog.chain('fresh')).toEqual(fresh)
    expect(await catalog.assets('fresh')).toEqual([{ ...coin, evidence: 'provider' }])
    expect(await catalog.assets('ethereum')).toEqual([ETH, USDC, { ...DAI, ...UNBACKED, isAdded: true }])
  })

  test('again, or of what is bundled, changes nothing it should not', async () => {
    const { add, catalog, store } = open()
    expect(await add([ethereum], [ETH, USDC])).toEqual({ chains: 0, assets: 0, refused: [] })
    expect(await store.catalog.version()).toBe(0)
    const fresh = chain('fresh', 777)
    await add([fresh], [native(fresh, 'Fresh Ether')])
    expect(await add([fresh], [native(fresh, 'Fresh Coin')])).toEqual({ chains: 1, assets: 1, refused: [] })
    expect(await catalog.assets('fresh')).toEqual([native(fresh, 'Fresh Coin', { evidence: 'provider' })])
  })

  test('never changes symbol or decimals of a bundled asset', async () => {
    const { add, catalog } = open()
    const lower = USDC.address.toLowerCase()
    expect(
      await add(
        [],
        [
          { ...USDC, decimals: 18 },
          { ...USDC, symbol: 'USDT', address: lower },
        ],
      ),
    ).toEqual({
      chains: 0,
      assets: 0,
      refused: [
        'ethereum:USDC: the bundled catalog says 6 decimals',
        'ethereum:USDT: the bundled catalog calls it USDC',
      ],
    })
    expect(await catalog.assets('ethereum')).toEqual([ETH, USDC])
  })

  const other: Partial<CatalogChain> = { type: 'OTHER', addressFamily: 'solana' }
  const chainRows: readonly (readonly [string, CatalogChain])[] = [
    ['its key is not a lower-case slug', chain('Fresh Chain', 777)],
    ['its chain id belongs to ethereum', chain('fresh', 1, { caip2: null })],
    ['its chain id belongs to ethereum', chain('fresh', 777, { caip2: 'eip155:1' })],
    ['its chain id is not a positive whole number', chain('fresh', 1.5)],
    ['its chain id is not a positive whole number', chain('fresh', 2 ** 53)],
    [
      'its name or symbol is empty, too long, or contains invisible characters',
      chain('fresh', 777, { name: 'Fr\u202eesh' }),
    ],
    ['its name or symbol is empty, too long, or contains invisible characters', chain('fresh', 777, { shortname: '' })],
    ['one of its URLs is not https', chain('fresh', 777, { explorers: ['javascript:alert(1)'] })],
    ['one of its URLs is not https', chain('fresh', 777, { image: 'https://x.example/\u001b[2J' })],
    ['its time of addition is in the future', chain('fresh', 777, { addedAt: NOW + 3_600_001 })],
  ]
  test.each(chainRows)('refuses a chain: %s', async (why, row) => {
    const { add, store } = open()
    expect(await add([row], [])).toEqual({ chains: 0, assets: 0, refused: [`${row.key}: ${why}`] })
    expect(await store.catalog.version()).toBe(0)
  })

  test.each<[string, CatalogChain]>([
    ['mainnet', chain('mainnet', 777)],
    ['ETH', chain('fresh', 777, { shortname: 'ETH' })],
    ['Ethereum', chain('fresh', 777, { name: 'Ethereum' })],
    ['Mainnet', chain('fresh', 777, { name: 'Mainnet' })],
    // `ether net` is looked up as a key too, and `1` is the chain id of another chain: a key would win over both.
    ['ether-net', chain('ether-net', 777)],
    ['Ether_Net', chain('fresh', 777, { name: 'Ether_Net' })],
    ['1', chain('1', 777)],
    ['usdc', chain('usdc', 777)],
    ['btc', chain('fresh', 777, { shortname: 'btc' })],
    ['s0l', chain('fresh', 777, { shortname: 's0l' })],
    ['USDT', chain('fresh', 777, { name: 'USDT' })],
  ])('refuses a chain that is called %s, with its assets, and takes the others', async (name, row) => {
    const { add, catalog } = open()
    const other = chain('another', 778)
    expect(await add([row, other], [native(row, 'Ether'), native(other, 'Ether'), DAI])).toEqual({
      chains: 1,
      assets: 2,
      refused: [`${row.key}: ${name} means another chain or a coin`, `${row.key}:ETH: its chain is not in the catalog`],
    })
    expect((await catalog.chains()).map(({ key }) => key)).toEqual(['ethereum', 'another'])
  })

  const assetRows: readonly (readonly [string, CatalogAsset])[] = [
    ['its chain is not in the catalog', token('nowhere', 'DAI', DAI.address)],
    ['its address is not an EVM address', { ...DAI, address: DAI.address.replace('d0F', 'D0F') }],
    ['its address is not an EVM address', { ...DAI, address: 'So11111111111111111111111111111111111111112' }],
    ['its address is malformed', { ...DAI, address: '' }],
    ['the native address and the native flag do not match', { ...DAI, isNative: true }],
    ['its decimals are not between 0 and 36', { ...DAI, decimals: 37 }],
    ['its decimals are not between 0 and 36', { ...DAI, decimals: 1.5 }],
    ['its decimals are not between 0 and 36', { ...DAI, decimals: Number.NaN }],
    ['its name or symbol is empty, too long, or contains invisible characters', { ...DAI, name: 'D\u200bAI' }],
    ['its name or symbol is empty, too long, or contains invisible characters', { ...DAI, name: 'n'.repeat(81) }],
    ['its name or symbol is empty, too long, or contains invisible characters', { ...DAI, altSymbols: [' x'] }],
    ['its name is advertising', { ...DAI, name: 'Visit https://evil.example' }],
    ['its name is advertising', { ...DAI, name: 'Claim rewards at usd-drop.org' }],
    ['its image is not an https URL', { ...DAI, image: 'http://x.example/a.png' }],
    ['its time of addition is in the future', { ...DAI, addedAt: NOW + 3_600_001 }],
  ]
  test.each(assetRows)('refuses an asset: %s', async (why, row) => {
    const { add, store } = open()
    expect(await add([], [row])).toEqual({ chains: 0, assets: 0, refused: [`${row.chain}:DAI: ${why}`] })
    expect(await store.catalog.version()).toBe(0)
  })

  test('refuses a second native coin, in one import as in two', async () => {
    const { add } = open()
    const fresh = chain('fresh', 778, other)
    const rival = { ...native(fresh, 'Rival'), address: 'native2' }
    const { refused } = await add([fresh], [native(fresh, 'Coin'), rival])
    expect(refused).toEqual(['fresh:ETH: the native address and the native flag do not match'])
  })

  test('takes the good rows of a list and refuses the bad ones, in words that are safe to print', async () => {
    const { add, catalog } = open()
    const bad = { ...DAI, symbol: '\u001b]52;c;x\u0007', address: '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0' }
    expect(await add([], [bad, DAI])).toEqual({
      chains: 0,
      assets: 1,
      refused: [
        'ethereum:\\u{1b}]52;c;x\\u{7}: its name or symbol is empty, too long, or contains invisible characters',
      ],
    })
    expect(await catalog.assets('ethereum')).toEqual([ETH, USDC, { ...DAI, ...UNBACKED, isAdded: true }])
  })
})
