import { describe, expect, test } from 'vitest'
import { createHandler } from '../../../src/server/app.ts'
import { createFakeService } from '../fake-service.ts'
import { API, ENDPOINTS, errorCode, get, handlerOf, post } from '../requests.ts'

const HOSTS = ['127.0.0.1:8787', 'localhost:8787', '[::1]:8787']

describe('Host', () => {
  test.each(['127.0.0.1:8787', 'localhost:8787', 'LOCALHOST:8787', '[::1]:8787'])('%s is answered', async (host) => {
    const { handle } = handlerOf(createFakeService(), { allowedHosts: HOSTS })
    expect((await handle(get('/api/v1/swap/chains', { Host: host }))).status).toBe(200)
  })

  test.each([
    'evil.example',
    'evil.example:8787',
    '127.0.0.1',
    '127.0.0.1:80',
    'localhost',
    'localhost:8788',
    'localhost.:8787',
    'localhost.evil.example:8787',
    '127.0.0.1.evil.example:8787',
    'user@127.0.0.1:8787',
    '127.0.0.1:8787, evil.example',
    '0.0.0.0:8787',
    '127.1:8787',
    '',
  ])('"%s" is refused before anything else', async (host) => {
    const { handle, service } = handlerOf(createFakeService(), { allowedHosts: HOSTS })
    for (const path of ['/api/v1/swap/chains', '/healthz', '/nothing']) {
      const answer = await handle(get(path, { Host: host }))
      expect([answer.status, await errorCode(answer)]).toEqual([403, 'FORBIDDEN'])
    }
    expect(service.calls).toEqual([])
  })

  test.each([
    ['Swaps.example:8443', 'swapcli serve --allow-host swaps.example:8443'],
    ['swaps.example; rm -rf ~', 'swapcli serve --allow-host NAME'],
    [`${'a'.repeat(300)}.example`, 'swapcli serve --allow-host NAME'],
  ])('"%s" is told how it would be allowed, by a name that can be typed', async (host, command) => {
    const { handle } = handlerOf(createFakeService(), { allowedHosts: HOSTS })
    const answer = (await (await handle(get('/healthz', { Host: host }))).json()) as { error: { hint: string } }
    expect(answer.error.hint).toMatch(/^If it is a name of this server, .*: /)
    expect(answer.error.hint.endsWith(`: ${command}`)).toBe(true)
  })

  test('none at all is refused where hosts are checked', async () => {
    const { handle } = handlerOf(createFakeService(), { allowedHosts: HOSTS })
    expect((await handle(get('/api/v1/swap/chains'))).status).toBe(403)
  })

  test('is not checked where nobody says which are ours', async () => {
    const { handle } = handlerOf()
    expect((await handle(get('/api/v1/swap/chains', { Host: 'app.example' }))).status).toBe(200)
  })
})

describe('pages of other origins', () => {
  const ORIGINS = [
    'https://evil.example',
    'null',
    'http://localhost:5173',
    'http://127.0.0.1:8788',
    'https://127.0.0.1:8787',
  ]
  const TYPES = [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
    'text/json',
  ]

  test('change nothing, whatever origin, content type, method or path they try', async () => {
    const { handle, service } = handlerOf(createFakeService(), { allowedHosts: HOSTS })
    const answered: unknown[] = []
    for (const origin of ORIGINS) {
      for (const type of TYPES) {
        for (const method of ['POST', 'GET', 'OPTIONS']) {
          for (const { path } of ENDPOINTS) {
            const headers = { Host: '127.0.0.1:8787', Origin: origin, ...(type === '' ? {} : { 'Content-Type': type }) }
            const init = { method, headers, ...(method === 'POST' ? { body: '{"lockId":"lock_1"}' } : {}) }
            const answer = await handle(new Request(`${API}${path}`, init))
            if (answer.status !== 403 || answer.headers.has('access-control-allow-origin'))
              answered.push([origin, type, method, path])
          }
        }
      }
    }
    expect(answered).toEqual([])
    expect(service.calls).toEqual([])
  })

  test.each([
    ['https://app.example', 'If you trust its pages, allow them: swapcli serve --cors-origin https://app.example'],
    ['http://localhost:5173', 'If you trust its pages, allow them: swapcli serve --cors-origin http://localhost:5173'],
    ['null', undefined],
    ['chrome-extension://abcdef', undefined],
    ['https://a.example;rm -rf', undefined],
  ])('of the origin %s are told how to be let in, where they can be', async (origin, hint) => {
    const { handle } = handlerOf(createFakeService(), { allowedHosts: HOSTS })
    const answer = await handle(get('/healthz', { Host: '127.0.0.1:8787', Origin: origin }))
    const { error } = (await answer.json()) as { error: { message: string; hint?: string } }
    expect([error.message, error.hint]).toEqual(['This Origin may not call this server', hint])
  })

  test('without an Origin header are refused by Sec-Fetch-Site', async () => {
    const { handle, service } = handlerOf()
    for (const path of ['/api/v1/swap/chains', '/events', '/docs']) {
      expect((await handle(get(path, { 'Sec-Fetch-Site': 'cross-site' }))).status).toBe(403)
    }
    expect(service.calls).toEqual([])
    for (const site of ['none', 'same-origin']) {
      expect((await handle(get('/healthz', { 'Sec-Fetch-Site': site }))).status).toBe(200)
    }
  })

  describe('that link to a document of the server', () => {
    const pages = { openapi: '{"paths":{}}', docs: { script: '', style: '' } }
    const LINK = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    const { handle, service } = handlerOf(createFakeService(), { allowedHosts: HOSTS, ...pages })
    const status = async (path: string, changes: Readonly<Record<string, string>> = {}, method = 'GET') =>
      (await handle(get(path, { Host: '127.0.0.1:8787', ...LINK, ...changes }, method))).status

    test('lead people there', async () => {
      expect(await Promise.all(['/', '/docs', '/openapi.json', '/docs/'].map((path) => status(path)))).toEqual([
        ...[200, 200, 200, 200],
      ])
    })

    test('lead to no data, and nothing but a link leads there', async () => {
      for (const path of ['/api/v1/swap/chains', '/api/v1/transaction/history', '/events', '/metrics', '/healthz'])
        expect(await status(path)).toBe(403)
      expect(await status('/docs', { 'Sec-Fetch-Dest': 'iframe' })).toBe(403)
      expect(await status('/docs', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' })).toBe(403)
      expect(await status('/docs', { Origin: 'https://evil.example' })).toBe(403)
      expect(await status('/docs', { Host: 'evil.example' })).toBe(403)
      expect(await status('/docs', {}, 'POST')).toBe(403)
      expect(service.calls).toEqual([])
    })
  })

  test('that are the server’s own may call it', async () => {
    const { handle } = handlerOf(createFakeService(), { allowedHosts: HOSTS })
    const own = { Host: 'localhost:8787', Origin: 'http://localhost:8787' }
    const answer = await handle(post('/api/v1/quote', {}, own))
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null])
  })
})

describe('an allow-listed origin', () => {
  const ORIGIN = 'http://localhost:5173'
  const headers = { Host: '127.0.0.1:8787', Origin: ORIGIN, 'Sec-Fetch-Site': 'cross-site' }
  const withOrigin = () => handlerOf(createFakeService(), { allowedHosts: HOSTS, allowedOrigins: [ORIGIN] })

  test('may call and read the headers of the API', async () => {
    const answer = await withOrigin().handle(post('/api/v1/quote', {}, headers))
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-expose-headers':
        'X-API-Version, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Link, Idempotent-Replayed',
      vary: 'Origin',
    })
  })

  test('may read errors too', async () => {
    const answer = await withOrigin().handle(get('/api/v1/nothing', headers))
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, ORIGIN])
  })

  test('has its preflight answered, with the private network where that is asked', async () => {
    const { handle, service } = withOrigin()
    const asking = { ...headers, 'Access-Control-Request-Method': 'POST' }
    const answer = await handle(get('/api/v1/quote', asking, 'OPTIONS'))
    expect(answer.status).toBe(204)
    expect(Object.fromEntries(answer.headers)).toEqual({
      'access-control-allow-headers':
        'Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, traceparent, tracestate, baggage, sentry-trace',
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-origin': ORIGIN,
      'access-control-max-age': '600',
      vary: 'Origin',
      'x-request-id': 'req_00000000000000000000000001',
    })
    const local = await handle(
      get('/api/v1/quote', { ...asking, 'Access-Control-Request-Private-Network': 'true' }, 'OPTIONS'),
    )
    expect(local.headers.get('access-control-allow-private-network')).toBe('true')
    expect(service.calls).toEqual([])
  })

  test('does not open the door to others, nor to another Host', async () => {
    const { handle } = withOrigin()
    const others = [
      'https://evil.example',
      'null',
      `${ORIGIN}.evil.example`,
      'http://localhost:51730',
      'https://localhost:5173',
    ]
    for (const Origin of others) {
      const asking = { ...headers, Origin, 'Access-Control-Request-Method': 'POST' }
      expect((await handle(get('/api/v1/quote', asking, 'OPTIONS'))).status).toBe(403)
      expect((await handle(post('/api/v1/quote', {}, { ...headers, Origin }))).status).toBe(403)
    }
    expect((await handle(post('/api/v1/quote', {}, { ...headers, Host: 'evil.example' }))).status).toBe(403)
  })

  test.each(['*', 'localhost:5173', 'http://localhost:5173/', 'https://*.example', 'null', 'file://x', ''])(
    'must be exact: "%s" is refused when the handler is made',
    (origin) => {
      expect(() => createHandler(createFakeService(), { allowedOrigins: [origin] })).toThrow(
        'An allowed origin must be exact',
      )
    },
  )
})
