import { describe, expect, test } from 'vitest'
import type { Store } from '../../../src/store/port.ts'
import type { StatusReport } from '../../../src/providers/index.ts'
import { pending } from '../../support/case-makers.ts'
import { createCountingIds } from '../../support/fake-clock.ts'
import { addFast, addTransaction, readDueIds, sampleTransaction, STORE_TEST_START_MS } from '../../support/store.ts'
import { openTracked, PAID } from '../../support/tracked-service.ts'

test('a thousand due transactions of a provider that does not answer hold back no other provider', async () => {
  const { service, path, clock, add, docOf, asked, errors } = await openTracked()
  const earlier = { provider: 'SLOW', nextPollAtMs: clock.now() - 1_000 }
  await addFast(
    path,
    Array.from({ length: 1_000 }, (_, at) => sampleTransaction(`tx_${at}`, earlier)),
  )
  await add('tx_fast', 'FAST', clock.now())
  service.startTracker()
  await clock.advance(0)
  expect(await docOf('tx_fast')).toMatchObject({ status: 'SUCCESS' })
  // Of the slow one no more are asked at once than is its share.
  expect(asked.filter((id) => id !== 'tx_fast')).toHaveLength(8)
  await add('tx_later', 'FAST', clock.now())
  await clock.advance(1_000)
  expect(await docOf('tx_later')).toMatchObject({ status: 'SUCCESS' })
  expect(errors).toEqual([])
})

test('a place that becomes free is filled with the next that waits for it, without a pause', async () => {
  const answers: (() => void)[] = []
  const { service, path, clock, asked, docOf } = await openTracked(
    () => new Promise((resolve) => answers.push(() => resolve(PAID))),
  )
  const due = { provider: 'SLOW', nextPollAtMs: clock.now() - 1_000 }
  const ids = Array.from({ length: 11 }, (_, at) => `tx_${at}`)
  await addFast(
    path,
    ids.map((id) => sampleTransaction(id, due)),
  )
  const stop = service.startTracker()
  await clock.advance(0)
  expect(asked).toEqual(ids.slice(0, 8))
  for (const answer of answers.splice(0, 2)) answer()
  await clock.advance(0)
  await clock.advance(0)
  expect(asked).toEqual(ids.slice(0, 10))
  expect(await docOf('tx_1')).toMatchObject({ status: 'SUCCESS' })
  await stop()
})

test('a poll that comes due while others are in progress does not wait for them', async () => {
  const { service, clock, add, docOf } = await openTracked()
  await add('tx_slow', 'SLOW', clock.now())
  await add('tx_fast', 'FAST', clock.now() + 120)
  service.startTracker()
  await clock.advance(130)
  expect(await docOf('tx_fast')).toMatchObject({ status: 'SUCCESS' })
})

/** A store that notes how often the methods for transactions are called. */
function countCalls(calls: Map<string, number>) {
  return (store: Store): Store => ({
    ...store,
    transactions: new Proxy(store.transactions, {
      get: (target, name, receiver) => {
        calls.set(String(name), (calls.get(String(name)) ?? 0) + 1)
        return Reflect.get(target, name, receiver) as unknown
      },
    }),
  })
}

test('a pass over many leases, polls and stores them in slices, and leaves everything else its turn', async () => {
  const calls = new Map<string, number>()
  const { service, path, clock, asked, docOf, turns, errors } = await openTracked(undefined, countCalls(calls))
  const due = { provider: 'FAST', nextPollAtMs: clock.now() }
  const ids = Array.from({ length: 240 }, (_, at) => `tx_${at}`)
  await addFast(
    path,
    ids.map((id) => sampleTransaction(id, due)),
  )
  expect(await service.pollDue()).toBe(240)
  expect([[...asked].sort(), errors]).toEqual([[...ids].sort(), []])
  for (const id of ids) expect(await docOf(id)).toMatchObject({ status: 'SUCCESS' })
  calls.delete('get')
  expect([...calls].sort()).toEqual([
    ['claimDue', 31],
    ['storeMany', 30],
  ])
  expect(turns()).toBeGreaterThanOrEqual(30)
  expect(await service.pollDue()).toBe(0)
})

test('what another process writes while a provider is asked stays, and the answer is applied to it', async () => {
  const change = { run: () => Promise.resolve() }
  const { service, store, clock, add, docOf, errors } = await openTracked(async () => {
    await change.run()
    return PAID
  })
  for (const id of ['tx_1', 'tx_2']) await add(id, 'SLOW', clock.now())
  change.run = async () => {
    change.run = () => Promise.resolve()
    const found = await store.transactions.get('tx_1')
    if (found === undefined) throw new Error('it is there')
    const noted = { ...found.doc, hash: '0xfeed', hashKnownAtMs: clock.now() }
    expect(await store.transactions.replace(noted, found.version, [])).toBe('ok')
  }
  expect(await service.pollDue()).toBe(2)
  expect(await docOf('tx_1')).toMatchObject({ status: 'SUCCESS', hash: '0xfeed' })
  expect(await docOf('tx_2')).toMatchObject({ status: 'SUCCESS' })
  expect([await readDueIds(store), errors]).toEqual([[], []])
})

test('a success by a text that is no hash of the destination chain proves nothing: an attacker ended a swap with "hello"', async () => {
  for (const outboundHash of ['hello', '0x1', 'a'.repeat(64)]) {
    const { service, clock, add, docOf } = await openTracked(() =>
      Promise.resolve({ status: 'SUCCESS', stage: 'done', outboundHash }),
    )
    await add('tx_1', 'SLOW', clock.now())
    await service.pollDue()
    expect(await docOf('tx_1')).toMatchObject({ status: 'PENDING', stage: 'paying_out', outboundHash: null })
  }
})

test('two processes that follow the same transactions ask for each once', async () => {
  const one = await openTracked()
  const otherIds = createCountingIds()
  const other = await openTracked(undefined, () => one.store, {
    create: (prefix) => otherIds.create(`${prefix}other_`),
  })
  const ids = Array.from({ length: 100 }, (_, at) => `tx_${at}`)
  await addFast(
    one.path,
    ids.map((id) => sampleTransaction(id, { provider: 'FAST', nextPollAtMs: one.clock.now() })),
  )
  const polled = await Promise.all([one.service.pollDue(), other.service.pollDue()])
  expect([...one.asked, ...other.asked].sort()).toEqual([...ids].sort())
  expect([polled[0] + polled[1], polled.every((count) => count > 0)]).toEqual([100, true])
})

test('a tracker that stops waits for no answer, writes nothing of it, and leaves no lease behind', async () => {
  let stopped = 0
  const { service, store, clock, add, docOf, errors } = await openTracked(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped += 1
          reject(new Error('aborted'))
        })
      }),
  )
  for (const id of ['tx_1', 'tx_2']) await add(id, 'SLOW', clock.now())
  const before = await docOf('tx_1')
  const stop = service.startTracker()
  await clock.advance(0)
  expect(await readDueIds(store)).toEqual([])
  await stop()
  expect(stopped).toBe(2)
  expect(await docOf('tx_1')).toEqual(before)
  expect(await readDueIds(store)).toEqual(['tx_1', 'tx_2'])
  expect(errors).toEqual([])
})

test('an adapter that does not listen holds up neither stop nor the end of the service', async () => {
  const { service, add, clock } = await openTracked()
  await add('tx_1', 'SLOW', clock.now())
  service.startTracker()
  const status = service.status({ transactionId: 'tx_1' })
  await clock.advance(0)
  await service.close()
  expect((await status).transaction.status).toBe('PENDING')
})

describe('what an adapter answers that is no status', () => {
  const PENDING = { status: 'PENDING', stage: 'confirming' }

  test.each<[string, unknown]>([
    ['It reported the unknown status "WEIRD"', { status: 'WEIRD', stage: 'done' }],
    ['It reported the unknown status undefined', { stage: 'done', outboundHash: '0x1' }],
    ['It reported the unknown status 7', { status: 7, stage: 'done' }],
    ['It reported the unknown status 1', { status: 1n, stage: 'done' }],
    ['It reported no status, but null', null],
    ['It reported no status, but "SUCCESS"', 'SUCCESS'],
    ['It reported PENDING at the unknown stage "done"', { status: 'PENDING', stage: 'done' }],
    ['It reported SUCCESS at the unknown stage undefined', { status: 'SUCCESS', deliveredOut: 1n }],
    ['It reported 5 as inboundHash', { ...PENDING, inboundHash: 5 }],
    ['It reported an object as reason', { status: 'FAILED', stage: 'done', reason: {} }],
    ['It reported 12 as deliveredOut', { status: 'SUCCESS', stage: 'done', deliveredOut: 12 }],
    ['It reported false as restsOnWord', { status: 'SUCCESS', stage: 'done', restsOnWord: false }],
    ['It reported -1 as deliveredOut', { status: 'SUCCESS', stage: 'done', deliveredOut: -1n }],
    ['It reported "half" as progress', { ...PENDING, progress: 'half' }],
    ['It reported an object as progress', { ...PENDING, progress: { receivedIn: 5 } }],
    ['It reported an object as progress', { ...PENDING, progress: { paidOut: -1n } }],
    ['It reported an object as progress', { ...PENDING, progress: { parts: { done: 0.5, total: 2 } } }],
    ['It reported an object as progress', { ...PENDING, progress: { note: {} } }],
    ['It reported NaN as pollAfterMs', { ...PENDING, pollAfterMs: Number.NaN }],
    ['It reported "5" as leastPauseMs', { ...PENDING, leastPauseMs: '5' }],
    ['It reported tracking that is no JSON', { ...PENDING, tracking: { at: 1n } }],
  ])('is told as a failure of its provider, stored nowhere, and asked for again later: %s', async (message, answer) => {
    const { service, clock, add, docOf, asked, errors, failures } = await openTracked(
      async () => answer as StatusReport,
    )
    await add('tx_1', 'SLOW', clock.now())
    const before = await docOf('tx_1')
    service.startTracker()
    await clock.advance(0)
    const failure = { provider: 'SLOW', transactionId: 'tx_1', code: 'bad_response', message }
    expect([failures, errors]).toEqual([[failure], []])
    const after = await docOf('tx_1')
    expect(after).toEqual({ ...before, polls: 1, nextPollAtMs: clock.now() + 4_500 })
    await clock.advance(6_000)
    expect([asked, failures]).toEqual([
      ['tx_1', 'tx_1'],
      [failure, failure],
    ])
  })

  test('flips no end', async () => {
    const { service, store, clock, docOf, failures } = await openTracked(
      async () => ({ status: 'WEIRD', stage: 'done' }) as unknown as StatusReport,
    )
    const ended = sampleTransaction('tx_1', { provider: 'SLOW', status: 'FAILED', stage: 'done', nextPollAtMs: null })
    await addTransaction(store, ended)
    await service.track({ transactionId: 'tx_1' })
    expect([await docOf('tx_1'), failures.length]).toEqual([{ ...ended, polls: ended.polls + 1 }, 1])
    expect(clock.now()).toBe(STORE_TEST_START_MS)
  })
})

test.each([
  ['by the tenth of its estimate that a provider must not exceed', { pollAfterMs: 50_000 }, 6_000],
  ['by the limit of its provider, which may', { pollAfterMs: 50_000, leastPauseMs: 15_000 }, 15_000],
])('a transaction of 60 s is asked about again %s', async (_, times, pauseMs) => {
  const { service, clock, add, docOf } = await openTracked(() => Promise.resolve(pending('confirming', times)))
  await add('tx_1', 'SLOW', clock.now())
  service.startTracker()
  await clock.advance(0)
  expect(await docOf('tx_1')).toMatchObject({ nextPollAtMs: clock.now() + pauseMs })
})
