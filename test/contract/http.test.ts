import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createHandler } from '../../src/index.ts'
import { asObject } from '../support/contract-fields.ts'
import { readEnvelope } from '../support/contract-http.ts'
import { errorOf, GETS, POSTS, serveSandboxForEachTest } from '../support/contract-sandbox.ts'
import { type Fields, REQUEST } from '../support/contract-world.ts'

/*
 * What only HTTP has: headers, paths, methods and the rate limit.
 */

const served = serveSandboxForEachTest()

const get = (path: string, init: RequestInit = {}) => fetch(`${served().server.url}${path}`, init)
const post = (path: string, body: string | Fields, headers: Record<string, string> = {}) =>
  fetch(`${served().server.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('headers', () => {
  test('of every versioned response name the version and the request, whatever its outcome', async () => {
    const responses = [
      ...(await Promise.all(GETS.map((path) => get(path)))),
      ...(await Promise.all(POSTS.map((path) => post(path, {})))),
      await post('/quote', REQUEST),
      await get('/transaction/status'),
      await get('/no/such/path'),
      await get(''),
      await get('/quote'),
      await get('/swap/chains?page=0'),
    ]
    const ids = new Set<unknown>()
    for (const response of responses) {
      await readEnvelope(response)
      ids.add(response.headers.get('x-request-id'))
    }
    expect(ids.size).toBe(responses.length)
  })

  test('do not let the caller choose the request id', async () => {
    const response = await get('/swap/sources', { headers: { 'X-Request-Id': 'req_mine' } })
    expect(response.headers.get('x-request-id')).not.toBe('req_mine')
  })

  test('answer HEAD as GET, without the body', async () => {
    for (const path of [...GETS, '/transaction/status', '/swap/chains?page=0']) {
      const head = await get(path, { method: 'HEAD' })
      const full = await get(path)
      const text = await full.text()
      expect(head.status, path).toBe(full.status)
      expect(await head.text()).toBe('')
      expect(head.headers.get('content-type')).toBe(full.headers.get('content-type'))
      expect(head.headers.get('x-api-version')).toBe('1')
      expect(head.headers.get('x-request-id')).toMatch(/^req_/)
      const length = head.headers.get('content-length')
      if (length !== null && !text.includes('requestId')) expect(Number(length)).toBe(Buffer.byteLength(text))
    }
  })

  test('carry no rate limit on loopback, where there is none', async () => {
    const response = await get('/swap/sources')
    expect([...response.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  })

  test('allow no foreign page to read or to call', async () => {
    const foreign = await get('/swap/sources', { headers: { Origin: 'https://evil.example' } })
    expect(foreign.status).toBe(403)
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    expect((await errorOf(foreign))['code']).toBe('FORBIDDEN')
    const rebound = await rawGet('/api/v1/swap/sources', { Host: 'evil.example' })
    expect(rebound).toEqual({ status: 403, code: 'FORBIDDEN' })
  })
})

/** A GET whose Host header is ours to choose, which fetch does not allow. */
function rawGet(path: string, headers: Record<string, string>): Promise<{ status: number | undefined; code: unknown }> {
  const { port } = new URL(served().server.url)
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, headers }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => {
        text += chunk
      })
      incoming.on('end', () => {
        const error = asObject(asObject(JSON.parse(text))['error'])
        resolve({ status: incoming.statusCode, code: error['code'] })
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

describe('what is not there', () => {
  test('is 404 in the envelope', async () => {
    for (const path of ['/nothing', '/swap', '/swap/chains/ethereum', '/quote/locks', '/transaction', '/..%2f']) {
      const response = await get(path)
      expect(response.status, path).toBe(404)
      expect((await errorOf(response))['code']).toBe('NOT_FOUND')
    }
  })

  test('or not for this method, is 405 with the methods that are', async () => {
    for (const path of GETS) {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const response = await get(path, { method })
        expect([response.status, response.headers.get('allow')], `${method} ${path}`).toEqual([405, 'GET, HEAD'])
        expect((await errorOf(response))['code']).toBe('METHOD_NOT_ALLOWED')
      }
    }
    for (const path of POSTS) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const response = await get(path, { method })
        expect([response.status, response.headers.get('allow')], `${method} ${path}`).toEqual([405, 'POST'])
        expect((await errorOf(response))['code']).toBe('METHOD_NOT_ALLOWED')
      }
    }
  })
})

describe('the rate limit', () => {
  test('answers what is over it with 429 and says when to come back, and then keeps its word', async () => {
    const { clock, service } = served()
    const limited = createHandler(service, { clock, rateLimitPerMinute: 3 })
    const ask = async () => limited(new Request('http://127.0.0.1/api/v1/swap/sources'))
    await clock.advance(60_000 - (clock.now() % 60_000) + 30_000)
    for (const remaining of ['2', '1', '0']) {
      const response = await ask()
      expect(response.status).toBe(200)
      expect(response.headers.get('x-ratelimit-limit')).toBe('3')
      expect(response.headers.get('x-ratelimit-remaining')).toBe(remaining)
      expect(response.headers.get('x-ratelimit-reset')).toBe('30')
    }
    const over = await ask()
    expect(over.status).toBe(429)
    expect((await errorOf(over))['code']).toBe('RATE_LIMITED')
    const waitSec = Number(over.headers.get('retry-after'))
    expect(waitSec).toBe(30)
    expect(over.headers.get('x-ratelimit-remaining')).toBe('0')
    await clock.advance(waitSec * 1000 - 1)
    expect((await ask()).status).toBe(429)
    await clock.advance(1)
    expect((await ask()).status).toBe(200)
  })
})

describe('the embedded handler', () => {
  test('answers as the server does, without a socket', async () => {
    const { clock, service } = served()
    const handler = createHandler(service, { clock })
    for (const path of ['/swap/sources', '/swap/chains?perPage=3', '/transaction/history', '/transaction/stats']) {
      const embedded = await handler(new Request(`http://127.0.0.1/api/v1${path}`))
      const served = await get(path)
      expect(await embedded.text(), path).toBe(await served.text())
      expect(embedded.status).toBe(served.status)
    }
  })
})
