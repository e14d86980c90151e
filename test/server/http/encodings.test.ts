import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createServerHandler } from '../../../src/server/app.ts'
import { readAcceptEncoding } from '../../../src/server/http/encodings.ts'
import { ANSWERS, createFakeService } from '../fake-service.ts'
import { get, handlerOf } from '../requests.ts'

const CHAINS = '/api/v1/swap/chains'
const PAGE = { ...ANSWERS.chains, data: Array.from({ length: 40 }, () => ANSWERS.chains.data).flat() }
const TEXT = JSON.stringify(PAGE)

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync }

function serverOf() {
  const service = createFakeService({ chains: async () => PAGE })
  const { handle } = handlerOf(service, { catalogVersion: () => 'v1' })
  const ask = async (accept: string | undefined, more: Readonly<Record<string, string>> = {}, method = 'GET') => {
    const headers = accept === undefined ? more : { 'Accept-Encoding': accept, ...more }
    const answer = await handle(get(CHAINS, headers, method))
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const { 'x-request-id': _, ...rest } = Object.fromEntries(answer.headers)
    return { status: answer.status, headers: rest, bytes }
  }
  return { ask, service }
}

describe('a catalog page', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
  ] as const)('is sent to who accepts %s as %s, the first time too', async (accept, encoding) => {
    const { ask, service } = serverOf()
    for (let time = 0; time < 2; time += 1) {
      const { status, headers, bytes } = await ask(accept)
      expect([status, headers['content-encoding'], headers['vary']]).toEqual([200, encoding, 'Accept-Encoding'])
      expect(DECODERS[encoding](bytes).toString()).toBe(TEXT)
      expect(bytes.byteLength).toBeLessThan(TEXT.length / 4)
    }
    expect(service.calls.length).toBe(1)
  })

  test.each([undefined, '', 'deflate', 'gzip;q=0, br;q=0', '*;q=0', 'identity, gzip;q=0.5', 'gzip;q=2', 'gzip;q=x'])(
    'is sent as it is to who accepts "%s"',
    async (accept) => {
      const { headers, bytes } = await serverOf().ask(accept)
      expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, 'Accept-Encoding'])
      expect(new TextDecoder().decode(bytes)).toBe(TEXT)
    },
  )

  test('has a tag for each encoding, which is good for that one alone', async () => {
    const { ask } = serverOf()
    const tags = [undefined, 'gzip', 'br'].map(async (accept) => (await ask(accept)).headers['etag'] ?? '')
    const [plain = '', gzip = '', br = ''] = await Promise.all(tags)
    expect(plain).toMatch(/^"[0-9a-f]{32}"$/)
    expect([gzip, br]).toEqual([`${plain.slice(0, -1)}-gzip"`, `${plain.slice(0, -1)}-br"`])
    const known = await ask('gzip', { 'If-None-Match': `"x", ${gzip}` })
    expect([known.status, known.bytes.byteLength, known.headers]).toEqual([
      304,
      0,
      {
        'cache-control': 'private, max-age=30, stale-while-revalidate=300',
        etag: gzip,
        vary: 'Accept-Encoding',
        'x-api-version': '1',
        'x-content-type-options': 'nosniff',
      },
    ])
    expect((await ask('gzip', { 'If-None-Match': plain })).status).toBe(200)
    expect((await ask(undefined, { 'If-None-Match': gzip })).status).toBe(200)
  })

  test('has the same headers for HEAD, the length included, and no body', async () => {
    const { ask } = serverOf()
    const full = await ask('gzip')
    const head = await ask('gzip', {}, 'HEAD')
    expect([head.status, head.bytes.byteLength, head.headers]).toEqual([
      200,
      0,
      { ...full.headers, 'content-length': String(full.bytes.byteLength) },
    ])
  })

  test('that is small is sent as it is', async () => {
    const { handle } = handlerOf(createFakeService(), { catalogVersion: () => 'v1' })
    const answer = await handle(get(CHAINS, { 'Accept-Encoding': 'gzip' }))
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([null, null])
  })

  test('depends on the origin too where pages of others may read it', async () => {
    const options = { catalogVersion: () => 'v1', allowedOrigins: ['https://app.example'] }
    const { handle } = handlerOf(createFakeService({ chains: async () => PAGE }), options)
    const answer = await handle(get(CHAINS, { 'Accept-Encoding': 'gzip' }))
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Origin')
  })

  test('comes from memory in the encoding too, once somebody has accepted it', async () => {
    const service = createFakeService({ chains: async () => PAGE })
    const { handle, fromMemory } = createServerHandler(service, { catalogVersion: () => 'v1' })
    const ask = (accept?: string) =>
      fromMemory(
        { method: 'GET', url: CHAINS, headers: accept === undefined ? {} : { 'accept-encoding': accept } },
        { host: '127.0.0.1:8787' },
      )
    await handle(get(CHAINS))
    expect(ask()?.headers['Content-Encoding']).toBeUndefined()
    expect(ask('gzip')).toBeUndefined()
    const first = await handle(get(CHAINS, { 'Accept-Encoding': 'gzip' }))
    const again = ask('gzip')
    const { 'x-request-id': _, ...headers } = Object.fromEntries(first.headers)
    const lower = Object.entries(again?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const)
    expect(Object.fromEntries(lower.filter(([name]) => name !== 'x-request-id'))).toEqual({
      ...headers,
      'content-length': String(again?.body.length),
    })
    expect(again?.body).toEqual(new Uint8Array(await first.arrayBuffer()))
  })
})

test('other answers are never compressed', async () => {
  const history = { ...ANSWERS.history, data: Array.from({ length: 40 }, () => ANSWERS.history.data).flat() }
  const { handle } = handlerOf(createFakeService({ history: async () => history }))
  const answer = await handle(get('/api/v1/transaction/history', { 'Accept-Encoding': 'gzip, br' }))
  expect([answer.headers.get('content-encoding'), await answer.json()]).toEqual([null, history])
})

test.each([
  ['gzip;q=0.8, br;q=0.9', ['br', 'gzip']],
  ['br;q=0.1, *;q=0.5', ['gzip', 'br']],
  ['x-gzip', ['gzip']],
  ['gzip ; Q=0.5', ['gzip']],
  ['identity;q=0.5, gzip;q=0.4', []],
  [';;,,', []],
])('Accept-Encoding: %s prefers %j', (header, encodings) => {
  expect(readAcceptEncoding(header)).toEqual(encodings)
})
