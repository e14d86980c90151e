import { describe, expect, it } from 'vitest'
import type { QuoteEvent, Route } from '../../../src/core/api/documents.ts'
import type { Clock } from '../../../src/core/ports.ts'
import type { PriceBook } from '../../../src/core/money/valuation.ts'
import { explainRoute, routeTags } from '../../../src/core/swap/ranking.ts'
import { routeTable } from '../../../src/cli/views/route-view.ts'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import { cctpAdapter } from '../../../src/providers/cctp/adapter.ts'
import { debridgeAdapter } from '../../../src/providers/debridge/adapter.ts'
import type { Provider, RouteDraft } from '../../../src/providers/contract.ts'
import { fanOut } from '../../../src/service/quote/fan-out.ts'
import { USDC } from '../../support/case-assets.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { fixedPrices } from '../../support/fixed-prices.ts'
import { answerWith, createProviderContext, createQuoteRequest } from '../../support/provider-context.ts'
import { anyManifest, anyProvider, anyProviderSet } from '../../support/provider-world.ts'
import { altered, BRIDGED } from '../../providers/debridge/exchanges.ts'
import { SERVICE_LIMITS } from '../../support/service-limits.ts'

/*
 * deBridge takes 0.001 ETH on top of the amount, and states no value for it. It counted as nothing: of 10 USDC, a fifth was
 * paid on top by the route that was called the best and the cheapest.
 */

const request = await createQuoteRequest(`base:${USDC.base}`, `arbitrum:${USDC.arbitrum}`, { amountIn: 10_000_000n })
const debridge = anyProvider(anyManifest({ key: 'DEBRIDGE' }), {
  quote: () =>
    debridgeAdapter.quote(
      request,
      createProviderContext({ http: answerWith(() => JSON.parse(altered(BRIDGED, {}).text) as unknown) }),
    ),
})
const draft = (more: Partial<RouteDraft> = {}): RouteDraft => ({
  routeId: 'route-1',
  amountOut: 9_750_000n,
  srcUsd: 10_000_000n,
  dstUsd: 9_750_000n,
  fees: [],
  steps: [],
  estimatedTimeSec: 20,
  state: null,
  ...more,
})
const other = (more: Partial<RouteDraft> = {}) =>
  anyProvider(anyManifest({ key: 'OTHER' }), {
    quote: () => Promise.resolve({ status: 'routes', routes: [draft(more)] }),
  })

function start(providers: readonly Provider[], prices: PriceBook | undefined, clock: Clock = createFakeClock()) {
  const context = {
    clock,
    keptRoutes: { add: () => undefined, settle: () => Promise.resolve() },
    keptRates: { add: () => undefined },
    providers: anyProviderSet(providers, clock),
    openPrices: prices === undefined ? undefined : () => Promise.resolve(prices),
    limits: SERVICE_LIMITS,
  }
  return fanOut(context, { ...request, exclude: new Set() }, undefined)
}

async function quote(providers: readonly Provider[], prices: PriceBook | undefined) {
  const events: QuoteEvent[] = []
  for await (const event of start(providers, prices)) events.push(event)
  const last = events.at(-1)
  if (last?.type !== 'done') throw new Error('the quote did not end')
  return { events, routes: last.result.data }
}

const rowOf = ({ provider, warnings, fees }: Route) => ({
  provider,
  onTop: fees.items.filter(({ included }) => included === false).map(({ amountUsd }) => amountUsd),
  warnings,
})
const ETH_AT_2000 = fixedPrices({ 8453: 2_000_000_000n })

describe('a cost on top that its provider does not value', () => {
  it('is valued by evidence, and its route is not called the best', async () => {
    const { routes } = await quote([debridge, other()], ETH_AT_2000)
    expect(routes.map(rowOf)).toEqual([
      { provider: 'OTHER', onTop: [], warnings: undefined },
      { provider: 'DEBRIDGE', onTop: ['0.00832', '2.00'], warnings: undefined },
    ])
    expect(routeTags(routes)).toEqual([['best', 'cheapest'], ['fastest']])
  })

  it('keeps its route behind the others, and untagged, where nobody values it', async () => {
    for (const prices of [undefined, fixedPrices({})]) {
      const { routes } = await quote([debridge, other()], prices)
      expect(routes.map(({ provider }) => provider)).toEqual(['OTHER', 'DEBRIDGE'])
      expect(routes[1]?.warnings).toEqual([
        'unpriced-cost: what is paid on top is not all counted, since its value is not known: Network cost of your own transaction; Flat fee of the protocol, paid in the native coin',
      ])
      expect(routeTags(routes)).toEqual([['best', 'cheapest'], ['fastest']])
      expect(routeTags(routes.slice(1))).toEqual([['fastest']])
    }
  })

  it('does not hide a better route: what is left after a valued cost may still be the most', async () => {
    const { routes } = await quote([debridge, other()], fixedPrices({ 8453: 10_000_000n }))
    expect(routes.map(({ provider }) => provider)).toEqual(['DEBRIDGE', 'OTHER'])
  })
})

describe('valuing', () => {
  it('delays no route, and the result by half a second at most', async () => {
    const silent: PriceBook = { ...ETH_AT_2000, value: () => new Promise(() => undefined) }
    const clock = createFakeClock()
    const events: QuoteEvent[] = []
    const all = (async () => {
      for await (const event of start([debridge, other()], silent, clock)) events.push(event)
    })()
    await clock.advance(499)
    expect(events.map(({ type }) => type)).toEqual(['routes', 'verdict', 'routes', 'verdict'])
    await clock.advance(1)
    await all
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      result: { data: [{ provider: 'OTHER' }, { provider: 'DEBRIDGE' }] },
    })
  })

  it('that ends within half a second of the last route is in the result', async () => {
    const clock = createFakeClock()
    const late: PriceBook = {
      ...ETH_AT_2000,
      value: async (amount) => {
        await clock.sleep(400)
        return ETH_AT_2000.value(amount)
      },
    }
    let routes: readonly Route[] = []
    const all = (async () => {
      for await (const event of start([debridge, other()], late, clock))
        if (event.type === 'done') routes = event.result.data
    })()
    await clock.advance(400)
    await all
    expect(routes.map(({ provider, warnings }) => [provider, warnings])).toEqual([
      ['OTHER', undefined],
      ['DEBRIDGE', undefined],
    ])
  })

  it('that ends after the first route is in the result', async () => {
    let [answer, asked] = [() => undefined as void, false]
    const waiting = new Promise<void>((resolve) => (answer = resolve))
    const late: PriceBook = {
      ...ETH_AT_2000,
      value: async (amount) => {
        asked = true
        await waiting
        return ETH_AT_2000.value(amount)
      },
    }
    const slow = anyProvider(anyManifest({ key: 'SLOW' }), {
      quote: async () => {
        await waiting
        await new Promise((resolve) => setImmediate(resolve))
        return { status: 'routes', routes: [draft()] }
      },
    })
    const shown: (readonly string[] | undefined)[] = []
    for await (const event of start([debridge, slow], late)) {
      if (event.type === 'routes' && event.provider === 'DEBRIDGE') {
        shown.push(event.routes[0]?.warnings)
        expect(asked).toBe(true)
        answer()
      }
      if (event.type === 'done') shown.push(event.result.data.find(({ provider }) => provider === 'DEBRIDGE')?.warnings)
    }
    expect(shown).toEqual([[expect.stringMatching(/^unpriced-cost: /) as string], undefined])
  })

  it('that fails leaves a cost as its provider states it', async () => {
    const failing: PriceBook = { ...ETH_AT_2000, value: () => Promise.reject(new Error('a bug')) }
    expect((await quote([debridge], failing)).routes.map(({ provider }) => provider)).toEqual(['DEBRIDGE'])
  })

  it('replaces a value that a provider states too low, and no other', async () => {
    const token = { chainId: 8453, chainName: 'Base', address: '', symbol: 'ETH', decimals: 18 }
    const cost = (usd: bigint) => ({
      ...({ type: 'protocol_fee', amount: 10n ** 15n, token, usd, included: false } as const),
      ...{ description: 'Fee', providerLabel: 'fee' },
    })
    const stated = async (usd: bigint) => {
      const { routes } = await quote([other({ fees: [cost(usd)] })], ETH_AT_2000)
      return routes[0]?.fees.items.find(({ included }) => included === false)?.amountUsd
    }
    expect([await stated(1n), await stated(1_979_999n), await stated(1_980_000n), await stated(3_000_000n)]).toEqual([
      '2.00',
      '2.00',
      '1.98',
      '3.00',
    ])
  })
})

/* Without a node that states gas, the cost of a burn was dropped: Circle's routes cost nothing on top and were the best. */
describe('a cost on top whose amount nobody knows', () => {
  const level = { low: 90, medium: 110, high: 160 }
  const fees = [1000, 2000].map((finalityThreshold) => ({ finalityThreshold, minimumFee: 0, forwardFee: level }))
  const circle = anyProvider(anyManifest({ key: 'CCTP' }), {
    quote: () =>
      cctpAdapter.quote(
        { ...request, amountIn: 100_000_000n },
        createProviderContext({
          http: answerWith(({ path }) => (path.includes('allowance') ? { allowance: 0 } : fees)),
          rpc: () => Promise.reject(new RpcError('no node', -32000)),
        }),
      ),
  })
  /** Values both sides as one dollar each, and nothing else. */
  const parity: PriceBook = {
    value: () => Promise.resolve(undefined),
    valueSwap: ({ src, dst }) => {
      const worth = (units: bigint) => ({ usdLow: units, usdHigh: units, sources: ['a test'], by: 'parity' as const })
      return Promise.resolve({ kind: 'priced', onTop: 0n, unvalued: [], src: worth(src.units), dst: worth(dst.units) })
    },
  }
  const quoteCircle = async (providers: readonly Provider[]) => {
    const context = {
      clock: createFakeClock(),
      keptRoutes: { add: () => undefined, settle: () => Promise.resolve() },
      keptRates: { add: () => undefined },
      providers: anyProviderSet(providers, createFakeClock()),
      openPrices: () => Promise.resolve(parity),
      limits: SERVICE_LIMITS,
    }
    const events: QuoteEvent[] = []
    const asked = { ...request, amountIn: 100_000_000n, exclude: new Set<string>() }
    for await (const event of fanOut(context, asked, undefined)) events.push(event)
    const last = events.at(-1)
    return last?.type === 'done' ? last.result.data : []
  }

  it('is said to be unknown, and its route is not called the best', async () => {
    const dear = { amountOut: 90_000_000n, srcUsd: 100_000_000n, dstUsd: 90_000_000n }
    const routes = await quoteCircle([circle, other(dear)])
    expect(routes.map(({ provider }) => provider)).toEqual(['OTHER', 'CCTP'])
    const own = routes[1]
    if (own === undefined) throw new Error('no route')
    expect(own.warnings).toEqual([
      'unpriced-cost: what is paid on top is not all counted, since its value is not known: Network cost of the burn',
    ])
    expect(routeTags(routes)[1]).toEqual([])
    const { columns, rows } = routeTable(routes)
    const at = columns.findIndex((column) => typeof column !== 'string' && column.header === 'ON TOP')
    expect(rows.map((row) => row[at])).toEqual(['$0.00', 'unknown'])
    expect(explainRoute(own).unpriced).toEqual(['a cost on top whose amount is not known'])
  })

  it('leaves the fee that Circle states the only one, at the value of the asset that it is taken in', async () => {
    const [own] = await quoteCircle([circle])
    expect(own?.fees.items.map(({ type, amount, amountUsd }) => [type, amount, amountUsd])).toEqual([
      ['destination_gas', '110', '0.00011'],
    ])
  })
})
