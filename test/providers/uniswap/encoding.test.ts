import { readFileSync } from 'node:fs'
import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { toChecksumAddress } from '../../../src/core/assets/addresses/evm.ts'
import { NATIVE_EVM_ADDRESS } from '../../../src/core/assets/catalog.ts'
import { UNISWAP_V4 } from '../../../src/core/evm/contracts.ts'
import { encodeV4Swaps } from '../../../src/providers/uniswap/v4.ts'
import { contractAt } from '../../../src/wallet/evm/calldata/contracts.ts'
import { encodeMulticall, encodePathSwap, encodeSwaps, encodeUnwrap } from '../../../src/providers/uniswap/call.ts'
import { deploymentOf } from '../../../src/providers/uniswap/chains.ts'
import { offerCall, readOffer } from '../../../src/providers/uniswap/quoter.ts'
import { firstHops, longPaths, pathsBetween, poolFees, type SwapPath } from '../../../src/providers/uniswap/paths.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'

/* Uniswap's own test vectors, word for word, and answers as its contracts encode them. */

function recording(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`recordings/${name}`, import.meta.url), 'utf8'))
}

const { vectors } = recording('router-vectors.json') as { vectors: { name: string; calldata: string }[] }
const { quoterV2 } = recording('quoter-vectors.json') as { quoterV2: Record<string, string> }
const T0 = '0x0000000000000000000000000000000000000001'
const T1 = '0x0000000000000000000000000000000000000002'
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const RECIPIENT = '0x0000000000000000000000000000000000000003'
const ROUTER_ITSELF = '0x0000000000000000000000000000000000000002'

const along = (version: 'v2' | 'v3', ...tokens: string[]): SwapPath => ({
  version,
  tokens,
  fees: tokens.slice(1).map(() => 3_000),
})
async function chainOf(key: string) {
  const chain = await (await openBundledCatalog()).chain(key)
  if (chain === undefined) throw new Error(`no chain ${key}`)
  return chain
}
async function deployment(key = 'ethereum') {
  const found = deploymentOf(await chainOf(key))
  if (found === undefined) throw new Error(`not on ${key}`)
  return found
}

describe('calls of the router', () => {
  const legs = (tokens: string[], v2Minimum: bigint, v3Minimum: bigint, recipient = RECIPIENT) => [
    encodePathSwap({ path: along('v2', ...tokens), amountIn: 100n, minimumOut: v2Minimum, recipient }),
    encodePathSwap({ path: along('v3', ...tokens), amountIn: 100n, minimumOut: v3Minimum, recipient }),
  ]
  it.each([
    ['exactIn t0->t1 single hop', legs([T0, T1], 98n, 97n)],
    ['exactIn t0->t1->WETH multi hop', legs([T0, T1, WETH], 97n, 95n)],
    ['exactIn native ETH->t1 single hop', legs([WETH, T1], 98n, 97n)],
    [
      'exactIn t1->native ETH single hop (unwrapWETH9 appended)',
      [...legs([T1, WETH], 98n, 97n, ROUTER_ITSELF), encodeUnwrap(195n, RECIPIENT)],
    ],
  ])('are encoded as by its own library: %s', (name, calls) => {
    expect(encodeMulticall(123n, calls)).toBe(vectors.find((vector) => vector.name === name)?.calldata)
  })

  it('pay a token to the recipient, and coins by way of the router', () => {
    const swap = { path: along('v3', T1, WETH), amountIn: 100n, minimumOut: 97n, recipient: RECIPIENT }
    expect(encodeSwaps([swap], { paysCoins: false }, 123n)).toBe(encodeMulticall(123n, [encodePathSwap(swap)]))
    expect(encodeSwaps([swap], { paysCoins: true }, 123n)).toBe(
      encodeMulticall(123n, [encodePathSwap({ ...swap, recipient: ROUTER_ITSELF }), encodeUnwrap(97n, RECIPIENT)]),
    )
  })
})

describe('calls of the quoter', () => {
  it('are encoded as by its own library', async () => {
    const call = async (...tokens: string[]) => (await offer(along('v3', ...tokens))).data
    expect([await call(T0, T1), await call(T0, T1, WETH)]).toEqual([
      quoterV2['quoteExactInputSingle(t0,t1,100,3000,0)'],
      quoterV2['quoteExactInput(path t0-3000-t1-3000-WETH,100)'],
    ])
  })

  it('go to V2 for its pairs', async () => {
    const abi = parseAbi(['function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])'])
    const { to, data } = await offer(along('v2', T0, T1, WETH))
    expect([to, decodeFunctionData({ abi, data: data as Hex }).args]).toEqual([
      '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
      [100n, [T0, T1, WETH]],
    ])
  })

  const offer = async (path: SwapPath) => offerCall(path, 100n, await deployment())
})

describe('calls of V4', () => {
  const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const path: SwapPath = { version: 'v4', tokens: [NATIVE_EVM_ADDRESS, USDC], fees: [500] }
  const { quoteCall, executeUR2_1_1 } = recording('v4-vectors.json') as Record<string, { to: string; data: Hex }>

  it('of its quoter are encoded as by another library', async () => {
    const { to, data } = offerCall(path, 10n ** 18n, await deployment())
    expect([to.toLowerCase(), data]).toEqual([quoteCall?.to, quoteCall?.data])
  })

  it('of its router have the input of the official planner, and give back what no pool took', async () => {
    const abi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline)'])
    const recipient = '0x1111111111111111111111111111111111111111'
    const swap = { path, amountIn: 10n ** 18n, minimumOut: 2_000_000_000n, recipient }
    const read = (data: Hex | undefined) => decodeFunctionData({ abi, data: data ?? '0x' }).args
    const [commands, [actions, left], deadline] = read(encodeV4Swaps([swap], 1_800_000_000n) as Hex)
    const [, [official], until] = read(executeUR2_1_1?.data)
    expect([commands, actions, deadline]).toEqual(['0x1004', official, until])
    expect(decodeAbiParameters(parseAbiParameters('address, address, uint256'), left ?? '0x')).toEqual([
      ...[NATIVE_EVM_ADDRESS, '0x0000000000000000000000000000000000000001', 0n],
    ])
    expect((await deployment()).v4?.router).toBe(executeUR2_1_1?.to)
  })

  it('go to routers that the wallet knows by this version', () => {
    const kinds = Object.entries(UNISWAP_V4).map(([id, { router }]) => contractAt(Number(id), router))
    expect(new Set(kinds)).toEqual(new Set(['universalRouter21']))
  })
})

describe('what a path gives', () => {
  const uint = { type: 'uint256' } as const
  const single = (amountOut: bigint, price: bigint, gas = 82_000n) =>
    encodeAbiParameters([uint, { type: 'uint160' }, { type: 'uint32' }, uint], [amountOut, price, 1, gas])
  const double = (amountOut: bigint, prices: bigint[]) =>
    encodeAbiParameters(
      [uint, { type: 'uint160[]' }, { type: 'uint32[]' }, uint],
      [amountOut, prices, prices.map(() => 1), 150_000n],
    )
  const amounts = (...list: bigint[]) => encodeAbiParameters([{ type: 'uint256[]' }], [list])
  const [one, two] = [along('v3', T0, T1), along('v3', T0, T1, WETH)]
  const [pair, pairs] = [along('v2', T0, T1), along('v2', T0, T1, WETH)]

  it.each([
    ['of one pool', one, single(2_500n, 7n), { amountOut: 2_500n, gas: 172_000n }],
    ['of two pools', two, double(2_400n, [7n, 8n]), { amountOut: 2_400n, gas: 240_000n }],
    ['of a pair', pair, amounts(100n, 2_489n), { amountOut: 2_489n, gas: 120_000n }],
    ['of two pairs', pairs, amounts(100n, 5n, 2_488n), { amountOut: 2_488n, gas: 180_000n }],
  ])('is read: %s', (_name, path, returned, expected) => {
    expect(readOffer(path, returned)).toEqual({ path, ...expected })
  })

  const LOWEST = 4_295_128_740n
  const HIGHEST = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n
  it.each([
    ['a reverted call', one, undefined],
    ['nothing', one, '0x'],
    ['zero', one, single(0n, 7n)],
    ['a pool emptied to its lowest price', one, single(2_500n, LOWEST)],
    ['a pool emptied to its highest price', one, single(2_500n, HIGHEST)],
    ['a second pool that was emptied', two, double(2_400n, [7n, LOWEST])],
    ['prices of too few pools', two, double(2_400n, [7n])],
    ['prices of too many pools', two, double(2_400n, [7n, 7n, 7n, 7n])],
    ['half an answer', one, single(2_500n, 7n).slice(0, 130)],
    ['amounts of too few tokens', pairs, amounts(100n, 5n)],
    ['half a list', pair, amounts(100n, 5n).slice(0, 200)],
  ])('is nothing: %s', (_name, path, returned) => {
    expect(readOffer(path, returned)).toBeUndefined()
  })

  it('is less what each pool takes of what comes in', () => {
    expect(poolFees({ ...one, fees: [500] }, 1_000_000n)).toBe(500n)
    expect(poolFees({ ...two, fees: [10_000, 500] }, 1_000_000n)).toBe(10_495n)
    expect(poolFees({ ...one, fees: [100] }, 3n)).toBe(1n)
  })
})

describe('paths', () => {
  const [USDC, USDT] = ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0xdAC17F958D2ee523a2206206994597C13D831ec7']
  it('are direct, on V2, and through the wrapped coin and the stablecoins, each once', async () => {
    const [from, to] = ['0x6B175474E89094C44Da98b954EedeAC495271d0F', T1]
    const paths = pathsBetween(from, to, await deployment())
    const middles = new Set(paths.flatMap(({ version, tokens }) => (version === 'v3' && tokens[2] ? [tokens[1]] : [])))
    expect([paths.length, new Set(paths.map((path) => JSON.stringify(path))).size, middles]).toEqual([
      4 + 20 + 2 + 3 * 16,
      74,
      new Set([WETH, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0xdAC17F958D2ee523a2206206994597C13D831ec7']),
    ])
  })

  it.each([
    ['two tokens, through the coin', T0, T1, NATIVE_EVM_ADDRESS],
    ['the coin and a token, through a stablecoin', NATIVE_EVM_ADDRESS, T1, USDC],
    ['a stablecoin and the coin, through another', USDC, NATIVE_EVM_ADDRESS, USDT],
    ['the wrapped coin and a token, through a stablecoin', WETH, T1, USDC],
  ])('of V4 are direct and through one other currency: %s', async (_name, from, to, middle) => {
    const paths = pathsBetween(T0, T1, await deployment(), [from, to]).filter(({ version }) => version === 'v4')
    const [direct, long] = [2, 3].map((count) => paths.filter(({ tokens }) => tokens.length === count))
    expect(direct?.map(({ fees }) => fees[0])).toEqual([100, 500, 3_000, 10_000])
    expect([long?.length, new Set(long?.map(({ tokens }) => tokens.join()))]).toEqual([
      16,
      new Set([[from, middle, to].join()]),
    ])
  })

  it('never lead through a token that is given or got', async () => {
    const paths = pathsBetween(WETH, T1, await deployment())
    expect(paths.filter(({ tokens }) => tokens[1] === WETH)).toEqual([])
    expect(paths.filter(({ version }) => version === 'v2')).toHaveLength(1)
  })

  it('try the further fees of Base, in twos only through the wrapped coin', async () => {
    const base = await deployment('base')
    const paths = pathsBetween(T0, T1, base).filter(({ version }) => version === 'v3')
    const tiers = [100, 500, 3_000, 10_000, 200, 300, 400]
    expect(paths.filter(({ fees }) => fees.length === 1).map(({ fees }) => fees[0])).toEqual(tiers)
    const through = (token: string | undefined) => paths.filter(({ tokens }) => tokens[2] && tokens[1] === token).length
    expect([base.wrappedCoin, ...base.stablecoins].map(through)).toEqual([49, 16, 16, 16])
  })

  it('are of V3 alone where there is no V2', async () => {
    expect(pathsBetween(T0, T1, await deployment('zksync')).filter(({ version }) => version === 'v2')).toEqual([])
  })
})

describe('paths of three pools', () => {
  const RARE = '0x6982508145454Ce325dDbE47a25d4ec3d2311933'
  const hop = (token: string, fee: number): SwapPath => ({ version: 'v3', tokens: [RARE, token], fees: [fee] })

  it('begin with a pool to a main coin, and go on through another', async () => {
    const ethereum = await deployment()
    const [USDC = '', USDT = ''] = ethereum.stablecoins
    expect(firstHops(RARE, T1, ethereum).map(({ tokens, fees }) => [tokens[1], ...fees])).toEqual(
      [WETH, USDC, USDT].flatMap((token) => [100, 500, 3_000, 10_000].map((fee) => [token, fee])),
    )
    const long = longPaths([hop(WETH, 3_000)], RARE, T1, ethereum)
    expect(long.map(({ tokens: [, first, second], fees: [, between] }) => [first, second, between])).toEqual(
      [USDC, USDT].flatMap((token) => [100, 500].flatMap((fee) => Array(4).fill([WETH, token, fee]) as unknown[])),
    )
    expect(long[0]).toEqual({ version: 'v3', tokens: [RARE, WETH, USDC, T1], fees: [3_000, 100, 100] })
  })

  it('are none where a side is a main coin, or there are too few of them', async () => {
    const ethereum = await deployment()
    expect([firstHops(WETH, T1, ethereum), longPaths([hop(WETH, 500)], RARE, WETH, ethereum)]).toEqual([[], []])
    const zora = await deployment('zora')
    expect([firstHops(RARE, T1, zora), longPaths([hop(zora.wrappedCoin, 500)], RARE, T1, zora)]).toEqual([[], []])
  })
})

describe('the table of chains', () => {
  it('has the addresses in their checked form, and wraps what the catalog knows as wrapped', async () => {
    const catalog = await openBundledCatalog()
    const chains = (await catalog.chains()).filter((chain) => deploymentOf(chain) !== undefined)
    const keys = (served: typeof chains) => served.map(({ key }) => key).sort()
    const hasV3 = new Map(chains.map((chain) => [chain.key, deploymentOf(chain)?.v3 !== undefined]))
    expect(keys(chains.filter(({ key }) => hasV3.get(key)))).toEqual([
      ...['arbitrum', 'avalanche', 'base', 'blast', 'bsc', 'celo', 'ethereum', 'megaeth', 'monad', 'optimism'],
      ...['polygon', 'unichain', 'worldchain', 'zksync', 'zora'],
    ])
    expect(keys(chains.filter(({ key }) => !hasV3.get(key)))).toEqual([
      'ink',
      'linea',
      'robinhood',
      'soneium',
      'xlayer',
    ])
    for (const chain of chains) {
      const { stablecoins, wrappedCoin, multicall3, v3, v4 } = await deployment(chain.key)
      const contracts = [
        ...[multicall3, v3?.factory, v3?.quoterV2, v3?.swapRouter02, v3?.v2?.factory, v3?.v2?.router],
        ...[v4?.poolManager, v4?.quoter, v4?.router],
      ].filter((address) => address !== undefined)
      const all = [wrappedCoin, ...contracts, ...stablecoins]
      expect([chain.key, all]).toEqual([chain.key, all.map(toChecksumAddress)])
      const known = await catalog.asset(chain.key, wrappedCoin)
      if (known !== undefined) expect([chain.key, known.symbol]).toEqual([chain.key, `W${chain.nativeSymbol}`])
      for (const stablecoin of stablecoins) {
        const coin = await catalog.asset(chain.key, stablecoin)
        expect([chain.key, stablecoin, coin?.symbol]).toEqual([chain.key, stablecoin, expect.stringMatching(/USD|DAI/)])
      }
    }
  })
})
