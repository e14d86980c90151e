import { expect, onTestFinished, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import { createKeptRoutes } from '../../../src/service/quote/kept-routes.ts'
import type { Store } from '../../../src/store/port.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { openTempStore, sampleRoute, STORE_TEST_START_MS } from '../../support/store.ts'

const BUSY = new SwapError('SERVICE_UNAVAILABLE', 'The store is busy')

/** The real store of routes, whose writes a test may stop. */
async function open() {
  const clock = createFakeClock(STORE_TEST_START_MS)
  const temp = await openTempStore(() => clock.now())
  onTestFinished(() => temp.cleanup())
  const { routes } = temp.store
  const writes: string[][] = []
  const errors: unknown[] = []
  let write: Store['routes']['putMany'] = (list) => routes.putMany(list)
  let prunes = 0
  const kept = createKeptRoutes(
    {
      get: (provider, routeId) => routes.get(provider, routeId),
      putMany: (list) => {
        writes.push(list.map(({ routeId }) => routeId))
        return write(list)
      },
      prune: (limit) => {
        prunes += 1
        return routes.prune(limit)
      },
    },
    clock,
    (error) => errors.push(error),
  )
  const route = (id: string) => sampleRoute(id, { keepUntilMs: clock.now() + 60_000 })
  return {
    ...{ clock, kept, routes, route, writes, errors },
    add: (...ids: readonly string[]) => kept.add(ids.map(route)),
    writeBy: (way: Store['routes']['putMany']) => (write = way),
    writeAgain: () => (write = (list) => routes.putMany(list)),
    prunes: () => prunes,
    get: async (id: string) => (await kept.get(route(id).provider, id))?.routeId,
    stored: async (id: string) => (await routes.get(route(id).provider, id))?.routeId,
  }
}

test('the routes of a quote are stored in one write, which it waits for', async () => {
  const { clock, kept, add, writes, stored } = await open()
  add('a', 'b')
  add('c')
  await kept.settle()
  expect([writes, await stored('c'), clock.sleepers()]).toEqual([[['a', 'b', 'c']], 'c', 0])
  await kept.settle()
  expect(writes).toHaveLength(1)
})

test('those of a quote that goes on are found at once, and stored a moment later with what came meanwhile', async () => {
  const { clock, add, writes, get, stored } = await open()
  add('a')
  expect([await get('a'), await stored('a')]).toEqual(['a', undefined])
  await clock.advance(50)
  add('b')
  await clock.advance(50)
  expect([writes, await stored('b')]).toEqual([[['a', 'b']], 'b'])
})

test('a store that does not answer delays a quote by a quarter of a second at most', async () => {
  const { clock, kept, add, writeBy, get, errors } = await open()
  let answer = () => undefined as void
  writeBy(() => new Promise((resolve) => (answer = resolve)))
  add('a')
  let isSettled = false
  void kept.settle().then(() => (isSettled = true))
  await clock.advance(249)
  expect(isSettled).toBe(false)
  await clock.advance(1)
  expect([isSettled, await get('a'), errors]).toEqual([true, 'a', []])
  answer()
  await clock.advance(0)
  expect(clock.sleepers()).toBe(0)
})

test('routes that come in the moment in which others have been stored are stored at once too', async () => {
  for (let turns = 0; turns < 16; turns += 1) {
    const { clock, kept, add, routes, writeBy, writeAgain, stored } = await open()
    writeBy(async (list) => {
      writeAgain()
      await routes.putMany(list)
      let later = Promise.resolve()
      for (let turn = 0; turn < turns; turn += 1) later = later.then(() => undefined)
      void later.then(async () => {
        add('next')
        await kept.settle()
      })
    })
    add('first')
    await kept.settle()
    await clock.advance(0)
    expect([turns, await stored('next')]).toEqual([turns, 'next'])
  }
})

test('a quote waits for its own routes, and for none of those that come after them', async () => {
  const { clock, kept, add, writeBy, writes } = await open()
  const answers: (() => void)[] = []
  writeBy(() => new Promise((resolve) => answers.push(resolve)))
  const settled: string[] = []
  const settle = (id: string) => {
    add(id)
    void kept.settle().then(() => settled.push(id))
  }
  settle('a')
  settle('b')
  settle('c')
  answers[0]?.()
  await clock.advance(0)
  expect([writes, settled]).toEqual([[['a'], ['b', 'c']], ['a']])
  answers[1]?.()
  await clock.advance(0)
  expect([settled, clock.sleepers()]).toEqual([['a', 'b', 'c'], 0])
})

test('a store that takes nothing delays no other quote, and gets the routes when it can', async () => {
  const { clock, kept, add, writeBy, writeAgain, writes, get, stored, errors } = await open()
  writeBy(() => Promise.reject(BUSY))
  add('a')
  await kept.settle()
  add('b')
  await kept.settle()
  expect([writes, await get('a'), await get('b')]).toEqual([[['a']], 'a', 'b'])
  await clock.advance(1_000)
  expect(writes).toHaveLength(2)
  writeAgain()
  await clock.advance(1_000)
  expect([await stored('a'), await stored('b'), errors, clock.sleepers()]).toEqual(['a', 'b', [], 0])
})

test('routes that ran out before the store took them are told of, once', async () => {
  const { clock, kept, add, writeBy, get, errors } = await open()
  writeBy(() => Promise.reject(BUSY))
  add('a', 'b')
  await clock.advance(62_000)
  expect([errors, await get('a')]).toEqual([[BUSY], undefined])
  await kept.close()
  expect([errors, clock.sleepers()]).toEqual([[BUSY], 0])
})

test('the end stores what is left, or tells that it cannot', async () => {
  const { kept, add, stored, errors } = await open()
  add('a')
  await kept.close()
  expect([await stored('a'), errors]).toEqual(['a', []])
  const broken = await open()
  broken.writeBy(() => Promise.reject(BUSY))
  broken.add('a')
  await broken.kept.close()
  expect([broken.errors, broken.clock.sleepers()]).toEqual([[BUSY], 0])
})

test('a route that is quoted again while it is stored is stored again', async () => {
  const { kept, route, writeBy, writeAgain, routes, writes } = await open()
  let answer = () => undefined as void
  writeBy(() => new Promise((resolve) => (answer = resolve)))
  kept.add([route('a')])
  const settled = kept.settle()
  const newer = { ...route('a'), amountText: '7' }
  kept.add([newer])
  writeAgain()
  answer()
  await settled
  expect(writes).toEqual([['a'], ['a']])
  expect(await routes.get(newer.provider, 'a')).toEqual(newer)
})

test('no more than ten thousand wait in memory', async () => {
  const { kept, route, writeBy, get, errors } = await open()
  writeBy(() => Promise.reject(BUSY))
  kept.add([route('first')])
  await kept.settle()
  kept.add(Array.from({ length: 10_000 }, (_, at) => route(`r${at}`)))
  expect([await get('first'), await get('r0'), errors]).toEqual([undefined, 'r0', [BUSY]])
})

test('what ran out is removed seldom, after a quote, and more of it than was added', async () => {
  const { clock, kept, routes, route, prunes } = await open()
  await routes.putMany(Array.from({ length: 2_000 }, (_, at) => ({ ...route(`old${at}`), keepUntilMs: 0 })))
  const left = async () =>
    2_000 -
    (
      await Promise.all(Array.from({ length: 2_000 }, async (_, at) => routes.get('SANDBOX_BRIDGE', `old${at}`)))
    ).filter((one) => one === undefined).length
  kept.add(Array.from({ length: 600 }, (_, at) => route(`new${at}`)))
  for (let quote = 0; quote < 3; quote += 1) await kept.settle()
  await clock.advance(0)
  expect([prunes(), await left()]).toEqual([3, 800])
  await clock.advance(1_000)
  await kept.settle()
  await clock.advance(0)
  expect([prunes(), await left()]).toEqual([4, 700])
})
