import { decodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PERMIT2 } from '../../../src/core/evm/contracts.ts'
import { toChecksumAddress } from '../../../src/core/assets/addresses/evm.ts'
import { encodeSwaps } from '../../../src/providers/uniswap/call.ts'
import { uniswap } from '../../../src/providers/uniswap/manifest.ts'
import type { Prepared } from '../../../src/providers/contract.ts'
import { readPayload } from '../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../src/wallet/payment.ts'
import { openRpcLab, type RpcAnswer, type RpcLab } from '../../support/rpc-lab.ts'
import { playPools } from './pools-lab.ts'
import { openUniswapLab, routeOf, type UniswapLab, type UniswapWorld, type Wanted } from './world.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const PEPE = '0x6982508145454Ce325dDbE47a25d4ec3d2311933'
const LINK = '0x514910771AF9Ca656af840dff83E8264EcF986CA'
const COIN = '0x0000000000000000000000000000000000000000'
const ROUTER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const ALICE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const BOB = '0xdeAD00000000000000000000000000000000bEEf'
const IMAGE = uniswap.manifest.image

const ETH_USDC = { src: 'ethereum:native', dst: `ethereum:${USDC}`, amount: '1' }
const USDC_DAI = { src: `ethereum:${USDC}`, dst: `ethereum:${DAI}`, amount: '1000' }

let node: RpcLab
let base: RpcLab
let world: UniswapWorld
let close: UniswapLab['close']

beforeEach(async () => {
  ;({ node, base, world, close } = await openUniswapLab())
})
afterEach(() => close())

describe('UNISWAP', () => {
  it('has a manifest of a provider without an API', () => {
    const { key, type, hosts, baseUrl, ping } = uniswap.manifest
    expect({ key, type, hosts, baseUrl, ping }).toEqual({
      key: 'UNISWAP',
      type: 'EXCHANGE',
      hosts: [],
      baseUrl: undefined,
      ping: undefined,
    })
  })
})

describe('a quote', () => {
  it('asks every path in one call, beside the gas price, and of the one taken what a small amount would get', async () => {
    const multicalls = playPools(node, { '500': { out: 2_000_000_000n } })
    await world.quote(ETH_USDC)
    // factoryV2, four pools, four and two by two through USDT of V4, a pair, two pools through USDT and DAI, and the last call that shows that the gas sufficed.
    expect([multicalls.map((calls) => calls.length), node.calls.map(({ method }) => method).sort()]).toEqual([
      [1 + 4 + 4 + 16 + 1 + 2 * 16 + 1, 1 + 1],
      ['eth_call', 'eth_call', 'eth_gasPrice'],
    ])
    expect(node.calls.find(({ method }) => method === 'eth_call')?.params).toEqual([
      { to: '0xcA11bde05977b3631167028862bE2a173976CA11', data: expect.any(String) as string },
      'latest',
    ])
  })

  it('is the route that leaves most, with its fees', async () => {
    world.prices.set(`ethereum:${COIN}`, 2_000_000_000n)
    world.prices.set(`ethereum:${USDC}`, 1_000_000n)
    playPools(node, { '500': { out: 1_999_000_000n, gas: 60_000n }, '3000': { out: 1_994_000_000n } })
    const coin = { chainId: 1, chainName: 'Ethereum', address: COIN, symbol: 'ETH', decimals: 18 }
    expect(routeOf(await world.quote(ETH_USDC))).toEqual({
      routeId: 'uniswap-4d99ee6d26ba4340',
      amountOut: 1_999_000_000n,
      srcUsd: 2_000_000_000n,
      dstUsd: 1_999_000_000n,
      fees: [
        {
          type: 'liquidity_fee',
          amount: 500_000_000_000_000n,
          token: coin,
          usd: 1_000_000n,
          description: 'Fee of the pool: 0.05 %',
          providerLabel: 'fee',
        },
        {
          type: 'source_gas',
          amount: 150_000_000_000_000n,
          token: coin,
          usd: 300_000n,
          description: 'Network cost of the swap',
          providerLabel: 'gasEstimate',
          included: false,
        },
      ],
      steps: [{ type: 'swap', name: 'Uniswap V3 (0.05 %)', image: IMAGE }],
      estimatedTimeSec: 15,
      expiresAt: world.clock.now() + 60_000,
      state: { version: 'v3', tokens: [WETH, USDC], fees: [500] },
      priceImpactBps: 0,
      untriedTransfers: [],
    })
  })

  it('states no values where there are no prices', async () => {
    playPools(node, { '500,3000': { out: 999n } })
    const { srcUsd, dstUsd, fees, steps } = routeOf(await world.quote(USDC_DAI))
    expect({ srcUsd, dstUsd, usd: fees.map(({ usd }) => usd), steps: steps.map(({ name }) => name) }).toEqual({
      srcUsd: undefined,
      dstUsd: undefined,
      usd: [undefined, undefined],
      steps: ['Uniswap V3 (0.05 %)', 'Uniswap V3 (0.3 %)'],
    })
  })

  const chosen = async (wanted: typeof ETH_USDC) => routeOf(await world.quote(wanted)).state

  it.each([
    ['the coin is given', ETH_USDC, { '500': { out: 2_000_000_000n }, '500,500': { out: 2_000_100_000n } }],
    [
      'the coin is got',
      { src: `ethereum:${USDC}`, dst: `ethereum:native`, amount: '2000' },
      { '500': { out: 10n ** 18n }, '500,500': { out: 10n ** 18n + 10n ** 13n } },
    ],
  ])('weighs the network cost against the output when %s', async (_name, wanted, pools) => {
    playPools(node, pools)
    expect(await chosen(wanted)).toMatchObject({ fees: [500] })
    playPools(node, pools, { gasPrice: 1n })
    expect(await chosen(wanted)).toMatchObject({ fees: [500, 500] })
  })

  it('weighs it by prices between other assets, and not at all without them', async () => {
    playPools(node, { '500': { out: 10n ** 21n }, '500,500': { out: 10n ** 21n + 10n ** 17n } })
    expect(await chosen(USDC_DAI)).toMatchObject({ fees: [500, 500] })
    world.prices.set(`ethereum:${COIN}`, 2_000_000_000n)
    world.prices.set(`ethereum:${DAI}`, 1_000_000n)
    expect(await chosen(USDC_DAI)).toMatchObject({ fees: [500] })
  })

  it.each([
    ['less', { out: 1_900_000_000n, small: 2_000_000n }, 500],
    ['a little less, rounded up', { out: 1_999_999_999n, small: 2_000_000n }, 1],
    ['as much', { out: 2_000_000_000n, small: 2_000_000n }, 0],
    ['more', { out: 2_000_000_001n, small: 2_000_000n }, 0],
    ['nearly nothing', { out: 2_000n, small: 1_000_000_000n }, 10_000],
    ['too little to compare', { out: 1_999n, small: 2_000_000n }, undefined],
    ['what cannot be compared with nothing', { out: 2_000_000_000n, small: 0n }, undefined],
  ])('says how much less it gets than a small amount would: %s', async (_name, pool, expected) => {
    playPools(node, { '500': pool })
    expect(routeOf(await world.quote(ETH_USDC)).priceImpactBps).toBe(expected)
  })

  it('leaves the loss unknown where the node fails when it is asked again', async () => {
    playPools(node, { '500': { out: 2_000_000_000n } })
    const pools = node.answer
    let calls = 0
    node.answer = (method, params) => {
      if (method === 'eth_call') calls += 1
      return calls > 1 ? { error: { code: -32000, message: 'missing trie node' } } : pools(method, params)
    }
    const { amountOut, priceImpactBps } = routeOf(await world.quote(ETH_USDC))
    expect([calls, amountOut, priceImpactBps]).toEqual([2, 2_000_000_000n, undefined])
  })

  it('asks for paths of three pools between rare tokens, with the best beginnings', async () => {
    const rare = { src: `ethereum:${PEPE}`, dst: `ethereum:${LINK}`, amount: '1000' }
    const multicalls = playPools(node, { '3000': { out: 7n }, '500': { out: 5n }, '3000,500,10000': { out: 9n } })
    expect(await chosen(rare)).toEqual({
      ...{ version: 'v3', tokens: [PEPE, WETH, USDC, LINK], fees: [3_000, 500, 10_000] },
    })
    // Three beginnings, two coins each, two fees between, four at the end, and the last call.
    expect(multicalls.map((calls) => calls.length)).toEqual([
      1 + 4 + 20 + 2 + 4 * 16 + 12 + 1,
      3 * 2 * 2 * 4 + 1,
      1 + 1 + 1,
    ])
  })

  it('keeps the shorter paths where the node fails on the long ones', async () => {
    playPools(node, { '3000': { out: 7n } }, { gasPrice: 0n })
    const pools = node.answer
    let calls = 0
    node.answer = (method, params) => {
      if (method === 'eth_call') calls += 1
      return calls === 2 ? { error: { code: -32000, message: 'missing trie node' } } : pools(method, params)
    }
    const rare = { src: `ethereum:${PEPE}`, dst: `ethereum:${LINK}`, amount: '1000' }
    expect(await chosen(rare)).toMatchObject({ tokens: [PEPE, LINK], fees: [3_000] })
  })

  it('takes a pair of V2 where that gives most', async () => {
    playPools(node, { '500': { out: 10n }, v2: { out: 12n }, 'v2 two': { out: 11n } }, { gasPrice: 0n })
    expect(await chosen(USDC_DAI)).toEqual({ version: 'v2', tokens: [USDC, DAI], fees: [3_000] })
    playPools(node, { '500': { out: 10n }, 'v2 two': { out: 11n } }, { gasPrice: 0n })
    expect(await chosen(USDC_DAI)).toEqual({ version: 'v2', tokens: [USDC, WETH, DAI], fees: [3_000, 3_000] })
  })

  // The last is the factory's address with a bit above it.
  it.each([COIN, WETH, `0x1${'0'.repeat(23)}5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f`])(
    'leaves V2 alone where the router swaps with the pairs of %s instead',
    async (factoryV2) => {
      playPools(node, { '500': { out: 10n }, v2: { out: 12n } }, { gasPrice: 0n, factoryV2 })
      expect(await chosen(USDC_DAI)).toMatchObject({ version: 'v3' })
    },
  )

  it('counts what a chain asks for the bytes', async () => {
    const wanted = { src: 'base:native', dst: 'base:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', amount: '1' }
    const cost = async () => routeOf(await world.quote(wanted)).fees.at(-1)?.amount
    playPools(base, { '500': { out: 2_000_000_000n } }, { gasPrice: 1n, bytesCost: 1_000_000n })
    expect(await cost()).toBe(1_150_000n)
    playPools(base, { '500': { out: 2_000_000_000n } }, { gasPrice: 1n })
    expect(await cost()).toBe(150_000n)
  })

  it('is asked for in halves when the gas of the node does not last', async () => {
    const multicalls = playPools(node, { '500,10000': { out: 7n } }, { callsWithGas: 32 })
    expect(await chosen(USDC_DAI)).toMatchObject({ fees: [500, 10_000] })
    // 1 + 4 + 20 + 2 + 2 * 16 calls, and the last one of each.
    expect(multicalls.map((calls) => calls.length - 1)).toEqual([59, 30, 29])
  })

  it('is asked for in halves when the node refuses so much gas', async () => {
    playPools(node, { '500': { out: 7n } })
    const pools = node.answer
    node.answer = (method, params) =>
      JSON.stringify(params).length > 10_000
        ? { error: { code: -32000, message: 'out of gas' } }
        : pools(method, params)
    expect(await chosen(USDC_DAI)).toMatchObject({ fees: [500] })
  })

  it('is an error and no missing route when the node has no gas at all', async () => {
    playPools(node, { '500': { out: 7n } }, { callsWithGas: 0 })
    await expect(world.quote(USDC_DAI)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The RPC of the chain allows too little gas to query the pools',
    })
  })
})

describe('a split', () => {
  const ETH = 10n ** 18n
  /** A pool that gives a part less for a whole coin, by what it holds of them. */
  const pool = (out: bigint, coins: bigint, gas = 60_000n) => ({ out, gas, holdsIn: coins * ETH })
  const two = { '500': pool(1_900_000_000n, 10n), '3000': pool(1_800_000_000n, 10n) }

  it('goes through the pools that together give more, each for some tenths of the amount', async () => {
    const multicalls = playPools(node, two)
    const { amountOut, state, steps, fees, priceImpactBps } = routeOf(await world.quote(ETH_USDC))
    const part = (fee: number, tenths: bigint, units: bigint) => ({
      path: { version: 'v3', tokens: [WETH, USDC], fees: [fee] },
      amountIn: ((ETH * tenths) / 10n).toString(),
      amountOut: units.toString(),
    })
    const given = (out: bigint, tenths: bigint) => (out * tenths * 11n * 10n) / (10n * (100n + tenths))
    const parts = [part(500, 6n, given(1_900_000_000n, 6n)), part(3_000, 4n, given(1_800_000_000n, 4n))]
    expect(state).toEqual({ parts })
    expect(amountOut).toBe(given(1_900_000_000n, 6n) + given(1_800_000_000n, 4n))
    expect(steps.map(({ name }) => name)).toEqual(['Uniswap V3 (0.05 %), 60 %', 'Uniswap V3 (0.3 %), 40 %'])
    expect(fees.map(({ amount, description }) => [amount, description])).toEqual([
      [(ETH * 6n * 5n) / 100_000n + (ETH * 4n * 30n) / 100_000n, 'Fee of the pools: 0.05 % and 0.3 %'],
      // Both paths, and what every transaction costs only once.
      [(150_000n * 2n - 21_000n) * 10n ** 9n, 'Network cost of the swap'],
    ])
    // By what a little would get of the first pool.
    expect(priceImpactBps).toBe(695)
    // Every path; a small amount; nine parts of the two best; a small amount again. Each with a last call.
    expect(multicalls.slice(1).map((calls) => calls.length)).toEqual([1 + 1, 2 * 9 + 1, 1 + 1])
  })

  it('is none where the further pool costs more than it gives', async () => {
    playPools(node, { '500': pool(1_900_000_000n, 10n), '3000': pool(1_880_000_000n, 10n, 60_000_000n) })
    expect(routeOf(await world.quote(ETH_USDC)).state).toMatchObject({ fees: [500] })
  })

  it('is not asked for where the pool gives as much for all as for little', async () => {
    const multicalls = playPools(node, { '500': { out: 2_000_000_000n }, '3000': { out: 1_999_000_000n } })
    await world.quote(ETH_USDC)
    expect(multicalls).toHaveLength(2)
  })

  it('is of at most three paths, of which no two share a pool', async () => {
    const tiers = ['100', '500', '3000', '10000']
    const names = [...tiers, ...tiers.flatMap((a) => tiers.map((b) => `${a},${b}`))]
    playPools(
      node,
      Object.fromEntries(
        names.map((name, index) => [name, { out: 2n * 10n ** 24n - BigInt(index), holdsIn: 10n ** 15n }]),
      ),
    )
    const { state } = routeOf(await world.quote({ ...USDC_DAI, amount: '1000000000' }))
    const { parts } = state as { parts: { path: { tokens: string[]; fees: number[] } }[] }
    const pools = parts.flatMap(({ path: { tokens, fees } }) =>
      fees.map((fee, hop) => [fee, ...tokens.slice(hop, hop + 2).sort()].join()),
    )
    expect([parts.length, new Set(pools).size]).toEqual([3, pools.length])
  })

  it.each([
    ['one path', 2, { fees: [500] }],
    ['the split, its loss unknown', 3, { parts: [{}, {}] }],
  ])('is left where the node fails: %s', async (_name, failing, expected) => {
    playPools(node, two)
    const pools = node.answer
    let calls = 0
    node.answer = (method, params) => {
      if (method === 'eth_call') calls += 1
      const fails = method === 'eth_call' && calls > failing
      return fails ? { error: { code: -32000, message: 'missing trie node' } } : pools(method, params)
    }
    expect(routeOf(await world.quote(ETH_USDC)).state).toMatchObject(expected)
  })

  it.each([
    ['a token', ETH_USDC, '1', USDC, 6],
    ['coins', { src: `ethereum:${USDC}`, dst: 'ethereum:native', amount: '10000' }, '10000', COIN, 18],
    ['a token of V4', ETH_USDC, '1', USDC, 6, 'v4 '],
  ] as const)('is one call that the wallet reads whole, with the minimum of all parts: %s', async (...row) => {
    const [, wanted, amount, address, decimals, prefix = ''] = row
    const isCoin = wanted.src === 'ethereum:native'
    const units = isCoin ? 10n ** 18n : 10_000n * 10n ** 6n
    const pools = Object.fromEntries(
      ['100', '500', '3000'].map((fee, index) => {
        const curve = { out: 1_900_000_001n - BigInt(index), gas: 0n, holdsIn: 3n * units }
        return [`${prefix}${fee}`, curve]
      }),
    )
    playPools(node, pools, { gasPrice: 1n })
    const lock = await world.lock({ ...wanted, amount, depositor: ALICE, recipient: BOB })
    expect(lock.state).toMatchObject({ parts: [{}, {}, {}] })
    node.answer = () => ({ result: { number: '0x64', timestamp: '0x64', transactions: [] } })
    const { exec } = await world.prepare(lock)
    const src = isCoin ? { address: COIN, symbol: 'ETH', decimals: 18 } : { address: USDC, symbol: 'USDC', decimals: 6 }
    const terms = (minimumOut: bigint): PayTerms => ({
      provider: 'UNISWAP',
      src: { ...src, chainKey: 'ethereum', chainId: 1, isNative: isCoin, units },
      dst: { chainKey: 'ethereum', address, symbol: 'OUT', decimals, minimumOut },
      ...{ depositor: ALICE, recipient: BOB, nativeOnTop: 0n },
    })
    const { minimumReceived = 0n, ...payload } = readPayload(exec ?? {}, terms(lock.minimumOut), 0)
    expect(payload).toMatchObject({ recipient: toChecksumAddress(BOB), deadlineSec: 700, doubts: [], warnings: [] })
    // Each part is rounded up.
    expect(minimumReceived - lock.minimumOut).toBeGreaterThanOrEqual(0n)
    expect(minimumReceived - lock.minimumOut).toBeLessThan(3n)
    expect(() => readPayload(exec ?? {}, terms((minimumReceived * 3n) / 2n), 0)).toThrow(/accepts less/)
  })

  it('is of the amount that was locked', async () => {
    playPools(node, two)
    const lock = await world.lock({ ...ETH_USDC, depositor: ALICE, recipient: BOB })
    await expect(world.prepare({ ...lock, amountIn: lock.amountIn + 1n })).rejects.toMatchObject({
      code: 'bad_response',
      message: 'The parts of the route are of another amount',
    })
  })
})

describe('a chain whose coin is a token too', () => {
  const CELO_USDC = '0xcebA9300f2b948710d2653dD7B07f33A8B32118C'
  const AXL_USDC = '0xEB466342C4d449BC9f53A865D5Cb90586f405215'
  const ROUTER = '0x8B844f885672f333Bc0042cB669255f93a4C1E6b'
  const wanted = {
    ...{ src: `celo:${CELO_USDC}`, dst: `celo:${AXL_USDC}`, amount: '100' },
    ...{ depositor: ALICE, recipient: BOB },
  }
  let celo: RpcLab
  beforeEach(async () => {
    celo = await openRpcLab(42220)
    world.urls.set('celo', celo.url)
  })
  afterEach(async () => {
    expect(celo.problems()).toEqual([])
    await celo.close()
  })

  it.each([
    ['in one pool', '100', [CELO_USDC, AXL_USDC]],
    ['through pools of the coin', '500,3000', [CELO_USDC, COIN, AXL_USDC]],
  ])('swaps its tokens by V4 without any coin in the call: %s', async (_name, fees, tokens) => {
    playPools(celo, { [`v4 ${fees}`]: { out: 100_000_000n }, '500': { out: 99_000_000n } })
    const { answer } = celo
    // Of transfers it can try none: what the tokens keep of them is not found out.
    celo.answer = (method, params) =>
      JSON.stringify(params).includes('"data"') || method !== 'eth_call'
        ? answer(method, params)
        : { error: { code: -32602, message: 'no overrides' } }
    const lock = await world.lock(wanted)
    expect(lock.state).toEqual({ version: 'v4', tokens, fees: fees.split(',').map(Number) })
    celo.answer = () => ({ result: { number: '0x64', timestamp: '0x64', transactions: [] } })
    const { exec } = await world.prepare(lock)
    expect(exec).toMatchObject({ providerTarget: ROUTER, value: '0' })
    const payload = readPayload(
      exec ?? {},
      {
        provider: 'UNISWAP',
        src: {
          ...{ chainKey: 'celo', address: CELO_USDC, symbol: 'USDC', decimals: 6 },
          ...{ chainId: 42220, isNative: false, units: 100_000_000n },
        },
        dst: { chainKey: 'celo', address: AXL_USDC, symbol: 'axlUSDC', decimals: 6, minimumOut: lock.minimumOut },
        ...{ depositor: ALICE, recipient: BOB, nativeOnTop: 0n },
      },
      0,
    )
    expect(payload).toMatchObject({ minimumReceived: lock.minimumOut, recipient: toChecksumAddress(BOB), doubts: [] })
  })

  it('asks no pool of the coin for the coin itself', async () => {
    const coin = await world.quote({ ...wanted, dst: 'celo:native' })
    expect(coin).toMatchObject({ status: 'no_route', code: 'pair_unsupported' })
    expect(celo.calls).toEqual([])
  })
})

describe('a chain of V4 alone', () => {
  const LINEA_USDC = '0x176211869cA2b568f2A7D4EE941E073a821EE1ff'
  const LINEA_USDT = '0xA219439258ca9da29E9Cc4cE5596924745e12B93'
  const wanted = { src: 'linea:native', dst: `linea:${LINEA_USDC}`, amount: '1', depositor: ALICE, recipient: BOB }
  let linea: RpcLab
  beforeEach(async () => {
    linea = await openRpcLab(59144)
    world.urls.set('linea', linea.url)
  })
  afterEach(async () => {
    expect(linea.problems()).toEqual([])
    await linea.close()
  })

  it('has its own quoter and router, and no question is of V3', async () => {
    const multicalls = playPools(linea, { '500': { out: 9n ** 9n }, 'v4 500,100': { out: 2_000_000_000n } })
    const lock = await world.lock(wanted)
    expect(lock.state).toEqual({ version: 'v4', tokens: [COIN, LINEA_USDT, LINEA_USDC], fees: [500, 100] })
    const asked = new Set(multicalls.flat().map(({ target }) => target))
    expect(asked).toEqual(
      new Set(['0x2C125569C0BeE20A66E33E5491C552B37EBD9934', '0xcA11bde05977b3631167028862bE2a173976CA11']),
    )
    linea.answer = () => ({ result: { number: '0x64', timestamp: '0x64', transactions: [] } })
    const { exec } = await world.prepare(lock)
    const payload = readPayload(
      exec ?? {},
      {
        provider: 'UNISWAP',
        src: {
          ...{ chainKey: 'linea', address: COIN, symbol: 'ETH', decimals: 18 },
          ...{ chainId: 59144, isNative: true, units: 10n ** 18n },
        },
        dst: { chainKey: 'linea', address: LINEA_USDC, symbol: 'USDC', decimals: 6, minimumOut: lock.minimumOut },
        ...{ depositor: ALICE, recipient: BOB, nativeOnTop: 0n },
      },
      0,
    )
    expect(payload).toMatchObject({ minimumReceived: lock.minimumOut, recipient: toChecksumAddress(BOB), doubts: [] })
    expect(payload.spend.to).toBe('0x8B844f885672f333Bc0042cB669255f93a4C1E6b')
  })

  it('is an error and no missing route where its contracts do not answer', async () => {
    playPools(linea, {}, { poolManager: 'none' })
    await expect(world.quote(wanted)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Its contracts do not answer on this chain',
    })
  })

  it('has no route where no pool answers', async () => {
    playPools(linea, {})
    expect(await world.quote(wanted)).toMatchObject({ status: 'no_route', code: 'no_liquidity' })
  })
})

describe('there is no route', () => {
  it.each([
    ['between chains', { ...ETH_USDC, dst: 'base:native' }, 'pair_unsupported', 'It swaps within one chain only'],
    [
      'on a chain that it does not serve',
      { src: 'scroll:native', dst: 'scroll:0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4', amount: '1' },
      'pair_unsupported',
      'It does not serve this chain',
    ],
    [
      'of a coin that is a token itself',
      { src: 'celo:native', dst: 'celo:0xcebA9300f2b948710d2653dD7B07f33A8B32118C', amount: '1' },
      'pair_unsupported',
      'The coin of this chain is swapped as its token 0x471EcE3750Da237f93B8E339c536989b8978a438',
    ],
    [
      'for more than a pool can count',
      { ...ETH_USDC, amount: '1'.repeat(30) },
      'no_liquidity',
      'No pool can hold this amount',
    ],
  ])('%s, without asking anybody', async (_name, wanted, code, message) => {
    expect(await world.quote(wanted)).toEqual({ status: 'no_route', code, message })
    expect(node.calls).toEqual([])
  })

  it.each([
    ['the sender', '0x0000000000000000000000000000000000000001'],
    ['the router', '0x0000000000000000000000000000000000000002'],
    ['the router by its address', ROUTER.toLowerCase()],
  ])('to what stands for %s, where anybody could take what is paid', async (_name, recipient) => {
    expect(await world.quote({ ...ETH_USDC, recipient })).toEqual({
      status: 'no_route',
      code: 'pair_unsupported',
      message: 'Anybody can take what its router pays to this recipient',
    })
    expect(node.calls).toEqual([])
  })

  it('where no pool answers', async () => {
    playPools(node, {})
    expect(await world.quote({ ...ETH_USDC, dst: `ethereum:${PEPE}` })).toEqual({
      status: 'no_route',
      code: 'no_liquidity',
      message: 'None of its pools takes this amount',
    })
  })
})

describe('trouble with the node is an error and no missing route', () => {
  const aggregate = (answer: RpcAnswer) => () => {
    node.answer = (method) => (method === 'eth_call' ? answer : { result: '0x1' })
  }
  it.each([
    ['a limit', aggregate({ status: 429, text: '{}' }), 'rate_limited'],
    ['a limit in words', aggregate({ error: { code: -32005, message: 'x' } }), 'rate_limited'],
    ['a server error', aggregate({ status: 503, text: '' }), 'unreachable'],
    ['a page', aggregate({ text: '<html></html>' }), 'bad_response'],
    ['another error', aggregate({ error: { code: -32000, message: 'missing trie node' } }), 'bad_response'],
    ['no contract there', aggregate({ result: '0x' }), 'bad_response'],
    ['no text', aggregate({ result: 7 }), 'bad_response'],
    ['words that lead nowhere', aggregate({ result: `0x${'f'.repeat(640)}` }), 'bad_response'],
    ['too few results', aggregate({ result: `0x${'20'.padStart(64, '0')}${'0'.repeat(64)}` }), 'bad_response'],
    [
      'no router',
      () => {
        playPools(node, { '500': { out: 7n } }, { factoryV2: 'none' })
      },
      'unavailable',
    ],
    [
      'no gas price',
      () => {
        playPools(node, { '500': { out: 7n } })
        const pools = node.answer
        node.answer = (method, params) => (method === 'eth_gasPrice' ? { result: null } : pools(method, params))
      },
      'bad_response',
    ],
    ['another chain', () => (node.chainId = { result: '0x89' }), 'unavailable'],
  ])('%s', async (_name, set, code) => {
    set()
    await expect(world.throughPauses(world.quote(USDC_DAI))).rejects.toMatchObject({ name: 'ProviderError', code })
  })

  it('silence', async () => {
    node.answer = () => 'silence'
    const asking = world.quote(USDC_DAI).catch((error: unknown) => error)
    while (node.calls.length < 2) await new Promise((resolve) => setImmediate(resolve))
    await world.clock.advance(7_000)
    expect(await asking).toMatchObject({ code: 'timeout' })
  })

  it('the absence of one, with what to set', async () => {
    const wanted = { src: 'zksync:native', dst: 'zksync:0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4', amount: '1' }
    await expect(world.quote(wanted)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/swapcli config set rpc\.zksync <url>$/) as string,
    })
  })
})

describe('what is prepared', () => {
  const blockAt = (timestamp: unknown) => {
    node.answer = () => ({ result: { number: '0x64', timestamp, transactions: [] } })
  }
  const locked = async (wanted: Wanted, pools: Parameters<typeof playPools>[1]) => {
    playPools(node, pools)
    const lock = await world.lock({ ...wanted, depositor: ALICE, recipient: BOB })
    blockAt('0x64')
    return lock
  }

  it('gives the router the amount to take, no more, and a deadline by the clock of the chain', async () => {
    const lock = await locked({ ...USDC_DAI, amount: '3000' }, { '100': { out: 3_000n * 10n ** 18n } })
    const path = { version: 'v3', tokens: [USDC, DAI], fees: [100] } as const
    const minimumOut = 2_985n * 10n ** 18n
    const data = encodeSwaps(
      [{ path, amountIn: 3_000_000_000n, minimumOut, recipient: BOB }],
      { paysCoins: false },
      700n,
    )
    expect(await world.prepare(lock)).toEqual({
      exec: {
        chainId: 1,
        providerTarget: ROUTER,
        providerCalldata: data,
        value: '0',
        srcToken: USDC,
        srcAmount: '3000000000',
        approvalTarget: ROUTER,
        approvalToken: USDC,
        approvalAmount: '3000000000',
        allSteps: [
          {
            type: 'approve',
            chainId: 1,
            to: USDC,
            data: `0x095ea7b3${ROUTER.slice(2).toLowerCase().padStart(64, '0')}${(3_000_000_000).toString(16).padStart(64, '0')}`,
            value: '0',
            description: 'Let the contract take USDC: this amount and no more',
          },
          { type: 'swap', chainId: 1, to: ROUTER, data, value: '0', description: 'Swap USDC for DAI through Uniswap' },
        ],
        meta: { executionMode: 'client', walletExecution: true },
      },
      providerResult: { execution: 'client', status: 'awaiting_deposit' },
      tracking: { depositor: ALICE, recipient: BOB },
      needsHash: true,
    })
    expect(node.calls.at(-1)).toEqual({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  })

  describe('through V4', () => {
    const V4_ROUTER = '0x4C82D1fBFe28C977cBB58D8C7FF8FCF9F70a2cCA'
    const terms = (amount: bigint, minimumOut: bigint): PayTerms => ({
      provider: 'UNISWAP',
      src: {
        ...{ chainKey: 'ethereum', address: COIN, symbol: 'ETH', decimals: 18 },
        chainId: 1,
        isNative: true,
        units: amount,
      },
      dst: { chainKey: 'ethereum', address: USDC, symbol: 'USDC', decimals: 6, minimumOut },
      ...{ depositor: ALICE, recipient: BOB, nativeOnTop: 0n },
    })

    it.each([
      ['one pool', '500', [USDC]],
      ['two pools', '100,500', ['0xdAC17F958D2ee523a2206206994597C13D831ec7', USDC]],
    ])('is a call of the Universal Router that the wallet reads whole: %s', async (_name, fees, tokens) => {
      const pools = { [`v4 ${fees}`]: { out: 2_001_000_000n }, '500': { out: 2_000_000_000n } }
      const lock = await locked(ETH_USDC, pools)
      expect(lock.state).toEqual({ version: 'v4', tokens: [COIN, ...tokens], fees: fees.split(',').map(Number) })
      const { exec } = await world.prepare(lock)
      expect(exec).toMatchObject({ providerTarget: V4_ROUTER, value: '1000000000000000000' })
      expect(exec?.approvalAmount).toBeUndefined()
      const payload = readPayload(exec ?? {}, terms(10n ** 18n, lock.minimumOut), 0)
      expect(payload).toMatchObject({
        ...{
          recipient: toChecksumAddress(BOB),
          minimumReceived: lock.minimumOut,
          deadlineSec: 700,
          doubts: [],
          warnings: [],
        },
        ...{ functionName: 'execute', approval: undefined, permit2: undefined },
      })
      expect(() => readPayload(exec ?? {}, terms(10n ** 18n, lock.minimumOut * 2n), 0)).toThrow(/accepts less/)
    })

    it.each([
      ['coins', 'ethereum:native', COIN, 18, '500', [USDC, COIN]],
      ['a token', `ethereum:${DAI}`, DAI, 18, '100', [USDC, DAI]],
      ['a token by way of the coin', `ethereum:${DAI}`, DAI, 18, '500,3000', [USDC, COIN, DAI]],
    ])('takes a token by two exact approvals, which the wallet verifies: %s', async (...row) => {
      const [, dst, address, decimals, fees, tokens] = row
      const wanted = { src: `ethereum:${USDC}`, dst, amount: '2000' }
      const lock = await locked(wanted, { [`v4 ${fees}`]: { out: 2n * 10n ** 18n }, '500': { out: 10n ** 18n } })
      expect(lock.state).toEqual({ version: 'v4', tokens, fees: fees.split(',').map(Number) })
      const { exec } = await world.prepare(lock)
      expect(exec).toMatchObject({
        ...{ providerTarget: V4_ROUTER, value: '0', approvalTarget: PERMIT2, approvalToken: USDC },
        approvalAmount: '2000000000',
      })
      const agreed: PayTerms = {
        ...terms(2_000_000_000n, lock.minimumOut),
        src: { ...terms(2_000_000_000n, 0n).src, address: USDC, symbol: 'USDC', decimals: 6, isNative: false },
        dst: { chainKey: 'ethereum', address, symbol: 'OUT', decimals, minimumOut: lock.minimumOut },
      }
      expect(readPayload(exec ?? {}, agreed, 0)).toMatchObject({
        ...{ recipient: toChecksumAddress(BOB), minimumReceived: lock.minimumOut, deadlineSec: 700 },
        ...{ functionName: 'execute', doubts: [], warnings: [] },
        approval: { token: USDC, spender: PERMIT2, amount: 2_000_000_000n },
        permit2: { to: PERMIT2, value: 0n },
      })
      const permit2Abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 until)'])
      const [approve, permit2, swap] = (exec?.allSteps ?? []) as { to: string; data: Hex }[]
      expect([approve?.to, permit2?.to, swap?.to]).toEqual([USDC, PERMIT2, V4_ROUTER])
      // Ten minutes for the call and twenty more, by the clock of the chain.
      expect(decodeFunctionData({ abi: permit2Abi, data: permit2?.data ?? '0x' }).args).toEqual([
        ...[USDC, V4_ROUTER, 2_000_000_000n, 100 + 600 + 1_200],
      ])
    })

    it('counts the second approval as a cost', async () => {
      playPools(node, { 'v4 500': { out: 10n ** 18n, gas: 60_000n } })
      const gas = async (src: string, dst: string) => {
        const { fees } = routeOf(await world.quote({ src, dst, amount: '2' }))
        return (fees.at(-1)?.amount ?? 0n) / 10n ** 9n
      }
      expect(await gas(`ethereum:${USDC}`, 'ethereum:native')).toBe(220_000n)
      expect(await gas('ethereum:native', `ethereum:${USDC}`)).toBe(170_000n)
    })
  })

  it('takes back coins that no pool took, where the minimum is so low that this can be', async () => {
    const calls = async (slippageBps: number) => {
      const { exec } = await world.prepare(
        await locked({ ...ETH_USDC, slippageBps }, { '500': { out: 2_000_000_000n } }),
      )
      return exec?.providerCalldata?.includes('12210e8a')
    }
    expect([await calls(5_000), await calls(5_001)]).toEqual([false, true])
  })

  it('sends coins along, and asks for no approval', async () => {
    const { exec } = await world.prepare(await locked(ETH_USDC, { '500': { out: 2_000_000_000n } }))
    expect(exec).toMatchObject({ value: '1000000000000000000', srcAmount: '1000000000000000000' })
    expect([exec?.approvalAmount, exec?.allSteps?.length]).toEqual([undefined, 1])
  })

  it.each([null, {}, { timestamp: 100 }, '0x64'])('is nothing when the latest block is %j', async (block) => {
    const lock = await locked(ETH_USDC, { '500': { out: 2_000_000_000n } })
    node.answer = () => ({ result: block })
    await expect(world.prepare(lock)).rejects.toMatchObject({ code: 'bad_response' })
  })
})

describe('a status', () => {
  const HASH = `0x${'ab'.repeat(32)}`
  const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
  const word = (text: string) => `0x${text.slice(2).toLowerCase().padStart(64, '0')}`
  const amount = (units: number) => word(`0x${units.toString(16)}`)
  const toCoins = { src: `ethereum:${USDC}`, dst: 'ethereum:native', amount: '1', depositor: ALICE, recipient: BOB }
  const prepared: Prepared = {
    exec: {},
    providerResult: { execution: 'client' },
    tracking: { depositor: ALICE, recipient: BOB },
    needsHash: true,
  }

  /** What it is once the transaction of a swap into coins made these log entries. */
  async function statusOf(logs: readonly { address: string; topics: readonly string[]; data: string }[]) {
    playPools(node, { '500': { out: 900n } }, { gasPrice: 0n })
    const lock = await world.lock(toCoins)
    const receipt = { transactionHash: HASH, blockNumber: '0x64', status: '0x1', logs }
    node.answer = (method) => ({ result: method === 'eth_blockNumber' ? '0x65' : receipt })
    return world.status(lock, prepared, HASH)
  }
  const taken = { address: USDC, topics: [TRANSFER, word(ALICE), word(PEPE)], data: amount(1_000_000) }
  const done = { status: 'SUCCESS', stage: 'done', inboundHash: HASH, outboundHash: HASH }

  it('waits for the hash', async () => {
    playPools(node, { '500': { out: 2_000_000_000n } })
    const lock = await world.lock({ ...ETH_USDC, depositor: ALICE })
    expect(await world.status(lock, prepared, '')).toEqual({ status: 'PENDING', stage: 'awaiting_deposit' })
  })

  it('tells the coins that the router unwrapped, and nobody else', async () => {
    expect(
      await statusOf([
        taken,
        { address: WETH, topics: [WITHDRAWAL, word(ROUTER)], data: amount(900) },
        { address: WETH, topics: [WITHDRAWAL, word(PEPE)], data: amount(50) },
        { address: DAI, topics: [WITHDRAWAL, word(ROUTER)], data: amount(7) },
      ]),
    ).toEqual({ ...done, deliveredOut: 900n })
  })

  it('tells no amount when the router unwrapped nothing', async () => {
    expect(await statusOf([taken])).toEqual(done)
  })
})
