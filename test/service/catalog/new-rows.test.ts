import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CatalogAsset } from '../../../src/core/assets/catalog.ts'
import { openSwapService } from '../../../src/open.ts'
import type { ListedAsset } from '../../../src/providers/contract.ts'
import { createDataFiles } from '../../../src/io/data-files.ts'
import { planImport } from '../../../src/service/catalog/import.ts'
import type { EmbeddedSwapService } from '../../../src/service/service.ts'
import { chain, native, token } from '../../support/catalog-data.ts'
import { type ContractServer, serveContract } from '../../support/contract-service.ts'
import { asList, asObject } from '../../support/contract-fields.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { newHome } from '../../support/new-home.ts'
import { anyManifest, anyProvider } from '../../support/provider-world.ts'

/*
 * A chain or an asset is new for three days from when a refresh or an import has added it: over the HTTP API, as its callers see it.
 */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const ethereum = chain('ethereum', 1)
/** Its provider states that it knows it for long. */
const fresh = chain('fresh', 987_654_321, { name: 'Fresh chain', caip2: null, addedAt: 0 })
const TOKEN = token('ethereum', 'FRSHTKN', '0x5eb15eB15eb15EB15EB15Eb15Eb15eB15eB15EB1', { addedAt: 0 })
const BUNDLED = token('ethereum', 'USDC', USDC, { decimals: 6 })

let clock: FakeClock
let home: string
let service: EmbeddedSwapService
let server: ContractServer
/** What the provider lists from now on. */
let listed: readonly ListedAsset[]

const list = (assets: readonly CatalogAsset[], on = ethereum) => assets.map((asset) => ({ chain: on, asset }))
const provider = anyProvider(anyManifest({ key: 'LISTING' }), { assets: () => Promise.resolve(listed) })

async function start(): Promise<void> {
  service = await openSwapService({ home, clock, providers: [provider] })
  server = await serveContract(service, clock)
}

async function restart(): Promise<void> {
  await server.close()
  await service.close()
  await start()
}

beforeEach(async () => {
  clock = createFakeClock()
  home = await newHome()
  listed = []
  await start()
})
afterEach(async () => {
  await server.close()
  await service.close()
})

/** Lets time pass, of which only the last minute is waited for: a server answers with the lists of the last minute. @param ms a minute or more */
async function pass(ms: number): Promise<void> {
  clock.set(ms - MINUTE_MS)
  await clock.advance(MINUTE_MS)
}

const refresh = async () => (await service.admin()).refreshCatalog({ providers: ['LISTING'] })

/** Which rows of a list are new, by their symbols or names. */
async function flags(path: string, name: 'symbol' | 'name'): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${server.url}${path}`)
  const rows = asList(asObject(await answer.json())['data']).map((row) => asObject(row))
  return Object.fromEntries(rows.map((row) => [String(row[name]), row['new']]))
}

/** The flags of the token and the bundled one beside it, of the added chain, of its coin, and of all bundled chains. */
const seen = async () => ({
  token: (await flags('/swap/assets?chain=ethereum&query=FRSHTKN', 'symbol'))['FRSHTKN'],
  bundled: (await flags(`/swap/assets?chain=ethereum&query=${USDC}`, 'symbol'))['USDC'],
  chain: (await flags('/swap/chains?query=Fresh%20chain', 'name'))['Fresh chain'],
  coin: (await flags('/swap/assets?query=Fresh%20Coin', 'name'))['Fresh Coin'],
  oldChains: Object.entries(await flags('/swap/chains?perPage=1000', 'name')).filter(
    ([name, isNew]) => name !== 'Fresh chain' && isNew !== false,
  ),
})
const NEW = { token: true, bundled: false, chain: true, coin: true, oldChains: [] }
const OLD = { token: false, bundled: false, chain: false, coin: false, oldChains: [] }
const ABSENT = { token: undefined, bundled: false, chain: undefined, coin: undefined, oldChains: [] }

describe('what a refresh has added', () => {
  beforeEach(async () => {
    listed = [...list([BUNDLED, TOKEN]), ...list([native(fresh, 'Fresh Coin', { addedAt: 0 })], fresh)]
  })

  test('is new until three days after it, and nothing that is bundled ever is', async () => {
    expect(await seen()).toEqual(ABSENT)
    expect(await refresh()).toMatchObject({ chains: 1, assets: 2, refused: [] })
    await pass(MINUTE_MS)
    expect(await seen()).toEqual(NEW)
    await pass(3 * DAY_MS - 2 * MINUTE_MS)
    expect(await seen()).toEqual(NEW)
    await pass(MINUTE_MS)
    expect(await seen()).toEqual(OLD)
  })

  test('stays as new as it is over a restart', async () => {
    await refresh()
    await restart()
    expect(await seen()).toEqual(NEW)
    await pass(3 * DAY_MS)
    await restart()
    expect(await seen()).toEqual(OLD)
  })

  test('does not become new again by a second refresh, also after a provider has ceased to list it', async () => {
    await refresh()
    await pass(2 * DAY_MS)
    expect(await refresh()).toMatchObject({ chains: 0, assets: 0 })
    const before = listed
    listed = list([BUNDLED])
    await refresh()
    listed = before
    await pass(DAY_MS)
    await refresh()
    expect(await seen()).toEqual(OLD)
  })

  test('is new while what an earlier one has added no longer is', async () => {
    const whole = listed
    listed = list([TOKEN])
    await refresh()
    await pass(3 * DAY_MS)
    listed = whole
    await refresh()
    expect(await seen()).toEqual({ ...NEW, token: false })
  })
})

describe('what an import has added', () => {
  test('is new from the time that it states until three days later', async () => {
    const addedAt = clock.now()
    const coin = native(fresh, 'Fresh Coin', { addedAt })
    const rows = { chains: [{ ...fresh, addedAt }], assets: [{ ...TOKEN, addedAt }, coin, { ...BUNDLED, addedAt }] }
    const context = { catalogData: createDataFiles(), store: service.store }
    const { chains, assets, refused } = await planImport(context, rows, clock.now())
    expect(refused).toEqual([])
    await service.store.catalog.put(chains, assets)
    expect(await seen()).toEqual(NEW)
    await pass(3 * DAY_MS)
    expect(await seen()).toEqual(OLD)
    await restart()
    expect(await seen()).toEqual(OLD)
  })
})
