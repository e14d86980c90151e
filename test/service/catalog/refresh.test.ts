import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CatalogAsset, CatalogChain } from '../../../src/core/assets/catalog.ts'
import { UNBACKED } from '../../../src/core/assets/evidence.ts'
import { openSwapService } from '../../../src/open.ts'
import { defineProvider, type ListedAsset, type Provider, ProviderError } from '../../../src/providers/contract.ts'
import { createHandler } from '../../../src/server/app.ts'
import { createCatalog } from '../../../src/service/catalog/catalog.ts'
import { readRefresh } from '../../../src/service/catalog/provider-listings.ts'
import { refreshCatalog, type RefreshOptions } from '../../../src/service/catalog/refresh.ts'
import { catalogData, chain, native, token } from '../../support/catalog-data.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { anyManifest, anyProvider, anyProviderSet } from '../../support/provider-world.ts'
import { openTempStore, type TempStore } from '../../support/store.ts'

const ethereum = chain('ethereum', 1)
const ETH = native(ethereum, 'Ether')
const USDC = token('ethereum', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', { decimals: 6 })
const DAI = token('ethereum', 'DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F')
const data = catalogData([ethereum], [ETH, USDC])

type Lists = () => Promise<readonly ListedAsset[]>

const provider = (key: string, assets?: Lists): Provider =>
  anyProvider(anyManifest({ key }), assets === undefined ? {} : { assets })

/** A provider that lists these assets, on Ethereum unless said otherwise. */
const lists = (key: string, assets: readonly CatalogAsset[], on: CatalogChain = ethereum) =>
  provider(key, () => Promise.resolve(assets.map((asset) => ({ chain: on, asset }))))

let clock: FakeClock
let temp: TempStore
beforeEach(async () => {
  clock = createFakeClock()
  temp = await openTempStore(() => clock.now())
})
afterEach(() => temp.cleanup())

function refresh(providers: readonly Provider[], options: RefreshOptions = {}) {
  const context = { clock, catalogData: data, store: temp.store, providers: anyProviderSet(providers, clock) }
  return refreshCatalog(context, options)
}

const listing = async (chainKey = 'ethereum') => (await temp.store.documents.get(`listed:${chainKey}`))?.doc
const assets = async () => createCatalog({ data, store: temp.store }).assets('ethereum')
const key = (asset: CatalogAsset) => asset.address.toLowerCase()

describe('a refresh', () => {
  it('adds what is new and notes who lists what', async () => {
    const result = await refresh([lists('A', [USDC, DAI]), lists('B', [DAI])])
    expect(result).toEqual({
      providers: [
        { key: 'A', outcome: 'listed', rows: 2, ms: 0 },
        { key: 'B', outcome: 'listed', rows: 1, ms: 0 },
      ],
      chains: 0,
      assets: 1,
      listed: 2,
      refused: [],
    })
    // The time is that of the refresh, whatever a provider states.
    expect(await assets()).toEqual([ETH, USDC, { ...DAI, ...UNBACKED, addedAt: clock.now(), isAdded: true }])
    expect(await listing()).toEqual({ keys: ['A', 'B'], assets: { [key(USDC)]: [0], [key(DAI)]: [0, 1] } })
    expect(await readRefresh(temp.store)).toEqual({
      at: '2026-01-15T12:00:00.000Z',
      providers: {
        A: { at: '2026-01-15T12:00:00.000Z', assets: 2, chains: 1 },
        B: { at: '2026-01-15T12:00:00.000Z', assets: 1, chains: 1 },
      },
    })
  })

  it('changes neither symbol nor decimals of what is bundled, and says which rows were refused', async () => {
    const result = await refresh([lists('A', [{ ...USDC, decimals: 18 }]), lists('B', [{ ...USDC, symbol: 'USD' }])])
    expect(result.refused).toEqual([
      'A ethereum:USDC: the catalog says 6 decimals',
      'B ethereum:USD: the catalog calls it USDC',
    ])
    expect(await assets()).toEqual([ETH, USDC])
    // The one that means the same asset by another name does list it; the one with other decimals does not.
    expect(await listing()).toEqual({ keys: ['B'], assets: { [key(USDC)]: [0] } })
  })

  it('gives no other address the name of a bundled asset', async () => {
    const result = await refresh([
      lists('A', [
        { ...DAI, symbol: 'usdc' },
        { ...DAI, altSymbols: ['ETH'] },
      ]),
    ])
    const why = 'the catalog has another asset with this symbol on the chain'
    expect(result.refused).toEqual([`A ethereum:usdc: ${why}`, `A ethereum:DAI: ${why}`])
    expect(await assets()).toEqual([ETH, USDC])
  })

  it('adds what has the symbol of a bundled asset that may not answer to it, and nothing beside one that may', async () => {
    const at = (digit: string) => `0x${digit.repeat(40)}`
    const made = (symbol: string, digit: string, rest: Partial<CatalogAsset>) =>
      token('ethereum', symbol, at(digit), rest)
    const bundled = [
      made('DAI', '1', { evidence: 'two_lists', form: 'other_bridge' }),
      made('PEPE', '2', { evidence: 'one_list' }),
      made('OLD', '3', { form: 'dead' }),
      made('LINK', '4', { evidence: 'two_lists', form: 'canonical_bridge' }),
      made('SMALL', '5', { evidence: 'two_lists', form: 'other_bridge' }),
    ]
    const own = catalogData([ethereum], [ETH, USDC, ...bundled])
    const rows = [...bundled, USDC].map(({ symbol }, index) => made(symbol, 'abcdef'.charAt(index), {}))
    const providers = anyProviderSet([lists('A', rows)], clock)
    const result = await refreshCatalog({ clock, catalogData: own, store: temp.store, providers })
    const added = (await createCatalog({ data: own, store: temp.store }).assets('ethereum')).filter(
      ({ isAdded }) => isAdded === true,
    )
    expect(added.map(({ symbol, evidence, form }) => [symbol, evidence, form])).toEqual([
      ['DAI', 'provider', null],
      ['PEPE', 'provider', null],
      ['OLD', 'provider', null],
    ])
    const why = 'the catalog has another asset with this symbol on the chain'
    expect(result.refused).toEqual(['LINK', 'SMALL', 'USDC'].map((symbol) => `A ethereum:${symbol}: ${why}`))
  })

  it('takes no asset about whose decimals two providers disagree', async () => {
    const result = await refresh([lists('A', [DAI]), lists('B', [{ ...DAI, decimals: 8 }])])
    expect(result.refused).toEqual(['ethereum:DAI: A says 18 decimals, B 8'])
    expect(await assets()).toEqual([ETH, USDC])
  })

  it('refuses rows of a provider that means another chain by a known key', async () => {
    const result = await refresh([lists('A', [DAI], chain('ethereum', 56))])
    expect(result.refused).toEqual(['A ethereum:DAI: it states chain id 56 for ethereum'])
    expect([await assets(), result.listed]).toEqual([[ETH, USDC], 0])
  })

  it('adds a new chain with its assets', async () => {
    const fresh = chain('fresh', 777)
    const coin = native(fresh, 'Fresh')
    const result = await refresh([lists('A', [coin], fresh)])
    expect([result.chains, result.assets, result.refused]).toEqual([1, 1, []])
    expect(await listing('fresh')).toEqual({ keys: ['A'], assets: { [key(coin)]: [0] } })
  })

  it('leaves the listing of a provider that fails as it was, and replaces that of one that answers', async () => {
    await refresh([lists('A', [USDC, DAI]), lists('B', [USDC, DAI])])
    const broken = provider('A', () => Promise.reject(new ProviderError('unreachable', 'It cannot be reached')))
    const result = await refresh([broken, lists('B', [USDC])])
    expect(result.providers[0]).toEqual({
      key: 'A',
      outcome: 'failed',
      rows: 0,
      ms: 0,
      code: 'unreachable',
      message: 'It cannot be reached',
    })
    expect(await listing()).toEqual({ keys: ['A', 'B'], assets: { [key(USDC)]: [0, 1], [key(DAI)]: [0] } })
  })

  it('gives up on a provider at its deadline without waiting for it', async () => {
    const silent = provider('SILENT', () => new Promise(() => undefined))
    const running = refresh([silent, lists('B', [DAI])])
    while (clock.sleepers() === 0) await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(30_000)
    const result = await running
    expect(result.providers.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['failed', 'timeout'],
      ['listed', undefined],
    ])
  })

  it('writes nothing when it is interrupted, whatever has arrived', async () => {
    const leave = new AbortController()
    const silent = provider('SILENT', () => new Promise(() => undefined))
    const seen: string[] = []
    const running = refresh([lists('A', [DAI]), silent], {
      signal: leave.signal,
      onProvider: (result) => {
        seen.push(result.key)
        leave.abort()
      },
    })
    await expect(running).rejects.toMatchObject({ code: 'INTERRUPTED' })
    expect([seen, await listing(), await temp.store.catalog.version()]).toEqual([['A'], undefined, 0])
  })

  it('asks only those that are named, and knows no others', async () => {
    const result = await refresh([lists('A', [DAI]), provider('B')], { providers: ['B'] })
    expect(result.providers.map(({ key: name, outcome }) => [name, outcome])).toEqual([['B', 'none']])
    await expect(refresh([lists('A', [])], { providers: ['C'] })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

describe('assets', () => {
  it('carry the providers that list them once there was a refresh, from the library as over HTTP', async () => {
    const home = await mkdtemp(join(tmpdir(), 'swapcli-refresh-'))
    onTestFinished(() => rm(home, { recursive: true, force: true }))
    const ours = defineProvider({
      ...lists('LISTING', []),
      load: async () => ({
        ...(await lists('LISTING', []).load()),
        assets: (_context, chains) =>
          Promise.resolve(
            chains
              .filter(({ key: chainKey }) => chainKey === 'ethereum')
              .map((on) => ({ chain: on, asset: { ...USDC, address: key(USDC) } })),
          ),
      }),
    })
    const service = await openSwapService({ home, clock, providers: [ours] })
    onTestFinished(() => service.close())
    // Those of the sandbox tell no list: they take every asset.
    const SANDBOX = ['SANDBOX_BRIDGE', 'SANDBOX_DEPOSIT', 'SANDBOX_DEX', 'SANDBOX_INTENTS']
    const query = { chain: 'ethereum', query: USDC.address }
    expect((await service.assets(query)).data.map(({ symbol, providers }) => [symbol, providers])).toEqual([
      ['USDC', SANDBOX],
    ])
    const before = service.catalogVersion()
    await (await service.admin()).refreshCatalog({ providers: ['LISTING'] })
    expect((await service.assets(query)).data.map(({ symbol, providers }) => [symbol, providers])).toEqual([
      ['USDC', ['LISTING', ...SANDBOX]],
    ])
    expect((await service.assets({ chain: 'ethereum', query: 'DAI' })).data[0]?.providers).toEqual(SANDBOX)
    expect(service.catalogVersion()).not.toBe(before)
    const handler = createHandler(service)
    const answer = await handler(
      new Request(`http://127.0.0.1/api/v1/swap/assets?chain=ethereum&query=${USDC.address}`),
    )
    expect(await answer.json()).toMatchObject({ data: [{ symbol: 'USDC', providers: ['LISTING', ...SANDBOX] }] })
  })
})
