import { describe, expect, test } from 'vitest'
import { createAnswerCache, matchesEtag } from '../../src/server/answer-cache.ts'
import { ANSWERS, createFakeService } from './fake-service.ts'
import { get, handlerOf, read } from './requests.ts'

const CHAINS = '/api/v1/swap/chains'

describe('answers of the catalog', () => {
  test('are made once, and then come at once from memory with the same bytes and tag', async () => {
    const { handler, service } = handlerOf(createFakeService(), { catalogVersion: () => 'v1' })
    const first = await handler(get(CHAINS))
    const second = handler(get(CHAINS))
    if (second instanceof Promise) throw new Error('an answer from memory must be synchronous')
    expect(service.calls.length).toBe(1)
    expect(second.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(await second.text()).toBe(await first.text())
  })

  test('are made again for another query, another version and another minute', async () => {
    let version = 'v1'
    const { handle, service, clock } = handlerOf(createFakeService(), { catalogVersion: () => version })
    await handle(get(CHAINS))
    await handle(get(`${CHAINS}?page=1`))
    expect(service.calls.length).toBe(2)
    version = 'v2'
    await handle(get(CHAINS))
    expect(service.calls.length).toBe(3)
    await clock.advance(60_000)
    await handle(get(CHAINS))
    expect(service.calls.length).toBe(4)
    await handle(get(`${CHAINS}/`))
    expect(service.calls.length).toBe(4)
  })

  test('are not sent again to those who have them', async () => {
    const { handle } = handlerOf(createFakeService(), { catalogVersion: () => 'v1' })
    const etag = (await handle(get(CHAINS))).headers.get('etag') ?? ''
    for (const known of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
      const answer = await read(await handle(get(CHAINS, { 'If-None-Match': known })))
      expect(answer).toEqual({
        status: 304,
        body: undefined,
        headers: {
          'cache-control': 'private, max-age=30, stale-while-revalidate=300',
          etag,
          'x-api-version': '1',
          'x-content-type-options': 'nosniff',
          'x-request-id': answer.headers['x-request-id'],
        },
      })
    }
    const other = await read(await handle(get(CHAINS, { 'If-None-Match': '"x"' })))
    expect([other.status, other.body]).toEqual([200, ANSWERS.chains])
  })

  test('that fail are not kept', async () => {
    let fails = true
    const service = createFakeService({
      chains: async () => {
        if (fails) throw new Error('once')
        return ANSWERS.chains
      },
    })
    const { handle } = handlerOf(service, { catalogVersion: () => 'v1' })
    expect((await handle(get(CHAINS))).status).toBe(500)
    fails = false
    expect((await handle(get(CHAINS))).status).toBe(200)
  })
})

test('the cache keeps the 512 answers that were used last, and at most 32 MiB', () => {
  const cache = createAnswerCache()
  for (let at = 0; at < 512; at += 1) cache.put(`k${at}`, 'x')
  cache.get('k0')
  cache.put('one more', 'x')
  expect([cache.get('k0'), cache.get('k1')].map((answer) => answer !== undefined)).toEqual([true, false])
  const big = 'x'.repeat(12 * 1024 * 1024)
  for (const key of ['a', 'b', 'c']) cache.put(key, big)
  expect(['k0', 'a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([false, false, true, true])
  cache.put('c', 'small')
  cache.put('d', big)
  expect(['b', 'c', 'd'].map((key) => cache.get(key) !== undefined)).toEqual([true, true, true])
})

test.each([
  ['"a"', true],
  [' "b" , "a"', true],
  ['W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
])('If-None-Match: %s has "a": %s', (header, matches) => {
  expect(matchesEtag(header, '"a"')).toBe(matches)
})
