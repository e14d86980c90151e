import { describe, expect, it } from 'vitest'
import type { PricedAsset } from '../../../src/core/assets/catalog.ts'
import type { QuoteEvent, QuoteResult, Verdict } from '../../../src/core/api/documents.ts'
import type { QuotedRate } from '../../../src/core/rates/point.ts'
import type { QuotedRoute } from '../../../src/core/swap/records.ts'
import { type Provider, type ProviderAdapter, ProviderError, type RouteDraft } from '../../../src/providers/contract.ts'
import { isOffline } from '../../../src/core/api/offline.ts'
import { DeadlinePassed } from '../../../src/service/providers/deadline.ts'
import { GateClosed } from '../../../src/service/providers/gate-closed.ts'
import { fanOut } from '../../../src/service/quote/fan-out.ts'
import type { CheckedQuote } from '../../../src/service/quote/requests.ts'
import { chain, token } from '../../support/catalog-data.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { anyManifest, anyProvider, anyProviderSet } from '../../support/provider-world.ts'
import { SERVICE_LIMITS } from '../../support/service-limits.ts'

const side = (symbol: string): PricedAsset => ({
  chain: chain('ethereum', 1),
  asset: token('ethereum', symbol, `0x${symbol}`, { decimals: 6 }),
  priceUsd: 1_000_000n,
})

const request: CheckedQuote = {
  src: side('USDC'),
  dst: side('USDT'),
  amountText: '100',
  amountIn: 100_000_000n,
  slippageBps: 50,
  confidentiality: 'public',
  depositor: undefined,
  recipient: undefined,
  exclude: new Set(),
}

function draft(changes: Partial<RouteDraft> = {}): RouteDraft {
  return {
    routeId: 'route-1',
    amountOut: 99_000_000n,
    srcUsd: 100_000_000n,
    dstUsd: 99_000_000n,
    fees: [],
    steps: [{ type: 'swap', name: 'Swap', image: '' }],
    estimatedTimeSec: 20,
    state: null,
    ...changes,
  }
}

const provider = (key: string, quote: ProviderAdapter['quote']): Provider =>
  anyProvider(anyManifest({ key }), { quote })

function start(
  providers: readonly Provider[],
  changes: Partial<CheckedQuote> = {},
  {
    signal,
    setting = () => undefined,
    quoteDeadlineMs = SERVICE_LIMITS.quoteDeadlineMs,
  }: {
    readonly signal?: AbortSignal
    readonly setting?: (key: string, name: string) => string | undefined
    readonly quoteDeadlineMs?: number
  } = {},
) {
  const clock: FakeClock = createFakeClock()
  const kept: QuotedRoute[] = []
  const rates: (QuotedRate | undefined)[] = []
  const events: QuoteEvent[] = []
  const context = {
    clock,
    keptRoutes: {
      add: (routes: readonly QuotedRoute[]) => void kept.push(...routes),
      settle: () => Promise.resolve(),
    },
    keptRates: { add: (rate: QuotedRate | undefined) => void rates.push(rate) },
    providers: anyProviderSet(providers, clock, setting),
    openPrices: undefined,
    limits: { ...SERVICE_LIMITS, quoteDeadlineMs },
  }
  const finished = (async () => {
    for await (const event of fanOut(context, { ...request, ...changes }, { signal })) events.push(event)
    const last = events.at(-1)
    if (last?.type !== 'done') throw new Error('the stream did not end in done')
    return last.result
  })()
  finished.catch(() => undefined)
  return { clock, kept, rates, events, finished }
}

/** The code of a verdict that has one. */
const codeOf = (verdict: Verdict) => (verdict.outcome === 'routes' ? undefined : verdict.code)

const good = (key: string, amountOut = 99_000_000n) =>
  provider(key, () => Promise.resolve({ status: 'routes', routes: [draft({ amountOut, dstUsd: amountOut })] }))

describe('a fan-out', () => {
  it('keeps the rate of its best route once it is whole, and none without a route', async () => {
    const found = start([good('LESS', 98_000_000n), good('MORE')])
    await found.finished
    expect(found.rates).toEqual([
      {
        ...{ srcChain: 'ethereum', srcAddress: '0xUSDC', dstChain: 'ethereum', dstAddress: '0xUSDT' },
        ...{ atMs: found.clock.now(), rate: 99n * 10n ** 34n },
        ...{ provider: 'MORE', srcUsd: 100_000_000n, srcAmount: 100n * 10n ** 36n },
      },
    ])
    const none = start([provider('NONE', () => Promise.resolve({ status: 'routes', routes: [] }))])
    await none.finished
    expect(none.rates).toEqual([undefined])
  })

  it('keeps no rate where the request leaves a provider out, and one where it names none that is asked', async () => {
    const some = start([good('LESS', 98_000_000n), good('MORE')], { exclude: new Set(['MORE']) })
    expect((await some.finished).data.map(({ provider }) => provider)).toEqual(['LESS'])
    expect(some.rates).toEqual([])
    const all = start([good('LESS', 98_000_000n), good('MORE')], { exclude: new Set(['OTHER']) })
    await all.finished
    expect(all.rates).toMatchObject([{ provider: 'MORE' }])
  })

  it('gives the routes best first, the verdicts in provider order, and keeps every route for the lock', async () => {
    const { finished, kept } = start([good('WORSE', 98_000_000n), good('BETTER')])
    const result: QuoteResult = await finished
    expect(result.data.map((route) => [route.provider, route.dst.formatted, route.minimumReceived])).toEqual([
      ['BETTER', '99', '98.505'],
      ['WORSE', '98', '97.51'],
    ])
    expect(result.verdicts).toEqual([
      { provider: 'WORSE', outcome: 'routes', routes: 1 },
      { provider: 'BETTER', outcome: 'routes', routes: 1 },
    ])
    expect(kept.map((route) => [route.provider, route.routeId, route.terms.dst.amount])).toEqual([
      ['WORSE', 'route-1', 98_000_000n],
      ['BETTER', 'route-1', 99_000_000n],
    ])
  })

  it('tells providers whole basis points, never more than the user set, and computes the least from the fraction', async () => {
    const told: unknown[] = []
    const noting = provider('NOTING', ({ slippageBps, exactSlippageBps }) => {
      told.push([slippageBps, exactSlippageBps])
      return Promise.resolve({ status: 'routes', routes: [draft({ amountOut: 80_000_000n })] })
    })
    const leasts: unknown[] = []
    for (const slippageBps of [0.5, 12.25, 99.99, 100]) {
      leasts.push((await start([noting], { slippageBps }).finished).data[0]?.minimumReceived)
    }
    expect(told).toEqual([
      [0, 0.5],
      [12, 12.25],
      [99, 99.99],
      [100, 100],
    ])
    expect(leasts).toEqual(['79.996', '79.902', '79.20008', '79.2'])
  })

  it('does not wait for a slow provider to show a fast one, and gives up on it at its deadline', async () => {
    const slow = provider('SLOW', (_request, context) =>
      context.clock.sleep(60_000, context.signal).then(() => ({ status: 'routes', routes: [draft()] })),
    )
    const { clock, events, finished } = start([slow, good('FAST')])
    await clock.advance(1)
    expect(events.map((event) => event.type)).toEqual(['routes', 'verdict'])
    await clock.advance(7_998)
    expect(events.map((event) => event.type)).toEqual(['routes', 'verdict'])
    await clock.advance(1)
    const result = await finished
    expect(result.data.map((route) => route.provider)).toEqual(['FAST'])
    expect(result.verdicts[0]).toEqual({
      provider: 'SLOW',
      outcome: 'error',
      routes: 0,
      code: 'timeout',
      message: 'No answer within 8 s',
    })
    expect(clock.sleepers()).toBe(0)
  })

  it('ends a provider that ignores its signal', async () => {
    const deaf = provider('DEAF', () => new Promise<never>(() => undefined))
    const { clock, finished } = start([deaf])
    await clock.advance(15_000)
    expect((await finished).verdicts.map(codeOf)).toEqual(['timeout'])
  })

  const after = (key: string, ms: number) =>
    provider(key, (_request, context) =>
      context.clock.sleep(ms, context.signal).then(() => ({ status: 'routes', routes: [draft()] })),
    )
  const endsOf = ({ verdicts }: QuoteResult) =>
    verdicts.map((verdict) => [verdict.provider, verdict.outcome === 'error' ? verdict.message : verdict.outcome])

  it('waits 15 s for a first route, and not for others once 8 s are over', async () => {
    const { clock, finished, events } = start([after('LATE', 11_200), after('LATER', 12_000), after('LATEST', 60_000)])
    await clock.advance(11_199)
    expect(events).toEqual([])
    await clock.advance(1)
    expect(endsOf(await finished)).toEqual([
      ['LATE', 'routes'],
      ['LATER', 'No answer within 11.2 s'],
      ['LATEST', 'No answer within 11.2 s'],
    ])
    expect(clock.sleepers()).toBe(0)
  })

  it('is not hurried by a provider that has no route', async () => {
    const none = provider('NONE', () =>
      Promise.resolve({ status: 'no_route', code: 'pair_unsupported', message: 'not here' }),
    )
    const { clock, finished } = start([none, after('LATE', 14_999), after('LATEST', 60_000)])
    await clock.advance(15_000)
    expect(endsOf(await finished)).toEqual([
      ['NONE', 'no_route'],
      ['LATE', 'routes'],
      ['LATEST', 'No answer within 15 s'],
    ])
  })

  it('waits no longer than it is told, also where there are routes', async () => {
    const { clock, finished } = start([good('FAST'), after('SLOW', 60_000)], {}, { quoteDeadlineMs: 5_000 })
    await clock.advance(5_000)
    expect(endsOf(await finished)).toEqual([
      ['FAST', 'routes'],
      ['SLOW', 'No answer within 5 s'],
    ])
  })

  it('keeps what has arrived when the caller leaves', async () => {
    const leaving = new AbortController()
    const slow = provider('SLOW', (_request, context) =>
      context.clock.sleep(60_000, context.signal).then(() => ({ status: 'routes', routes: [draft()] })),
    )
    const { clock, finished } = start([slow, good('FAST')], {}, { signal: leaving.signal })
    await clock.advance(1)
    leaving.abort()
    const result = await finished
    expect(result.data.map((route) => route.provider)).toEqual(['FAST'])
    expect(result.verdicts.map((verdict) => [verdict.provider, codeOf(verdict)])).toEqual([
      ['SLOW', 'timeout'],
      ['FAST', undefined],
    ])
  })

  it('turns every way of failing into a coded verdict, and no provider can break another', async () => {
    const { finished } = start(
      [
        provider('LIMITED', () =>
          Promise.reject(new ProviderError('rate_limited', 'slow down', { retryAfterSec: 30 })),
        ),
        provider('BUGGY', () => Promise.reject(new TypeError('undefined is not a function'))),
        provider('THROWS', () => {
          throw new Error('at once')
        }),
        provider('SMALL', () =>
          Promise.resolve({
            status: 'no_route',
            code: 'below_minimum',
            message: 'too\u001b[31m small',
            minimum: 150_000_000n,
          }),
        ),
        provider('EMPTY', () => Promise.resolve({ status: 'routes', routes: [] })),
        good('EXCLUDED'),
        good('FINE'),
      ],
      { exclude: new Set(['EXCLUDED']) },
    )
    const result = await finished
    expect(result.data.map((route) => route.provider)).toEqual(['FINE'])
    expect(result.verdicts).toEqual([
      {
        provider: 'LIMITED',
        outcome: 'error',
        routes: 0,
        code: 'rate_limited',
        message: 'slow down',
        retryAfterSec: 30,
      },
      {
        provider: 'BUGGY',
        outcome: 'error',
        routes: 0,
        code: 'bad_response',
        message: 'The provider returned a response that its adapter could not read',
      },
      {
        provider: 'THROWS',
        outcome: 'error',
        routes: 0,
        code: 'bad_response',
        message: 'The provider returned a response that its adapter could not read',
      },
      {
        provider: 'SMALL',
        outcome: 'no_route',
        routes: 0,
        code: 'below_minimum',
        message: 'too\\u{1b}[31m small',
        minimum: '150',
      },
      {
        provider: 'EMPTY',
        outcome: 'no_route',
        routes: 0,
        code: 'no_liquidity',
        message: 'No route for this pair and amount',
      },
      { provider: 'EXCLUDED', outcome: 'no_route', routes: 0, code: 'excluded', message: 'Excluded by the request' },
      { provider: 'FINE', outcome: 'routes', routes: 1 },
    ])
  })

  it.each([
    ['a route id that is not URL-safe', { routeId: 'a b' }],
    ['a route that pays nothing', { amountOut: 0n }],
    ['a minimum that is negative or above the expected amount', { minimumOut: 99_000_001n }],
    ['an invalid duration', { estimatedTimeSec: Number.NaN }],
    ['a negative USD value', { dstUsd: -1n }],
    ['a price that has already expired', { expiresAt: Date.UTC(2026, 0, 15, 12) }],
    ['too much route state', { state: 'x'.repeat(70_000) }],
  ])('refuses %s', async (what, changes) => {
    const { finished } = start([provider('ODD', () => Promise.resolve({ status: 'routes', routes: [draft(changes)] }))])
    expect(await finished).toEqual({
      data: [],
      verdicts: [
        {
          provider: 'ODD',
          outcome: 'error',
          routes: 0,
          code: 'bad_response',
          message: `The provider returned ${what}`,
        },
      ],
    })
  })

  it('knows of an offline machine also by connections that never came, where others are paused and not asked', async () => {
    const failing = (key: string, error: () => ProviderError) => provider(key, () => Promise.reject(error()))
    const silent = (isHeld: boolean) => () => new DeadlinePassed({ givenMs: 15_000, isOurs: false, isHeld })
    const paused = () => new ProviderError('unreachable', 'It is paused', { retryAfterSec: 9, cause: new GateClosed() })
    const unconnected = [failing('A', silent(true)), failing('B', silent(true))]
    const isOfflineAfter = async (providers: readonly Provider[]) =>
      isOffline((await start(providers).finished).verdicts)
    expect(await isOfflineAfter([...unconnected, failing('C', paused)])).toBe(true)
    expect(await isOfflineAfter([...unconnected, failing('C', silent(false))])).toBe(false)
  })

  it('flags a route whose output is worth less than usual or far more than the input', async () => {
    const worth = (key: string, dstUsd: bigint) =>
      provider(key, () => Promise.resolve({ status: 'routes', routes: [draft({ dstUsd })] }))
    const { finished } = start([worth('POOR', 84_990_000n), worth('USUAL', 97_010_000n), worth('RICH', 115_000_001n)])
    const warnings = Object.fromEntries((await finished).data.map((route) => [route.provider, route.warnings]))
    expect(warnings).toEqual({
      POOR: ['The output is worth 15.01 % less than the input'],
      USUAL: undefined,
      RICH: ['The output seems to be worth over 15 % more than the input: a price is probably wrong'],
    })
  })

  it('asks neither a provider that lacks its key nor one that is switched off', async () => {
    const keyed = provider('KEYED', () => Promise.reject(new Error('must not be asked')))
    const setting = { name: 'API_KEY', secret: true, required: true, description: 'Get a key at https://example.org' }
    const { finished } = start(
      [{ ...keyed, manifest: { ...keyed.manifest, settings: [setting] } }, good('OFF'), good('FINE')],
      {},
      { setting: (key, name) => (key === 'OFF' && name === 'ENABLED' ? 'false' : undefined) },
    )
    expect((await finished).verdicts).toEqual([
      {
        provider: 'KEYED',
        outcome: 'no_route',
        routes: 0,
        code: 'needs_key',
        message: 'It needs the setting SWAPCLI_PROVIDER_KEYED_API_KEY: Get a key at https://example.org',
      },
      { provider: 'FINE', outcome: 'routes', routes: 1 },
    ])
  })

  it('of many providers listens to no signal so often that Node.js takes it for a leak', async () => {
    const warnings: string[] = []
    const note = (warning: Error) => void warnings.push(warning.name)
    process.on('warning', note)
    const { finished } = start(Array.from({ length: 20 }, (_, index) => good(`P${index}`)))
    expect((await finished).data).toHaveLength(20)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})
