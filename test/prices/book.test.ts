import { describe, expect, test } from 'vitest'
import type { AssetUnits, PriceBook, Valuation } from '../../src/core/money/valuation.ts'
import type { Fee } from '../../src/core/money/fees.ts'
import type { ChainRpc } from '../../src/core/ports.ts'
import { createPriceBook } from '../../src/prices/book.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { fakeRpc } from '../support/fake-rpc.ts'
import { chainOf, type ChainState, DATA, nodeOf, type Pool, type Round } from './fake-chain.ts'

const [ETHEREUM, BASE, ARBITRUM, BSC] = [1, 8_453, 42_161, 56]
const COIN = '0x0000000000000000000000000000000000000000'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const DAI_BASE = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
const LINK = '0x514910771AF9Ca656af840dff83E8264EcF986CA'

const NOW_MS = Date.UTC(2026, 10, 18, 12)
const blockSec = NOW_MS / 1000 - 12
const usd = (text: number) => BigInt(Math.round(text * 1_000_000))
const asset = (chainId: number, address: string, decimals: number, units: bigint): AssetUnits => ({
  chainId,
  address,
  decimals,
  units,
})
const ether = (chainId: number, units = 10n ** 18n) => asset(chainId, COIN, 18, units)

const ETH: Round = { answer: 2_000_00000000n }
const ONE: Round = { answer: 1_00000000n }
const ethereum = (more: Partial<ChainState> = {}): ChainState => ({
  chainId: ETHEREUM,
  blockSec,
  ...more,
  feeds: { ETH, USDC: ONE, USDT: ONE, DAI: ONE, ...more.feeds },
})
const base = (more: Partial<ChainState> = {}): ChainState => ({ ...ethereum(more), chainId: BASE })
const arbitrum = (more: Partial<ChainState> = {}): ChainState => ({ ...ethereum(more), chainId: ARBITRUM })

const link = (units = 10n * 10n ** 18n) => asset(ETHEREUM, LINK, 18, units)
const PAIR = `${LINK} ${WETH}`.toLowerCase()
/** 0.01 ETH for a LINK, deep. */
const POOL: Pool = { price: { out: 1n, in: 100n }, fee: 3_000 }

function bookOf(chains: Readonly<Record<number, ChainRpc>>): PriceBook {
  return createPriceBook({
    clock: createFakeClock(NOW_MS),
    data: () => DATA,
    nodes: (chainId) => Promise.resolve(chains[chainId]),
  })
}

/** Two operators that say the same. */
const two = (state: ChainState) => chainOf(state, state)
const withFeed = (state: ChainState, base: string, round: Partial<Round>): ChainState => ({
  ...state,
  feeds: { ...state.feeds, [base]: { ...ETH, ...round } },
})

/** Of the feed on Ethereum: 0.5 % and 0.1 % around 2000 dollars. */
const ETH_ON_ETHEREUM: Valuation = {
  usdLow: usd(1_988),
  usdHigh: usd(2_012),
  sources: ['ETH / USD feed on Ethereum'],
  by: 'oracle',
}

describe('the worth of an amount', () => {
  test('is by the feed of its chain, with the deviation that forces an update and a margin around', async () => {
    expect(await bookOf({ [ETHEREUM]: two(ethereum()) }).value(ether(ETHEREUM))).toEqual(ETH_ON_ETHEREUM)
  })

  test('is the same for the wrapped coin, and by the amount', async () => {
    const book = bookOf({ [ETHEREUM]: two(ethereum()) })
    expect(await book.value(asset(ETHEREUM, WETH, 18, 5n * 10n ** 17n))).toEqual({
      ...ETH_ON_ETHEREUM,
      usdLow: usd(994),
      usdHigh: usd(1_006),
    })
  })

  test('is by the feed of another chain where its own has none that answers', async () => {
    const book = bookOf({ [ETHEREUM]: two(ethereum()) })
    expect(await book.value(ether(BASE))).toEqual(ETH_ON_ETHEREUM)
    expect(await book.value(asset(20000000000001, 'native', 8, 1n))).toBeUndefined()
  })

  test('falls with a dollar that has lost its peg', async () => {
    const book = bookOf({ [ETHEREUM]: two(ethereum({ feeds: { USDC: { answer: 88000000n } } })) })
    expect(await book.value(asset(ETHEREUM, USDC, 6, 100_000_000n))).toMatchObject({
      usdLow: usd(87.692),
      usdHigh: usd(88.308),
    })
  })

  test('is not known for a token that claims other decimals than its own', async () => {
    const book = bookOf({ [BSC]: two({ ...ethereum(), chainId: BSC }), [ETHEREUM]: two(ethereum()) })
    const usdcOfBsc = '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'
    expect(await book.value(asset(BSC, usdcOfBsc, 6, 100_000_000n))).toBeUndefined()
    expect(await book.value(asset(ETHEREUM, USDC, 18, 10n ** 18n))).toBeUndefined()
  })

  test('is not known for a token whose bridge is broken, whatever a pool says', async () => {
    expect(DATA.groups.flatMap(({ members }) => members.filter((row) => row.endsWith(' broken')))).toHaveLength(4)
    const nodes = two(ethereum({ pools: { [PAIR]: POOL } }))
    const groups = [...DATA.groups, { name: 'BROKEN', members: [`1 ${LINK} 18 broken`] }]
    const book = createPriceBook({
      clock: createFakeClock(NOW_MS),
      data: () => ({ ...DATA, groups }),
      nodes: (chainId) => Promise.resolve(chainId === ETHEREUM ? nodes : undefined),
    })
    expect(await book.value(link())).toBeUndefined()
    expect(await bookOf({ [ETHEREUM]: nodes }).value(link())).toBeDefined()
  })

  test('is not known without nodes, and nothing is thrown', async () => {
    const broken: ChainRpc = {
      ...fakeRpc([]),
      requestOperators: () => Promise.reject(new Error('a bug')),
    }
    for (const chains of [{}, { [ETHEREUM]: fakeRpc([]) }, { [ETHEREUM]: broken }]) {
      expect(await bookOf(chains).value(ether(ETHEREUM))).toBeUndefined()
    }
  })

  test('is known once the nodes can be opened', async () => {
    const clock = createFakeClock(NOW_MS)
    let isBusy = true
    const nodes = () => (isBusy ? Promise.reject(new Error('the file is locked')) : Promise.resolve(two(ethereum())))
    const book = createPriceBook({ clock, data: () => DATA, nodes })
    expect(await book.value(ether(ETHEREUM))).toBeUndefined()
    isBusy = false
    await clock.advance(10_000)
    expect(await book.value(ether(ETHEREUM))).toEqual(ETH_ON_ETHEREUM)
  })

  test('is asked once for a while, then again', async () => {
    const clock = createFakeClock(NOW_MS)
    let asked = 0
    const node = nodeOf(ethereum())
    const rpc = fakeRpc([
      (call) => {
        asked += call.method === 'eth_call' ? 1 : 0
        return node(call)
      },
      node,
    ])
    const book = createPriceBook({
      clock,
      data: () => DATA,
      nodes: (chainId) => Promise.resolve(chainId === ETHEREUM ? rpc : undefined),
    })
    await Promise.all([book.value(ether(ETHEREUM)), book.value(ether(ETHEREUM, 5n))])
    expect(asked).toBe(1)
    await clock.advance(29_000)
    await book.value(ether(ETHEREUM))
    expect(asked).toBe(1)
    await clock.advance(1_000)
    await book.value(ether(ETHEREUM))
    expect(asked).toBe(2)
  })

  test('is not waited for longer than 5 s', async () => {
    const clock = createFakeClock(NOW_MS)
    const silent = fakeRpc([() => new Promise(() => undefined)])
    const book = createPriceBook({ clock, data: () => DATA, nodes: () => Promise.resolve(silent) })
    let [value, swap]: [unknown, unknown] = ['waiting', 'waiting']
    void book.value(ether(ETHEREUM)).then((found) => (value = found))
    void book
      .valueSwap({ src: ether(ETHEREUM), dst: asset(BASE, DAI_BASE, 18, 1n), fees: [] })
      .then((found) => (swap = found))
    await clock.advance(4_999)
    expect([value, swap]).toEqual(['waiting', 'waiting'])
    await clock.advance(1)
    expect([value, swap]).toEqual([undefined, { kind: 'priced', onTop: 0n, unvalued: [] }])
  })
})

describe('a price feed', () => {
  const HOUR = 3_600
  test.each<readonly [string, Partial<Round>]>([
    ['that gives nothing', { answer: 0n }],
    ['that gives a negative price', { answer: -2_000_00000000n }],
    ['that was silent for longer than its heartbeat', { ageSec: 4_081 }],
    ['that is ahead of its block', { ageSec: -61 }],
    ['that never gave a price', { ageSec: blockSec }],
    ['of another pair', { description: 'BTC / USD' }],
    ['with other decimals', { decimals: 18 }],
    ['that the registry does not list', { isListed: false }],
  ])('is not used %s', async (_what, round) => {
    const book = bookOf({ [ETHEREUM]: two(withFeed(ethereum(), 'ETH', round)) })
    expect(await book.value(ether(ETHEREUM))).toBeUndefined()
  })

  test.each<readonly [string, Partial<Round>]>([
    ['as old as its heartbeat allows', { ageSec: 4_080 }],
    ['a little ahead of its block', { ageSec: -60 }],
    ['whose description has other spaces and letters', { description: 'eth/usd' }],
  ])('is used %s', async (_what, round) => {
    const book = bookOf({ [ETHEREUM]: two(withFeed(ethereum(), 'ETH', round)) })
    expect(await book.value(ether(ETHEREUM))).toEqual(ETH_ON_ETHEREUM)
  })

  test.each<readonly [string, ChainState['sequencer'], boolean]>([
    ['is used while the sequencer is up', { answer: 0n, ageSec: 2 * HOUR }, true],
    ['is not used while the sequencer is down', { answer: 1n, ageSec: 2 * HOUR }, false],
    ['is not used ten minutes after the sequencer came back', { answer: 0n, ageSec: 600 }, false],
    ['is not used within the hour after the sequencer came back', { answer: 0n, ageSec: HOUR }, false],
    ['is used after that', { answer: 0n, ageSec: HOUR + 1 }, true],
    ['is not used where the sequencer never reported', { answer: 0n, ageSec: blockSec }, false],
  ])('%s', async (_what, sequencer, isUsed) => {
    const book = bookOf({ [ARBITRUM]: two(arbitrum(sequencer === undefined ? {} : { sequencer })) })
    expect((await book.value(ether(ARBITRUM)))?.usdLow).toBe(isUsed ? usd(1_997) : undefined)
  })

  test('of a currency is wider while markets are closed at the weekend', async () => {
    const eurc = asset(ETHEREUM, '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c', 6, 100_000_000n)
    const at = async (ms: number) => {
      const sec = ms / 1000
      const state = { ...ethereum(), blockSec: sec, feeds: { EURC: { answer: 1_10000000n } } }
      const book = createPriceBook({
        clock: createFakeClock(ms),
        data: () => DATA,
        nodes: (chainId) => Promise.resolve(chainId === ETHEREUM ? two(state) : undefined),
      })
      return (await book.value(eurc))?.usdLow
    }
    expect([
      await at(Date.UTC(2026, 10, 20, 20, 59)),
      await at(Date.UTC(2026, 10, 20, 21)),
      await at(Date.UTC(2026, 10, 22, 21, 59)),
      await at(Date.UTC(2026, 10, 22, 22)),
    ]).toEqual([usd(109.56), usd(107.36), usd(107.36), usd(109.56)])
  })
})

describe('a node that lies', () => {
  const LIES: readonly (readonly [string, Partial<Round>])[] = [
    ['of a price a tenth higher', { answer: 2_200_00000000n }],
    ['of a price a tenth lower', { answer: 1_800_00000000n }],
    ['of no price', { answer: 0n }],
    ['of a negative price', { answer: -1n }],
    ['with a stale price', { ageSec: 90_000 }],
    ['with a price of the future', { ageSec: -3_600 }],
  ]

  test.each(LIES)('as one of three %s changes nothing where another chain agrees with the two', async (_what, lie) => {
    const liar = withFeed(ethereum(), 'ETH', lie)
    for (const nodes of [
      [liar, ethereum(), ethereum()],
      [ethereum(), liar, ethereum()],
    ]) {
      const book = bookOf({ [ETHEREUM]: chainOf(...nodes), [ARBITRUM]: two(arbitrum()) })
      const value = await book.value(ether(ETHEREUM))
      expect([value?.by, value?.isSingleNode]).toEqual(['oracle', undefined])
      expect(value?.usdLow).toBeGreaterThanOrEqual(usd(1_988))
      expect(value?.usdHigh).toBeLessThanOrEqual(usd(2_012))
    }
  })

  test.each(LIES.slice(0, 2))('as two of three alike %s makes no price', async (_what, lie) => {
    const liar = withFeed(ethereum(), 'ETH', lie)
    const nodes = chainOf(liar, ethereum(), liar)
    expect(await bookOf({ [ETHEREUM]: nodes, [ARBITRUM]: two(arbitrum()) }).value(ether(ETHEREUM))).toBeUndefined()
    expect(await bookOf({ [ETHEREUM]: nodes }).value(ether(ETHEREUM))).toBeUndefined()
  })

  test('against another one makes no price of that chain', async () => {
    const nodes = chainOf(withFeed(ethereum(), 'ETH', { answer: 1n }), ethereum())
    expect(await bookOf({ [ETHEREUM]: nodes }).value(ether(ETHEREUM))).toBeUndefined()
    const value = await bookOf({ [ETHEREUM]: nodes, [ARBITRUM]: two(arbitrum()) }).value(ether(ETHEREUM))
    expect(value?.sources).toEqual(['ETH / USD feed on Arbitrum'])
  })

  test('about the head cannot hold back the block that is read', async () => {
    const asked: unknown[] = []
    const node = (head: bigint) => {
      const answer = nodeOf(ethereum({ head }))
      return (call: Parameters<typeof answer>[0]) => {
        if (call.method === 'eth_call') asked.push(call.params[1])
        return answer(call)
      }
    }
    const book = bookOf({ [ETHEREUM]: fakeRpc([node(1n), node(1_000n), node(1_001n)]) })
    expect(await book.value(ether(ETHEREUM))).toEqual(ETH_ON_ETHEREUM)
    expect(new Set(asked)).toEqual(new Set(['0x3e7']))
  })

  test('with another one, minutes behind, makes no price', async () => {
    const late = ethereum({ blockSec: NOW_MS / 1000 - 301 })
    expect(await bookOf({ [ETHEREUM]: two(late) }).value(ether(ETHEREUM))).toBeUndefined()
  })
})

describe('a single node', () => {
  test('gives a price that says so', async () => {
    const book = bookOf({ [ETHEREUM]: chainOf(ethereum()) })
    expect(await book.value(ether(ETHEREUM))).toEqual({ ...ETH_ON_ETHEREUM, isSingleNode: true })
  })

  test('is not needed where another chain has two', async () => {
    const book = bookOf({ [ETHEREUM]: chainOf(ethereum()), [BASE]: two(base()) })
    expect((await book.value(ether(ETHEREUM)))?.sources).toEqual(['ETH / USD feed on Base'])
  })

  test('of the user counts as agreed, also when its chain stands still', async () => {
    const own = fakeRpc([nodeOf(ethereum({ blockSec: blockSec - 86_400 }))], { isOwn: true })
    expect(await bookOf({ [ETHEREUM]: own }).value(ether(ETHEREUM))).toEqual(ETH_ON_ETHEREUM)
  })
})

describe('a pool', () => {
  const value = (pool: Pool, units?: bigint) =>
    bookOf({ [ETHEREUM]: two(ethereum({ pools: { [PAIR]: pool } })) }).value(link(units))

  test('values a token without a feed by what it pays for the very amount', async () => {
    // 10 LINK are 0.1 ETH: less the fee at the low price of ETH, without it at the high one.
    expect(await value(POOL)).toEqual({
      usdLow: usd(198.2036),
      usdHigh: expect.toSatisfy((high: bigint) => high > usd(201.19) && high <= usd(201.2)) as bigint,
      sources: ['Uniswap pool with ETH, fee 0.3 %'],
      by: 'pool',
    })
  })

  test.each<readonly [string, Partial<Pool>]>([
    ['that was moved by over 5 %', { driftTicks: 488 }],
    ['that was moved down by over 5 %', { driftTicks: -488 }],
    ['that holds too little in the mean', { liquidity: 10n ** 20n }],
    ['whose $2,100 in a single tick have the liquidity of millions', { held: 105n * 10n ** 16n }],
    ['that holds under $250,000', { held: 125n * 10n ** 18n }],
    ['that cannot pay 20 times the amount', { mostOut: 10n ** 18n }],
  ])('says nothing %s', async (_what, pool) => {
    expect(await value({ ...POOL, ...pool })).toBeUndefined()
  })

  test('still counts just within these bounds', async () => {
    const worth = await value({ ...POOL, driftTicks: 487, held: 126n * 10n ** 18n, mostOut: 18n * 10n ** 17n })
    expect(worth?.usdLow).toBe(usd(198.2036))
  })

  test('says nothing of an amount that is large for it', async () => {
    expect(await value({ ...POOL, liquidity: 10n ** 22n }, 10n ** 22n)).toBeUndefined()
    expect(await value({ ...POOL, liquidity: 10n ** 22n })).toBeDefined()
  })
})

describe('several pools', () => {
  const twice: Pool = { price: { out: 2n, in: 100n }, fee: 500 }
  const highs = async (more: Readonly<Record<string, Pool>>) => {
    const book = bookOf({ [ETHEREUM]: two(ethereum({ pools: { [PAIR]: POOL, ...more } })) })
    const dollars = asset(ETHEREUM, USDC, 6, usd(200))
    const { dst } = await book.valueSwap({ src: dollars, dst: link(), fees: [] })
    const { src } = await book.valueSwap({ src: link(), dst: dollars, fees: [] })
    const all = await book.value(link())
    return [dst, src, all].map((value) => [value?.usdLow, value?.sources])
  }
  const [low, high] = [usd(198.2036), usd(397.4012)]
  const [own, other] = [['Uniswap pool with ETH, fee 0.3 %'], ['Uniswap pool with ETH, fee 0.05 %']]

  test('value what arrives by the one that pays least, and what leaves by the one that pays most', async () => {
    expect(await highs({ [`${PAIR} b`]: twice })).toEqual([
      [low, own],
      [high, other],
      [low, own],
    ])
  })

  test('count only while they hold what makes moving them dear', async () => {
    const shallow: Pool = { ...twice, held: 10n ** 18n }
    const half: Pool = { price: { out: 1n, in: 200n }, fee: 10_000, held: 10n ** 18n }
    expect(await highs({ [`${PAIR} b`]: shallow, [`${PAIR} c`]: half })).toEqual([
      [low, own],
      [low, own],
      [low, own],
    ])
  })
})

describe('the worth of both sides', () => {
  const fee = (more: Partial<Fee> = {}): Fee => ({
    type: 'protocol_fee',
    amount: 10n ** 15n,
    token: { chainId: ETHEREUM, chainName: 'Ethereum', address: COIN, symbol: 'ETH', decimals: 18 },
    description: 'Fixed fee',
    providerLabel: 'fixed',
    included: false,
    ...more,
  })
  const usdc = (chainId: number, address: string, dollars: number) => asset(chainId, address, 6, usd(dollars))
  const PAR = ['parity']

  test('is by parity for tokens of one issuer, without asking anybody, also while they have lost their peg', async () => {
    const swap = { src: usdc(ETHEREUM, USDC, 100), dst: usdc(BASE, USDC_BASE, 99.9), fees: [] }
    const expected = {
      kind: 'same',
      src: { usdLow: usd(100), usdHigh: usd(100), sources: PAR, by: 'parity' },
      dst: { usdLow: usd(99.9), usdHigh: usd(99.9), sources: PAR, by: 'parity' },
      onTop: 0n,
      unvalued: [],
    }
    expect(await bookOf({}).valueSwap(swap)).toEqual(expected)
    const fallen = two(ethereum({ feeds: { USDC: { answer: 88000000n } } }))
    expect(await bookOf({ [ETHEREUM]: fallen }).valueSwap(swap)).toEqual(expected)
  })

  test("has one price for a coin in two forms, so that nothing of the feed's error is left", async () => {
    const swap = { src: ether(ETHEREUM), dst: ether(BASE, 999n * 10n ** 15n), fees: [] }
    const value = await bookOf({ [ETHEREUM]: two(ethereum()) }).valueSwap(swap)
    expect([value.kind, value.src?.usdHigh, value.dst?.usdLow]).toEqual(['same', usd(2_000), usd(1_998)])
    expect(await bookOf({}).valueSwap(swap)).toEqual({
      kind: 'same',
      fair: { units: 10n ** 18n, shown: 999n * 10n ** 15n, by: 'parity' },
      onTop: 0n,
      unvalued: [],
    })
  })

  test('of a bridged token is at par only while a pool of its chain says so', async () => {
    const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
    const dst = asset(BASE, DAI_BASE, 18, 100n * 10n ** 18n)
    const question = { src: asset(ETHEREUM, dai, 18, 100n * 10n ** 18n), dst, fees: [] }
    const pair = `${DAI_BASE} ${USDC_BASE}`.toLowerCase()
    const paying = (cents: bigint): Pool => ({
      price: { out: cents, in: 100n * 10n ** 12n },
      fee: 100,
      liquidity: 10n ** 20n,
    })
    const lowOf = async (pools: ChainState['pools']) => {
      const chain = pools === undefined ? base() : base({ pools })
      return (await bookOf({ [ETHEREUM]: two(ethereum()), [BASE]: two(chain) }).valueSwap(question)).dst
    }
    expect(await lowOf({ [pair]: paying(100n) })).toMatchObject({ by: 'parity', usdLow: usd(100) })
    expect(await lowOf({ [pair]: paying(90n) })).toMatchObject({
      by: 'pool',
      usdLow: expect.toSatisfy((low: bigint) => low < usd(90)) as bigint,
    })
    expect(await lowOf(undefined)).toBeUndefined()
  })

  test('of two assets is each by its own feed', async () => {
    const question = { src: usdc(ETHEREUM, USDC, 2_000), dst: ether(BASE, 99n * 10n ** 16n), fees: [] }
    const value = await bookOf({ [ETHEREUM]: two(ethereum()), [BASE]: two(base()) }).valueSwap(question)
    expect(value).toMatchObject({
      kind: 'priced',
      src: { usdHigh: usd(2_007) },
      dst: { by: 'oracle', usdLow: usd(1_975.05) },
    })
  })

  test("counts costs on top at their upper value, without the network's own", async () => {
    const fees = [fee(), fee({ type: 'source_gas' }), fee({ included: true }), fee({ amount: -5n })]
    const question = { src: usdc(ETHEREUM, USDC, 10), dst: usdc(BASE, USDC_BASE, 10), fees }
    const value = await bookOf({ [ETHEREUM]: two(ethereum()) }).valueSwap(question)
    expect([value.onTop, value.unvalued]).toEqual([usd(2.012), []])
  })

  test('names the costs on top that nobody, or only one node, can value', async () => {
    const question = { src: usdc(ETHEREUM, USDC, 10), dst: usdc(BASE, USDC_BASE, 10), fees: [fee()] }
    for (const chains of [{}, { [ETHEREUM]: chainOf(ethereum()) }]) {
      const value = await bookOf(chains).valueSwap(question)
      expect([value.onTop, value.unvalued]).toEqual([0n, ['Fixed fee']])
    }
  })

  test('is by what three independent others offer where a side cannot be valued', async () => {
    const shown = asset(BASE, '0x1111111111111111111111111111111111111111', 18, 90n)
    const ask = (peers: readonly bigint[]) =>
      bookOf({ [ETHEREUM]: two(ethereum()) }).valueSwap({ src: usdc(ETHEREUM, USDC, 10), dst: shown, fees: [], peers })
    expect((await ask([101n, 99n, 100n])).fair).toEqual({ units: 100n, shown: 90n, by: 'peers' })
    expect((await ask([101n, 99n])).fair).toBeUndefined()
  })
})
