import { createHandler } from '../../src/server/app.ts'
import type { CallInfo, HandlerOptions } from '../../src/server/options.ts'
import { createCountingIds, createFakeClock } from '../support/fake-clock.ts'
import { createFakeService } from './fake-service.ts'

export const ORIGIN = 'http://127.0.0.1:8787'
export const API = `${ORIGIN}/api/v1`

export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly name: string
  readonly example: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** The endpoints of the API: path, method of the service, and the key of its example. */
export const ENDPOINTS: readonly Endpoint[] = [
  { method: 'GET', path: '/swap/chains', name: 'chains', example: 'chains' },
  { method: 'GET', path: '/swap/assets', name: 'assets', example: 'assets' },
  { method: 'GET', path: '/swap/sources', name: 'sources', example: 'sources' },
  { method: 'POST', path: '/quote', name: 'quote', example: 'quote', body: { amount: '1' } },
  { method: 'POST', path: '/quote/lock', name: 'lock', example: 'lock', body: { provider: 'X' } },
  { method: 'POST', path: '/quote/execute', name: 'execute', example: 'execute', body: { lockId: 'lock_1' } },
  { method: 'GET', path: '/transaction/status', name: 'status', example: 'status' },
  { method: 'POST', path: '/transaction/track', name: 'track', example: 'track', body: { transactionId: 'tx_1' } },
  { method: 'GET', path: '/transaction/history', name: 'history', example: 'history' },
  { method: 'GET', path: '/transaction/stats', name: 'stats', example: 'stats' },
]

/** A handler with a fake clock and counted ids. */
export function handlerOf(service = createFakeService(), options: HandlerOptions = {}) {
  const clock = createFakeClock()
  const handler = createHandler(service, { clock, ids: createCountingIds(), ...options })
  return { clock, service, handle: async (request: Request, info?: CallInfo) => handler(request, info), handler }
}

export function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Request {
  return new Request(`${ORIGIN}${path}`, { method, headers })
}

export function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request(`${ORIGIN}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export function requestOf(endpoint: Endpoint): Request {
  return endpoint.body === undefined ? get(`/api/v1${endpoint.path}`) : post(`/api/v1${endpoint.path}`, endpoint.body)
}

/** Status, headers and parsed body of an answer. */
export async function read(
  response: Response,
): Promise<{ status: number; headers: Record<string, string>; body: unknown }> {
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** Code of the error in an answer, after the checks that hold for every error. */
export async function errorCode(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string; requestId: string } }
  if (error.requestId !== response.headers.get('x-request-id')) throw new Error('the request id differs')
  return error.code
}
