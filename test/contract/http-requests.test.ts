import { describe, expect, test } from 'vitest'
import { asObject } from '../support/contract-fields.ts'
import { readEnvelope } from '../support/contract-http.ts'
import { errorOf, POSTS, serveSandboxForEachTest } from '../support/contract-sandbox.ts'
import { BRIDGE, type Fields, LOCKABLE, REQUEST } from '../support/contract-world.ts'

/*
 * What only HTTP has: bodies and their types, the texts of queries, and the Idempotency-Key header.
 */

const served = serveSandboxForEachTest()

const get = (path: string, init: RequestInit = {}) => fetch(`${served().server.url}${path}`, init)
const post = (path: string, body: string | Fields, headers: Record<string, string> = {}) =>
  fetch(`${served().server.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('bodies', () => {
  test('that are no JSON by their header are 415', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ]
    for (const path of POSTS) {
      for (const type of [...types, 'application/jsonp', 'text/json', 'application/json; charset=utf-16']) {
        const response = await post(path, REQUEST, { 'Content-Type': type })
        expect(response.status, `${type} ${path}`).toBe(415)
        expect((await errorOf(response))['code']).toBe('UNSUPPORTED_MEDIA_TYPE')
      }
    }
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
      expect((await post('/quote', REQUEST, { 'Content-Type': type })).status).toBe(200)
    }
  })

  test('that are no JSON object are validation errors', async () => {
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '5',
      '"text"',
      '{"a":1}{"b":2}',
      "{'a':1}",
      '\u0000',
      '[{}]',
      '['.repeat(10_000),
    ]
    for (const path of POSTS) {
      for (const body of bodies) {
        const response = await post(path, body)
        expect(response.status, `${body.slice(0, 20)} ${path}`).toBe(400)
        expect((await errorOf(response))['code']).toBe('VALIDATION_ERROR')
      }
    }
  })

  test('larger than 64 KiB are 413, announced or not', async () => {
    const body = JSON.stringify({ ...REQUEST, padding: 'x'.repeat(64 * 1024) })
    for (const path of POSTS) {
      const response = await post(path, body)
      expect(response.status).toBe(413)
      expect((await errorOf(response))['code']).toBe('PAYLOAD_TOO_LARGE')
    }
    const chunks = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let sent = 0; sent < 70; sent += 1) controller.enqueue(new Uint8Array(1024).fill(32))
        controller.close()
      },
    })
    const init: RequestInit = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: chunks,
      duplex: 'half',
    }
    const streamed = await fetch(`${served().server.url}/quote`, init)
    expect(streamed.status).toBe(413)
    const fits = JSON.stringify({ ...REQUEST, padding: 'x'.repeat(60 * 1024) })
    expect((await post('/quote', fits)).status).toBe(200)
  })

  test('cannot reach the prototypes of the server', async () => {
    const body = JSON.stringify(REQUEST).replace('{', '{"__proto__":{"slippage":99999},"constructor":{"prototype":{}},')
    expect((await post('/quote', body)).status).toBe(200)
    expect(Reflect.get({}, 'slippage')).toBeUndefined()
    expect((await post('/quote/execute', '{"__proto__":{"lockId":"x"}}')).status).toBe(400)
  })

  test('with a field twice count the last one, in every reader alike', async () => {
    const twice = JSON.stringify(REQUEST).replace('"amount":"1000"', '"amount":"0","amount":"1000"')
    expect((await post('/quote', twice)).status).toBe(200)
  })
})

describe('queries', () => {
  test('repeat a parameter or separate by commas, where a list is meant', async () => {
    for (const query of ['statuses=PENDING&statuses=FAILED', 'statuses=PENDING,FAILED', 'statuses=PENDING%2CFAILED']) {
      expect((await get(`/transaction/history?${query}`)).status, query).toBe(200)
    }
    const wrong = await get('/transaction/history?statuses=PENDING&statuses=DONE')
    expect(await errorOf(wrong)).toMatchObject({ code: 'VALIDATION_ERROR', field: 'statuses' })
  })

  test('that give a single parameter twice are refused', async () => {
    for (const [path, field] of [
      ['/swap/chains?page=1&page=2', 'page'],
      ['/swap/chains?type=EVM&type=UTXO', 'type'],
      ['/transaction/history?referralCode=a&referralCode=b', 'referralCode'],
      ['/transaction/status?hash=a&hash=b', 'hash'],
    ] as const) {
      const response = await get(path)
      expect(response.status, path).toBe(400)
      expect(await errorOf(response)).toMatchObject({ code: 'VALIDATION_ERROR', field })
    }
  })

  test('take numbers and truths only as they are written', async () => {
    for (const page of ['1e3', '0x1', '1.0', '+1', ' 1', '1 ', '', 'NaN', '١', '01']) {
      const response = await get(`/swap/chains?page=${encodeURIComponent(page)}`)
      expect([response.status, page]).toEqual([400, page])
    }
    for (const value of ['yes', 'TRUE', '', 'null']) {
      const response = await get(`/transaction/history?finalizedOnly=${value}`)
      expect(await errorOf(response)).toMatchObject({ code: 'VALIDATION_ERROR', field: 'finalizedOnly' })
    }
    for (const value of ['true', 'false']) {
      expect((await get(`/transaction/history?finalizedOnly=${value}`)).status).toBe(200)
    }
  })

  test('ignore parameters that nobody knows', async () => {
    const plain = await (await get('/swap/sources')).json()
    expect(await (await get('/swap/sources?colour=red&__proto__=1&constructor=2')).json()).toEqual(plain)
  })

  test('survive broken escapes', async () => {
    for (const query of ['query=%', 'query=%zz', 'query=%ff%fe', 'query=%00']) {
      const response = await get(`/swap/chains?${query}`)
      await readEnvelope(response)
      expect([200, 400]).toContain(response.status)
    }
  })
})

describe('the Idempotency-Key header', () => {
  test('makes lock and execute repeatable', async () => {
    const body = { ...LOCKABLE, provider: BRIDGE }
    const first = asObject((await readEnvelope(await post('/quote/lock', body, { 'Idempotency-Key': 'k1' })))['data'])
    const again = asObject((await readEnvelope(await post('/quote/lock', body, { 'Idempotency-Key': 'k1' })))['data'])
    expect(again).toEqual(first)
    const { lockId } = first
    const executed = await readEnvelope(await post('/quote/execute', { lockId }, { 'Idempotency-Key': 'k2' }))
    expect(await readEnvelope(await post('/quote/execute', { lockId }, { 'Idempotency-Key': 'k2' }))).toEqual(executed)
    const other = await post('/quote/execute', { lockId }, { 'Idempotency-Key': 'k3' })
    expect([other.status, (await errorOf(other))['code']]).toEqual([409, 'QUOTE_EXPIRED'])
    const conflict = await post('/quote/lock', { ...body, slippage: 1 }, { 'Idempotency-Key': 'k1' })
    expect([conflict.status, (await errorOf(conflict))['code']]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  })

  test('must be 1 to 200 visible characters', async () => {
    for (const key of ['', 'x'.repeat(201), 'a b']) {
      const response = await post('/quote/lock', { ...LOCKABLE, provider: BRIDGE }, { 'Idempotency-Key': key })
      expect([key.length, response.status]).toEqual([key.length, 400])
      expect((await errorOf(response))['code']).toBe('VALIDATION_ERROR')
    }
  })

  test('of ten requests at once gives one execution, and no other outcome than that or a conflict', async () => {
    const locked = await readEnvelope(await post('/quote/lock', { ...LOCKABLE, provider: BRIDGE }))
    const { lockId } = asObject(locked['data'])
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => post('/quote/execute', { lockId }, { 'Idempotency-Key': 'once' })),
    )
    const bodies = await Promise.all(responses.map(readEnvelope))
    const executed = bodies.filter((body) => body['data'] !== undefined)
    expect(executed.length).toBeGreaterThan(0)
    for (const body of executed) expect(body).toEqual(executed[0])
    const refused = bodies.filter((body) => body['error'] !== undefined).map((body) => asObject(body['error'])['code'])
    expect(new Set(refused)).toEqual(new Set(refused.length === 0 ? [] : ['IDEMPOTENCY_CONFLICT']))
    expect((await served().service.history()).pagination.total).toBe(1)
  })
})
