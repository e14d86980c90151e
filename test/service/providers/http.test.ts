import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PooledHttp } from '../../../src/core/ports.ts'
import { openPooledHttp } from '../../../src/io/http/http-fetch.ts'
import { ProviderError, type ProviderCall, type ProviderHttp } from '../../../src/providers/contract.ts'
import type { ProviderConnections } from '../../../src/service/providers/connections.ts'
import { parseExactJson } from '../../../src/service/providers/http.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { anyManifest, openConnections } from '../../support/provider-world.ts'
import { openTempStore, type TempStore } from '../../support/store.ts'
import { type LocalServer, localServer } from '../../support/local-server.ts'

/** What is answered to the nth request; undefined for nothing at all. */
type Answer = (
  count: number,
) => { status?: number; headers?: Record<string, string>; body?: string | Buffer } | undefined

const manifest = anyManifest({ hosts: ['api.any.example'], baseUrl: 'https://api.any.example' })

let server: LocalServer
let received: string[]
let sent: string
let answer: Answer
let clock: FakeClock
let temp: TempStore
let pool: PooledHttp
let connections: ProviderConnections
let http: ProviderHttp

beforeEach(async () => {
  received = []
  sent = ''
  answer = () => ({ body: '{}' })
  server = await localServer((request, response) => {
    received.push(`${request.method} ${request.url} ${request.headers['user-agent']}`)
    request.on('data', (part: Buffer) => (sent += part.toString()))
    request.on('end', () => {
      const answered = answer(received.length)
      if (answered === undefined) return
      const { status = 200, headers = {}, body = '' } = answered
      response.writeHead(status, headers)
      response.end(body)
    })
  })
  clock = createFakeClock()
  temp = await openTempStore(() => clock.now())
  pool = await openPooledHttp()
  connections = open(`${server.url}/base`)
  http = connections.http(manifest, new AbortController().signal)
})
afterEach(async () => {
  await pool.close()
  await temp.cleanup()
  await server.close()
})

function open(url: string | undefined): ProviderConnections {
  const setting = (_key: string, name: string) => (name === 'URL' ? url : undefined)
  return openConnections(clock, temp.store, setting, () => Promise.resolve(pool))
}

/** The outcome of a call while the pauses between its tries pass. */
async function outcome(call: ProviderCall, over: ProviderHttp = http): Promise<unknown> {
  let running = true
  const result = over.request(call).then(
    (reply) => ({ status: reply.status, body: reply.body }),
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      return error.retryAfterSec === undefined ? error.code : [error.code, error.retryAfterSec]
    },
  )
  void result.finally(() => (running = false)).catch(() => undefined)
  while (running) {
    if (clock.sleepers() > 0) await clock.advance(1)
    else await new Promise((resolve) => setImmediate(resolve))
  }
  return result
}

const get: ProviderCall = { method: 'GET', path: '/quote', query: { a: '1 2', b: undefined, c: true } }

describe('a call to a provider', () => {
  it('goes to the base URL with our name and the query that was given', async () => {
    answer = () => ({ status: 400, body: '{"code":7}' })
    expect(await outcome(get)).toEqual({ status: 400, body: { code: 7 } })
    expect(received).toEqual(['GET /base/quote?a=1+2&c=true swapcli/test'])
  })

  it('can give back what it got digit by digit, which parsed numbers would not', async () => {
    const digits = '{"rate":18446744073709552000.50,"e":9.028546991707574e+27}'
    answer = () => ({ body: digits })
    const { text } = await http.request(get)
    await http.request({ method: 'POST', path: '/build', bodyText: text })
    expect(sent).toBe(digits)
  })

  it('is repeated when the server fails, at most three times, and only when repeating is harmless', async () => {
    answer = (count) => (count < 3 ? { status: 503, body: 'later' } : { body: '{"ok":true}' })
    expect(await outcome(get)).toEqual({ status: 200, body: { ok: true } })
    answer = () => ({ status: 500, body: 'no' })
    received = []
    expect(await outcome(get)).toBe('unreachable')
    expect(received).toHaveLength(3)
    received = []
    expect(await outcome({ method: 'POST', path: '/deposit', body: { a: 1 } })).toBe('unreachable')
    expect(received).toHaveLength(1)
  })

  it('is given up at a silent host after a share of its time, where another one can be asked, and not retried', async () => {
    answer = () => undefined
    const leaving = new AbortController()
    const limited = connections.http(manifest, leaving.signal, { hostMs: () => 2_000 })
    const call = { ...get, readOnly: false, isOneOfSeveral: true }
    const given = limited.request(call).catch((error: unknown) => error)
    await expect.poll(() => received.length).toBe(1)
    await clock.advance(2_000)
    expect(await given).toMatchObject({ code: 'timeout', message: 'No answer within 2 s' })
    answer = () => ({ body: '{"ok":true}' })
    expect(await limited.request(call)).toMatchObject({ body: { ok: true } })
    expect(clock.sleepers()).toBe(0)
  })

  it('has all its time at the only host, and ends with its caller at any', async () => {
    answer = () => undefined
    const leaving = new AbortController()
    const limited = connections.http(manifest, leaving.signal, { hostMs: () => 2_000 })
    const ends = [get, { ...get, isOneOfSeveral: true }].map((call) =>
      limited.request({ ...call, readOnly: false }).catch((error: unknown) => error),
    )
    await expect.poll(() => received.length).toBe(2)
    expect(clock.sleepers()).toBe(1)
    const left = new ProviderError('timeout', 'The caller did not wait for the answer')
    leaving.abort(left)
    expect(await Promise.all(ends)).toEqual([left, left])
  })

  it('counts as one failure, however often it was tried', async () => {
    answer = () => ({ status: 500, body: 'no' })
    for (let call = 0; call < 5; call += 1) expect(await outcome(get)).toBe('unreachable')
    expect(received).toHaveLength(15)
    expect(await outcome(get)).toEqual(['unreachable', 10])
    expect(received).toHaveLength(15)
  })

  it('is not repeated after a 429, and says how long to wait in either form of Retry-After', async () => {
    answer = () => ({ status: 429, headers: { 'retry-after': '12' }, body: '{}' })
    expect(await outcome(get)).toEqual(['rate_limited', 12])
    expect(received).toHaveLength(1)
    expect(await outcome(get)).toEqual(['rate_limited', 12])
    expect(received).toHaveLength(1)
    await clock.advance(12_000)
    const at = new Date(clock.now() + 45_000).toUTCString()
    answer = () => ({ status: 429, headers: { 'retry-after': at }, body: '{}' })
    expect(await outcome(get)).toEqual(['rate_limited', 45])
  })

  it('takes the time at which a quota begins anew for a Retry-After that is missing', async () => {
    answer = () => ({ status: 429, headers: { 'ratelimit-reset': '431' }, body: '{}' })
    expect(await outcome(get)).toEqual(['rate_limited', 431])
  })

  it('never follows a redirect', async () => {
    answer = () => ({ status: 307, headers: { location: 'http://127.0.0.1:1/internal' }, body: '' })
    expect(await outcome({ method: 'POST', path: '/quote', body: { a: 1 }, readOnly: true })).toBe('bad_response')
    expect(received).toHaveLength(1)
  })

  it('reads a compressed answer, and counts its size after decompression', async () => {
    answer = () => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"zipped":1}') })
    expect(await outcome(get)).toEqual({ status: 200, body: { zipped: 1 } })
    answer = () => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync('['.repeat(30_000_000)) })
    expect(await outcome(get)).toBe('bad_response')
  })

  it('refuses what is too large, too deep, or no JSON', async () => {
    for (const body of [`"${'x'.repeat(3_000_000)}"`, '['.repeat(100) + ']'.repeat(100), '<html>', '', '{"a":']) {
      answer = () => ({ body })
      expect(await outcome(get)).toBe('bad_response')
      await temp.store.documents.delete('gate:ANY')
    }
  })

  it('tells of a status that its adapter accepts, whatever its body, and of an empty 2xx where that may be', async () => {
    for (const body of ['', ' ', '<html>', '{"a":']) {
      answer = () => ({ status: 404, body })
      expect(await outcome(get)).toBe('bad_response')
      expect(await outcome({ ...get, acceptStatuses: [404] })).toEqual({ status: 404, body: undefined })
      await temp.store.documents.delete('gate:ANY')
    }
    answer = () => ({ body: ' \n' })
    expect(await outcome({ ...get, mayBeEmpty: true })).toEqual({ status: 200, body: undefined })
    for (const body of ['<html>', '{"a":']) {
      answer = () => ({ body })
      expect(await outcome({ ...get, acceptStatuses: [404], mayBeEmpty: true })).toBe('bad_response')
    }
  })

  it('calls only the hosts of the manifest, unless the user set the URL', async () => {
    const strict = open(undefined).http(manifest, new AbortController().signal)
    await expect(strict.request({ ...get, baseUrl: 'https://elsewhere.example' })).rejects.toThrow(
      'outside its manifest',
    )
    expect(await outcome({ ...get, baseUrl: 'https://elsewhere.example' })).toEqual({ status: 200, body: {} })
    expect(received).toHaveLength(1)
  })

  it.each(['http://example.org', 'ftp://example.org', 'https://example.org/?key=1', 'nonsense'])(
    'refuses %s as a base URL',
    (url) => {
      expect(() => open(url).http(manifest, new AbortController().signal)).toThrow('SWAPCLI_PROVIDER_ANY_URL')
    },
  )
})

describe('parseExactJson', () => {
  it('keeps the digits of integers above 2^53 and leaves the rest as JSON.parse does', () => {
    expect(
      parseExactJson(
        '{"a":9007199254740993,"b":9007199254740991,"c":1.5e3,"d":-12345678901234567890,"e":"9007199254740993"}',
      ),
    ).toEqual({
      a: '9007199254740993',
      b: 9007199254740991,
      c: 1500,
      d: '-12345678901234567890',
      e: '9007199254740993',
    })
    expect(parseExactJson('{"__proto__":{"polluted":1},"x":[1234567890123456789]}')).not.toHaveProperty('polluted')
    expect(Object.prototype).not.toHaveProperty('polluted')
  })
})
