import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { QuoteResult, Route } from '../../../src/core/api/documents.ts'
import { valueInUsd } from '../../../src/core/money/usd.ts'
import type { AssetUnits, PriceBook, Valuation } from '../../../src/core/money/valuation.ts'
import { thorchainAdapter } from '../../../src/providers/thorchain/adapter.ts'
import { fanOut } from '../../../src/service/quote/fan-out.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { answerWith, createProviderContext, createQuoteRequest } from '../../support/provider-context.ts'
import { anyManifest, anyProvider, anyProviderSet } from '../../support/provider-world.ts'
import { SERVICE_LIMITS } from '../../support/service-limits.ts'

/*
 * THORChain, Maya and Chainflip state no USD: their routes had no value, a loss in them was not seen, and their swaps were
 * left out of every sum.
 */

const recorded = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../providers/thorchain/recordings/${file}`, import.meta.url), 'utf8'))
const VAULTS = recorded('inbound_addresses-2026.synthetic.json')
const QUOTE = recorded('quote-btc-no-destination.json') as Readonly<Record<string, unknown>>

const BITCOIN = 20_000_000_000_001
const PRICES: Readonly<Record<number, bigint>> = { [BITCOIN]: 51_600_000_000n, 1: 2_900_000_000n }

/** Prices of coins by the id of their chain, which are exact. */
function bookOf(
  prices: Readonly<Record<number, bigint>>,
  read: () => Promise<void> = () => Promise.resolve(),
): PriceBook {
  const valueOf = async ({ chainId, units, decimals }: AssetUnits): Promise<Valuation | undefined> => {
    await read()
    const price = prices[chainId]
    if (price === undefined) return undefined
    const usd = valueInUsd(units, decimals, price)
    return { usdLow: usd, usdHigh: usd, sources: ['a test'], by: 'oracle' }
  }
  return {
    value: valueOf,
    valueSwap: async ({ src, dst }) => {
      const [from, to] = await Promise.all([valueOf(src), valueOf(dst)])
      return {
        ...{ kind: 'priced', onTop: 0n, unvalued: [] },
        ...(from === undefined ? {} : { src: from }),
        ...(to === undefined ? {} : { dst: to }),
      }
    },
  }
}

const request = await createQuoteRequest('bitcoin:native', 'ethereum:native', { amountIn: 100_000_000n })

/** The route of THORChain's recorded reply, with these changes. */
async function quote(prices: PriceBook | undefined, changes: Readonly<Record<string, unknown>> = {}): Promise<Route> {
  const clock = createFakeClock(Date.parse('2024-03-10T16:00:00Z'))
  const http = answerWith(({ path }) => (path.includes('inbound') ? VAULTS : { ...QUOTE, ...changes }))
  const provider = anyProvider(anyManifest({ key: 'THORCHAIN' }), {
    quote: () => thorchainAdapter.quote(request, createProviderContext({ http, clock })),
  })
  const context = {
    clock,
    keptRoutes: { add: () => undefined, settle: () => Promise.resolve() },
    keptRates: { add: () => undefined },
    providers: anyProviderSet([provider], clock),
    openPrices: prices === undefined ? undefined : () => Promise.resolve(prices),
    limits: SERVICE_LIMITS,
  }
  let result: QuoteResult | undefined
  const running = (async () => {
    for await (const event of fanOut(context, { ...request, exclude: new Set() })) {
      if (event.type === 'done') result = event.result
    }
  })()
  await clock.advance(500)
  await running
  const route = result?.data[0]
  if (route === undefined) throw new Error(JSON.stringify(result?.verdicts))
  return route
}

const valuesOf = ({ src, dst, fees, warnings }: Route) => ({
  sides: [src.usd, dst.usd],
  fees: fees.items.map(({ type, amountUsd }) => `${type} ${amountUsd}`),
  warnings,
})

test('a route whose provider states no USD is valued by the evidence, and its fees add up', async () => {
  expect(valuesOf(await quote(bookOf(PRICES)))).toEqual({
    sides: ['51600.00', '51347.629129'],
    fees: ['liquidity_fee 111.193192', 'destination_gas 29.00', 'route_loss 112.177679'],
    warnings: undefined,
  })
})

test('its loss is seen', async () => {
  const { warnings } = await quote(bookOf(PRICES), { expected_amount_out: '1600000000' })
  expect(warnings).toEqual(['The output is worth 10.08 % less than the input'])
})

test('a side that nobody values stays without a value', async () => {
  const { sides, warnings } = valuesOf(await quote(bookOf({ 1: 2_900_000_000n })))
  expect([sides, warnings]).toEqual([['', '51347.629129'], undefined])
})

test('evidence that does not come in time delays no route', async () => {
  const { sides } = valuesOf(await quote(bookOf(PRICES, () => new Promise(() => undefined))))
  expect(sides).toEqual(['', ''])
})
