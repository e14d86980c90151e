import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { ERROR_TABLE, SwapError } from '../../../src/core/api/errors.ts'
import { API_ERROR_CODES } from '../../../src/core/api/errors.ts'
import { ROUTES } from '../../../src/server/app.ts'
import { API_BASE } from '../../../src/server/route.ts'
import { openapiText } from '../../../src/server/openapi/openapi.ts'
import { at, DOCUMENT, expectDeclared, type Fields, operationOf, TEXT, validatorOf } from '../declared.ts'
import { createFailingService, createFakeService } from '../fake-service.ts'
import { ENDPOINTS, get, handlerOf, post, requestOf } from '../requests.ts'

test('the committed document is the generated one', () => {
  expect(openapiText()).toBe(TEXT)
})

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(TEXT) as Record<string, unknown>)
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(DOCUMENT['openapi']).toBe('3.1.0')
})

test('no published object is closed', () => {
  expect(TEXT).not.toContain('additionalProperties": false')
})

const OPERATIONS_OF_DOCUMENT = Object.entries(at(DOCUMENT, 'paths')).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Fields>).map(([method, operation]) => ({ method, path, operation })),
)

test('every route is in the document with its full path, and nothing else is', () => {
  const own = ROUTES.map((route) => `${route.method} ${route.path.replace(/:(\w+)/, '{$1}')}`)
  const unpublished = ['GET /openapi.json', 'GET /docs', 'GET /']
  const published = OPERATIONS_OF_DOCUMENT.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(published.sort()).toEqual(own.filter((name) => !unpublished.includes(name)).sort())
  expect(DOCUMENT['servers']).toEqual([{ url: '/', description: 'The server that this document came from' }])
  expect(TEXT.match(/"servers"/g)).toHaveLength(1)
})

test('no operation has the name of another one or of a schema, whatever the case of letters', () => {
  const ids = OPERATIONS_OF_DOCUMENT.map(({ operation }) => String(operation['operationId']).toLowerCase())
  const schemas = Object.keys(at(DOCUMENT, 'components', 'schemas')).map((name) => name.toLowerCase())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => schemas.includes(id))).toEqual([])
})

test('each operation has one tag that is described, a description, and no security', () => {
  const tags = (DOCUMENT['tags'] as Fields[]).map(({ name }) => name)
  for (const { operation } of OPERATIONS_OF_DOCUMENT) {
    expect(operation['tags']).toEqual([expect.toBeOneOf(tags)])
    expect(operation['description']).toMatch(/\.$/)
    expect(operation).not.toHaveProperty('security')
  }
  expect(DOCUMENT['security']).toEqual([])
})

test('an Idempotency-Key is described by what repeats: a lock only until it has expired, which frees the key', () => {
  const described = (path: string) =>
    (operationOf('POST', path)['parameters'] as Fields[]).map(({ description }) => String(description).split('. ')[1])
  expect([described('/api/v1/quote/lock'), described('/api/v1/quote/execute')]).toEqual([
    [
      'Repeating a request with the same key within 24 hours returns the first answer with the ttlMs that is left, until the lock has expired: that frees the key for a new lock',
    ],
    [
      'Repeating a request with the same key within 24 hours returns the first answer with the status that its transaction has now',
    ],
  ])
})

test('every status of every operation has an example of each of its codes', () => {
  const wrong = OPERATIONS_OF_DOCUMENT.flatMap(({ operation }) =>
    Object.entries(at(operation, 'responses')).flatMap(([status, response]) => {
      if (Number(status) < 400) return []
      const { description, content } = response as { description: string; content: Record<string, Fields> }
      const examples = at(content['application/json'], 'examples')
      const codes = Object.keys(examples).map((name) => at(examples, name, 'value', 'error')['code'])
      return codes.join(', ') === description ? [] : [`${String(operation['operationId'])} ${status}: ${codes.join()}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('every example fits its schema, closed', () => {
  let examples = 0
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { schema, example, examples: named } = value as Fields
    const found: unknown[] = example === undefined ? [] : [example]
    for (const name of Object.keys(named ?? {})) found.push(at(named, name)['value'])
    for (const one of schema === undefined ? [] : found) {
      const validate = validatorOf(schema, true)
      expect(validate(one), `${JSON.stringify(one)}: ${JSON.stringify(validate.errors)}`).toBe(true)
      examples += 1
    }
    Object.values(value).forEach(visit)
  }
  visit(DOCUMENT['paths'])
  expect(examples).toBeGreaterThan(130)
})

describe('every answer of the API is declared', () => {
  test.each(ENDPOINTS)('$method $path: success', async (endpoint) => {
    const { handle } = handlerOf(createFakeService(), { rateLimitPerMinute: 10, catalogVersion: () => 'v' })
    await expectDeclared(operationOf(endpoint.method, `${API_BASE}${endpoint.path}`), await handle(requestOf(endpoint)))
  })

  test.each(ENDPOINTS)('$method $path: every error that it declares', async (endpoint) => {
    const operation = operationOf(endpoint.method, `${API_BASE}${endpoint.path}`)
    for (const [status, response] of Object.entries(at(operation, 'responses')).filter(
      ([code]) => Number(code) >= 400,
    )) {
      const codes = String((response as Fields)['description']).split(', ')
      expect(codes.filter((code) => !(API_ERROR_CODES as readonly string[]).includes(code))).toEqual([])
      for (const code of API_ERROR_CODES.filter((known) => codes.includes(known))) {
        const error = new SwapError(code, 'why', {
          httpStatus: Number(status),
          field: 'amount',
          hint: 'do',
          funds: 'unknown',
          errors: [{ code, message: 'why' }],
        })
        const answer = await handlerOf(createFailingService(error)).handle(requestOf(endpoint))
        expect(answer.status).toBe(Number(status))
        await expectDeclared(operation, answer)
      }
    }
  })

  test.each(ENDPOINTS)('$method $path: what the server refuses by itself', async (endpoint) => {
    const operation = operationOf(endpoint.method, `${API_BASE}${endpoint.path}`)
    const limited = handlerOf(createFakeService(), { rateLimitPerMinute: 1, allowedHosts: ['a'] })
    const forbidden = await limited.handle(requestOf(endpoint))
    const tooMany = handlerOf(createFakeService(), { rateLimitPerMinute: 1 })
    await tooMany.handle(requestOf(endpoint))
    const answers = [
      forbidden,
      await tooMany.handle(requestOf(endpoint)),
      await handlerOf(createFailingService(new Error('x'))).handle(requestOf(endpoint)),
    ]
    const path = `${API_BASE}${endpoint.path}`
    if (endpoint.method === 'POST') {
      const { handle } = handlerOf()
      answers.push(
        await handle(post(path, '{')),
        await handle(post(path, '{}', { 'Content-Type': 'a/b' })),
        await handle(post(path, 'x'.repeat(70_000))),
      )
    }
    expect(answers.map((answer) => answer.status)).toEqual(
      endpoint.method === 'POST' ? [403, 429, 500, 400, 415, 413] : [403, 429, 500],
    )
    for (const answer of answers) await expectDeclared(operation, answer)
  })

  test.each(ENDPOINTS.filter(({ path }) => path.startsWith('/swap/')))('$path: not changed', async (endpoint) => {
    const { handle } = handlerOf(createFakeService(), { catalogVersion: () => 'v' })
    const answer = await handle(get(`/api/v1${endpoint.path}`, { 'If-None-Match': '*' }))
    expect(answer.status).toBe(304)
    await expectDeclared(operationOf('GET', `${API_BASE}${endpoint.path}`), answer)
  })

  test('every code of the API is declared somewhere, with its status of the table', () => {
    const declared = new Set<string>()
    for (const { method, path } of ENDPOINTS) {
      for (const [status, response] of Object.entries(at(operationOf(method, `${API_BASE}${path}`), 'responses'))) {
        for (const code of String((response as Fields)['description']).split(', ')) declared.add(`${status} ${code}`)
      }
    }
    const codes = API_ERROR_CODES.filter((code) => code !== 'METHOD_NOT_ALLOWED')
    expect(codes.filter((code) => !declared.has(`${ERROR_TABLE[code].httpStatus} ${code}`))).toEqual([])
  })
})

describe('every answer outside the API is declared', () => {
  const options = { readiness: async () => [{ name: 'store', ok: false }] }
  test.each([
    ['post', '/quote/stream', () => post('/quote/stream', {}), 200],
    ['post', '/quote/stream', () => post('/quote/stream', '{'), 400],
    ['get', '/quote/verdicts/{requestId}', () => get('/quote/verdicts/req_x'), 404],
    ['get', '/events', () => get('/events'), 404],
    ['get', '/healthz', () => get('/healthz'), 200],
    ['get', '/readyz', () => get('/readyz'), 503],
    ['get', '/metrics', () => get('/metrics'), 200],
  ] as const)('%s %s', async (method, path, request, status) => {
    const answer = await handlerOf(createFakeService(), options).handle(request())
    expect(answer.status).toBe(status)
    await expectDeclared(operationOf(method, path), answer)
  })

  test('the verdicts of a quote', async () => {
    const { handle } = handlerOf()
    await handle(post('/api/v1/quote', {}))
    const answer = await handle(get('/quote/verdicts/req_00000000000000000000000001'))
    expect(answer.status).toBe(200)
    await expectDeclared(operationOf('get', '/quote/verdicts/{requestId}'), answer)
  })
})

describe('the check itself notices', () => {
  const stray = (change: (body: Record<string, unknown>) => void) =>
    handlerOf(
      createFakeService({
        chains: async () => {
          const page = {
            data: [
              {
                key: 'a',
                name: 'A',
                shortname: 'A',
                chainId: 1,
                image: '',
                type: 'EVM' as const,
                active: true,
                new: false,
              },
            ],
            pagination: { page: 1, perPage: 1, total: 1, hasMore: false },
          }
          change(page)
          return page
        },
      }),
    ).handle(get('/api/v1/swap/chains'))

  test.each<[string, (body: Record<string, unknown>) => void]>([
    ['a field that is not declared', (body) => Object.assign(body, { secret: 1 })],
    ['a field of the wrong type', (body) => Object.assign(body, { pagination: null })],
    ['a missing field', (body) => delete body['pagination']],
  ])('%s', async (_name, change) => {
    await expect(expectDeclared(operationOf('get', '/api/v1/swap/chains'), await stray(change))).rejects.toThrow()
  })

  test('a missing header, an undeclared status and another media type', async () => {
    const operation = operationOf('get', '/api/v1/swap/chains')
    const full = await stray(() => undefined)
    const body = await full.clone().text()
    await expect(
      expectDeclared(operation, new Response(body, { headers: { 'content-type': 'application/json' } })),
    ).rejects.toThrow('X-API-Version')
    await expect(expectDeclared(operation, new Response(body, { status: 201, headers: full.headers }))).rejects.toThrow(
      '201',
    )
    const html = new Headers(full.headers)
    html.set('content-type', 'text/html')
    await expect(expectDeclared(operation, new Response(body, { headers: html }))).rejects.toThrow('text/html')
  })
})
