import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { EmbeddedSwapService } from '../../../src/index.ts'
import { openSwapService } from '../../../src/index.ts'
import { assetCells } from '../../../src/core/assets/asset-columns.ts'
import { findAssets, findChains, unlistedAsset } from '../../../src/core/assets/find-assets.ts'
import { type FoundAsset, referenceOf } from '../../../src/core/assets/found-asset.ts'
import { openUnlistedLab, TOKEN } from '../../support/unlisted-lab.ts'

let home: string
let service: EmbeddedSwapService

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'swapcli-tui-'))
  service = await openSwapService({ home })
})
afterAll(async () => {
  await service.close()
  await rm(home, { recursive: true, force: true })
})

const opened = () => ({ service, catalog: service.catalog, embedded: service })
const labels = async (text: string, chain?: string) =>
  (await findAssets(opened(), text, chain)).assets.map((asset) => `${asset.chain}:${asset.symbol}`)

test('an asset that a service does not list is named with its address, or as the coin of its chain', () => {
  const [named, nameless, coin] = [
    unlistedAsset('base', '0xA0b8', 'USDC'),
    unlistedAsset('base', '0xA0b8'),
    unlistedAsset('base', null),
  ].map(({ message }) => message)
  expect(named).toBe('The service does not list USDC (0xA0b8) on base')
  expect(nameless).toBe('The service does not list the asset (0xA0b8) on base')
  expect(coin).toBe('The service does not list the coin on base')
})

describe('searching an asset', () => {
  test('finds the exact symbol first', async () => {
    expect((await labels('usdc'))[0]).toBe('ethereum:USDC')
  })

  test.each(['usdc base', 'usdc on base', 'base usdc', 'base:usdc', 'usdc@base'])(
    'understands the chain in %j',
    async (text) => {
      const all = await labels(text)
      expect(all[0]).toBe('base:USDC')
      expect(all.filter((label) => !label.startsWith('base:'))).toEqual([])
    },
  )

  test.each(['usdc@ar', 'usdc@arbi', 'usdc arbi', 'usdc on arbi'])(
    'takes the beginning of a chain in %j',
    async (text) => {
      const all = await labels(text)
      expect(all[0]).toBe('arbitrum:USDC')
      expect(all.filter((label) => !label.startsWith('ar'))).toEqual([])
    },
  )

  test('takes the beginning of a chain behind a coin that is called as its own', async () => {
    expect((await labels('eth on ba'))[0]).toBe('base:ETH')
  })

  test.each(['usdc@', 'usdc on'])('narrows by no chain before one is begun: %j', async (text) => {
    expect((await labels(text))[0]).toBe('ethereum:USDC')
  })

  test('finds by address', async () => {
    expect((await labels('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'))[0]).toBe('ethereum:USDC')
  })

  test('takes no part of an address for what was typed: nearest symbols are offered and marked', async () => {
    const found = await findAssets(opened(), 'etth', undefined)
    expect(new Set(found.assets.map(({ symbol, match }) => `${symbol} ${match}`))).toContain('ETH nearly')
    expect(found.assets.map(({ match }) => match)).toEqual(found.assets.map(() => 'nearly'))
    expect(assetCells(found.assets[0] as FoundAsset, '').join(' ')).toContain('! spelt nearly so')
  })

  test('finds by how an address begins, from four characters on, and says so; an older symbol still finds', async () => {
    const found = async (text: string) =>
      (await findAssets(opened(), text, 'ethereum')).assets.filter(({ symbol }) => symbol === 'USDC')
    const [hit] = await found('a0b8')
    expect([hit?.symbol, hit?.match]).toEqual(['USDC', 'address'])
    expect(assetCells(hit as FoundAsset, '25000.5').slice(2, 4)).toEqual(['address 0xA0b8…eB48', '25,000.5'])
    expect([(await found('0xa0b86991')).length, await found('a0b'), await found('91c6218b')]).toEqual([1, [], []])
    expect(await labels('ton')).toContain('ton:GRAM')
  })

  test('reads on where addresses that hold the text by chance crowd out assets that are called so', async () => {
    const { assets, total } = await findAssets(opened(), 'ab', undefined)
    const called = assets.filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes('ab'))
    expect([assets.length, called.length]).toEqual([100, 100])
    expect(total).toBeGreaterThan(100)
    expect(total).toBeLessThan(200)
  })

  test('a whole address is what was meant, and needs no second look', async () => {
    const { assets } = await findAssets(opened(), '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'ethereum')
    expect(assets.map(({ symbol, match }) => [symbol, match])).toEqual([['USDC', undefined]])
  })

  test('offers what is spelt nearly so where nothing fits', async () => {
    expect(await labels('uscd', 'base')).toContain('base:USDC')
  })

  test('gives what a swap needs to know', async () => {
    const { assets } = await findAssets(opened(), 'btc', 'bitcoin')
    expect(assets[0]).toMatchObject({
      chain: 'bitcoin',
      chainName: 'Bitcoin',
      addressFamily: 'bitcoin',
      address: 'native',
      symbol: 'BTC',
      isNative: true,
      decimals: 8,
      warnings: [],
    })
  })

  test('counts the providers that take an asset: on the sandbox all on EVM chains, two on others', async () => {
    const counts = async (text: string, chain: string) =>
      (await findAssets(opened(), text, chain)).assets.map(({ providerCount }) => providerCount)
    expect([(await counts('usdc', 'base'))[0], (await counts('btc', 'bitcoin'))[0]]).toEqual([4, 2])
  })

  test('finds nothing for nonsense', async () => {
    expect(await labels('zzzzqqqqxxxx')).toEqual([])
  })
})

test('searching a chain gives the exact one first, and all of them for no text', async () => {
  expect((await findChains(opened(), 'base'))[0]).toEqual({ key: 'base', name: 'Base' })
  expect((await findChains(opened(), '')).length).toBeGreaterThan(10)
})

describe('an address that the catalog lacks', () => {
  test('on the live network is a token of the chain that is named with it, and marked', async () => {
    const lab = await openUnlistedLab()
    onTestFinished(() => lab.close())
    const live = await lab.start()
    const at = { service: live, catalog: live.catalog, embedded: live }
    const { assets, total } = await findAssets(at, `base:${TOKEN.toLowerCase()}`, undefined)
    expect(assets).toMatchObject([
      {
        address: TOKEN,
        symbol: 'USDC',
        decimals: 9,
        warnings: ['unlisted', '2 contracts with this symbol on this chain'],
      },
    ])
    expect([total, assets.map(referenceOf)]).toEqual([1, [`base:${TOKEN}`]])
    await expect(findAssets(at, TOKEN, undefined)).rejects.toThrow(
      'No listed asset has this address: name its chain too, as in base:0x…',
    )
    lab.node.answer = () => ({ result: '0x' })
    await expect(findAssets(at, `0x${'12'.repeat(20)}`, 'base')).rejects.toThrow('no contract is there')
  })

  test('on the sandbox is nothing', async () => {
    expect(await labels(TOKEN, 'base')).toEqual([])
  })
})
