import { expect, onTestFinished, test } from 'vitest'
import { type RateAlert, startRateWatch } from '../../../src/service/rates/rate-watch.ts'
import type { DocumentStore } from '../../../src/core/ports.ts'
import type { WatchEntry } from '../../../src/core/rates/watch-entry.ts'
import { openSwapService } from '../../../src/open.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { anyManifest, anyProvider, anyProviderSet, openConnections } from '../../support/provider-world.ts'
import { newHome } from '../../support/new-home.ts'
import { sampleRate } from '../../support/store.ts'

const ONE = 10n ** 36n
const { srcChain, srcAddress, dstChain, dstAddress } = sampleRate(0)
const ENTRY: WatchEntry = {
  ...{ srcChain, srcAddress, dstChain, dstAddress, from: 'ethereum:USDC', to: 'base:USDC' },
  ...{ amount: '100', above: ONE / 2n, fired: [] },
}

const BACK = { srcChain: dstChain, srcAddress: dstAddress, dstChain: srcChain, dstAddress: srcAddress }

async function openWatched(entry = ENTRY) {
  const clock = createFakeClock()
  const home = await newHome()
  const open = async () => {
    const service = await openSwapService({ home, clock })
    onTestFinished(() => service.close())
    return service
  }
  const service = await open()
  // What a quote and the look at budgets load is there: the clock of the test would not wait for it.
  await (await service.admin()).providerStates()
  await service.quote({ ...BACK, amount: '1' })
  await service.watchList.put(entry)
  const events = async () => {
    const found = await service.store.events.since('0', 100)
    return found.flatMap(({ event }) => (event?.type === 'rate.alert' ? [event.data] : []))
  }
  return { clock, open, service, events }
}

/** Lets `seconds` pass in steps in which everything that is due can happen. */
async function pass(clock: ReturnType<typeof createFakeClock>, seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at += 1) {
    await clock.advance(1_000)
    for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a watched pair is quoted, and its alert is told once: to whoever watches, and in the journal', async () => {
  const { clock, service, events } = await openWatched()
  const alerts: RateAlert[] = []
  const stop = service.startRateWatch((alert) => alerts.push(alert))
  await pass(clock, 150)
  await stop()
  expect(alerts.map(({ side }) => side)).toEqual(['above'])
  expect(await events()).toMatchObject([
    { from: 'ethereum:USDC', to: 'base:USDC', amount: '100', side: 'above', limit: '0.5' },
  ])
  const [entry] = await service.watchList.list()
  expect([entry?.fired, entry?.seen?.srcUsd !== undefined]).toEqual([['above'], true])
  expect((await service.rates(ENTRY, '1h')).points.length).toBeGreaterThanOrEqual(2)
})

test('one process of a store watches at a time, and another one goes on when it ends', async () => {
  const { clock, open, service, events } = await openWatched()
  const other = await open()
  const told: string[] = []
  const stop = service.startRateWatch(() => told.push('first'))
  await pass(clock, 5)
  const stopOther = other.startRateWatch(() => told.push('second'))
  await pass(clock, 60)
  expect(told).toEqual(['first'])
  await stop()
  // The rate has come back meanwhile: it fires again.
  await service.watchList.put(ENTRY)
  await pass(clock, 60)
  await stopOther()
  expect(told).toEqual(['first', 'second'])
  expect(await events()).toHaveLength(2)
  // Each of them shows it: one of them calls its user.
  const take = (atMs: number) => Promise.all([service, other].map(({ watchList }) => watchList.takeAlert(ENTRY, atMs)))
  const taken = [await take(7), await take(8)].map((each) => each.sort())
  expect([taken, await other.watchList.takeAlert(ENTRY, 7)]).toEqual([
    [
      [false, true],
      [false, true],
    ],
    false,
  ])
})

test('a pair that is put on an empty list is quoted within seconds', async () => {
  const { clock, service } = await openWatched()
  await service.watchList.remove(ENTRY)
  const stop = service.startRateWatch()
  await pass(clock, 1)
  await service.watchList.put(ENTRY)
  await pass(clock, 6)
  await stop()
  expect((await service.watchList.list())[0]?.seen).toBeDefined()
})

test('a pair that was quoted just now is not quoted again, and nothing happens to one that is removed', async () => {
  const { clock, service } = await openWatched({ ...ENTRY, seen: { atMs: 1, rate: 1n, srcUsd: 100_000_000n } })
  await service.store.rates.putMany([{ ...sampleRate(0), atMs: clock.now(), rate: 7n * ONE }])
  const stop = service.startRateWatch()
  await pass(clock, 3)
  const [entry] = await service.watchList.list()
  expect(entry?.seen?.rate).toBe(7n * ONE)
  expect(await service.watchList.remove(ENTRY)).toBe(true)
  await pass(clock, 120)
  await stop()
  expect([await service.watchList.list(), await service.watchList.remove(ENTRY)]).toEqual([[], false])
})

test('who watches is written twice a minute, not at each look', async () => {
  const { clock, service } = await openWatched()
  const { store } = service
  let writes = 0
  const documents: DocumentStore = {
    ...store.documents,
    put: (key, value, version) => {
      if (key === 'rate-watcher') writes += 1
      return store.documents.put(key, value, version)
    },
  }
  const context = {
    ...{ clock, store: { ...store, documents }, providers: anyProviderSet([], clock), setting: () => undefined },
    ...{ connections: openConnections(clock, store), readDeliveries: () => Promise.resolve([]) },
    ...{ ids: { create: () => 'watch_1' }, onError: console.error },
  }
  const stop = startRateWatch(context, { quote: () => Promise.resolve(undefined), onAlert: () => undefined })
  onTestFinished(stop)
  await pass(clock, 119)
  expect(writes).toBe(4)
})

test('while a provider is spared the best of the others is believed where it is no less than what was last seen', async () => {
  const { clock, service } = await openWatched({ ...ENTRY, above: 5n * ONE, below: 2n * ONE })
  const { store } = service
  const budget = { requests: 2, perMs: 600_000 }
  const manifests = [anyManifest({ key: 'BEST', budget }), anyManifest({ key: 'OTHER' })]
  const providers = anyProviderSet(
    manifests.map((manifest) => anyProvider(manifest)),
    clock,
  )
  const alerts: string[] = []
  let best = 3n
  const asked: (readonly string[] | undefined)[] = []
  let others = 1n
  const context = {
    ...{ clock, store, providers, connections: openConnections(clock, store), setting: () => undefined },
    ...{ readDeliveries: () => Promise.resolve([]), ids: { create: () => 'watch_1' }, onError: console.error },
  }
  const stop = startRateWatch(context, {
    quote: ({ exclude }) => {
      asked.push(exclude)
      const rate = (exclude?.includes('BEST') ? others : best) * ONE
      return Promise.resolve({ ...sampleRate(0), atMs: clock.now(), rate })
    },
    onAlert: ({ side }) => alerts.push(side),
  })
  onTestFinished(stop)
  const seen = async () => (await service.watchList.list())[0]?.seen
  await pass(clock, 3)
  const first = await seen()
  expect([asked, first?.rate]).toEqual([[[]], 3n * ONE])
  // Its budget is used: what the others pay is no fall of the rate, and the pair is not said to be seen again.
  await store.documents.put('gate:BEST', { calls: [clock.now(), clock.now()] }, 0)
  await pass(clock, 70)
  expect([asked.at(-1), await seen(), alerts]).toEqual([['BEST'], first, []])
  others = 6n
  await pass(clock, 70)
  expect([asked.at(-1), (await seen())?.rate, alerts]).toEqual([['BEST'], 6n * ONE, ['above']])
  best = 1n
  await pass(clock, 600)
  expect([asked.at(-1), (await seen())?.rate, alerts]).toEqual([[], 1n * ONE, ['above', 'below']])
})
