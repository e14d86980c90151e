import { expect } from 'vitest'
import type { Operation, Outcome, Transport } from './contract.ts'
import { asList, asObject, asText } from './contract-fields.ts'
import type { Fields } from './contract-world.ts'

const ENDPOINTS: Readonly<Record<Operation, { readonly method: 'GET' | 'POST'; readonly path: string }>> = {
  chains: { method: 'GET', path: '/swap/chains' },
  assets: { method: 'GET', path: '/swap/assets' },
  sources: { method: 'GET', path: '/swap/sources' },
  quote: { method: 'POST', path: '/quote' },
  lock: { method: 'POST', path: '/quote/lock' },
  execute: { method: 'POST', path: '/quote/execute' },
  track: { method: 'POST', path: '/transaction/track' },
  status: { method: 'GET', path: '/transaction/status' },
  history: { method: 'GET', path: '/transaction/history' },
  stats: { method: 'GET', path: '/transaction/stats' },
}

const LISTS: readonly Operation[] = ['chains', 'assets', 'sources', 'history', 'quote']

/** The service through a socket with nothing of ours on this side: plain fetch, envelopes opened by hand. */
export function callOverHttp(baseUrl: string): Transport {
  return async (operation, input, options) => {
    const { method, path } = ENDPOINTS[operation]
    const headers: Record<string, string> = {}
    if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
    if (method === 'POST') headers['Content-Type'] = 'application/json'
    const response = await fetch(`${baseUrl}${path}${method === 'GET' ? queryOf(input) : ''}`, {
      method,
      headers,
      ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
    })
    const body = await readEnvelope(response)
    return openEnvelope(operation, response, body)
  }
}

/** Query text with repeated parameters for lists. */
export function queryOf(input: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? asList(value) : [value]) {
      query.append(name, typeof one === 'string' ? one : JSON.stringify(one))
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The body of a versioned response, after the checks that hold for every one of them. */
export async function readEnvelope(response: Response): Promise<Readonly<Record<string, unknown>>> {
  expect(response.headers.get('x-api-version')).toBe('1')
  expect(response.headers.get('x-request-id')).toMatch(/^req_[A-Za-z0-9_-]+$/)
  expect(response.headers.get('content-type')).toMatch(/^application\/json(; ?charset=utf-8)?$/i)
  const body = asObject(JSON.parse(await response.text()), 'body')
  if (response.ok) expect(body['error']).toBeUndefined()
  else expectErrorEnvelope(response, body)
  return body
}

function expectErrorEnvelope(response: Response, body: Readonly<Record<string, unknown>>): void {
  expect(Object.keys(body)).toEqual(['error'])
  const error = asObject(body['error'], 'error')
  expect(error['code']).toMatch(/^[A-Z][A-Z_]*[A-Z]$/)
  expect(asText(error['message'])).not.toBe('')
  expect(error['requestId']).toBe(response.headers.get('x-request-id'))
  if (error['field'] !== undefined) expect(typeof error['field']).toBe('string')
  for (const one of problemsOf(error)) {
    const problem = asObject(one)
    expect(problem['code']).toMatch(/^[A-Z][A-Z_]*[A-Z]$/)
    expect(asText(problem['message'])).not.toBe('')
  }
}

function problemsOf(error: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (error['details'] === undefined) return []
  const { errors } = asObject(error['details'], 'error.details')
  return errors === undefined ? [] : asList(errors, 'error.details.errors')
}

function openEnvelope(operation: Operation, response: Response, body: Readonly<Record<string, unknown>>): Outcome {
  if (response.ok) {
    expect(response.status).toBe(200)
    if (LISTS.includes(operation)) return { ok: true, value: body }
    expect(Object.keys(body)).toEqual(['data'])
    return { ok: true, value: body['data'] }
  }
  const error = asObject(body['error'])
  const retryAfter = response.headers.get('retry-after')
  if (retryAfter !== null) expect(retryAfter).toMatch(/^[1-9]\d*$/)
  return {
    ok: false,
    refusal: {
      code: asText(error['code']),
      httpStatus: response.status,
      message: asText(error['message']),
      field: error['field'] === undefined ? undefined : asText(error['field']),
      errors: problemsOf(error).map((one) => {
        const { code, field, message } = asObject(one)
        return {
          code: asText(code),
          ...(field === undefined ? {} : { field: asText(field) }),
          message: asText(message),
        }
      }),
      retryAfterSec: retryAfter === null ? undefined : Number(retryAfter),
    },
  }
}
