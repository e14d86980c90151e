import { describe, expect, test } from 'vitest'
import { assessLoss, lossProblem, lossText } from '../../src/core/money/loss.ts'
import type { AssetUnits } from '../../src/core/money/valuation.ts'
import { createPriceBook } from '../../src/prices/book.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { chainOf, DATA, type Pool } from './fake-chain.ts'

/*
 * Two different assets: what prices may be off is no loss of an honest swap, and hides none of a dishonest one.
 */

const [WEEKDAY_MS, WEEKEND_MS] = [Date.UTC(2026, 10, 18, 12), Date.UTC(2026, 10, 21, 12)]
const [ETHEREUM, BASE] = [1, 8_453] as const

const asset = (chainId: number, address: string, decimals: number) => (amount: number) => ({
  ...{ chainId, address, decimals },
  units: (BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n,
})
const COIN = '0x0000000000000000000000000000000000000000'
const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const DAI_BASE = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
const usdc = asset(BASE, USDC_BASE, 6)
const usdcEthereum = asset(ETHEREUM, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6)
const usdt = asset(ETHEREUM, '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6)
const dai = asset(BASE, DAI_BASE, 18)
const ether = asset(ETHEREUM, COIN, 18)
const etherBase = asset(BASE, COIN, 18)
const eurc = asset(ETHEREUM, '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c', 6)
const wbtc = asset(ETHEREUM, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8)
const cbbtc = asset(ETHEREUM, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8)

interface World {
  readonly atMs?: number
  /** Dollars by base. */
  readonly prices?: Readonly<Record<string, number>>
  /** Dollars that the pool of Base pays for DAI. @default 1 */
  readonly pool?: number
  readonly maxLossBps?: number
  readonly peers?: readonly bigint[]
  readonly nodes?: 1 | 2
}

const PRICES = { ETH: 2_000, USDC: 1, USDT: 1, DAI: 1, EURC: 1.1, BTC: 90_000, WBTC: 90_000, CBBTC: 90_000 }

async function judge(src: AssetUnits, dst: AssetUnits, world: World = {}) {
  const { atMs = WEEKDAY_MS, prices, pool = 1, maxLossBps, peers = [], nodes = 2 } = world
  const feeds = Object.fromEntries(
    Object.entries({ ...PRICES, ...prices }).map(([base, price]) => [
      base,
      { answer: BigInt(Math.round(price * 1e8)) },
    ]),
  )
  const daiPool: Pool = { price: { out: BigInt(Math.round(pool * 1e6)), in: 10n ** 18n }, fee: 100 }
  const book = createPriceBook({
    clock: createFakeClock(atMs),
    data: () => DATA,
    nodes: (chainId) => {
      const pools = chainId === BASE ? { [`${DAI_BASE} ${USDC_BASE}`.toLowerCase()]: daiPool } : {}
      const state = { chainId, blockSec: atMs / 1000 - 12, feeds, pools }
      return Promise.resolve(chainOf(...Array.from({ length: nodes }, () => state)))
    },
  })
  const loss = assessLoss(await book.valueSwap({ src, dst, fees: [], peers }), { src: {}, dst: {} })
  return { loss, problem: lossProblem(loss, { mostBps: maxLossBps, isSandbox: false, hasMinReceive: false }) }
}
const STRICT = { maxLossBps: 100 }

describe('two dollars', () => {
  test('are compared at par', async () => {
    const { loss, problem } = await judge(usdc(100), dai(99.988), STRICT)
    expect([problem, loss.bps, loss.usd, loss.by, loss.uncertaintyBps]).toEqual([
      undefined,
      2,
      12_000n,
      'parity',
      undefined,
    ])
    expect(lossText(loss)).toBe('$0.012, 0.01 % of the value (by parity), network cost apart')
    expect((await judge(usdc(100), dai(98.9), STRICT)).problem).toBe('loss')
    expect((await judge(dai(100), usdc(99.99), STRICT)).problem).toBeUndefined()
    expect((await judge(usdcEthereum(100), usdt(99.95), STRICT)).loss.bps).toBe(5)
    expect((await judge(usdcEthereum(100), usdt(98.9), STRICT)).problem).toBe('loss')
  })

  test('are at par while feed and pool say so', async () => {
    const lost = async (world: World) => (await judge(usdc(100), dai(100), world)).loss.bps
    expect(await lost({ prices: { DAI: 0.996 } })).toBe(0)
    expect(await lost({ pool: 0.996 })).toBe(0)
    for (const world of [
      { prices: { DAI: 0.97 } },
      { pool: 0.97 },
      { prices: { DAI: 0.97 }, pool: 0.97 },
      { prices: { DAI: 0.97, USDT: 0.97 } },
    ]) {
      expect(await lost(world)).toBeGreaterThanOrEqual(299)
      expect((await judge(usdc(100), dai(100), { ...world, ...STRICT })).problem).toBe('loss')
    }
    expect((await judge(usdcEthereum(100), usdt(100), { prices: { USDT: 0.97 }, ...STRICT })).problem).toBe('loss')
  })

  test('are not at par by a single node', async () => {
    const { loss, problem } = await judge(usdcEthereum(100), usdt(100), { nodes: 1 })
    expect([loss.isSingleNode, problem]).toEqual([true, 'no-price'])
  })
})

describe('two assets with prices', () => {
  test.each<readonly [string, AssetUnits, AssetUnits, AssetUnits]>([
    ['ETH to USDC on Ethereum', ether(1), usdcEthereum(1_998), usdcEthereum(1_978)],
    ['ETH to USDC on Base', etherBase(1), usdc(1_998), usdc(1_978)],
    ['USDC to ETH', usdc(2_000), etherBase(0.999), etherBase(0.989)],
    ['DAI to ETH', dai(2_000), etherBase(0.999), etherBase(0.989)],
    ['EURC to USDC', eurc(100), usdcEthereum(109.9), usdcEthereum(108.8)],
    ['WBTC to cbBTC', wbtc(1), cbbtc(0.998), cbbtc(0.989)],
    ['WBTC to USDC', wbtc(1), usdcEthereum(89_900), usdcEthereum(89_000)],
  ])('lose no more than --max-loss 1: %s', async (_what, src, honest, bad) => {
    expect((await judge(src, honest, STRICT)).problem).toBeUndefined()
    expect((await judge(src, bad, STRICT)).problem).toBe('loss')
  })

  test('say what they lose by the middle, and what prices may be off beside it', async () => {
    const { loss } = await judge(ether(1), usdcEthereum(1_998))
    expect(lossText(loss)).toBe(
      '$2.00, 0.1 % of the value (by price feeds), network cost apart; prices may be off by 0.95 %',
    )
  })

  test('are no evidence where they may be off by more than the bound', async () => {
    const weekend = { atMs: WEEKEND_MS }
    const [src, dst] = [eurc(100), usdcEthereum(109.9)]
    expect((await judge(src, dst, weekend)).problem).toBeUndefined()
    expect((await judge(src, dst, { ...weekend, ...STRICT })).problem).toBe('no-price')
    const offers = (units: bigint) => ({ ...weekend, ...STRICT, peers: [units, units, units] })
    expect((await judge(src, dst, offers(110_000_000n))).problem).toBeUndefined()
    expect((await judge(src, dst, offers(112_000_000n))).problem).toBe('loss')
  })
})
