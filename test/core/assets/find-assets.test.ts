import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { EmbeddedSwapService } from '../../../src/index.ts'
import { openSwapService } from '../../../src/index.ts'
import { findAssets, findChains } from '../../../src/core/assets/find-assets.ts'
import { referenceOf } from '../../../src/core/assets/found-asset.ts'
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

describe('searching an asset', () => {
  test('finds the exact symbol first', async () => {
    expect((await labels('usdc'))[0]).toBe('ethereum:USDC')
  })

  test.each(['usdc base', 'base usdc', 'base:usdc', 'usdc@base'])('understands the chain in %j', async (text) => {
    const all = await labels(text)
    expect(all[0]).toBe('base:USDC')
    expect(all.filter((label) => !label.startsWith('base:'))).toEqual([])
  })

  test('finds by address', async () => {
    expect((await labels('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'))[0]).toBe('ethereum:USDC')
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
