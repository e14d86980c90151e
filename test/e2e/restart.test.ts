import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { type EmbeddedSwapService, openSwapService, type Provider, type SwapService } from '../../src/index.ts'
import { asList, asObject } from '../support/contract-fields.ts'
import { ALICE, BASE_USDC, BOB, pair, USDC } from '../support/contract-world.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'
import { newHome } from '../support/new-home.ts'
import { createTestProvider, paidOut, STILL_PENDING, TEST_PROVIDER } from '../support/test-provider.ts'

const WORKER = fileURLToPath(new URL('./workers/tracker-worker.ts', import.meta.url))
/** Longer than any lease, in milliseconds. */
const LEASES_ARE_OVER_MS = 60_000
/** Longer than six questions at the service's pace and one lease, in milliseconds. */
const ALL_IS_OVER_MS = 120_000

let home: string
beforeEach(async () => {
  home = await newHome()
})

async function swap(service: SwapService, amount: string): Promise<string> {
  const { lockId } = await service.lock({
    ...pair(USDC, BASE_USDC),
    amount,
    provider: TEST_PROVIDER,
    depositor: ALICE,
    recipient: BOB,
  })
  const execution = await service.execute({ lockId })
  return execution.transaction?.id ?? ''
}

const statusesOf = async (service: SwapService) => (await service.history()).data.map(({ status }) => status)

test('transactions of a killed tracker are taken up again when its leases are over, and reach their ends', async () => {
  const worker = fork(WORKER, [home, '5'], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const said: unknown[] = await once(worker, 'message')
  const { ids, at } = asObject(said[0])
  const asked = asList(ids).map(String)
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  expect(await gone).toEqual([null, 'SIGKILL'])
  expect(asked).toHaveLength(5)

  const clock = createFakeClock(Number(at))
  const polled: string[] = []
  const provider = createTestProvider((request) => {
    polled.push(request.transactionId)
    return paidOut(request)
  })
  const service = await openSwapService({ home, clock, providers: [provider] })
  try {
    expect(await statusesOf(service)).toEqual(['PENDING', 'PENDING', 'PENDING', 'PENDING', 'PENDING'])
    expect(await service.pollDue()).toBe(0)
    const stop = service.startTracker()
    await clock.advance(LEASES_ARE_OVER_MS)
    await stop()
    expect(await statusesOf(service)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS'])
    expect(polled.sort()).toEqual(asked.sort())
  } finally {
    await service.close()
  }
})

/** When each transaction was asked about, in epoch milliseconds. */
type Polls = Map<string, number[]>

/** A provider that takes `latencyMs` to answer and pays out at the sixth question. */
function slowProvider(clock: FakeClock, polls: Polls, latencyMs: number): Provider {
  return createTestProvider(async (request, nowMs) => {
    const times = [...(polls.get(request.transactionId) ?? []), nowMs]
    polls.set(request.transactionId, times)
    await clock.sleep(latencyMs)
    return times.length < 6 ? STILL_PENDING : paidOut(request)
  })
}

test('two trackers on one store never ask about one transaction twice for the same due time', async () => {
  const clock = createFakeClock()
  const polls: Polls = new Map()
  const services: EmbeddedSwapService[] = []
  try {
    // One answers faster: it is through with what both found due while the other still holds its first ones.
    for (const latencyMs of [200, 50]) {
      const providers = [slowProvider(clock, polls, latencyMs)]
      services.push(await openSwapService({ home, clock, tracker: true, providers }))
    }
    const [first, second] = services
    if (first === undefined || second === undefined) throw new Error('two services were opened')
    const ids: string[] = []
    for (let made = 0; made < 30; made += 1) {
      ids.push(await swap(made % 2 === 0 ? first : second, String(100 + made)))
    }
    await clock.advance(ALL_IS_OVER_MS)
    expect([...polls.keys()].sort()).toEqual(ids.sort())
    for (const times of polls.values()) {
      expect(times.length).toBe(6)
      // The pace begins at three seconds and slows down: two questions closer than that answer the same due time.
      const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
      for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(3_000)
    }
    for (const service of services) expect(new Set(await statusesOf(service))).toEqual(new Set(['SUCCESS']))
  } finally {
    await Promise.all(services.map((service) => service.close()))
  }
})

test('a tracker that stops mid-question leaves the transaction for the next one', async () => {
  const clock = createFakeClock()
  const polls: Polls = new Map()
  const first = await openSwapService({ home, clock, tracker: true, providers: [slowProvider(clock, polls, 200)] })
  const id = await swap(first, '100')
  await clock.advance(100)
  const closing = first.close()
  await clock.advance(1_000)
  await closing
  const second = await openSwapService({ home, clock, tracker: true, providers: [slowProvider(clock, polls, 200)] })
  try {
    await clock.advance(ALL_IS_OVER_MS)
    expect((await second.status({ transactionId: id })).transaction.status).toBe('SUCCESS')
    expect(polls.get(id)?.length).toBe(6)
  } finally {
    await second.close()
  }
})

test('twenty readers of one status at its due time ask the provider once', async () => {
  const clock = createFakeClock()
  const polls: Polls = new Map()
  const service = await openSwapService({ home, clock, providers: [slowProvider(clock, polls, 0)] })
  try {
    const id = await swap(service, '100')
    for (let slot = 1; slot <= 3; slot += 1) {
      const reads = Promise.all(Array.from({ length: 20 }, () => service.status({ transactionId: id })))
      await clock.advance(0)
      await reads
      expect(polls.get(id)?.length).toBe(slot)
      await clock.advance(10_000)
    }
  } finally {
    await service.close()
  }
})
