import { expect, test } from 'vitest'
import { nextTurn } from '../../src/io/next-turn.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { ANSWERS, createFakeService, QUOTE_RESULT } from './fake-service.ts'
import { get, handlerOf, post } from './requests.ts'

test('of 300 quotes and locks at once a few are begun in a turn, and a read waits for none of them', async () => {
  let busyMs = 0
  const begun: string[] = []
  const work = <T>(name: string, value: T) => {
    busyMs += 1
    begun.push(name)
    return Promise.resolve(value)
  }
  const service = createFakeService({
    quote: () => work('quote', QUOTE_RESULT),
    lock: () => work('lock', ANSWERS.lock.data),
  })
  const { handle } = handlerOf(service, { clock: { ...createFakeClock(), monotonicMs: () => busyMs } })
  const bodies = { quote: { amount: '1' }, 'quote/lock': { provider: 'X' } }
  const answers = Promise.all(
    Array.from({ length: 150 }, () =>
      Object.entries(bodies).map(([path, body]) => handle(post(`/api/v1/${path}`, body))),
    ).flat(),
  )
  expect((await handle(get('/healthz'))).status).toBe(200)
  expect(begun.length).toBeLessThan(10)
  let most = 0
  for (let before = begun.length; before < 300; before = begun.length) {
    await nextTurn()
    most = Math.max(most, begun.length - before)
  }
  expect([most, new Set((await answers).map(({ status }) => status))]).toEqual([4, new Set([200])])
})
