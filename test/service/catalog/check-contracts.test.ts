import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CatalogAsset, PricedAsset } from '../../../src/core/assets/catalog.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import { createCatalog } from '../../../src/service/catalog/catalog.ts'
import { checkContracts, type ContractCheckOptions } from '../../../src/service/catalog/check-contracts.ts'
import { ProviderError } from '../../../src/providers/contract.ts'
import { catalogData, chain, native, token } from '../../support/catalog-data.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { fakeRpc } from '../../support/fake-rpc.ts'
import { addTransaction, openTempStore, sampleLock, sampleTransaction, type TempStore } from '../../support/store.ts'
import { type StatedByToken, tokenNode } from '../../support/token-node.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ethereum = chain('ethereum', 1, { name: 'Ethereum' })
const base = chain('base', 8453, { name: 'Base' })
const bitcoin = chain('bitcoin', 2, { type: 'UTXO', addressFamily: 'bitcoin', nativeSymbol: 'BTC' })
const solana = chain('solana', 3, { type: 'OTHER', addressFamily: 'solana', nativeSymbol: 'SOL' })
const ETH = native(ethereum, 'Ether')
const SOL_USDC = token('solana', 'USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', { decimals: 6 })
const USDC = token('ethereum', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', { decimals: 6 })
const BASE_USDC = token('base', 'USDC', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', { decimals: 6 })
const DAI = token('ethereum', 'DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F')
const data = catalogData(
  [ethereum, base, bitcoin, solana],
  [ETH, USDC, BASE_USDC, native(bitcoin, 'Bitcoin'), SOL_USDC],
)

let clock: FakeClock
let temp: TempStore
/** What contracts state, by address in small letters. */
let contracts: Record<string, StatedByToken>
/** Chains that were asked, each as often as it was. */
let asked: string[]

beforeEach(async () => {
  clock = createFakeClock()
  temp = await openTempStore(() => clock.now())
  asked = []
  contracts = Object.fromEntries(
    [USDC, BASE_USDC, DAI].map(({ address, symbol, decimals }) => [address.toLowerCase(), { symbol, decimals }]),
  )
})
afterEach(() => temp.cleanup())

const answering = (chainKey: string) =>
  fakeRpc(
    [
      async ({ method, params }) => {
        asked.push(chainKey)
        const said = tokenNode(contracts)(method, params)
        if ('error' in said) throw new RpcError(said.error.message, said.error.code)
        return said.result
      },
    ],
    { isOwn: true },
  )

function check(
  options: Partial<ContractCheckOptions> = {},
  chainRpc = async (chainKey: string) => answering(chainKey),
) {
  const catalog = createCatalog({ data, store: temp.store })
  const readStoredAsset = async (chainKey: string, address: string): Promise<PricedAsset> => {
    const [on, asset] = await Promise.all([catalog.chain(chainKey), catalog.asset(chainKey, address)])
    if (on === undefined || asset === undefined) throw new SwapError('STORE_UNUSABLE', 'The catalog lacks it')
    return { chain: on, asset, priceUsd: undefined }
  }
  const context = { catalog, clock, readStoredAsset, store: temp.store }
  return checkContracts(context, { chainRpc }, { limit: 200, isFresh: false, deadlineMs: 60_000, ...options })
}

const places = (...assets: readonly CatalogAsset[]) =>
  assets.map((asset) => ({ chain: asset.chain, address: asset.address }))
const named = ({ chain: on, address, symbol, decimals }: CatalogAsset) => ({ chain: on, address, symbol, decimals })
const NOTHING = { same: 0, kept: 0, left: 0, differing: [], unknown: [], unreadable: [] }

describe('without any names', () => {
  test('nothing is compared where the user has nothing', async () => {
    expect([await check(), asked]).toEqual([NOTHING, []])
  })

  test('both sides of swaps, those of locks, what accounts hold and what was added are compared, each once', async () => {
    await addTransaction(temp.store, sampleTransaction('tx_1', { srcChain: 'ethereum', srcAddress: ETH.address }))
    const gone = { srcChain: 'gone', srcAddress: USDC.address, dstChain: 'base', dstAddress: BASE_USDC.address }
    await temp.store.locks.insert(sampleLock('lock_1', { ...gone, expiresAtMs: clock.now() + 60_000 }), [])
    await temp.store.catalog.put([], [DAI])
    const held = places(USDC, BASE_USDC, SOL_USDC)
    const report = await check({ held })
    expect(report).toEqual({
      ...NOTHING,
      same: 3,
      unreadable: [
        { ...named(ETH), why: 'the coin of a chain has no contract' },
        { ...named(SOL_USDC), why: 'only contracts of EVM chains are read' },
      ],
    })
    expect(asked.toSorted()).toEqual(['base', 'ethereum'])
  })
})

describe('what differs', () => {
  test('is reported with what its contract states, and changes nothing in the catalog', async () => {
    contracts[USDC.address.toLowerCase()] = { symbol: 'USDC', decimals: 18 }
    const version = await temp.store.catalog.version()
    const report = await check({ assets: places(USDC, BASE_USDC) })
    expect(report).toEqual({
      ...NOTHING,
      same: 1,
      differing: [{ ...named(USDC), differences: ['decimals'], stated: { symbol: 'USDC', decimals: 18 } }],
    })
    expect(await temp.store.catalog.version()).toBe(version)
  })

  test('is found among all rows of a chain, those that were added included', async () => {
    await temp.store.catalog.put([], [DAI])
    contracts[DAI.address.toLowerCase()] = { symbol: 'SCAM', decimals: 18 }
    const report = await check({ chains: ['ethereum'] })
    expect([report.same, report.differing.map(({ symbol, stated }) => [symbol, stated.symbol])]).toEqual([
      1,
      [['DAI', 'SCAM']],
    ])
  })
})

describe('a row that was found the same', () => {
  const USDC_ONLY = { assets: places(USDC) }

  test('is not asked about again for a week, unless that is wanted', async () => {
    expect(await check(USDC_ONLY)).toEqual({ ...NOTHING, same: 1 })
    contracts = {}
    await clock.advance(7 * DAY_MS - 1)
    expect(await check(USDC_ONLY)).toEqual({ ...NOTHING, kept: 1 })
    expect(asked).toHaveLength(1)
    expect((await check({ ...USDC_ONLY, isFresh: true })).differing).toMatchObject([{ differences: ['no_contract'] }])
    // It was contradicted since.
    expect((await check(USDC_ONLY)).differing).toMatchObject([{ differences: ['no_contract'] }])
  })

  test('is asked about after a week', async () => {
    await check(USDC_ONLY)
    await clock.advance(7 * DAY_MS)
    expect(await check(USDC_ONLY)).toEqual({ ...NOTHING, same: 1 })
    expect(asked).toHaveLength(2)
  })

  test('is asked about where the row is another one now', async () => {
    await temp.store.catalog.put([], [DAI])
    await check({ assets: places(DAI) })
    await temp.store.catalog.put([], [{ ...DAI, decimals: 8 }])
    expect((await check({ assets: places(DAI) })).differing).toMatchObject([{ decimals: 8, stated: { decimals: 18 } }])
  })

  test('takes no place of those that are asked about', async () => {
    const all = { assets: places(USDC, BASE_USDC), limit: 1 }
    expect(await check(all)).toEqual({ ...NOTHING, same: 1, left: 1 })
    expect(await check(all)).toEqual({ ...NOTHING, same: 1, kept: 1 })
    expect(await check(all)).toEqual({ ...NOTHING, kept: 2 })
    expect(asked).toEqual(['ethereum', 'base'])
  })
})

describe('nodes', () => {
  const both = { assets: places(USDC, BASE_USDC) }

  test('that fail leave the rows of their chain unknown, and are asked again', async () => {
    const chainRpc = async (chainKey: string) => {
      if (chainKey === 'base')
        throw new ProviderError('unavailable', 'The RPC set for Base serves another chain\u001b[2J')
      return answering(chainKey)
    }
    const unknown = [{ ...named(BASE_USDC), why: 'The RPC set for Base serves another chain\\u{1b}[2J' }]
    expect(await check(both, chainRpc)).toEqual({ ...NOTHING, same: 1, unknown })
    expect(await check(both)).toEqual({ ...NOTHING, same: 1, kept: 1 })
  })

  const SILENT = fakeRpc([() => new Promise(() => undefined)], { isOwn: true })
  const chainRpc = async (chainKey: string) => (chainKey === 'base' ? SILENT : answering(chainKey))
  const waiting = async () => {
    while (asked.length === 0 || clock.sleepers() === 0) await new Promise((resolve) => setImmediate(resolve))
  }

  test('that are silent leave them unknown when the time is over; what was found by then is kept', async () => {
    const running = check(both, chainRpc)
    await waiting()
    await clock.advance(60_000)
    const unknown = [{ ...named(BASE_USDC), why: 'its nodes did not answer within 60 seconds' }]
    expect(await running).toEqual({ ...NOTHING, same: 1, unknown })
    expect((await check(both)).kept).toBe(1)
  })

  test('are waited for no longer once the caller leaves', async () => {
    const leave = new AbortController()
    const running = check({ ...both, signal: leave.signal }, chainRpc)
    await waiting()
    leave.abort()
    await expect(running).rejects.toMatchObject({ code: 'INTERRUPTED' })
    expect(await temp.store.documents.get('contracts-same')).toBeUndefined()
  })
})
