import { describe, expect, test } from 'vitest'
import { API_ERROR_CODES, ERROR_TABLE, isErrorCode, SwapError } from '../../src/core/api/errors.ts'
import type { LogEntry } from '../../src/server/options.ts'
import { ANSWERS, createFailingService, createFakeService, refusal } from './fake-service.ts'
import { ENDPOINTS, errorCode, get, handlerOf, post, read, requestOf } from './requests.ts'

const REQUEST_ID = 'req_00000000000000000000000001'

describe('every endpoint', () => {
  test.each(ENDPOINTS)('$method $path answers what the service gives, in its envelope', async (endpoint) => {
    const { handle } = handlerOf()
    const answer = await read(await handle(requestOf(endpoint)))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(ANSWERS[endpoint.example as keyof typeof ANSWERS])
    expect(answer.headers).toEqual({
      'cache-control': endpoint.path.startsWith('/swap/')
        ? 'private, max-age=30, stale-while-revalidate=300'
        : 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-api-version': '1',
      'x-content-type-options': 'nosniff',
      'x-request-id': REQUEST_ID,
      ...(endpoint.name === 'quote' ? { link: `</quote/verdicts/${REQUEST_ID}>; rel="describedby"` } : {}),
    })
  })

  test.each(ENDPOINTS)('$method $path answers a refusal in the error envelope', async (endpoint) => {
    const { handle } = handlerOf(createFailingService(refusal()))
    const answer = await read(await handle(requestOf(endpoint)))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      error: {
        code: 'INVALID_AMOUNT',
        message: 'amount must be positive',
        field: 'amount',
        requestId: REQUEST_ID,
        details: { errors: refusal().errors },
      },
    })
    expect(answer.headers).toMatchObject({
      'x-api-version': '1',
      'x-request-id': REQUEST_ID,
      'cache-control': 'no-store',
    })
  })

  test.each(ENDPOINTS)('$method $path takes a trailing slash', async (endpoint) => {
    const { handle, service } = handlerOf()
    const answer = await handle(requestOf({ ...endpoint, path: `${endpoint.path}/` }))
    expect([answer.status, service.calls.length]).toEqual([200, 1])
  })

  test.each(ENDPOINTS.filter(({ method }) => method === 'GET'))(
    'HEAD $path is GET without a body',
    async ({ path }) => {
      const { handle } = handlerOf()
      const head = await handle(get(`/api/v1${path}`, {}, 'HEAD'))
      const full = await handle(get(`/api/v1${path}`))
      const body = await full.arrayBuffer()
      expect((await head.arrayBuffer()).byteLength).toBe(0)
      expect(head.status).toBe(200)
      expect(head.headers.get('content-length')).toBe(String(body.byteLength))
      const named = (response: Response) =>
        [...response.headers.keys()].filter((name) => name !== 'content-length' && name !== 'x-request-id')
      expect(named(head)).toEqual(named(full))
    },
  )

  test.each(ENDPOINTS)('$path refuses other methods and says which it has', async ({ method, path }) => {
    const { handle, service } = handlerOf()
    for (const wrong of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', method === 'GET' ? 'POST' : 'GET']) {
      const answer = await handle(get(`/api/v1${path}`, {}, wrong))
      expect([wrong, answer.status, answer.headers.get('allow')]).toEqual([
        wrong,
        405,
        method === 'GET' ? 'GET, HEAD' : 'POST',
      ])
      expect(await errorCode(answer)).toBe('METHOD_NOT_ALLOWED')
    }
    expect(service.calls).toEqual([])
  })
})

describe('paths that do not exist', () => {
  test.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/api/v1//swap/chains',
    '/api/v1/swap',
    '/api/v1/swap/chains/ethereum',
    '/api/v1/quote/stream',
    '/api/v1/openapi.json',
  ])('%s is 404 in the envelope of the API', async (path) => {
    const answer = await handlerOf().handle(get(path))
    expect([answer.status, answer.headers.get('x-api-version')]).toEqual([404, '1'])
    expect(await errorCode(answer)).toBe('NOT_FOUND')
  })

  test.each([
    '/api',
    '/api/v2/swap/chains',
    '/api/v10/swap/chains',
    '/swap/chains',
    '/API/V1/swap/chains',
    '/favicon.ico',
  ])('%s is 404 without a version', async (path) => {
    const answer = await handlerOf().handle(get(path))
    expect([answer.status, answer.headers.get('x-api-version')]).toEqual([404, null])
    expect(await errorCode(answer)).toBe('NOT_FOUND')
  })
})

describe('queries', () => {
  test.each([
    ['page=2&perPage=50', { page: 2, perPage: 50 }],
    ['page=0', { page: 0 }],
    ['page=-1', { page: -1 }],
    ['page=abc', { page: 'abc' }],
    ['page=1.5', { page: '1.5' }],
    ['page=', { page: '' }],
    ['page=1e3', { page: '1e3' }],
    ['page=0x10', { page: '0x10' }],
    ['page=%201', { page: ' 1' }],
    ['page=01', { page: '01' }],
    ['page=1&page=2', { page: ['1', '2'] }],
    ['page=99999999999999999999', { page: '99999999999999999999' }],
    ['page=%D9%A1', { page: '١' }],
    ['finalizedOnly=true', { finalizedOnly: true }],
    ['finalizedOnly=1', { finalizedOnly: true }],
    ['finalizedOnly=false', { finalizedOnly: false }],
    ['finalizedOnly=0', { finalizedOnly: false }],
    ['finalizedOnly=yes', { finalizedOnly: 'yes' }],
    ['addresses=a&addresses=b,c', { addresses: ['a', 'b,c'] }],
    ['addresses=', { addresses: [''] }],
    ['statuses=PENDING,FAILED', { statuses: ['PENDING,FAILED'] }],
    ['query=a%2Bb+c', { query: 'a+b c' }],
    ['unknown=1&__proto__=2&constructor=3', {}],
    ['', {}],
  ])('history with %s asks the service for %j', async (search, expected) => {
    const { handle, service } = handlerOf()
    await handle(get(`/api/v1/transaction/history?${search}`))
    expect(service.calls).toEqual([['history', expected]])
  })

  test('status, chains, assets and sources read their own parameters', async () => {
    const { handle, service } = handlerOf()
    await handle(get('/api/v1/transaction/status?hash=0xab&transactionId=tx_1&page=1'))
    await handle(get('/api/v1/swap/chains?type=EVM&query=e&page=1&perPage=2&chain=x'))
    await handle(get('/api/v1/swap/assets?chain=ethereum&query=usd&page=1&perPage=2&type=x'))
    await handle(get('/api/v1/swap/sources?type=BRIDGE&page=1&perPage=2&query=x'))
    await handle(get('/api/v1/transaction/stats?addresses=a&finalizedOnly=true&page=3'))
    expect(service.calls).toEqual([
      ['status', { hash: '0xab', transactionId: 'tx_1' }],
      ['chains', { type: 'EVM', query: 'e', page: 1, perPage: 2 }],
      ['assets', { chain: 'ethereum', query: 'usd', page: 1, perPage: 2 }],
      ['sources', { type: 'BRIDGE', page: 1, perPage: 2 }],
      ['stats', { addresses: ['a'], finalizedOnly: true }],
    ])
  })
})

describe('bodies', () => {
  const PATHS = ENDPOINTS.filter(({ method }) => method === 'POST').map(({ path }) => `/api/v1${path}`)
  const type = (contentType: string) => ({ 'Content-Type': contentType })
  const JSON_TYPE = type('application/json')
  const CODES = { 400: 'VALIDATION_ERROR', 413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' } as const
  type Body = string | Uint8Array<ArrayBuffer> | undefined
  const cases: [name: string, status: keyof typeof CODES, body: Body, headers?: Record<string, string>][] = [
    ['no content type', 415, new Uint8Array([123, 125]), {}],
    ['a text type', 415, '{}', type('text/plain')],
    ['a form type', 415, 'a=b', type('application/x-www-form-urlencoded')],
    ['a type like JSON', 415, '{}', type('application/json5')],
    ['two types', 415, '{}', type('application/json, text/plain')],
    ['another charset', 415, '{}', type('application/json; charset=latin1')],
    ['compression', 415, '{}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
    ['no body', 400, undefined],
    ['an empty body', 400, ''],
    ['half a document', 400, '{'],
    ['a list', 400, '[]'],
    ['null', 400, 'null'],
    ['a text', 400, '"a"'],
    ['bytes that are no UTF-8', 400, new Uint8Array([0x7b, 0xff, 0x7d])],
    ['deep nesting, unclosed', 400, '['.repeat(60_000)],
    ['64 KiB and a byte', 413, JSON.stringify({ a: 'x'.repeat(65_536 - 7) })],
    [
      'a lie about its length',
      413,
      JSON.stringify({ a: 'x'.repeat(100_000) }),
      { ...JSON_TYPE, 'Content-Length': '2' },
    ],
    ['an announced 1 MB', 413, '{}', { ...JSON_TYPE, 'Content-Length': '1000000' }],
  ]
  test.each(cases)(
    'with %s are refused everywhere and reach no service',
    async (_name, status, body, headers = JSON_TYPE) => {
      const { handle, service } = handlerOf()
      for (const path of PATHS) {
        const request = new Request(`http://127.0.0.1:8787${path}`, {
          method: 'POST',
          headers,
          ...(body === undefined ? {} : { body }),
        })
        const answer = await handle(request)
        expect([path, answer.status, await errorCode(answer)]).toEqual([path, status, CODES[status]])
      }
      expect(service.calls).toEqual([])
    },
  )

  test('that never end are cut off at 64 KiB', async () => {
    let pulled = 0
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1
        controller.enqueue(new Uint8Array(1024).fill(32))
      },
      cancel: () => {
        cancelled = true
      },
    })
    const request = new Request('http://127.0.0.1:8787/api/v1/quote', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      duplex: 'half',
    })
    const answer = await handlerOf().handle(request)
    expect([answer.status, cancelled, pulled < 70]).toEqual([413, true, true])
  })

  test('of exactly 64 KiB are taken', async () => {
    const { handle, service } = handlerOf()
    const body = { a: 'x'.repeat(65_536 - 8) }
    expect(JSON.stringify(body).length).toBe(65_536)
    expect((await handle(post('/api/v1/quote', body))).status).toBe(200)
    expect(service.calls).toEqual([['quote', body, {}]])
  })

  test.each([
    ['a byte order mark', '\uFEFF{"amount":"1"}', { amount: '1' }],
    ['a key twice (the last counts)', '{"amount":"1","amount":"2"}', { amount: '2' }],
    ['__proto__ (left out)', '{"__proto__":{"amount":"9"},"amount":"1"}', { amount: '1' }],
    ['constructor', '{"constructor":"x","amount":"1"}', { constructor: 'x', amount: '1' }],
    ['wrong types (handed on)', '{"amount":1,"exclude":{}}', { amount: 1, exclude: {} }],
  ])('with %s reach the service', async (_name, body, expected) => {
    const { handle, service } = handlerOf()
    await handle(post('/api/v1/quote', body))
    expect(service.calls).toEqual([['quote', expected, {}]])
    expect(Object.getPrototypeOf(service.calls[0]?.[1])).toBe(Object.prototype)
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', ' application/json '])(
    'of type %s are taken',
    async (type) => {
      const { handle, service } = handlerOf()
      await handle(post('/api/v1/quote', {}, { 'Content-Type': type }))
      expect(service.calls.length).toBe(1)
    },
  )

  test('of track lose provider metadata on the way', async () => {
    const { handle, service } = handlerOf()
    await handle(
      post('/api/v1/transaction/track', { transactionId: 'tx_1', txHash: '0x', provider: 'X', channelId: '7' }),
    )
    expect(service.calls).toEqual([['track', { transactionId: 'tx_1', txHash: '0x' }]])
  })
})

describe('Idempotency-Key', () => {
  test('reaches lock and execute', async () => {
    const { handle, service } = handlerOf()
    await handle(post('/api/v1/quote/lock', { provider: 'X' }, { 'Idempotency-Key': 'k-1' }))
    await handle(post('/api/v1/quote/execute', { lockId: 'l' }, { 'Idempotency-Key': 'k-2' }))
    await handle(post('/api/v1/quote/execute', { lockId: 'l' }))
    const onReplay: unknown = expect.any(Function)
    expect(service.calls).toEqual([
      ['lock', { provider: 'X' }, { idempotencyKey: 'k-1', onReplay }],
      ['execute', { lockId: 'l' }, { idempotencyKey: 'k-2', onReplay }],
      ['execute', { lockId: 'l' }, {}],
    ])
  })
})

describe('errors', () => {
  test.each(API_ERROR_CODES.filter((code) => code !== 'INTERNAL_ERROR'))(
    '%s keeps its code and status',
    async (code) => {
      const { handle } = handlerOf(createFailingService(new SwapError(code, 'why')))
      const answer = await handle(get('/api/v1/transaction/status'))
      expect([answer.status, await errorCode(answer)]).toEqual([ERROR_TABLE[code].httpStatus, code])
    },
  )

  test.each(Object.keys(ERROR_TABLE).filter((code) => !(API_ERROR_CODES as readonly string[]).includes(code)))(
    '%s, a code of this machine only, is never shown',
    async (code) => {
      if (!isErrorCode(code)) throw new Error('not a code')
      const { handle } = handlerOf(
        createFailingService(new SwapError(code, '/home/user/secret.db', { reason: undefined })),
      )
      const answer = await handle(get('/api/v1/transaction/status'))
      const text = await answer.text()
      expect(text).not.toContain('secret')
      expect([500, 503]).toContain(answer.status)
      expect(text).toMatch(/"code":"(INTERNAL_ERROR|SERVICE_UNAVAILABLE)"/)
    },
  )

  test('a store that cannot be used is logged in its own words, which are hidden', async () => {
    const log: LogEntry[] = []
    const error = new SwapError('STORE_UNUSABLE', 'The store /home/user/secret.db is damaged: events 7')
    const { handle } = handlerOf(createFailingService(error), { log: (entry) => log.push(entry) })
    const { status, body } = await read(await handle(get('/api/v1/transaction/status')))
    expect([status, body]).toEqual([
      500,
      {
        error: {
          ...{ code: 'INTERNAL_ERROR', requestId: REQUEST_ID, details: { errors: [] }, funds: undefined },
          message: 'The server cannot use what it has stored; see its log for this request id',
        },
      },
    ])
    expect(log[0]).toEqual({ kind: 'error', requestId: REQUEST_ID, message: error.message, error })
  })

  test('a store that another process holds is logged with its path, which is hidden', async () => {
    const log: LogEntry[] = []
    const error = new SwapError('SERVICE_UNAVAILABLE', 'The store /home/user/secret.db is in use by another process.', {
      reason: 'store-busy',
    })
    const { handle } = handlerOf(createFailingService(error), { log: (entry) => log.push(entry) })
    const answer = await handle(get('/api/v1/transaction/status'))
    expect(answer.headers.get('retry-after')).toBe('1')
    const { status, body } = await read(answer)
    expect([status, body]).toEqual([
      503,
      {
        error: {
          ...{ code: 'SERVICE_UNAVAILABLE', requestId: REQUEST_ID, details: { errors: [] }, funds: undefined },
          ...{ message: 'The store of the server is in use by another process', hint: 'Try again in a moment' },
        },
      },
    ])
    expect(log[0]).toEqual({ kind: 'error', requestId: REQUEST_ID, message: error.message, error })
  })

  test.each([new Error('at /home/user/x.js:1'), new TypeError('boom'), 'a text', undefined])(
    'a bug (%s) is logged, hidden and named by its id',
    async (bug) => {
      const log: LogEntry[] = []
      const { handle } = handlerOf(createFailingService(bug), { log: (entry) => log.push(entry) })
      const answer = await read(await handle(get('/api/v1/transaction/status')))
      expect(answer.status).toBe(500)
      expect(answer.body).toEqual({
        error: {
          code: 'INTERNAL_ERROR',
          message: 'The server failed; see its log for this request id',
          requestId: REQUEST_ID,
          details: { errors: [] },
        },
      })
      expect(log).toEqual([
        {
          kind: 'error',
          requestId: REQUEST_ID,
          message: bug instanceof Error ? bug.message : 'a value that is not an Error was thrown',
          error: bug,
        },
        {
          kind: 'request',
          requestId: REQUEST_ID,
          method: 'GET',
          route: '/api/v1/transaction/status',
          status: 500,
          ms: 0,
        },
      ])
    },
  )

  test('a bug that is thrown at once is answered too', async () => {
    const service = createFakeService({
      chains: () => {
        throw new Error('boom')
      },
    })
    expect((await handlerOf(service).handle(get('/api/v1/swap/chains'))).status).toBe(500)
  })

  test.each([
    [new SwapError('PROVIDER_UNAVAILABLE', 'x', { retryAfterSec: 30 }), 503, '30'],
    [new SwapError('PROVIDER_UNAVAILABLE', 'x', { retryAfterSec: 0.2 }), 503, '1'],
    [new SwapError('PROVIDER_UNAVAILABLE', 'x'), 503, '2'],
    [new SwapError('PROVIDER_UNAVAILABLE', 'x', { httpStatus: 409, retryAfterSec: 5 }), 409, null],
    [new SwapError('SERVICE_UNAVAILABLE', 'x'), 503, '2'],
    [new SwapError('RATE_LIMITED', 'x'), 429, '1'],
    [new SwapError('BAD_GATEWAY', 'x', { retryAfterSec: 5 }), 502, null],
  ])('%s with status %i says Retry-After: %s', async (error, status, retryAfter) => {
    const answer = await handlerOf(createFailingService(error)).handle(get('/api/v1/transaction/status'))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter])
  })

  test('a 400 without a list of problems lists its own; hint and funds are told', async () => {
    const error = new SwapError('VALIDATION_ERROR', 'hash is required', {
      field: 'hash',
      hint: 'Send one',
      funds: 'unknown',
    })
    const answer = await read(await handlerOf(createFailingService(error)).handle(get('/api/v1/transaction/status')))
    expect(answer.body).toEqual({
      error: {
        code: 'VALIDATION_ERROR',
        message: 'hash is required',
        field: 'hash',
        requestId: REQUEST_ID,
        details: { errors: [{ code: 'VALIDATION_ERROR', field: 'hash', message: 'hash is required' }] },
        hint: 'Send one',
        funds: 'unknown',
      },
    })
  })
})

test('every answer has a request id of its own, and the log names route templates only', async () => {
  const log: LogEntry[] = []
  const { handle } = handlerOf(createFakeService(), { log: (entry) => log.push(entry) })
  for (const path of [
    '/api/v1/swap/chains?query=secret',
    '/nothing/secret',
    '/quote/verdicts/req_secret',
    '/healthz',
  ]) {
    await handle(get(path))
  }
  expect(
    log.map((entry) => (entry.kind === 'request' ? [entry.requestId.slice(-2), entry.route, entry.status] : entry)),
  ).toEqual([
    ['01', '/api/v1/swap/chains', 200],
    ['02', 'unmatched', 404],
    ['03', '/quote/verdicts/:requestId', 404],
    ['04', '/healthz', 200],
  ])
  expect(JSON.stringify(log)).not.toContain('secret')
})
