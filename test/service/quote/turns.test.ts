import { expect, onTestFinished, test } from 'vitest'
import { nextTurn } from '../../../src/io/next-turn.ts'
import { openSwapService } from '../../../src/open.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { LOCAL_REQUEST } from '../../support/local-providers.ts'
import { newHome } from '../../support/new-home.ts'
import { anyManifest, anyProvider } from '../../support/provider-world.ts'

/** A service whose only provider answers at once, and takes a millisecond of the processor for it. */
async function openBusy() {
  let busyMs = 0
  let asked = 0
  const terms = { amountOut: 99_000_000n, srcUsd: 100_000_000n, dstUsd: 99_000_000n }
  const service = await openSwapService({
    home: await newHome(),
    clock: { ...createFakeClock(), monotonicMs: () => busyMs },
    quotesInFlight: 1_000,
    setting: (key, name) => (name === 'ENABLED' && key.startsWith('SANDBOX') ? 'false' : undefined),
    providers: [
      anyProvider(anyManifest({ key: 'BUSY' }), {
        quote: () => {
          busyMs += 1
          asked += 1
          const route = { ...terms, routeId: `busy-${asked}`, fees: [], steps: [], estimatedTimeSec: 30, state: null }
          return Promise.resolve({ status: 'routes', routes: [route] })
        },
      }),
    ],
  })
  onTestFinished(() => service.close())
  return { service, asked: () => asked }
}

test('while 300 quotes are in work, others have their turn after every few of them', async () => {
  const { service, asked } = await openBusy()
  await service.quote(LOCAL_REQUEST)
  const quotes = Promise.all(Array.from({ length: 300 }, () => service.quote(LOCAL_REQUEST)))
  let most = 0
  for (let before = asked(); before < 301; before = asked()) {
    await nextTurn()
    most = Math.max(most, asked() - before)
  }
  expect([most, (await quotes).map(({ data }) => data.length)]).toEqual([4, Array.from({ length: 300 }, () => 1)])
})

test('whoever leaves while its turn has not come gets no routes, and keeps no place', async () => {
  const { service } = await openBusy()
  const leaving = new AbortController()
  const quotes = Array.from({ length: 20 }, (_, index) =>
    service.quote(LOCAL_REQUEST, index === 19 ? { signal: leaving.signal } : {}),
  )
  leaving.abort()
  expect((await Promise.all(quotes)).map(({ data }) => data.length)).toEqual([
    ...Array.from({ length: 19 }, () => 1),
    0,
  ])
  expect((await service.quote(LOCAL_REQUEST)).data).toHaveLength(1)
})
