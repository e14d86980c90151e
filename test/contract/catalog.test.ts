import { expect } from 'vitest'
import { contract } from '../support/contract.ts'
import type { Api, Operation } from '../support/contract.ts'
import { asList, asObject, asText } from '../support/contract-fields.ts'
import { expectRefused } from '../support/contract-steps.ts'
import { BASE_USDC, ETH, type Fields, USDC } from '../support/contract-world.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function itemsOf(api: Api, operation: Operation, query: Fields = {}) {
  return asList((await api.ok(operation, query))['data']).map((item) => asObject(item))
}

async function paginationOf(api: Api, operation: Operation, query: Fields = {}) {
  const { page, perPage } = asObject((await api.ok(operation, query))['pagination'])
  return { page, perPage }
}

contract('lists have their documented pages', async (api) => {
  expect(await paginationOf(api, 'chains')).toEqual({ page: 1, perPage: 100 })
  expect(await paginationOf(api, 'assets')).toEqual({ page: 1, perPage: 100 })
  expect(await paginationOf(api, 'sources')).toEqual({ page: 1, perPage: 20 })
  expect(await paginationOf(api, 'chains', { perPage: 1000 })).toEqual({ page: 1, perPage: 1000 })
  expect(await paginationOf(api, 'assets', { perPage: 1000 })).toEqual({ page: 1, perPage: 1000 })
  expect(await paginationOf(api, 'sources', { perPage: 300 })).toEqual({ page: 1, perPage: 300 })
})

contract('a page that cannot be is refused and never clamped', async (api) => {
  const refusals: [Operation, Fields, string][] = [
    ['chains', { perPage: 1001 }, 'perPage'],
    ['assets', { perPage: 1001 }, 'perPage'],
    ['sources', { perPage: 301 }, 'perPage'],
  ]
  for (const operation of ['chains', 'assets', 'sources'] as const) {
    refusals.push([operation, { perPage: 0 }, 'perPage'], [operation, { perPage: -1 }, 'perPage'])
    refusals.push([operation, { perPage: 1.5 }, 'perPage'], [operation, { page: 0 }, 'page'])
    refusals.push([operation, { page: -1 }, 'page'], [operation, { page: 1.5 }, 'page'])
    refusals.push([operation, { page: 'one' }, 'page'])
  }
  for (const [operation, query, field] of refusals) {
    await expectRefused(api, operation, query, field)
  }
  const both = await api.refused('chains', { page: 0, perPage: 1001, type: 'SQUARE' })
  expect(both.field).toBe('page')
  expect(both.errors.map(({ field }) => field)).toEqual(['page', 'perPage', 'type'])
})

contract('pages cut the list into pieces that make the whole', async (api) => {
  const all = await itemsOf(api, 'chains', { perPage: 1000 })
  const pieces = []
  for (let page = 1; pieces.length < all.length; page += 1) {
    const answer = await api.ok('chains', { page, perPage: 7 })
    const { total, hasMore } = asObject(answer['pagination'])
    expect(total).toBe(all.length)
    pieces.push(...asList(answer['data']))
    expect(hasMore).toBe(pieces.length < all.length)
  }
  expect(pieces).toEqual(all)
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
  const past = await api.ok('chains', { page: 100_000, perPage: 7 })
  expect(past).toEqual({ data: [], pagination: { page: 100_000, perPage: 7, total: all.length, hasMore: false } })
})

contract('chains are found by name, shortname and key, and by type', async (api) => {
  const all = await itemsOf(api, 'chains', { perPage: 1000 })
  const ethereum = all.find(({ key }) => key === 'ethereum')
  expect(ethereum).toMatchObject({ name: 'Ethereum', chainId: 1, type: 'EVM', active: true })
  for (const query of ['ethereum', 'Ethereum', 'ETHEREUM', 'thereu', asText(ethereum?.['shortname'])]) {
    expect(await itemsOf(api, 'chains', { query, perPage: 1000 }), query).toContainEqual(ethereum)
  }
  for (const type of ['EVM', 'COSMOS', 'UTXO', 'OTHER']) {
    const ofType = await itemsOf(api, 'chains', { type, perPage: 1000 })
    expect(ofType).toEqual(all.filter((chain) => chain['type'] === type))
    expect(ofType.length, type).toBeGreaterThan(0)
  }
  await expectRefused(api, 'chains', { type: 'SQUARE' }, 'type')
})

contract('a search term is literal: nothing in it is a wildcard', async (api) => {
  for (const query of ['%', '_', '*', '\\', "'", '"', '.*', 'e%m', 'no such thing']) {
    const chains = await itemsOf(api, 'chains', { query, perPage: 1000 })
    for (const { name, shortname, key } of chains) {
      expect(`${String(name)} ${String(shortname)} ${String(key)}`.toLowerCase()).toContain(query)
    }
    const assets = await itemsOf(api, 'assets', { query, chain: 'ethereum', perPage: 1000 })
    for (const { name, symbol, address } of assets) {
      expect(`${String(name)} ${String(symbol)} ${String(address)}`.toLowerCase()).toContain(query)
    }
  }
  expect(await itemsOf(api, 'chains', { query: '%' })).toEqual([])
  expect(await itemsOf(api, 'chains', { query: '_' })).toEqual([])
})

contract('assets are found by name, symbol, address and chain', async (api) => {
  const ethereum = await itemsOf(api, 'assets', { chain: 'ethereum', perPage: 1000 })
  expect(ethereum.every(({ chain }) => chain === 'ethereum')).toBe(true)
  expect(ethereum.filter(({ isNative }) => isNative)).toMatchObject([{ symbol: 'ETH', address: ETH.address }])
  const [usdc, ...others] = await itemsOf(api, 'assets', { chain: 'ethereum', query: USDC.address })
  expect(usdc).toMatchObject({ symbol: 'USDC', address: USDC.address, isNative: false, chain: 'ethereum' })
  expect(others).toEqual([])
  for (const query of ['USDC', 'usdc', USDC.address.toLowerCase(), asText(usdc?.['name'])]) {
    expect(await itemsOf(api, 'assets', { query, chain: 'ethereum', perPage: 1000 }), query).toContainEqual(usdc)
  }
  const everywhere = await itemsOf(api, 'assets', { query: 'USDC', perPage: 1000 })
  expect(everywhere).toContainEqual(usdc)
  expect(everywhere.some(({ chain, address }) => chain === 'base' && address === BASE_USDC.address)).toBe(true)
  expect(await itemsOf(api, 'assets', { query: BASE_USDC.address, chain: 'ethereum' })).toEqual([])
})

contract('an asset filter that names no chain finds nothing or says so', async (api) => {
  await expectRefused(api, 'assets', { chain: 'no-such-chain' }, 'chain')
})

contract('sources are listed with their type, and nothing more is known about them', async (api) => {
  const all = await itemsOf(api, 'sources')
  expect(all.map(({ key, type }) => [key, type]).sort()).toEqual([
    ['SANDBOX_BRIDGE', 'BRIDGE'],
    ['SANDBOX_DEPOSIT', 'EXCHANGE'],
    ['SANDBOX_DEX', 'EXCHANGE'],
    ['SANDBOX_INTENTS', 'SERVICE'],
  ])
  for (const type of ['BRIDGE', 'EXCHANGE', 'SERVICE']) {
    expect(await itemsOf(api, 'sources', { type })).toEqual(all.filter((source) => source['type'] === type))
  }
  expect((await api.refused('sources', { type: 'bridge' })).field).toBe('type')
})

contract('what was added less than three days ago is new, and later it is not', async (api, world) => {
  const addedAt = world.clock.now()
  const known = await world.service.catalog.chain('ethereum')
  const usdc = await world.service.catalog.asset('ethereum', USDC.address)
  if (known === undefined || usdc === undefined) throw new Error('the catalog lacks Ethereum or its USDC')
  const chain = { ...known, key: 'fresh', shortname: 'fresh', name: 'Fresh chain', chainId: 987_654_321, addedAt }
  const asset = { ...usdc, chain: 'fresh', symbol: 'FRESH', addedAt }
  await world.service.store.catalog.put([chain], [asset])
  const flags = async () => [
    (await itemsOf(api, 'chains', { query: 'Fresh chain' })).map((item) => item['new']),
    (await itemsOf(api, 'assets', { chain: 'fresh' })).map((item) => item['new']),
  ]
  expect(await flags()).toEqual([[true], [true]])
  await world.clock.advance(3 * DAY_MS - 60_000)
  expect(await flags()).toEqual([[true], [true]])
  await world.clock.advance(60_000)
  expect(await flags()).toEqual([[false], [false]])
})
