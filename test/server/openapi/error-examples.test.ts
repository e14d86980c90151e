import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { REQUESTS } from '../../../src/core/api/requests.ts'
import { openSwapService } from '../../../src/open.ts'
import { createHandler } from '../../../src/server/app.ts'
import { embeddedOptions } from '../../../src/server/embedded-options.ts'
import { EXAMPLES } from '../../../src/server/openapi/examples.ts'
import { OPERATIONS } from '../../../src/server/openapi/operations.ts'
import type { HandlerOptions } from '../../../src/server/options.ts'
import { API_BASE } from '../../../src/server/route.ts'
import type { EmbeddedSwapService } from '../../../src/service/service.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { at, type Fields, operationOf } from '../declared.ts'
import { createFailingService } from '../fake-service.ts'
import { ENDPOINTS, get, handlerOf, post } from '../requests.ts'

/*
 * The examples of the document against the sandbox: what is said to be answered is answered.
 */

const clock = createFakeClock()
let home: string
let service: EmbeddedSwapService

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'swapcli-examples-'))
  service = await openSwapService({ home, clock })
})

afterAll(async () => {
  await service.close()
  await rm(home, { recursive: true, force: true })
})

const send = async (request: Request, options: HandlerOptions = {}) =>
  createHandler(service, { clock, ...embeddedOptions(service), ...options })(request)

/** The error in the example of an operation. */
function exampleOf(method: string, path: string, status: number, code: string): Fields {
  const response = at(operationOf(method, path), 'responses', String(status))
  return at(response, 'content', 'application/json', 'examples', code, 'value', 'error')
}

async function errorIn(answer: Response): Promise<Fields> {
  const { error } = (await answer.json()) as { error: Fields }
  return { ...error, requestId: EXAMPLES.requestId }
}

const { quoteRequest, lockRequest } = EXAMPLES

/** Locks the example, and gives the lock. */
async function lockOnce(
  headers: Readonly<Record<string, string>> = {},
  request: Fields = lockRequest,
): Promise<string> {
  const answer = await send(post(`${API_BASE}/quote/lock`, request, headers))
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { lockId: string } }).data.lockId
}

describe('the example of an error is what the server answers', () => {
  test.each(OPERATIONS.filter(({ invalid }) => invalid !== undefined))(
    '$id: VALIDATION_ERROR',
    async ({ method, path, invalid }) => {
      const request = invalid?.request ?? {}
      const query = new URLSearchParams(
        Object.entries(request).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const answer = await send(method === 'post' ? post(path, request) : get(`${path}?${query.toString()}`))
      expect(answer.status).toBe(400)
      expect(await errorIn(answer)).toEqual(exampleOf(method, path, 400, 'VALIDATION_ERROR'))
    },
  )

  test.each([
    ['INVALID_AMOUNT', { amount: '0.0000001' }],
    ['INVALID_SLIPPAGE', { slippage: 10_001 }],
    ['INVALID_ADDRESS', { recipient: '0x12' }],
    ['UNSUPPORTED_PAIR', { dstChain: quoteRequest.srcChain, dstAddress: quoteRequest.srcAddress }],
  ])('createQuote, streamQuote and lockRoute: %s', async (code, change) => {
    for (const path of [`${API_BASE}/quote`, '/quote/stream', `${API_BASE}/quote/lock`]) {
      const answer = await send(post(path, { ...lockRequest, ...change }))
      expect([answer.status, await errorIn(answer)]).toEqual([400, exampleOf('post', path, 400, code)])
    }
  })

  test.each<readonly [string, number, string, () => Promise<Request>]>([
    [
      '/api/v1/quote/lock',
      400,
      'MISSING_PROVIDER',
      async () => post('/api/v1/quote/lock', { ...lockRequest, provider: undefined }),
    ],
    ['/api/v1/quote/execute', 400, 'MISSING_LOCK_ID', async () => post('/api/v1/quote/execute', {})],
    [
      '/api/v1/quote/lock',
      409,
      'PROVIDER_UNAVAILABLE',
      async () => post('/api/v1/quote/lock', { ...lockRequest, routeId: 'gone' }),
    ],
    [
      '/api/v1/quote/lock',
      502,
      'BAD_GATEWAY',
      async () => post('/api/v1/quote/lock', { ...lockRequest, amount: '100.0502' }),
    ],
    [
      '/api/v1/quote/execute',
      503,
      'PROVIDER_UNAVAILABLE',
      async () => {
        const { routeId: _other, ...rest } = lockRequest
        return post('/api/v1/quote/execute', { lockId: await lockOnce({}, { ...rest, amount: '100.0503' }) })
      },
    ],
    [
      '/api/v1/quote/lock',
      409,
      'IDEMPOTENCY_CONFLICT',
      async () => {
        const headers = { 'Idempotency-Key': 'example' }
        await lockOnce(headers)
        return post('/api/v1/quote/lock', { ...lockRequest, amount: '200' }, headers)
      },
    ],
    [
      '/api/v1/quote/execute',
      409,
      'QUOTE_EXPIRED',
      async () => {
        const lockId = await lockOnce()
        await clock.advance(3_600_000)
        return post('/api/v1/quote/execute', { lockId })
      },
    ],
    [
      '/api/v1/quote/execute',
      409,
      'IDEMPOTENCY_IN_PROGRESS',
      async () => {
        const lockId = await lockOnce()
        const commitExecution = service.store.commitExecution.bind(service.store)
        // Its last write waits, so the first call runs as long as the test does.
        const isAtIt = new Promise<void>((resolve) => {
          const finished = new Promise<void>((finish) => onTestFinished(() => finish()))
          const commit: typeof commitExecution = async (...written) => {
            resolve()
            await finished
            return commitExecution(...written)
          }
          Object.assign(service.store, { commitExecution: commit })
        })
        onTestFinished(() => void Object.assign(service.store, { commitExecution }))
        void service.execute({ lockId }, { idempotencyKey: 'running' })
        await isAtIt
        return post('/api/v1/quote/execute', { lockId }, { 'Idempotency-Key': 'running' })
      },
    ],
    ['/api/v1/quote', 413, 'PAYLOAD_TOO_LARGE', async () => post('/api/v1/quote', 'x'.repeat(70_000))],
    [
      '/api/v1/quote',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      async () => post('/api/v1/quote', '{}', { 'Content-Type': 'a/b' }),
    ],
    ['/api/v1/quote', 403, 'FORBIDDEN', async () => post('/api/v1/quote', '{}', { Origin: 'https://evil.example' })],
    [
      '/api/v1/transaction/track',
      404,
      'NOT_FOUND',
      async () => post('/api/v1/transaction/track', { transactionId: 'tx' }),
    ],
  ])('%s: %i %s', async (path, status, code, request) => {
    const answer = await send(await request())
    expect([answer.status, await errorIn(answer)]).toEqual([status, exampleOf('post', path, status, code)])
  })

  test.each([
    ['/api/v1/transaction/status', '/api/v1/transaction/status?hash=0x00', 404, 'NOT_FOUND'],
    ['/quote/verdicts/{requestId}', '/quote/verdicts/req_01', 404, 'NOT_FOUND'],
    ['/events', '/events?after=x', 400, 'VALIDATION_ERROR'],
  ] as const)('%s: %s is %i %s', async (path, url, status, code) => {
    const answer = await send(get(url))
    expect([answer.status, await errorIn(answer)]).toEqual([status, exampleOf('get', path, status, code)])
  })

  test('of a server without a journal, over its limit, with a bug, and that is closed', async () => {
    const { handle } = handlerOf()
    expect(await errorIn(await handle(get('/events')))).toEqual(exampleOf('get', '/events', 404, 'NOT_FOUND'))
    const path = `${API_BASE}/swap/chains`
    const limited = handlerOf(undefined, { rateLimitPerMinute: 1 })
    await limited.handle(get(path))
    await limited.clock.advance(30_000)
    expect(await errorIn(await limited.handle(get(path)))).toEqual(exampleOf('get', path, 429, 'RATE_LIMITED'))
    const failing = handlerOf(createFailingService(new Error('x')))
    expect(await errorIn(await failing.handle(get(path)))).toEqual(exampleOf('get', path, 500, 'INTERNAL_ERROR'))
    const folder = await mkdtemp(join(tmpdir(), 'swapcli-closed-'))
    const closed = await openSwapService({ home: folder, clock })
    await closed.close()
    expect(await errorIn(await createHandler(closed)(get(path)))).toEqual(
      exampleOf('get', path, 503, 'SERVICE_UNAVAILABLE'),
    )
    await rm(folder, { recursive: true, force: true })
  })
})

test('the limit leaves out those that the document says it does', async () => {
  for (const { method, path, unlimited } of OPERATIONS.filter((operation) => operation.method === 'get')) {
    const { handle } = handlerOf(undefined, { rateLimitPerMinute: 1 })
    await handle(get(path))
    expect((await handle(get(path))).status === 429, path).toBe(unlimited !== true)
    expect(Object.keys(at(operationOf(method, path), 'responses')).includes('429'), path).toBe(unlimited !== true)
  }
})

describe('null in a body', () => {
  const BODIES = {
    quote: async () => quoteRequest,
    lock: async () => lockRequest,
    execute: async () => ({ lockId: await lockOnce() }),
    track: async () => {
      const answer = await send(post(`${API_BASE}/quote/execute`, { lockId: await lockOnce() }))
      const { data } = (await answer.json()) as { data: { transaction: { id: string } } }
      return { transactionId: data.transaction.id }
    },
  } as const
  const FIELDS = (['quote', 'lock', 'execute', 'track'] as const).flatMap((name) =>
    Object.entries(REQUESTS[name]).map(([field, { required }]: [string, { required?: true }]) => ({
      name,
      field,
      required: required === true,
    })),
  )

  test.each(FIELDS)('$name $field is taken as left out where it is optional, and the document says so', async (one) => {
    const path = `${API_BASE}${ENDPOINTS.find(({ name }) => name === one.name)?.path ?? ''}`
    const answer = await send(post(path, { ...(await BODIES[one.name]()), [one.field]: null }))
    expect(answer.status, await answer.clone().text()).toBe(one.required ? 400 : 200)
    const body = at(operationOf('post', path), 'requestBody', 'content', 'application/json', 'schema')
    const type = at(body, 'properties', one.field)['type']
    expect(Array.isArray(type) && type.includes('null')).toBe(!one.required)
  })
})
