import { describe, expect, test } from 'vitest'
import { assessLoss, lossProblem } from '../../src/core/money/loss.ts'
import type { AssetUnits } from '../../src/core/money/valuation.ts'
import { createPriceBook } from '../../src/prices/book.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { chainOf, DATA, type Pool, type Round } from './fake-chain.ts'

/*
 * Two forms of one asset: what an honest swap between them loses is within the bound, and one that has lost its peg shows.
 */

const NOW_MS = Date.UTC(2026, 10, 18, 12)
const [ETHEREUM, OPTIMISM, BSC, POLYGON, BASE, ARBITRUM] = [1, 10, 56, 137, 8_453, 42_161] as const

interface Form {
  readonly chainId: number
  readonly address: string
  readonly decimals: number
  /** The pool that prices it: its anchor, and base units of that for base units of this. */
  readonly pool?: readonly [anchor: string, out: bigint, per: bigint]
  /** The feed that prices it. */
  readonly feed?: string
}

const USDC = {
  [OPTIMISM]: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  [POLYGON]: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  [BASE]: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  [ARBITRUM]: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
} as const
const WBNB = '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'

const form = (chainId: number, address: string, decimals: number, more: Pick<Form, 'pool' | 'feed'> = {}): Form => ({
  chainId,
  address,
  decimals,
  ...more,
})
const DAI = '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'
const DAI_ARBITRUM = form(ARBITRUM, DAI, 18, { pool: [USDC[ARBITRUM], 1n, 10n ** 12n] })
const DAI_OPTIMISM = form(OPTIMISM, DAI, 18, { pool: [USDC[OPTIMISM], 1n, 10n ** 12n] })
const USDCE_ARBITRUM = form(ARBITRUM, '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', 6, {
  pool: [USDC[ARBITRUM], 1n, 1n],
})
const USDCE_POLYGON = form(POLYGON, '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 6, { pool: [USDC[POLYGON], 1n, 1n] })
const USDT_BSC = form(BSC, '0x55d398326f99059fF775485246999027B3197955', 18, { pool: [WBNB, 1n, 600n] })
const USDT_OPTIMISM = form(OPTIMISM, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', 6, {
  pool: [USDC[OPTIMISM], 1n, 1n],
})
const USDT_BASE = form(BASE, '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', 6, { pool: [USDC[BASE], 1n, 1n] })
const ETH_POLYGON = form(POLYGON, '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', 18, {
  pool: [USDC[POLYGON], 2n, 10n ** 9n],
})
const ETH_BSC = form(BSC, '0x2170Ed0880ac9A755fd29B2688956BD959F933F8', 18, { pool: [WBNB, 10n, 3n] })
const WBTC = form(ETHEREUM, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8, { feed: 'WBTC' })
const WBTC_ARBITRUM = form(ARBITRUM, '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', 8, {
  pool: [USDC[ARBITRUM], 900n, 1n],
})
const CBBTC = form(ETHEREUM, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8, { feed: 'CBBTC' })
const CBBTC_BASE = { ...CBBTC, chainId: BASE }
const TBTC = form(ETHEREUM, '0x18084fbA666a33d37592fA2633fD49a74DD93a88', 18, { feed: 'TBTC' })
const BTC = form(20_000_000_000_001, 'native', 8)

const DOLLAR: Round = { answer: 1_00000000n }
const BITCOIN: Round = { answer: 90_000_00000000n }
const FEEDS: Readonly<Record<string, Round>> = {
  ETH: { answer: 2_000_00000000n },
  BNB: { answer: 600_00000000n },
  USDC: DOLLAR,
  USDT: DOLLAR,
  DAI: DOLLAR,
  BTC: BITCOIN,
  WBTC: BITCOIN,
  CBBTC: BITCOIN,
  TBTC: BITCOIN,
}

/** What keeps `--yes` from swapping 1000 of an asset at a loss in basis points. */
async function problem(
  src: Form,
  dst: Form,
  lossBps: bigint,
  worth: { readonly of?: Form; readonly permille?: bigint },
) {
  const permilleOf = (one: Form) => (one === worth.of ? (worth.permille ?? 1000n) : 1000n)
  const pools = (chainId: number): Readonly<Record<string, Pool>> =>
    Object.fromEntries(
      [src, dst].flatMap((one) => {
        if (one.chainId !== chainId || one.pool === undefined) return []
        const [anchor, out, per] = one.pool
        const price = { out: out * permilleOf(one), in: per * 1000n }
        return [[`${one.address} ${anchor}`.toLowerCase(), { price, fee: 100 }]]
      }),
    )
  const feeds = Object.fromEntries(
    Object.entries(FEEDS).map(([base, { answer }]) => {
      const found = [src, dst].find(({ feed }) => feed === base)
      return [base, { answer: (answer * (found === undefined ? 1000n : permilleOf(found))) / 1000n }]
    }),
  )
  const book = createPriceBook({
    clock: createFakeClock(NOW_MS),
    data: () => DATA,
    nodes: (chainId) => {
      const state = { chainId, blockSec: NOW_MS / 1000 - 12, feeds, pools: pools(chainId) }
      return Promise.resolve(chainOf(state, state))
    },
  })
  const amount = ({ chainId, address, decimals }: Form, tenThousandths: bigint): AssetUnits => ({
    chainId,
    address,
    decimals,
    units: 10n ** BigInt(decimals - 1) * tenThousandths,
  })
  const value = await book.valueSwap({ src: amount(src, 10_000n), dst: amount(dst, 10_000n - lossBps), fees: [] })
  const loss = assessLoss(value, { src: {}, dst: {} })
  return [
    value.kind,
    lossProblem(loss, { mostBps: undefined, isSandbox: false, hasMinReceive: false }),
    loss.bps,
  ] as const
}

describe('a swap between two forms of one asset', () => {
  test.each<readonly [string, Form, Form, bigint]>([
    ['DAI from Arbitrum to Optimism', DAI_ARBITRUM, DAI_OPTIMISM, 5n],
    ['USDC.e from Arbitrum to Polygon', USDCE_ARBITRUM, USDCE_POLYGON, 5n],
    ['WBTC from Ethereum to Arbitrum', WBTC, WBTC_ARBITRUM, 5n],
    ['WBTC to BTC', WBTC, BTC, 60n],
    ['BTC to WBTC', BTC, WBTC, 60n],
    ['cbBTC from Ethereum to Base', CBBTC, CBBTC_BASE, 5n],
    ['cbBTC to BTC', CBBTC, BTC, 30n],
    ['tBTC to WBTC', TBTC, WBTC, 10n],
    ['USDT from BSC to Optimism', USDT_BSC, USDT_OPTIMISM, 20n],
    ['USDT from BSC to Base', USDT_BSC, USDT_BASE, 20n],
    ['WETH from Polygon to BSC', ETH_POLYGON, ETH_BSC, 30n],
  ])('is no loss to ask about: %s', async (_what, src, dst, lossBps) => {
    expect(await problem(src, dst, lossBps, {})).toEqual(['same', undefined, Number(lossBps)])
    expect((await problem(src, dst, 110n, {}))[1]).toBe('loss')
  })

  test.each<readonly [string, Form, Form]>([
    ['DAI on Optimism', DAI_ARBITRUM, DAI_OPTIMISM],
    ['USDC.e on Polygon', USDCE_ARBITRUM, USDCE_POLYGON],
    ['WBTC on Arbitrum', WBTC, WBTC_ARBITRUM],
    ['WBTC on Ethereum', BTC, WBTC],
    ['cbBTC on Ethereum', BTC, CBBTC],
    ['tBTC on Ethereum', WBTC, TBTC],
    ['USDT on Optimism', USDT_BSC, USDT_OPTIMISM],
    ['USDT on Base', USDT_BSC, USDT_BASE],
    ['WETH on BSC', ETH_POLYGON, ETH_BSC],
  ])('shows that what arrives has lost its peg: %s', async (_what, src, dst) => {
    expect((await problem(src, dst, 5n, { of: dst, permille: 998n }))[1]).toBeUndefined()
    // What a price may be off does not come on top of what a member may be off: 1.1 % below is no longer at par.
    for (const permille of [989n, 980n, 950n]) {
      const [kind, reason, bps] = await problem(src, dst, 5n, { of: dst, permille })
      expect([kind, reason]).toEqual(['same', 'loss'])
      expect(bps).toBeGreaterThanOrEqual(10 * Number(1000n - permille))
    }
  })
})
