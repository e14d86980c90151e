import { describe, expect, test } from 'vitest'
import { type AnswerCache, createAnswerCache, matchesEtag } from '../../src/server/http/answer-cache.ts'
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

  test('are made once for all who ask at the same time', async () => {
    const { handle, service } = handlerOf(createFakeService(), { catalogVersion: () => 'v1' })
    const answers = await Promise.all(Array.from({ length: 100 }, () => handle(get(CHAINS))))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect(service.calls.length).toBe(1)
  })

  test('are made each in a turn of the loop of its own: large ones together held it for seconds', async () => {
    let [turn, isDone] = [0, false]
    let release: () => void = () => undefined
    const shared = new Promise<void>((resolve) => (release = resolve))
    const countTurns = () => {
      turn += 1
      if (turn === 100) release()
      if (!isDone) setImmediate(countTurns)
    }
    countTurns()
    const turns: number[] = []
    const chains = async () => {
      await shared
      turns.push(turn)
      return ANSWERS.chains
    }
    const { handle } = handlerOf(createFakeService({ chains }), { catalogVersion: () => 'v1' })
    await Promise.all(Array.from({ length: 50 }, (_, page) => handle(get(`${CHAINS}?page=${page + 1}`))))
    isDone = true
    expect(new Set(turns).size).toBe(50)
  })

  test('are made once whatever a query has besides, and however it is written', async () => {
    const { handle, service } = handlerOf(createFakeService(), { catalogVersion: () => 'v1' })
    for (const query of ['page=2&perPage=5', 'perPage=5&page=2', 'x=1&page=2&perPage=5', 'page[]=2&perPage=%35&x=2'])
      expect((await handle(get(`${CHAINS}?${query}`))).status).toBe(200)
    expect(service.calls).toEqual([['chains', { page: 2, perPage: 5 }]])
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

describe('the cache', () => {
  const present = (cache: AnswerCache, keys: readonly string[]) => keys.filter((key) => cache.get(key) !== undefined)

  test('keeps the 256 answers that came last and drops what nobody asked for while 256 others came', () => {
    const cache = createAnswerCache()
    for (let at = 0; at < 256; at += 1) cache.put(`a${at}`, 'x')
    for (let at = 0; at < 255; at += 1) cache.put(`b${at}`, 'x')
    expect(cache.get('a0')).toBeDefined()
    for (let at = 0; at < 255; at += 1) cache.put(`c${at}`, 'x')
    expect(present(cache, ['a0', 'a1', 'b0', 'c0', 'c254'])).toEqual(['a0', 'b0', 'c0', 'c254'])
  })

  test('holds at most 32 MiB', () => {
    const cache = createAnswerCache()
    const big = 'x'.repeat(12 * 1024 * 1024)
    for (const key of ['a', 'b', 'c']) cache.put(key, big)
    expect(present(cache, ['a', 'c'])).toEqual(['c'])
  })

  test('gives the newest text of a key', () => {
    const cache = createAnswerCache()
    cache.put('a', 'one')
    cache.put('a', 'two')
    expect(cache.get('a')?.body).toBe('two')
  })

  test('gives short answers as text and long ones as bytes, with the same tag for the same text', () => {
    const cache = createAnswerCache()
    const [short, long] = ['ä'.repeat(16_384), 'ä'.repeat(16_385)]
    expect([cache.put('a', short).body, cache.put('a', short).size]).toEqual([short, 32_768])
    expect(cache.put('b', long)).toEqual({
      ...cache.put('c', long),
      body: new TextEncoder().encode(long),
      size: 32_770,
    })
    expect(cache.put('b', long).etag).not.toBe(cache.put('a', short).etag)
  })
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
