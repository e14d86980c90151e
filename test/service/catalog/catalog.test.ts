import { describe, expect, test } from 'vitest'
import { type CatalogAsset, NATIVE_EVM_ADDRESS, NEW_FOR_MS } from '../../../src/core/assets/catalog.ts'
import { UNBACKED } from '../../../src/core/assets/evidence.ts'
import { createDataFiles } from '../../../src/io/data-files.ts'
import { createCatalog } from '../../../src/service/catalog/catalog.ts'
import { listAssets, listChains, toAsset, toChain } from '../../../src/service/catalog/list-pages.ts'
import { catalogData, chain, memoryCatalogStore, native, RELEASE, token } from '../../support/catalog-data.ts'
import { openTempStore } from '../../support/store.ts'

const NOW = Date.parse(RELEASE) + 30 * 24 * 3_600_000
const ethereum = chain('ethereum', 1, { shortname: 'eth', name: 'Ethereum' })
const base = chain('base', 8453, { shortname: 'base', name: 'Base' })
const solana = chain('solana', 900, {
  shortname: 'sol',
  name: 'Solana',
  type: 'OTHER',
  addressFamily: 'solana',
  nativeSymbol: 'SOL',
})
const ETH = native(ethereum, 'Ether')
const USDC = token('ethereum', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', { name: 'USD Coin', decimals: 6 })
const BASE_ETH = native(base, 'Ether')
const SOL = native(solana, 'Solana')
const SOL_USDC = token('solana', 'USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', { name: 'USD Coin' })

const CHAINS = [ethereum, base, solana]
const ASSETS = [ETH, USDC, BASE_ETH, SOL, SOL_USDC]

function openCatalog() {
  const data = catalogData(CHAINS, ASSETS)
  const store = memoryCatalogStore()
  return { data, store, catalog: createCatalog({ data, store }) }
}

describe('the catalog', () => {
  test('gives chains and assets in catalog order, and loads only the chains that are named', async () => {
    const { catalog, data } = openCatalog()
    expect(await catalog.chains()).toEqual(CHAINS)
    expect(await catalog.chain('base')).toBe(base)
    expect(await catalog.chain('BASE')).toBeUndefined()
    expect(data.loaded).toEqual([])
    expect(await catalog.assets('solana')).toEqual([SOL, SOL_USDC])
    expect(await catalog.asset('solana', SOL_USDC.address)).toBe(SOL_USDC)
    expect(await catalog.assets('no-such-chain')).toEqual([])
    expect(data.loaded).toEqual(['solana'])
    expect(await catalog.assets()).toEqual(ASSETS)
    expect(await catalog.assets()).toBe(await catalog.assets())
  })

  test('finds EVM assets in any letter case, but not one that breaks EIP-55', async () => {
    const { catalog } = openCatalog()
    const digits = USDC.address.slice(2)
    for (const address of [USDC.address, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`]) {
      expect(await catalog.asset('ethereum', address), address).toBe(USDC)
    }
    const broken = [
      USDC.address.replace('b48', 'B48').replace('A0b', 'a0b'),
      `0X${digits}`,
      digits,
      ` ${USDC.address}`,
      '',
    ]
    for (const address of broken) expect(await catalog.asset('ethereum', address), address).toBeUndefined()
    expect(await catalog.asset('base', USDC.address)).toBeUndefined()
    expect(await catalog.asset('no-such-chain', USDC.address)).toBeUndefined()
  })

  test('finds the native coin by each of its addresses, and only there', async () => {
    const { catalog } = openCatalog()
    const sentinel = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
    for (const address of [NATIVE_EVM_ADDRESS, 'native', sentinel, sentinel.toLowerCase()]) {
      expect(await catalog.asset('base', address), address).toBe(BASE_ETH)
    }
    expect(await catalog.asset('solana', 'native')).toBe(SOL)
    expect(await catalog.asset('solana', NATIVE_EVM_ADDRESS)).toBeUndefined()
    expect(await catalog.asset('solana', SOL_USDC.address.toLowerCase())).toBeUndefined()
  })
})

describe('rows of the store', () => {
  const fresh = chain('fresh', 777, { name: 'Fresh' })
  const FRESH = native(fresh, 'Fresh Ether', { evidence: 'provider' })
  const DAI = token('ethereum', 'DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F')
  const added = (asset: CatalogAsset): CatalogAsset => ({ ...asset, ...UNBACKED, isAdded: true })

  test('add chains and assets behind the bundled ones, and change the version', async () => {
    const { catalog, store } = openCatalog()
    expect(await catalog.chain('fresh')).toBeUndefined()
    const before = catalog.version()
    const token1 = token('fresh', 'ONE', DAI.address)
    await store.catalog.put([fresh], [token1, FRESH, DAI])
    expect(await catalog.chains()).toEqual([...CHAINS, fresh])
    expect(catalog.version()).not.toBe(before)
    expect(await catalog.assets('ethereum')).toEqual([ETH, USDC, added(DAI)])
    expect(await catalog.assets('fresh')).toEqual([FRESH, added(token1)])
    expect(await catalog.assets()).toEqual([ETH, USDC, added(DAI), BASE_ETH, SOL, SOL_USDC, FRESH, added(token1)])
    expect(await catalog.asset('ethereum', DAI.address.toLowerCase())).toEqual(added(DAI))
    expect(await catalog.findAssets('dai', { skip: 0, count: 5 })).toEqual({ items: [added(DAI)], total: 1 })
  })

  test('say nothing of themselves: only a provider stands behind them', async () => {
    const { catalog, store } = openCatalog()
    const boast: Partial<CatalogAsset> = { evidence: 'issuer', form: 'issuer', successor: `ethereum:${USDC.address}` }
    await store.catalog.put(
      [fresh],
      [
        { ...FRESH, evidence: 'issuer' },
        { ...DAI, ...boast },
      ],
    )
    expect(await catalog.asset('ethereum', DAI.address)).toEqual(added(DAI))
    expect(await catalog.asset('fresh', 'native')).toEqual(FRESH)
  })

  test('never change a bundled row, above all not its symbol or decimals', async () => {
    const { catalog, store } = openCatalog()
    const twisted: CatalogAsset[] = [
      { ...USDC, symbol: 'USDX', decimals: 18, name: 'Twisted' },
      { ...USDC, address: USDC.address.toLowerCase(), decimals: 2 },
      { ...ETH, decimals: 6 },
      { ...SOL, address: 'another-native', decimals: 0 },
    ]
    await store.catalog.put([{ ...base, name: 'Not Base', chainId: 1 }, chain('alias', 8453)], twisted)
    expect(await catalog.chains()).toEqual(CHAINS)
    expect(await catalog.assets()).toEqual(ASSETS)
  })

  test('may switch a bundled chain off, and on again', async () => {
    const { catalog, store } = openCatalog()
    await store.catalog.put(
      [
        { ...base, active: false },
        { ...fresh, active: false },
      ],
      [],
    )
    expect((await catalog.chains()).map(({ key }) => key)).toEqual(['ethereum', 'solana'])
    expect(await catalog.asset('base', 'native')).toBeUndefined()
    expect((await catalog.assets()).some((asset) => asset.chain === 'base')).toBe(false)
    await store.catalog.put([base], [])
    expect(await catalog.chain('base')).toBe(base)
  })

  test('are seen by a catalog of another process on the same store', async () => {
    const { data, store, catalog } = openCatalog()
    const other = createCatalog({ data, store })
    expect(await other.chain('fresh')).toBeUndefined()
    await store.catalog.put([fresh], [FRESH])
    expect(await other.asset('fresh', 'native')).toEqual(FRESH)
    expect(await catalog.asset('fresh', 'native')).toEqual(FRESH)
    expect(other.version()).toBe(catalog.version())
  })

  test('that cannot be read now are read the next time', async () => {
    const { data, store } = openCatalog()
    await store.catalog.put([fresh], [FRESH])
    let failures = 1
    const shaky = {
      ...store.catalog,
      assets: async (key?: string) => {
        if (failures-- > 0) throw new Error('busy')
        return store.catalog.assets(key)
      },
    }
    const catalog = createCatalog({ data, store: { catalog: shaky } })
    await expect(catalog.assets('fresh')).rejects.toThrow('busy')
    expect(await catalog.assets('fresh')).toEqual([FRESH])
  })

  test('come back from a real store as they went in, known as added', async () => {
    const { store, cleanup } = await openTempStore()
    const catalog = createCatalog({ data: createDataFiles(), store })
    const before = (await catalog.chains()).length
    await store.catalog.put([fresh], [FRESH, { ...DAI, chain: 'fresh' }])
    expect((await catalog.chains()).length).toBe(before + 1)
    expect(await catalog.assets('fresh')).toEqual([FRESH, added({ ...DAI, chain: 'fresh' })])
    await cleanup()
  })
})

describe('lists', () => {
  const page = (query: object) => ({ page: 1, perPage: 100, ...query })

  test('show a chain and an asset as the API has them, with its decimals', () => {
    expect(toChain(base, NOW)).toEqual({
      key: 'base',
      name: 'Base',
      shortname: 'base',
      chainId: 8453,
      image: '',
      type: 'EVM',
      active: true,
      new: false,
    })
    expect(toAsset(USDC, NOW)).toEqual({
      name: 'USD Coin',
      symbol: 'USDC',
      address: USDC.address,
      image: '',
      chain: 'ethereum',
      isNative: false,
      new: false,
      decimals: 6,
      evidence: 'issuer',
      form: null,
    })
  })

  test('mark what was added less than three days ago as new: not at exactly three days, and not before it was added', () => {
    const addedAt = NOW
    const flags = [addedAt - 1, addedAt, addedAt + NEW_FOR_MS - 1, addedAt + NEW_FOR_MS].map((nowMs) => [
      toChain({ ...base, addedAt }, nowMs).new,
      toAsset({ ...USDC, addedAt }, nowMs).new,
    ])
    expect(NEW_FOR_MS).toBe(259_200_000)
    expect(flags).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [false, false],
    ])
  })

  test('are in catalog order without a query, and an empty or blank one is none', async () => {
    const { catalog } = openCatalog()
    for (const query of [page({}), page({ query: '' }), page({ query: '  ' })]) {
      expect((await listChains(catalog, query, NOW)).data.map(({ key }) => key)).toEqual(['ethereum', 'base', 'solana'])
      expect((await listAssets(catalog, query, NOW)).data).toEqual(ASSETS.map((asset) => toAsset(asset, NOW)))
    }
  })

  test('filter chains by type and text together', async () => {
    const { catalog } = openCatalog()
    const keys = async (query: object) => (await listChains(catalog, page(query), NOW)).data.map(({ key }) => key)
    expect(await keys({ type: 'OTHER' })).toEqual(['solana'])
    expect(await keys({ query: ' sol ' })).toEqual(['solana'])
    expect(await keys({ query: 'sol', type: 'EVM' })).toEqual([])
    expect(await keys({ query: 's' })).toEqual(['solana', 'base'])
  })

  test('filter assets by chain and text together', async () => {
    const { catalog } = openCatalog()
    const found = async (query: object) =>
      (await listAssets(catalog, page(query), NOW)).data.map(({ chain: key }) => key)
    expect(await found({ query: ' usdc ' })).toEqual(['ethereum', 'solana'])
    expect(await found({ query: 'usdc', chain: 'solana' })).toEqual(['solana'])
    expect(await found({ query: 'usdc', chain: 'base' })).toEqual([])
    expect(await found({ chain: 'ethereum' })).toEqual(['ethereum', 'ethereum'])
  })

  test('are cut into pages that know the total and whether more follow', async () => {
    const { catalog } = openCatalog()
    const pages = async (query: { page: number; perPage: number; query?: string }) => {
      const { data, pagination } = await listAssets(catalog, query, NOW)
      return [data.map(({ chain: key, symbol }) => `${key}:${symbol}`), pagination]
    }
    expect(await pages({ page: 1, perPage: 3 })).toEqual([
      ['ethereum:ETH', 'ethereum:USDC', 'base:ETH'],
      { page: 1, perPage: 3, total: 5, hasMore: true },
    ])
    expect(await pages({ page: 2, perPage: 3 })).toEqual([
      ['solana:SOL', 'solana:USDC'],
      { page: 2, perPage: 3, total: 5, hasMore: false },
    ])
    expect(await pages({ page: 2, perPage: 1, query: 'usdc' })).toEqual([
      ['solana:USDC'],
      { page: 2, perPage: 1, total: 2, hasMore: false },
    ])
    expect(await pages({ page: 1, perPage: 1, query: 'usdc' })).toEqual([
      ['ethereum:USDC'],
      { page: 1, perPage: 1, total: 2, hasMore: true },
    ])
    expect(await pages({ page: 1000, perPage: 1000 })).toEqual([
      [],
      { page: 1000, perPage: 1000, total: 5, hasMore: false },
    ])
    expect((await listChains(catalog, { page: 2, perPage: 2 }, NOW)).pagination).toEqual({
      page: 2,
      perPage: 2,
      total: 3,
      hasMore: false,
    })
  })
})
