import { expect, test } from 'vitest'
import type { Verdict } from '../../src/core/api/documents.ts'
import type { SharedState } from '../../src/server/options.ts'
import { createFakeService, QUOTE_RESULT } from './fake-service.ts'
import { createCountingIds } from '../support/fake-clock.ts'
import { get, handlerOf, post } from './requests.ts'

/** What two servers share, in memory. */
function createShared(): SharedState {
  const counts = new Map<string, number>()
  const verdicts = new Map<string, readonly Verdict[]>()
  return {
    countRequest: async (client, limit) => {
      const before = counts.get(client) ?? 0
      const total = Math.min(limit, before + 1)
      counts.set(client, total)
      return { isCounted: before < limit, total, freeInMs: 1_500 }
    },
    keepVerdicts: async (id, kept) => void verdicts.set(id, kept),
    verdictsOf: async (id) => verdicts.get(id),
  }
}

/** One that is away. */
const AWAY: SharedState = {
  countRequest: () => Promise.reject(new Error('away')),
  keepVerdicts: () => Promise.reject(new Error('away')),
  verdictsOf: () => Promise.reject(new Error('away')),
}

const chains = () => get('/api/v1/swap/chains')

test('servers that share their counts let a client through as often as one does, and say what is left of it', async () => {
  const shared = createShared()
  const servers = [1, 2].map(() => handlerOf(createFakeService(), { shared, rateLimitPerMinute: 3 }))
  const answers = []
  for (let at = 0; at < 4; at += 1) answers.push(await servers[at % 2]?.handle(chains()))
  expect(answers.map((answer) => [answer?.status, answer?.headers.get('x-ratelimit-remaining')])).toEqual([
    [200, '2'],
    [200, '1'],
    [200, '0'],
    [429, '0'],
  ])
  expect(answers[3]?.headers.get('retry-after')).toBe('2')
})

test('the verdicts of a quote are given by another server than the one that quoted', async () => {
  const shared = createShared()
  const [one, other] = [1, 2].map(() => handlerOf(createFakeService(), { shared, ids: createCountingIds() }))
  const quoted = await one?.handle(post('/api/v1/quote', { amount: '1' }))
  const link = /<([^>]*)>/.exec(quoted?.headers.get('link') ?? '')?.[1] ?? ''
  expect(await (await other?.handle(get(link)))?.json()).toEqual({ data: QUOTE_RESULT.verdicts })
})

test('while nothing is shared, each server counts and answers by itself', async () => {
  const { handle } = handlerOf(createFakeService(), { shared: AWAY, rateLimitPerMinute: 2 })
  const quoted = await handle(post('/api/v1/quote', { amount: '1' }))
  const link = /<([^>]*)>/.exec(quoted.headers.get('link') ?? '')?.[1] ?? ''
  expect([quoted.status, (await handle(get(link))).status, (await handle(chains())).status]).toEqual([200, 200, 429])
})
