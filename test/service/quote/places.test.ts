import { expect, test } from 'vitest'
import { isSwapError } from '../../../src/core/api/errors.ts'
import { createQuotePlaces, defaultQuotesInFlight } from '../../../src/service/quote/places.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

function open(places: number) {
  const clock = createFakeClock()
  const { take } = createQuotePlaces(clock, places)
  const begun: string[] = []
  const refused: string[] = []
  const releases = new Map<string, () => void>()
  /** Asks for a place under a name. */
  const ask = async (name: string, caller?: string, signal?: AbortSignal) => {
    try {
      releases.set(name, await take(caller, signal))
      begun.push(name)
    } catch (error) {
      if (!isSwapError(error)) throw error
      refused.push(`${name}: ${error.code} ${error.httpStatus} after ${error.retryAfterSec} s`)
    }
  }
  const askAll = async (names: readonly string[], caller?: string) => {
    for (const name of names) void ask(name, caller)
    await clock.advance(0)
  }
  const end = async (name: string) => {
    releases.get(name)?.()
    releases.get(name)?.()
    await clock.advance(0)
  }
  return { clock, ask, askAll, end, begun, refused }
}

test('what is too much waits, first come first served', async () => {
  const { clock, askAll, end, begun, refused } = open(2)
  await askAll(['a', 'b', 'c', 'd'])
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  await end('c')
  expect([begun, refused, clock.sleepers()]).toEqual([['a', 'b', 'c', 'd'], [], 0])
})

test('nobody waits longer than 9 s, and the queue is short: the others are refused at once', async () => {
  const { clock, askAll, end, begun, refused } = open(1)
  await askAll(['a', ...Array.from({ length: 8 }, (_, at) => `w${at}`), 'over'])
  const refusal = 'SERVICE_UNAVAILABLE 503 after 2 s'
  expect(refused).toEqual([`over: ${refusal}`])
  await clock.advance(8_999)
  await end('a')
  await clock.advance(1)
  expect(begun).toEqual(['a', 'w0'])
  expect(refused).toHaveLength(8)
  await end('w0')
  await askAll(['later'])
  expect([begun.at(-1), clock.sleepers()]).toEqual(['later', 0])
})

test('a caller that asks for little is not kept waiting by one that asks for much', async () => {
  const { askAll, end, begun, refused } = open(2)
  await askAll(['m0', 'm1', 'm2', 'm3', 'm4'], 'many')
  await askAll(['f0'], 'few')
  await end('m0')
  expect(begun).toEqual(['m0', 'm1', 'f0'])
  // A full queue has room for whoever waits less often: the last of the others leaves.
  await askAll(
    Array.from({ length: 13 }, (_, at) => `n${at}`),
    'many',
  )
  expect(refused).toEqual([])
  await askAll(['f1'], 'few')
  expect(refused.map((text) => text.slice(0, 3))).toEqual(['n12'])
  await askAll(['n13'], 'many')
  expect(refused.map((text) => text.slice(0, 3))).toEqual(['n12', 'n13'])
})

test('whoever leaves frees its place in the queue, and has nothing to give back', async () => {
  const { clock, ask, askAll, end, begun } = open(1)
  await askAll(['a'])
  const leaving = new AbortController()
  void ask('b', undefined, leaving.signal)
  await askAll(['c'])
  leaving.abort()
  await clock.advance(0)
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b'])
  await end('a')
  expect([begun, clock.sleepers()]).toEqual([['a', 'b', 'c'], 0])
  await ask('d', undefined, leaving.signal)
  expect(begun.at(-1)).toBe('d')
})

test('the more providers a quote asks, the fewer quotes are in work', () => {
  expect([0, 4, 20, 40, 100, 300, 5_000].map(defaultQuotesInFlight)).toEqual([64, 64, 32, 16, 6, 2, 2])
})
