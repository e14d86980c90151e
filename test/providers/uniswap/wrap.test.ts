import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Prepared } from '../../../src/providers/contract.ts'
import { uniswap } from '../../../src/providers/uniswap/manifest.ts'
import type { RpcLab } from '../../support/rpc-lab.ts'
import { playPools } from './pools-lab.ts'
import { openUniswapLab, routeOf, type UniswapLab, type UniswapWorld } from './world.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const OP_WETH = '0x4200000000000000000000000000000000000006'
const COIN = '0x0000000000000000000000000000000000000000'
const ALICE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const BOB = '0xdeAD00000000000000000000000000000000bEEf'
const HASH = `0x${'ab'.repeat(32)}`

const WRAP = { src: 'ethereum:native', dst: `ethereum:${WETH}`, amount: '1.5', depositor: ALICE }
const UNWRAP = { src: `ethereum:${WETH}`, dst: 'ethereum:native', amount: '1.5', depositor: ALICE }
const UNITS = 1_500_000_000_000_000_000n

let node: RpcLab
let base: RpcLab
let world: UniswapWorld
let close: UniswapLab['close']

beforeEach(async () => {
  ;({ node, base, world, close } = await openUniswapLab())
  playPools(node, {})
})
afterEach(() => close())

describe('a quote of a coin and its wrapped form', () => {
  it('is one for one, whatever the slippage, and costs the network fee alone', async () => {
    world.prices.set(`ethereum:${COIN}`, 2_000_000_000n)
    // What markets say of the wrapped coin does not make one of the two worth less.
    world.prices.set(`ethereum:${WETH}`, 1_990_000_000n)
    expect(routeOf(await world.quote({ ...WRAP, slippageBps: 5_000 }))).toEqual({
      routeId: expect.stringMatching(/^uniswap-[0-9a-f]{16}$/) as string,
      amountOut: UNITS,
      minimumOut: UNITS,
      srcUsd: 3_000_000_000n,
      dstUsd: 3_000_000_000n,
      priceImpactBps: 0,
      fees: [
        {
          type: 'source_gas',
          amount: 50_000_000_000_000n,
          token: { chainId: 1, chainName: 'Ethereum', address: COIN, symbol: 'ETH', decimals: 18 },
          usd: 100_000n,
          description: 'Network cost',
          providerLabel: 'gasEstimate',
          included: false,
        },
      ],
      steps: [{ type: 'wrap', name: 'Wrap ETH', image: uniswap.manifest.image }],
      estimatedTimeSec: 15,
      state: {},
    })
    // No pool is asked.
    expect(node.calls.map(({ method }) => method)).toEqual(['eth_gasPrice'])
  })

  it('goes the other way too, and states no values without prices', async () => {
    const { amountOut, minimumOut, srcUsd, dstUsd, steps } = routeOf(await world.quote(UNWRAP))
    expect([amountOut, minimumOut, srcUsd, dstUsd]).toEqual([UNITS, UNITS, undefined, undefined])
    expect(steps.map(({ type, name }) => [type, name])).toEqual([['unwrap', 'Unwrap WETH']])
  })

  it('counts what a chain asks for the bytes', async () => {
    playPools(base, {}, { gasPrice: 1n, bytesCost: 1_000_000n })
    const wanted = { src: 'base:native', dst: `base:${OP_WETH}`, amount: '1' }
    expect(routeOf(await world.quote(wanted)).fees.map(({ amount }) => amount)).toEqual([1_050_000n])
  })

  it('is there for nobody in particular, and for the wallet in any letter case', async () => {
    expect(routeOf(await world.quote({ ...WRAP, recipient: ALICE.toLowerCase() })).amountOut).toBe(UNITS)
    const { depositor: _, ...anyone } = WRAP
    expect(routeOf(await world.quote(anyone)).amountOut).toBe(UNITS)
  })

  it.each([
    ['Wrapping', WRAP],
    ['Unwrapping', UNWRAP],
  ])('has no route to another wallet: %s', async (name, wanted) => {
    expect(await world.quote({ ...wanted, recipient: BOB })).toEqual({
      status: 'no_route',
      code: 'pair_unsupported',
      message: `${name} a coin pays only the wallet that sends it`,
    })
    expect(node.calls).toEqual([])
  })

  it('is an error when the node does not tell its gas price', async () => {
    node.answer = () => ({ result: null })
    await expect(world.quote(WRAP)).rejects.toMatchObject({ code: 'bad_response' })
  })
})

describe('what is prepared', () => {
  it('sends the coins to the wrapped coin itself', async () => {
    expect(await world.prepare(await world.lock(WRAP))).toEqual({
      exec: {
        chainId: 1,
        providerTarget: WETH,
        providerCalldata: '0xd0e30db0',
        value: UNITS.toString(),
        srcToken: 'native',
        srcAmount: UNITS.toString(),
        allSteps: [
          {
            type: 'swap',
            chainId: 1,
            to: WETH,
            data: '0xd0e30db0',
            value: UNITS.toString(),
            description: 'Wrap ETH one to one as WETH',
          },
        ],
        meta: { executionMode: 'client', walletExecution: true },
      },
      providerResult: { execution: 'client', status: 'awaiting_deposit' },
      tracking: { depositor: ALICE, recipient: ALICE },
      needsHash: true,
    })
  })

  it('asks the wrapped coin for the amount, without value or approval', async () => {
    const { exec } = await world.prepare(await world.lock(UNWRAP))
    expect(exec).toMatchObject({
      providerTarget: WETH,
      providerCalldata: `0x2e1a7d4d${UNITS.toString(16).padStart(64, '0')}`,
      value: '0',
      srcToken: WETH,
    })
    expect([exec?.approvalTarget, exec?.allSteps?.length]).toEqual([undefined, 1])
  })
})

describe('a status', () => {
  const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
  const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
  const word = (text: string) => `0x${text.slice(2).toLowerCase().padStart(64, '0')}`
  const data = word(`0x${UNITS.toString(16)}`)
  const log = (topics: readonly string[], address = WETH) => ({ address, topics, data })
  const prepared: Prepared = {
    exec: {},
    providerResult: { execution: 'client', status: 'awaiting_deposit' },
    tracking: { depositor: ALICE, recipient: ALICE },
    needsHash: true,
  }
  const done = { status: 'SUCCESS', stage: 'done', inboundHash: HASH, outboundHash: HASH, deliveredOut: UNITS }
  const elsewhere = { status: 'PENDING', stage: 'confirming', inboundHash: HASH }

  async function statusOf(wanted: typeof WRAP, logs: readonly ReturnType<typeof log>[]) {
    const lock = await world.lock(wanted)
    const receipt = { transactionHash: HASH, blockNumber: '0x64', status: '0x1', logs }
    node.answer = (method) => ({ result: method === 'eth_blockNumber' ? '0x65' : receipt })
    return world.status(lock, prepared, HASH)
  }

  it.each([
    ['an event', [log([DEPOSIT, word(ALICE)])], done],
    ['a transfer from nobody', [log([TRANSFER, word(COIN), word(ALICE)])], done],
    ['both', [log([DEPOSIT, word(ALICE)]), log([TRANSFER, word(COIN), word(ALICE)])], done],
    ['an event for somebody else', [log([DEPOSIT, word(BOB)])], elsewhere],
    ['an event of another contract', [log([DEPOSIT, word(ALICE)], OP_WETH)], elsewhere],
    ['the opposite', [log([WITHDRAWAL, word(ALICE)])], elsewhere],
    ['nothing', [], elsewhere],
  ])('reads what was wrapped from %s', async (_name, logs, expected) => {
    expect(await statusOf(WRAP, logs)).toEqual(expected)
  })

  it.each([
    ['an event', [log([WITHDRAWAL, word(ALICE)])], done],
    ['a transfer to nobody', [log([TRANSFER, word(ALICE), word(COIN)])], done],
    ['both', [log([WITHDRAWAL, word(ALICE)]), log([TRANSFER, word(ALICE), word(COIN)])], done],
    ['an event for somebody else', [log([WITHDRAWAL, word(BOB)])], elsewhere],
    ['the opposite', [log([DEPOSIT, word(ALICE)])], elsewhere],
    ['nothing', [], elsewhere],
  ])('reads what was unwrapped from %s', async (_name, logs, expected) => {
    expect(await statusOf(UNWRAP, logs)).toEqual(expected)
  })
})
