import { describe, expect, test } from 'vitest'
import { asObject } from '../support/contract-fields.ts'
import { readEnvelope } from '../support/contract-http.ts'
import { errorOf, GETS, POSTS, serveSandboxForEachTest } from '../support/contract-sandbox.ts'
import { BRIDGE, type Fields, LOCKABLE, REQUEST } from '../support/contract-world.ts'

/*
 * What only HTTP has, with the real service behind it: headers, query strings, and concurrent requests. Bodies, paths,
 * methods, HEAD, hosts, origins and the rate limit are tested in test/server without the service.
 */

const served = serveSandboxForEachTest()

const get = (path: string, init: RequestInit = {}) => fetch(`${served().server.url}${path}`, init)
const post = (path: string, body: Fields, headers: Record<string, string> = {}) =>
  get(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** A wallet that has no swaps. */
const STRANGER = `0x${'5'.repeat(40)}`

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
      await get('/swap/sources', { headers: { 'X-Request-Id': 'req_chosen' } }),
    ]
    const ids = new Set<unknown>(['req_chosen'])
    for (const response of responses) {
      await readEnvelope(response)
      ids.add(response.headers.get('x-request-id'))
    }
    expect(ids.size).toBe(responses.length + 1)
  })

  test('carry no rate limit on loopback, where there is none', async () => {
    const response = await get('/swap/sources')
    expect([...response.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  })
})

describe('queries', () => {
  test('repeat a parameter or separate it by commas, for a list', async () => {
    for (const query of ['statuses=PENDING&statuses=FAILED', 'statuses=PENDING,FAILED', 'statuses=PENDING%2CFAILED']) {
      expect((await get(`/transaction/history?${query}`)).status, query).toBe(200)
    }
  })

  test('with a single parameter twice, or a value of another form, are refused by the field', async () => {
    for (const [path, field] of [
      ['/transaction/history?statuses=PENDING&statuses=DONE', 'statuses'],
      ['/swap/chains?page=1&page=2', 'page'],
      ['/swap/chains?page=1e3', 'page'],
      ['/swap/chains?type=EVM&type=UTXO', 'type'],
      ['/transaction/history?finalizedOnly=yes', 'finalizedOnly'],
      ['/transaction/history?referralCode=a&referralCode=b', 'referralCode'],
      ['/transaction/status?hash=a&hash=b', 'hash'],
    ] as const) {
      const response = await get(path)
      expect(response.status, path).toBe(400)
      expect(await errorOf(response)).toMatchObject({ code: 'VALIDATION_ERROR', field })
    }
  })

  test('name a list as axios, PHP, Rails and qs do: never are other people’s swaps listed for it', async () => {
    const { depositor } = LOCKABLE
    const locked = await readEnvelope(await post('/quote/lock', { ...LOCKABLE, provider: BRIDGE }))
    await post('/quote/execute', { lockId: asObject(locked['data'])['lockId'] })
    const countOf = async (query: string) => {
      const envelope = await readEnvelope(await get(`/transaction/history?${query}`))
      return asObject(envelope['pagination'])['total']
    }
    for (const name of ['addresses', 'addresses[]', 'addresses%5B%5D', 'addresses[0]']) {
      expect([await countOf(`${name}=${String(depositor)}`), await countOf(`${name}=${STRANGER}`)], name).toEqual([
        1, 0,
      ])
      expect(await countOf(`${name}=${STRANGER}&addresses[]=${String(depositor)}`), name).toBe(1)
    }
    for (const name of ['addresses[foo]', 'addresses.x', 'addresses[][]', 'Addresses']) {
      const response = await get(`/transaction/history?${encodeURIComponent(name)}=${STRANGER}`)
      expect(response.status, name).toBe(400)
      expect(await errorOf(response)).toMatchObject({ code: 'VALIDATION_ERROR', field: 'addresses' })
    }
    expect(await countOf('partner[]=x')).toBe(1)
  })

  test('survive broken escapes', async () => {
    for (const query of ['query=%', 'query=%zz', 'query=%ff%fe', 'query=%00']) {
      const response = await get(`/swap/chains?${query}`)
      await readEnvelope(response)
      expect([200, 400]).toContain(response.status)
    }
  })
})

test('ten requests at once with one Idempotency-Key give one execution, and no other outcome than that or that it is in progress', async () => {
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
  expect(new Set(refused)).toEqual(new Set(refused.length === 0 ? [] : ['IDEMPOTENCY_IN_PROGRESS']))
  expect((await served().service.history()).pagination.total).toBe(1)
})

test('a repeated answer says in a header that it is one, and one that is not does not', async () => {
  const lock = (key?: string) =>
    post('/quote/lock', { ...LOCKABLE, provider: BRIDGE }, key === undefined ? {} : { 'Idempotency-Key': key })
  const locks = [await lock('l'), await lock('l'), await lock('l'), await lock('other'), await lock()]
  const { lockId } = asObject((await readEnvelope(locks[0] ?? new Response()))['data'])
  const execute = (key: string) => post('/quote/execute', { lockId }, { 'Idempotency-Key': key })
  const executes = [await execute('e'), await execute('e'), await execute('other')]
  const replayed = (answers: readonly Response[]) => answers.map(({ headers }) => headers.get('idempotent-replayed'))
  expect(replayed(locks)).toEqual([null, 'true', 'true', null, null])
  expect(replayed(executes)).toEqual([null, 'true', null])
})

test('a repeat of a request that another process began is told when that counts as over', async () => {
  const { service, clock } = served()
  const { lockId } = await service.lock({ ...LOCKABLE, provider: BRIDGE })
  const found = await service.store.locks.get(lockId)
  if (found === undefined) throw new Error('no lock')
  const claim = { state: 'executing', claimedAtMs: clock.now(), idempotencyKey: 'running' } as const
  await service.store.locks.replace({ ...found.doc, ...claim }, found.version, [])
  await clock.advance(11_500)
  const answer = await post('/quote/execute', { lockId }, { 'Idempotency-Key': 'running' })
  const { code } = asObject((await readEnvelope(answer))['error'])
  const { status, headers } = answer
  expect([status, code, headers.get('retry-after')]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS', '19'])
})
