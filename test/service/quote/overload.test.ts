import { expect, test } from 'vitest'
import type { QuoteEvent, QuoteResult } from '../../../src/core/api/documents.ts'
import { isSwapError } from '../../../src/core/api/errors.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { holdUp, LOCAL_REQUEST, openLocalProviders } from '../../support/local-providers.ts'
import { anyManifest, anyProvider } from '../../support/provider-world.ts'
import { createStandingClock } from '../../support/standing-clock.ts'

/** How a quote ended: with how many routes, or with which refusal. */
const endOf = (quote: Promise<QuoteResult>): Promise<string> =>
  quote.then(
    ({ data }) => `${data.length} routes`,
    (error: unknown) => {
      if (!isSwapError(error)) throw error
      return `${error.code} ${error.httpStatus}, again after ${error.retryAfterSec} s`
    },
  )

const countsOf = (ends: readonly string[]) =>
  Object.fromEntries([...new Set(ends)].sort().map((end) => [end, ends.filter((one) => one === end).length]))

const REFUSED = 'SERVICE_UNAVAILABLE 503, again after 2 s'

test('of 200 quotes at once over 20 providers each is whole or refused, and no provider is blamed', async () => {
  const { service, asked, mostAtOnce, failed } = await openLocalProviders(20)
  const ends = await Promise.all(Array.from({ length: 200 }, () => endOf(service.quote(LOCAL_REQUEST))))
  const whole = ends.filter((end) => end === '20 routes').length
  expect(ends.filter((end) => end === REFUSED)).toHaveLength(200 - whole)
  expect([asked(), await failed(), await endOf(service.quote(LOCAL_REQUEST))]).toEqual([20 * whole, [], '20 routes'])
  expect(whole).toBeGreaterThanOrEqual(32)
  expect(mostAtOnce()).toBeLessThanOrEqual(640)
})

test('more than may wait are refused at once, and what comes after is served again', async () => {
  const { service, asked, failed } = await openLocalProviders(3, { quotesInFlight: 2 })
  const ends = await Promise.all(Array.from({ length: 30 }, () => endOf(service.quote(LOCAL_REQUEST))))
  expect(countsOf(ends)).toEqual({ '3 routes': 18, [REFUSED]: 12 })
  expect([await endOf(service.quote(LOCAL_REQUEST)), asked(), await failed()]).toEqual(['3 routes', 57, []])
})

test('a caller that leaves frees its place, in work and while it waits', async () => {
  const { service, answer, asked } = await openLocalProviders(1, { quotesInFlight: 1 })
  answer('nothing')
  const [working, waiting] = [new AbortController(), new AbortController()]
  const first = endOf(service.quote(LOCAL_REQUEST, { signal: working.signal }))
  await expect.poll(asked).toBe(1)
  const second = endOf(service.quote(LOCAL_REQUEST, { signal: waiting.signal }))
  waiting.abort()
  expect(await second).toBe('0 routes')
  answer('route')
  const third = endOf(service.quote(LOCAL_REQUEST))
  working.abort()
  expect([await first, await third, asked()]).toEqual(['0 routes', '1 routes', 2])
})

test('whoever reads a stream slowly holds no place', async () => {
  const { service } = await openLocalProviders(2, { quotesInFlight: 1 })
  const slow = service.quoteStream(LOCAL_REQUEST)[Symbol.asyncIterator]()
  expect((await slow.next()).value).toMatchObject({ type: 'routes' })
  expect(await endOf(service.quote(LOCAL_REQUEST))).toBe('2 routes')
  await slow.return?.()
})

test('an answer that came while this process was held up counts, however late it is read', async () => {
  const clock = createStandingClock()
  const { service, asked, failed } = await openLocalProviders(4, { quoteDeadlineMs: 80, clock })
  const quote = endOf(service.quote(LOCAL_REQUEST))
  await expect.poll(asked, { interval: 1 }).toBe(4)
  await clock.go()
  holdUp(600)
  expect([await quote, await failed()]).toEqual(['4 routes', []])
})

test('a deadline that passes while this process is held up is no failure of the provider', async () => {
  const clock = createStandingClock()
  const { service, answer, asked, failed } = await openLocalProviders(2, { quoteDeadlineMs: 80, clock })
  answer('nothing', 'P0')
  const quote = service.quote(LOCAL_REQUEST)
  await expect.poll(asked, { interval: 1 }).toBe(2)
  await clock.go()
  holdUp(200)
  const message = 'No answer within 0.08 s, and this machine was too busy to listen all the time'
  expect((await quote).verdicts).toEqual([
    { provider: 'P0', outcome: 'error', routes: 0, code: 'timeout', message },
    { provider: 'P1', outcome: 'routes', routes: 1 },
  ])
  expect(await failed()).toEqual([])
})

test('a provider whose adapter took long to load is said not to have answered, and is not blamed', async () => {
  const clock = createFakeClock()
  const manifest = anyManifest({ key: 'SLOW', hosts: ['local.example'], baseUrl: 'https://local.example' })
  const silent = anyProvider(manifest, {
    quote: async (_request, { http }) => {
      await http.request({ method: 'GET', path: '/SLOW' })
      return { status: 'routes', routes: [] }
    },
  })
  const slow = { manifest, load: () => clock.sleep(10_000).then(() => silent.load()) }
  const parts = { providers: [slow], clock, quoteDeadlineMs: 15_000 }
  const { service, answer, asked, failed } = await openLocalProviders(0, parts)
  answer('nothing')
  const quote = service.quote(LOCAL_REQUEST)
  await expect.poll(() => clock.sleepers()).toBeGreaterThan(2)
  await clock.advance(10_000)
  await expect.poll(asked).toBe(1)
  await clock.advance(7_000)
  const message = 'No answer within 15 s'
  expect((await quote).verdicts).toEqual([{ provider: 'SLOW', outcome: 'error', routes: 0, code: 'timeout', message }])
  expect(await failed()).toEqual([])
})

test('a provider that is slow is given up, and counts as failed', async () => {
  const clock = createFakeClock()
  const { service, answer, asked, failed } = await openLocalProviders(2, { quoteDeadlineMs: 200, clock })
  answer('nothing', 'P0')
  const events: QuoteEvent[] = []
  for await (const event of service.quoteStream(LOCAL_REQUEST)) {
    events.push(event)
    if (event.type !== 'verdict' || event.verdict.provider !== 'P1') continue
    await expect.poll(asked).toBe(2)
    await clock.advance(200)
  }
  const message = 'No answer within 0.2 s'
  expect(events.flatMap((event) => (event.type === 'done' ? event.result.verdicts : []))).toEqual([
    { provider: 'P0', outcome: 'error', routes: 0, code: 'timeout', message },
    { provider: 'P1', outcome: 'routes', routes: 1 },
  ])
  expect(await failed()).toEqual(['P0: 1'])
})

test('a burst that fails is one failure; a provider that stays dead is left alone after five', async () => {
  const { service, answer, asked, failed } = await openLocalProviders(1)
  answer('error')
  const burst = Array.from({ length: 32 }, () => endOf(service.quote(LOCAL_REQUEST)))
  expect(countsOf(await Promise.all(burst))).toEqual({ '0 routes': 32 })
  expect([asked(), await failed()]).toEqual([32, ['P0: 1']])
  for (let count = 0; count < 4; count += 1) await service.quote(LOCAL_REQUEST)
  expect([asked(), await failed()]).toEqual([36, ['P0: 5']])
  expect((await service.quote(LOCAL_REQUEST)).verdicts[0]).toMatchObject({ code: 'unreachable', retryAfterSec: 10 })
  expect(asked()).toBe(36)
})

test('of 50 quotes at once none loses the routes of others to a provider that takes connections and says nothing', async () => {
  const clock = createStandingClock()
  const { service, answer, asked, failed } = await openLocalProviders(3, { quoteDeadlineMs: 500, clock })
  answer('nothing', 'P0')
  const ends = Array.from({ length: 50 }, () => endOf(service.quote(LOCAL_REQUEST)))
  await expect.poll(asked, { timeout: 20_000 }).toBe(150)
  await clock.go()
  expect(countsOf(await Promise.all(ends))).toEqual({ '2 routes': 50 })
  expect((await failed()).filter((note) => !note.startsWith('P0'))).toEqual([])
})

test('a burst that fails is one failure, though its quotes begin in several turns', async () => {
  const busy = anyProvider(anyManifest({ key: 'BUSY', hosts: ['local.example'], baseUrl: 'https://local.example' }), {
    quote: async (_request, { http }) => {
      holdUp(5)
      await http.request({ method: 'POST', path: '/BUSY', body: {} })
      return { status: 'routes', routes: [] }
    },
  })
  const { service, answer, asked, failed } = await openLocalProviders(0, { providers: [busy] })
  await service.quote(LOCAL_REQUEST)
  answer('error')
  await Promise.all(Array.from({ length: 20 }, () => service.quote(LOCAL_REQUEST)))
  expect([asked(), await failed()]).toEqual([21, ['BUSY: 1']])
})

test('the routes of a quote are stored when it is given', async () => {
  const { service } = await openLocalProviders(5)
  const { data } = await service.quote(LOCAL_REQUEST)
  const stored = await Promise.all(data.map(({ provider, routeId }) => service.store.routes.get(provider, routeId)))
  expect(stored.map((route) => route?.routeId)).toEqual(data.map(({ routeId }) => routeId))
})
