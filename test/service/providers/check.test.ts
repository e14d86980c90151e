import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { availabilityText } from '../../../src/core/text/availability.ts'
import type { PooledHttp } from '../../../src/core/ports.ts'
import { openPooledHttp } from '../../../src/io/http/http-fetch.ts'
import { ProviderError } from '../../../src/providers/contract.ts'
import { connectionProblem } from '../../../src/service/providers/connection-problem.ts'
import { checkProvider, type ProviderCheck } from '../../../src/service/providers/check.ts'
import { type ProviderState, readProviderStates } from '../../../src/service/providers/states.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { anyManifest, anyProvider, anyProviderSet, openConnections } from '../../support/provider-world.ts'
import { openTempStore, type TempStore } from '../../support/store.ts'
import { type LocalServer, localServer } from '../../support/local-server.ts'

const manifest = anyManifest({
  hosts: ['api.any.example'],
  baseUrl: 'https://api.any.example',
  docs: 'https://docs.any.example',
  budget: { requests: 2, perMs: 60_000 },
  settings: [{ name: 'API_KEY', secret: true, required: true, description: 'Made by oneself at https://any.example' }],
  ping: { path: '/health', key: { header: 'x-api-key', setting: 'API_KEY' } },
})

let server: LocalServer
let answer: (response: ServerResponse) => void
let keys: (string | string[] | undefined)[]
let settings: Record<string, string>
let clock: FakeClock
let temp: TempStore
let pool: PooledHttp

beforeEach(async () => {
  keys = []
  server = await localServer((request, response) => {
    keys.push(request.headers['x-api-key'])
    answer(response)
  })
  settings = { URL: server.url, API_KEY: 'planted' }
  clock = createFakeClock()
  temp = await openTempStore(() => clock.now())
  pool = await openPooledHttp()
})
afterEach(async () => {
  await pool.close()
  await temp.cleanup()
  await server.close()
})

const setting = (_key: string, name: string) => settings[name]

async function states(of = manifest): Promise<ProviderState> {
  const providers = anyProviderSet([anyProvider(of)], clock, setting)
  const readDeliveries = () => Promise.resolve([])
  const context = { clock, store: temp.store, providers, connections: connections(), setting, readDeliveries }
  const [state] = await readProviderStates(context)
  if (state === undefined) throw new Error('there is one provider')
  return state
}

const connections = () => openConnections(clock, temp.store, setting, () => Promise.resolve(pool))

async function check(): Promise<ProviderCheck> {
  const parts = { clock, connections: connections(), setting }
  return checkProvider(parts, manifest, await states(), 8_000, undefined)
}

const json =
  (status: number, body: string, headers = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

describe('a check', () => {
  it('is ok with JSON, and sends the key along', async () => {
    answer = json(200, '{}')
    expect(await check()).toEqual({ key: 'ANY', result: 'ok', ms: 0 })
    expect(keys).toEqual(['planted'])
  })

  it.each([
    ['key_refused', json(401, '{}')],
    ['key_refused', json(403, '{}')],
    ['rate_limited', json(429, '{}', { 'retry-after': '90' })],
    ['server_error', json(503, '{}')],
    ['bad_answer', json(200, '<html>Log in to the network</html>')],
    ['bad_answer', json(302, '', { location: 'https://login.example' })],
    ['bad_answer', json(404, '{}')],
    ['network', (response: ServerResponse): void => void response.destroy()],
  ] as const)('is %s after one request', async (problem, reply) => {
    answer = reply
    const result = await check()
    expect([result.result, result.problem, keys.length]).toEqual(['failed', problem, 1])
    expect(JSON.stringify(result)).not.toContain('planted')
  })

  it('says how long a provider limits requests, and then sends it none', async () => {
    answer = json(429, '{}', { 'retry-after': '90' })
    expect((await check()).next).toContain('Wait 90 s')
    expect(await check()).toEqual({
      key: 'ANY',
      result: 'skipped',
      message: 'It limited the rate of requests',
      until: '2026-01-15T12:01:30.000Z',
    })
    expect(keys).toHaveLength(1)
  })

  it('says when the connection is refused, and when nothing comes in time', async () => {
    answer = () => undefined
    const slow = check()
    while (keys.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(8_000)
    expect(await slow).toMatchObject({ result: 'failed', problem: 'timeout', ms: 8_000 })
    settings['URL'] = 'http://127.0.0.1:1'
    expect(await check()).toMatchObject({ result: 'failed', problem: 'refused' })
  })

  it('goes through an open breaker and closes it, so that one sees whether the provider is back', async () => {
    answer = json(500, '')
    const budget = manifest.budget?.perMs ?? 0
    for (let round = 0; round < 5; round += 1) {
      await check()
      await clock.advance(budget)
    }
    await temp.store.documents.put(
      'gate:ANY',
      { failures: 7, openUntilMs: clock.now() + 60_000 },
      (await gateVersion()) ?? 0,
    )
    expect((await states()).reason).toMatchObject({ code: 'breaker_open' })
    answer = json(200, '[]')
    expect(await check()).toMatchObject({ result: 'ok' })
    expect((await states()).reason).toBeUndefined()
  })

  it('sends nothing to a provider that is off or lacks its key', async () => {
    settings['ENABLED'] = 'false'
    expect(await check()).toMatchObject({ result: 'skipped', message: 'It is disabled' })
    settings = { URL: settings['URL'] ?? '' }
    expect(await check()).toMatchObject({
      result: 'skipped',
      message: 'It needs the setting SWAPCLI_PROVIDER_ANY_API_KEY: Made by oneself at https://any.example',
    })
    expect(keys).toEqual([])
  })
})

const gateVersion = async () => (await temp.store.documents.get('gate:ANY'))?.version

describe('the state of a provider', () => {
  it('says of one whose swaps cannot be signed here that it is not ready, and why', async () => {
    const cannotSign = 'It swaps on Solana, and waits until this program can sign for that chain'
    const state = await states({ ...manifest, cannotSign })
    expect(state).toMatchObject({ ready: false, reason: { code: 'cannot_sign', message: cannotSign } })
    expect(availabilityText(state, String)).toBe('cannot be signed here')
  })

  it('holds everything but the values of its settings', async () => {
    answer = json(200, '{}')
    await check()
    const state = await states()
    expect(state).toEqual({
      key: 'ANY',
      name: 'Any',
      type: 'BRIDGE',
      active: true,
      enabled: true,
      ready: true,
      hosts: ['api.any.example'],
      baseUrl: settings['URL'],
      docs: 'https://docs.any.example',
      settings: [
        {
          name: 'API_KEY',
          required: true,
          secret: true,
          set: true,
          description: 'Made by oneself at https://any.example',
        },
      ],
      gate: { failures: 0, quota: { requests: 2, perMs: 60_000, used: 1, left: 1 } },
      record: { finished: 0, success: 0 },
    })
    await check()
    expect((await states()).reason).toEqual({
      code: 'rate_limited',
      message: 'Its quota of 2 requests is used up',
      until: '2026-01-15T12:01:00.000Z',
    })
  })
})

describe('a failed connection', () => {
  const caused = (code: string, message = 'x') =>
    new ProviderError('unreachable', 'It cannot be reached', { cause: Object.assign(new Error(message), { code }) })
  it.each([
    ['dns', caused('ENOTFOUND')],
    ['dns', caused('EAI_AGAIN')],
    ['refused', caused('ECONNREFUSED')],
    ['timeout', caused('UND_ERR_CONNECT_TIMEOUT')],
    ['tls', caused('DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['tls', caused('CERT_HAS_EXPIRED')],
    ['tls', caused('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['proxy', caused('UND_ERR_ABORTED', 'Proxy response (407) !== 200 when HTTP Tunneling')],
    ['network', caused('ECONNRESET')],
    ['network', caused('')],
    [
      'refused',
      new ProviderError('unreachable', 'It cannot be reached', {
        cause: new AggregateError([Object.assign(new Error('::1'), { code: 'ECONNREFUSED' })]),
      }),
    ],
  ])('is %s', (code, error) => {
    expect(connectionProblem(error, manifest).code).toBe(code)
  })
})

it('of a provider that takes no key is not about one', () => {
  const error = new ProviderError('unavailable', 'It refused the request (401)')
  const { next } = connectionProblem(error, { key: 'ANY' })
  expect(next).toMatch(/^It takes no key: check/)
})
