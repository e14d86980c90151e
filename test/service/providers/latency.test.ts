import { expect, onTestFinished, test } from 'vitest'
import { createLatencyLog } from '../../../src/service/providers/latency.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { anyManifest, openConnections } from '../../support/provider-world.ts'
import { rawSql } from '../../store/raw.ts'
import { openTempStore } from '../../support/store.ts'
import { localServer } from '../../support/local-server.ts'

async function tempStore() {
  const temp = await openTempStore()
  onTestFinished(() => temp.cleanup())
  return temp.store
}

test('the newest twenty answers of a provider are kept, with the middle and the longest of them', async () => {
  const store = await tempStore()
  const log = createLatencyLog(store)
  expect(await log.read()).toEqual(new Map())
  for (const ms of [9000, ...Array.from({ length: 20 }, (_, index) => index * 10)]) log.note('RELAY', ms)
  log.note('LIFI', 5)
  expect(await log.read()).toEqual(
    new Map([
      ['LIFI', { answers: 1, medianMs: 5, worstMs: 5 }],
      ['RELAY', { answers: 20, medianMs: 100, worstMs: 190 }],
    ]),
  )
})

test('two processes lose nothing of each other', async () => {
  const store = await tempStore()
  const [one, two] = [createLatencyLog(store), createLatencyLog(store)]
  for (let round = 0; round < 5; round += 1) {
    one.note('RELAY', 1)
    two.note('RELAY', 3)
    await Promise.all([one.save(), two.save()])
  }
  expect((await one.read()).get('RELAY')).toEqual({ answers: 10, medianMs: 3, worstMs: 3 })
})

test.each([
  ['malformed', () => undefined],
  ['damaged', (path: string) => rawSql(path, `UPDATE meta SET sum = 'flipped' WHERE id = 'latency'`)],
])('a %s note is begun anew', async (_, damage) => {
  const { store, path, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  await store.documents.put('latency', { RELAY: 'quick' }, 0)
  damage(path)
  const log = createLatencyLog(store)
  log.note('RELAY', 7)
  expect(await log.read()).toEqual(new Map([['RELAY', { answers: 1, medianMs: 7, worstMs: 7 }]]))
})

test('a store that cannot be written keeps nobody from going on', async () => {
  const store = await tempStore()
  await store.close()
  const log = createLatencyLog(store)
  log.note('RELAY', 7)
  await log.save()
})

test('calls to a provider are timed, refusals of a request too; probes are not', async () => {
  const clock = createFakeClock()
  const store = await tempStore()
  let status = 200
  const { url: baseUrl, close } = await localServer((_request, response) => {
    void clock.advance(120).then(() => response.writeHead(status).end('{}'))
  })
  onTestFinished(close)
  const manifest = anyManifest({ hosts: [new URL(baseUrl).host], baseUrl })
  const connections = openConnections(clock, store)
  const { signal } = new AbortController()
  const call = { method: 'GET', path: '/quote', readOnly: false } as const
  await connections.http(manifest, signal).request(call)
  status = 404
  await connections.http(manifest, signal).request(call)
  await connections.http(manifest, signal, { probe: true }).request(call)
  status = 500
  await expect(connections.http(manifest, signal).request(call)).rejects.toThrow('server error')
  await connections.close()
  const kept = await createLatencyLog(store).read()
  expect(kept).toEqual(new Map([['ANY', { answers: 2, medianMs: 120, worstMs: 120 }]]))
})
