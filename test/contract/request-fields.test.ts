import { describe, expect, expectTypeOf, test } from 'vitest'
import { createSwapClient } from '../../src/client/pooled-client.ts'
import { isSwapError } from '../../src/core/api/errors.ts'
import { checkRequest, startCheck } from '../../src/core/api/request-check.ts'
import type { Field, RequestFields, RequestOf } from '../../src/core/api/request-fields.ts'
import { requestSchema } from '../../src/core/api/request-schemas.ts'
import { REQUESTS } from '../../src/core/api/requests.ts'
import type { SwapService } from '../../src/core/api/service.ts'
import { readQuery } from '../../src/server/http/query.ts'
import { bodySchema } from '../../src/server/openapi/parameters.ts'
import { at, operationOf } from '../server/declared.ts'
import { createFakeService, type FakeService } from '../server/fake-service.ts'
import { ENDPOINTS, handlerOf, ORIGIN } from '../server/requests.ts'

/*
 * What follows from a field's declaration, for every declared field: it is checked, documented, read from queries and
 * pipes, and sent by the client. A field that is added somewhere and forgotten elsewhere fails here.
 */

type Method = keyof typeof REQUESTS
type Fields = Readonly<Record<string, unknown>>

const METHODS = Object.entries(REQUESTS) as [Method, RequestFields][]
const FIELDS = METHODS.flatMap(([method, table]) =>
  Object.entries(table).map(([name, field]) => ({ method, table, name, field })),
)

/** A value that fits a field. */
function sampleOf(field: Field): unknown {
  switch (field.kind) {
    case 'text':
    case 'search':
    case 'wallet':
      return field.kind
    case 'amount':
      return '1.5'
    case 'integer':
    case 'basisPoints':
      return field.minimum + 1
    case 'choice':
      return field.values[1]
    case 'boolean':
      return true
    case 'list':
      return field.values?.slice(0, 2) ?? ['one', 'two']
    case 'providerKeys':
      return ['ONE', 'TWO']
  }
}

function requestOf(table: RequestFields): Fields {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, sampleOf(field)]))
}

/** The calls that reach the service behind a server when our client makes one. */
async function callsThroughClient(method: Method, request: Fields): Promise<FakeService['calls']> {
  const { handle, service } = handlerOf(createFakeService())
  const client = createSwapClient(ORIGIN, {
    fetch: (url, { method: verb, headers, body }) =>
      handle(new Request(url, { method: verb, headers, ...(body === undefined ? {} : { body }) })),
  })
  await (client[method] as (request: Fields) => Promise<unknown>)(request).catch((error: unknown) => {
    // The examples are of another transaction than the one that is asked for, which a client refuses to show.
    if (!isSwapError(error) || !error.message.includes('another transaction')) throw error
  })
  return service.calls
}

describe('every declared field', () => {
  test.each(FIELDS)('$method: $name is checked', ({ table, name, field }) => {
    const problemsWith = (value: unknown) => {
      try {
        startCheck(table, { ...requestOf(table), [name]: value }).finish()
        return []
      } catch (error) {
        if (!isSwapError(error)) throw error
        return error.errors.map((problem) => problem.field)
      }
    }
    expect(problemsWith(sampleOf(field))).toEqual([])
    // An amount is held against its asset, in the service.
    expect(problemsWith({ of: 'the wrong type' })).toEqual(field.kind === 'amount' ? [] : [name])
    expect(problemsWith(undefined)).toEqual(field.required === true ? [name] : [])
  })

  test.each(FIELDS)('$method: $name is in the published document', ({ method, table, name, field }) => {
    const endpoint = ENDPOINTS.find((candidate) => candidate.name === method)
    if (endpoint === undefined) throw new Error(`${method} has no endpoint`)
    const operation = operationOf(endpoint.method, `/api/v1${endpoint.path}`)
    if (endpoint.method === 'GET') {
      const parameters = (operation['parameters'] as Fields[]).filter((parameter) => parameter['in'] === 'query')
      expect(parameters.map((parameter) => parameter['name'])).toEqual(Object.keys(table))
      const parameter = parameters.find((candidate) => candidate['name'] === name)
      expect(parameter?.['description']).toContain(field.description)
      return
    }
    const body = at(operation, 'requestBody', 'content', 'application/json', 'schema')
    expect(Object.keys(at(body, 'properties'))).toEqual(Object.keys(table))
    expect(at(body, 'properties', name)['description']).toBe(field.description)
    expect((body['required'] as string[]).includes(name)).toBe(field.required === true)
  })

  test.each(METHODS)('%s: all of them reach the service through client and server', async (method, table) => {
    const request = requestOf(table)
    const [call] = await callsThroughClient(method, request)
    expect(call?.slice(0, 2)).toEqual([method, request])
  })

  test.each(METHODS)('%s: all of them survive a pipe, and no other does', (_method, table) => {
    const request = requestOf(table)
    expect(requestSchema(table).parse({ ...request, stranger: 1 })).toEqual(request)
  })
})

describe('a field that is added to a table', () => {
  const table = {
    ...REQUESTS.history,
    note: { kind: 'text', maxLength: 5, description: 'What was noted' },
    fresh: { kind: 'boolean', required: true, description: 'Only fresh ones' },
  } as const satisfies RequestFields

  test('is checked, read, piped, documented and typed by that alone', () => {
    expect(() => checkRequest(table, { note: 'too long' })).toThrow('note must have at most 5 characters')
    expect(() => checkRequest(table, {})).toThrow('fresh is required')
    expect(readQuery('?note=a&fresh=1&other=b', table)).toEqual({ note: 'a', fresh: true })
    expect(requestSchema(table).parse({ fresh: true, note: 'a' })).toEqual({ fresh: true, note: 'a' })
    expect(bodySchema(table)).toMatchObject({
      properties: { note: { type: ['string', 'null'], maxLength: 5, description: 'What was noted' } },
      required: ['fresh'],
    })
    expectTypeOf<RequestOf<typeof table>>().toExtend<{ readonly note?: string; readonly fresh: boolean }>()
    // @ts-expect-error a required field is left out
    const missing: RequestOf<typeof table> = { note: 'a' }
    // @ts-expect-error a misspelt field
    const misspelt: RequestOf<typeof table> = { fresh: true, ntoe: 'a' }
    expect([missing, misspelt]).toHaveLength(2)
  })
})

test('every method that takes a request takes the declared one', () => {
  expectTypeOf<Method>().toEqualTypeOf<Exclude<keyof SwapService, 'quoteStream' | 'watch' | 'close'>>()
  type Taken<M extends Method> = Exclude<Parameters<SwapService[M]>[0], undefined>
  expectTypeOf<{ [M in Method]: Taken<M> }>().toEqualTypeOf<{ [M in Method]: RequestOf<(typeof REQUESTS)[M]> }>()
  expectTypeOf<Parameters<SwapService['quoteStream']>[0]>().toEqualTypeOf<Taken<'quote'>>()
  expectTypeOf<Parameters<SwapService['watch']>[0]>().toEqualTypeOf<Taken<'status'>>()
})
