import { describe, expect, test } from 'vitest'
import { createHandler } from '../../../src/server/app.ts'
import { createRateLimiter, rateLimitKey } from '../../../src/server/http/rate-limit.ts'
import { createFakeService } from '../fake-service.ts'
import { errorCode, get, handlerOf } from '../requests.ts'

const CHAINS = '/api/v1/swap/chains'

function rateHeaders(response: Response): (string | null)[] {
  return ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'].map((name) =>
    response.headers.get(name),
  )
}

describe('a limit of 100 a minute', () => {
  test('lets exactly 100 of 1,000 through, tells when to come back, and is right about it', async () => {
    const { handle, service, clock } = handlerOf(createFakeService(), { rateLimitPerMinute: 100 })
    await clock.advance(15_500)
    const statuses = new Map<number, number>()
    let last: Response | undefined
    for (let count = 0; count < 1000; count += 1) {
      last = await handle(get(CHAINS))
      statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [200, 100],
      [429, 900],
    ])
    expect(service.calls.length).toBe(100)
    if (last === undefined) throw new Error('no answer')
    expect(rateHeaders(last)).toEqual(['100', '0', '60', '60'])
    expect(await errorCode(last)).toBe('RATE_LIMITED')
    await clock.advance(59_999)
    expect((await handle(get(CHAINS))).status).toBe(429)
    await clock.advance(1)
    const next = await handle(get(CHAINS))
    expect([next.status, ...rateHeaders(next)]).toEqual([200, '100', '99', '60', null])
  })

  test('slides: two bursts at the turn of a minute pass no more than one, and each Retry-After is true', async () => {
    const { handle, clock } = handlerOf(createFakeService(), { rateLimitPerMinute: 100 })
    const passedAtMs: number[] = []
    let nowMs = 0
    const send = async (count: number) => {
      let wait = ''
      for (let sent = 0; sent < count; sent += 1) {
        const answer = await handle(get(CHAINS))
        if (answer.status === 200) passedAtMs.push(nowMs)
        else wait = answer.headers.get('retry-after') ?? ''
      }
      return Number(wait)
    }
    const pass = async (ms: number) => {
      await clock.advance(ms)
      nowMs += ms
    }
    await pass(30_000)
    await send(60)
    await pass(29_500)
    await send(30)
    await pass(700)
    for (let round = 0; round < 20; round += 1) {
      const waitSec = await send(40)
      if (waitSec === 0) continue
      await pass(waitSec * 1000)
      const before = passedAtMs.length
      await send(1)
      expect(passedAtMs.length).toBe(before + 1)
    }
    const most = Math.max(
      ...passedAtMs.map((from) => passedAtMs.filter((at) => at >= from && at < from + 60_000).length),
    )
    expect(most).toBe(100)
  })

  test('counts each client by itself, and all without a name together', async () => {
    const { handle } = handlerOf(createFakeService(), { rateLimitPerMinute: 1 })
    const statuses: number[] = []
    for (const client of ['a', 'b', 'a', undefined, undefined]) {
      statuses.push((await handle(get(CHAINS), client === undefined ? {} : { client })).status)
    }
    expect(statuses).toEqual([200, 200, 429, 200, 429])
  })

  test('is told on every answer of the API, refusals and errors too', async () => {
    const { handle } = handlerOf(createFakeService(), { rateLimitPerMinute: 100, allowedHosts: ['a'] })
    const answers = [
      await handle(get(CHAINS, { Host: 'a' })),
      await handle(get('/api/v1/nothing', { Host: 'a' })),
      await handle(get(CHAINS, { Host: 'a' }, 'DELETE')),
      await handle(get(CHAINS, { Host: 'b' })),
    ]
    expect(answers.map((answer) => [answer.status, ...rateHeaders(answer)])).toEqual([
      [200, '100', '99', '60', null],
      [404, '100', '98', '60', null],
      [405, '100', '97', '60', null],
      [403, '100', '96', '60', null],
    ])
  })

  test('never keeps those out who watch over the server', async () => {
    const { handle } = handlerOf(createFakeService(), { rateLimitPerMinute: 1 })
    for (const path of ['/healthz', '/readyz', '/metrics', '/healthz'])
      expect((await handle(get(path))).status).toBe(200)
  })
})

test('without a limit there are no rate headers', async () => {
  expect(rateHeaders(await handlerOf().handle(get(CHAINS)))).toEqual([null, null, null, null])
})

test.each([0, -1, 1.5, Number.NaN])('a limit of %d is refused when the handler is made', (rateLimitPerMinute) => {
  expect(() => createHandler(createFakeService(), { rateLimitPerMinute })).toThrow(
    'The rate limit must be a whole number',
  )
})

test('clients beyond the 10,000th of a minute share one count', () => {
  const limiter = createRateLimiter(1)
  for (let client = 0; client < 10_000; client += 1) limiter.take(`client-${client}`, 0)
  expect(limiter.take('one more', 0).allowed).toBe(true)
  expect(limiter.take('another', 0).allowed).toBe(false)
  expect(limiter.take('client-5', 0).allowed).toBe(false)
  expect(limiter.take('another', 60_000).allowed).toBe(true)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['0000:0000:0000:0000:0000:ffff:c000:0207', '192.0.2.7'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8:0000::0.0.0.9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('the address %s is counted as %s', (address, key) => {
  expect(rateLimitKey(address)).toBe(key)
})
