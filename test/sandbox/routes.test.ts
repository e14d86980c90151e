import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount } from '../../src/core/money/amount.ts'
import type { PricedAsset } from '../../src/core/assets/catalog.ts'
import { parseUsd, valueInUsd } from '../../src/core/money/usd.ts'
import { sandboxPrice } from '../../src/sandbox/market.ts'
import {
  ALICE,
  ALL_PROVIDERS,
  asset,
  BASE_ETH,
  BASE_USDC,
  BOB,
  BRIDGE,
  BTC,
  COARSE,
  DEPOSIT,
  DEX,
  ETH,
  feesOf,
  INTENTS,
  openPaperWorld,
  type PaperWorld,
  PEPE,
  POL,
  refusalOf,
  request,
  routeOf,
  SOL,
  sumUsd,
  USDC,
  WBTC,
} from './paper-world.ts'

const CENT = 10_000n
const EVM_ASSETS = [ETH, USDC, WBTC, PEPE, COARSE, BASE_USDC, BASE_ETH, POL] as const

/** Providers that have a route, with it. */
async function routesOf(world: PaperWorld, input: ReturnType<typeof request>) {
  const found: string[] = []
  for (const key of ALL_PROVIDERS) if ((await refusalOf(world, key, input)) === undefined) found.push(key)
  return found
}

function priceOf(world: PaperWorld, { chain, asset }: PricedAsset): bigint {
  return sandboxPrice(world.seed, world.clock.now(), chain.key, asset.symbol, asset.address)
}

describe('who serves what', () => {
  test.each([
    ['between EVM chains', USDC, BASE_USDC, [BRIDGE, DEX, DEPOSIT, INTENTS]],
    ['between EVM chains, another asset', ETH, POL, [BRIDGE, DEX, DEPOSIT, INTENTS]],
    ['on one EVM chain', ETH, USDC, [DEX, INTENTS]],
    ['from Bitcoin', BTC, ETH, [DEPOSIT, INTENTS]],
    ['to Solana', USDC, SOL, [DEPOSIT, INTENTS]],
    ['between other chains', BTC, SOL, [DEPOSIT, INTENTS]],
    ['from a chain without deposit addresses', asset('nowhere', 'NIL', 6), ETH, []],
    ['an asset and itself', USDC, USDC, []],
    ['an asset and itself in other letters', USDC, asset('ethereum', 'USDC', 6, USDC.asset.address.toLowerCase()), []],
  ] as const)('%s', async (_, src, dst, served) => {
    const world = openPaperWorld()
    const input = request(src, dst, '50')
    expect(await routesOf(world, input)).toEqual(served)
    for (const key of ALL_PROVIDERS) {
      const refusal = await refusalOf(world, key, input)
      expect(refusal?.code ?? 'served').toBe(served.some((name) => name === key) ? 'served' : 'pair_unsupported')
    }
  })

  test('each in its own time and at its own price, so that the best is not the fastest', async () => {
    const world = openPaperWorld()
    const rows = []
    for (const key of ALL_PROVIDERS) {
      const route = await routeOf(world, key, request(USDC, BASE_USDC, '1000'))
      const onTop = sumUsd(feesOf(world, BASE_USDC, route), ({ included }) => included === false)
      rows.push({ key, seconds: route.estimatedTimeSec, keeps: route.dstUsd - onTop })
    }
    expect(new Set(rows.map(({ seconds }) => seconds)).size).toBe(4)
    expect(new Set(rows.map(({ keeps }) => keeps)).size).toBe(4)
    const fastest = rows.reduce((a, b) => (b.seconds < a.seconds ? b : a))
    const best = rows.reduce((a, b) => (b.keeps > a.keeps ? b : a))
    expect([fastest.key, best.key]).toEqual([INTENTS, BRIDGE])
  })

  test('in steps that say what happens', async () => {
    const world = openPaperWorld()
    const steps = async (key: string, src: PricedAsset, dst: PricedAsset) =>
      (await routeOf(world, key, request(src, dst, '5000'))).steps.map(({ type }) => type)
    expect(await steps(BRIDGE, USDC, BASE_USDC)).toEqual(['bridge'])
    expect(await steps(BRIDGE, USDC, BASE_ETH)).toEqual(['swap', 'bridge'])
    expect(await steps(DEX, USDC, ETH)).toEqual(['swap'])
    expect(await steps(DEX, USDC, BASE_ETH)).toEqual(['swap', 'bridge'])
    expect(await steps(DEPOSIT, USDC, SOL)).toEqual(['deposit', 'swap', 'payout'])
    expect(await steps(INTENTS, USDC, SOL)).toEqual(['swap'])
  })
})

describe('fees', () => {
  test('explain the whole difference between what goes in and what comes out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ALL_PROVIDERS),
        fc.constantFrom(...EVM_ASSETS, BTC, SOL),
        fc.constantFrom(...EVM_ASSETS, BTC, SOL),
        fc.bigInt({ min: 1n, max: 10n ** 26n }),
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        async (key, src, dst, amountIn, seed, startMs) => {
          const world = openPaperWorld({ seed, startMs })
          const input = { ...request(src, dst, '1'), amountIn, amountText: formatAmount(amountIn, src.asset.decimals) }
          if ((await refusalOf(world, key, input)) !== undefined) return
          const route = await routeOf(world, key, input)
          const fees = feesOf(world, dst, route)
          expect(route.amountOut).toBeGreaterThan(0n)
          expect(route.srcUsd).toBe(valueInUsd(amountIn, src.asset.decimals, priceOf(world, src)))
          expect(route.dstUsd).toBe(valueInUsd(route.amountOut, dst.asset.decimals, priceOf(world, dst)))
          expect(route.srcUsd - sumUsd(fees, ({ included }) => included !== false)).toBe(route.dstUsd)
          expect(sumUsd(fees, () => true)).toBe(parseUsd(fees.total.usd))
          const unexplained = sumUsd(fees, ({ type }) => type === 'route_loss' || type === 'transfer_reward')
          const grain = priceOf(world, dst) / 10n ** BigInt(dst.asset.decimals)
          expect(unexplained).toBeGreaterThanOrEqual(0n)
          expect(unexplained).toBeLessThanOrEqual(grain)
          if (grain < CENT) expect(unexplained).toBe(0n)
        },
      ),
      { numRuns: 1_500 },
    )
  })

  test('grow with the amount, so that more in is never less out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ALL_PROVIDERS),
        fc.bigInt({ min: 20_000_000n, max: 900_000_000_000n }),
        fc.bigInt({ min: 10n, max: 1_000_000_000n }),
        async (key, amountIn, more) => {
          const world = openPaperWorld()
          const out = async (units: bigint) =>
            (await routeOf(world, key, { ...request(USDC, BASE_ETH, '1'), amountIn: units })).amountOut
          expect(await out(amountIn + more)).toBeGreaterThanOrEqual(await out(amountIn))
        },
      ),
    )
  })

  test('are itemised, with the network cost of the own wallet on top', async () => {
    const world = openPaperWorld()
    const types = async (key: string, src: PricedAsset, dst: PricedAsset) =>
      (await routeOf(world, key, request(src, dst, '50'))).fees.map(({ type, included, token }) =>
        included === false ? `${type} on top in ${token.symbol}` : type,
      )
    expect(await types(BRIDGE, USDC, BASE_ETH)).toEqual([
      'bridge_fee',
      'liquidity_fee',
      'swap_impact',
      'messaging_fee',
      'destination_gas',
      'source_gas on top in ETH',
    ])
    expect(await types(DEX, USDC, ETH)).toEqual(['liquidity_fee', 'swap_impact', 'source_gas on top in ETH'])
    expect(await types(DEPOSIT, BTC, ETH)).toEqual([
      'protocol_fee',
      'transfer_fee',
      'destination_gas',
      'source_gas on top in BTC',
    ])
    expect(await types(INTENTS, SOL, ETH)).toEqual(['protocol_fee', 'destination_gas', 'source_gas on top in SOL'])
  })
})

describe('confidentiality', () => {
  test('basic is marked, costs a little more and is a route of its own with the intents provider', async () => {
    const world = openPaperWorld()
    const open = await routeOf(world, INTENTS, request(USDC, BASE_USDC, '1000'))
    const basic = await routeOf(world, INTENTS, request(USDC, BASE_USDC, '1000', { confidentiality: 'basic' }))
    expect(open.display).toEqual({ sandbox: true })
    expect(basic.display).toEqual({ sandbox: true, confidentiality: 'basic' })
    expect(basic.routeId).not.toBe(open.routeId)
    expect(open.amountOut - basic.amountOut).toBeGreaterThan(0n)
    expect(open.amountOut - basic.amountOut).toBeLessThan(open.amountOut / 1_000n)
  })

  test.each([BRIDGE, DEX, DEPOSIT])('is ignored by %s', async (key) => {
    const world = openPaperWorld()
    const open = await routeOf(world, key, request(USDC, BASE_USDC, '1000'))
    expect(await routeOf(world, key, request(USDC, BASE_USDC, '1000', { confidentiality: 'basic' }))).toEqual(open)
  })
})

describe('limits', () => {
  test.each([
    [BRIDGE, '2', '1000000'],
    [DEX, '1', '10000000'],
    [DEPOSIT, '10', '10000000'],
    [INTENTS, '1', '10000000'],
  ])('%s takes from $%s to $%s in a dollar coin, at any time', async (key, least, most) => {
    for (const startMs of [0, 1_700_000_000_000, 1_800_000_123_456]) {
      const world = openPaperWorld({ startMs, seed: startMs % 7 })
      const below = await refusalOf(world, key, request(USDC, BASE_USDC, '0.000001'))
      const above = await refusalOf(world, key, request(USDC, BASE_USDC, '99999999999'))
      expect([below?.code, formatAmount(below?.minimum ?? 0n, 6)]).toEqual(['below_minimum', least])
      expect([above?.code, formatAmount(above?.maximum ?? 0n, 6)]).toEqual(['above_maximum', most])
    }
  })

  test('are exact to the base unit, and still work when prices have moved', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ALL_PROVIDERS),
        fc.constantFrom(...EVM_ASSETS, BTC, SOL),
        fc.constantFrom(...EVM_ASSETS, BTC, SOL),
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        async (key, src, dst, seed, startMs) => {
          const world = openPaperWorld({ seed, startMs })
          const outcome = async (amountIn: bigint) =>
            (await refusalOf(world, key, { ...request(src, dst, '1'), amountIn }))?.code ?? 'routes'
          const below = await refusalOf(world, key, { ...request(src, dst, '1'), amountIn: 0n })
          if (below?.code === 'pair_unsupported') return
          const above = await refusalOf(world, key, { ...request(src, dst, '1'), amountIn: 10n ** 60n })
          if (below?.minimum === undefined || above?.maximum === undefined) throw new Error('limits are not stated')
          await world.clock.advance(3_600_000)
          expect([await outcome(below.minimum - 1n), await outcome(below.minimum)]).toEqual(['below_minimum', 'routes'])
          expect([await outcome(above.maximum), await outcome(above.maximum + 1n)]).toEqual(['routes', 'above_maximum'])
          expect(
            (await routeOf(world, key, { ...request(src, dst, '1'), amountIn: below.minimum })).amountOut,
          ).toBeGreaterThan(0n)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('are raised where the least value would not buy one unit of a coarse asset, whatever prices do', async () => {
    const grain = asset('polygon', 'WBTC', 0, '0x2222222222222222222222222222222222222222')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(USDC, ETH, SOL),
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        async (src, seed, startMs) => {
          const world = openPaperWorld({ seed, startMs })
          const below = await refusalOf(world, INTENTS, request(src, grain, '0.1'))
          if (below?.minimum === undefined) throw new Error('no minimum is stated')
          const least = { ...request(src, grain, '1'), amountIn: below.minimum }
          expect((await routeOf(world, INTENTS, least)).amountOut).toBe(1n)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('a route id', () => {
  const input = request(USDC, BASE_USDC, '1000')

  test.each(ALL_PROVIDERS)('of %s is the same for the same request in another process, whoever asks', async (key) => {
    const { routeId } = await routeOf(openPaperWorld(), key, input)
    expect(routeId).toMatch(/^sbx_(bridge|dex|deposit|intents)_[0-9a-f]{32}$/)
    const again = { ...input, depositor: ALICE, recipient: BOB, slippageBps: 5, forLock: true }
    const later = openPaperWorld({ startMs: 1_900_000_000_000, speed: 60 })
    expect((await routeOf(later, key, again)).routeId).toBe(routeId)
  })

  test.each(ALL_PROVIDERS)('of %s differs for another seed, amount or pair', async (key) => {
    const ids = [
      (await routeOf(openPaperWorld(), key, input)).routeId,
      (await routeOf(openPaperWorld({ seed: 2 }), key, input)).routeId,
      (await routeOf(openPaperWorld(), key, request(USDC, BASE_USDC, '1001'))).routeId,
      (await routeOf(openPaperWorld(), key, request(USDC, BASE_ETH, '1000'))).routeId,
      (await routeOf(openPaperWorld(), key, request(BASE_USDC, USDC, '1000'))).routeId,
    ]
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('equal seeds and clocks give equal routes; a quote and its lock agree within a window', async () => {
  for (const key of ALL_PROVIDERS) {
    const input = request(ETH, POL, '2.5')
    const world = openPaperWorld({ seed: 9 })
    const first = await routeOf(world, key, input)
    expect(await routeOf(openPaperWorld({ seed: 9 }), key, input)).toEqual(first)
    await world.clock.advance(9_999)
    expect(await routeOf(world, key, { ...input, forLock: true })).toEqual(first)
    expect((await routeOf(openPaperWorld({ seed: 10 }), key, input)).amountOut).not.toBe(first.amountOut)
  }
})
