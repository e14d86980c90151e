import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../src/io/clock.ts'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/open.ts'
import type { Store } from '../../../src/store/port.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { PATIENT } from '../../support/patience.ts'
import { describeOnPostgres, sharedPostgres, type TestDatabase } from '../../support/postgres.ts'
import { addTransaction, sampleEvent, sampleTransaction, STORE_TEST_START_MS } from '../../support/store.ts'
import { openTracked } from '../../support/tracked-service.ts'

/** What a test advances a stopped clock by at a time, and in all at most, in milliseconds: less than any pause without a hint. */
const STEP_MS = 1
const SOON_MS = 900

describeOnPostgres('several servers on one database', () => {
  let database: TestDatabase
  let clock: FakeClock
  const opened: PostgresStore[] = []
  beforeAll(async () => {
    database = await (await sharedPostgres()).createDatabase()
  })
  beforeEach(() => {
    clock = createFakeClock(STORE_TEST_START_MS)
  })
  afterEach(async () => {
    const [one] = opened
    for (const table of ['transactions', 'transaction_polls', 'transaction_facts', 'transaction_hashes', 'locks']) {
      await one?.database.relax({ text: `delete from ${one.database.schema}.${table}`, values: [] })
    }
    await Promise.all(opened.splice(0).map(({ store }) => store.close()))
  })
  afterAll(() => database.drop())

  /** A store of the database, as a process has it. */
  async function openStoreOf(listens: 'hears' | 'off' | 'no server'): Promise<PostgresStore> {
    const parts = { url: database.url, env: {}, network: 'sandbox', clock: systemClock, random: Math.random }
    const made = await openPostgresStore({ ...parts, connections: 4, nowMs: () => clock.now() })
    opened.push(made)
    if (listens === 'hears') made.serve()
    if (listens === 'off') made.serve('off')
    if (listens === 'hears') await vi.waitFor(() => expect(made.store.hints?.areHeard()).toBe(true), PATIENT)
    return made
  }
  /** A server, with how often its store was asked by each method. */
  async function openServer(name: string, listens: 'hears' | 'off' = 'hears') {
    const { store } = await openStoreOf(listens)
    const calls = new Map<string, number>()
    const counted = <T extends object>(part: T): T =>
      new Proxy(part, {
        get: (target, method, receiver) => {
          calls.set(String(method), (calls.get(String(method)) ?? 0) + 1)
          return Reflect.get(target, method, receiver) as unknown
        },
      })
    const watched: Store = { ...store, transactions: counted(store.transactions), events: counted(store.events) }
    let made = 0
    const ids = {
      create: (prefix: string) => {
        made += 1
        return `${prefix}${name}_${made}`
      },
    }
    const tracked = await openTracked(undefined, () => watched, ids, clock)
    return { ...tracked, calls }
  }
  /** Waits for what must be seen, while hardly any time passes. @returns how much did, in milliseconds */
  async function untilSeen(look: () => Promise<void> | void): Promise<number> {
    const startMs = clock.now()
    await vi.waitFor(async () => {
      await clock.advance(STEP_MS)
      await look()
    }, PATIENT)
    return clock.now() - startMs
  }

  test('poll each transaction once, and each of them takes some', async () => {
    const servers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => openServer(name)))
    const ids = Array.from({ length: 120 }, (_, at) => `tx_${at}`)
    const adder = await openStoreOf('no server')
    for (const id of ids) {
      await addTransaction(adder.store, sampleTransaction(id, { provider: 'FAST', nextPollAtMs: clock.now() }))
    }
    for (const { service } of servers) service.startTracker()
    await untilSeen(async () => expect((await adder.store.transactions.countByStatus()).SUCCESS).toBe(120))
    expect(servers.flatMap(({ asked }) => asked).sort()).toEqual([...ids].sort())
    expect(servers.map(({ asked }) => asked.length > 0)).toEqual([true, true, true, true])
    expect(servers.flatMap(({ errors }) => errors)).toEqual([])
  })

  test('poll at once what a process makes due that only executes', async () => {
    const server = await openServer('a')
    server.service.startTracker()
    await untilSeen(() => expect(server.calls.get('nextDueInMs')).toBeGreaterThan(0))
    const visitor = await openStoreOf('no server')
    await addTransaction(visitor.store, sampleTransaction('tx_1', { provider: 'FAST', nextPollAtMs: clock.now() }))
    const passedMs = await untilSeen(async () =>
      expect(await server.docOf('tx_1')).toMatchObject({ status: 'SUCCESS' }),
    )
    expect(server.errors).toEqual([])
    expect(passedMs).toBeLessThan(SOON_MS)
  })

  test('find by themselves what nobody tells, only later', async () => {
    const server = await openServer('a', 'off')
    server.service.startTracker()
    await clock.advance(3_000)
    const visitor = await openStoreOf('no server')
    await addTransaction(visitor.store, sampleTransaction('tx_1', { provider: 'FAST', nextPollAtMs: clock.now() }))
    await vi.waitFor(async () => {
      await clock.advance(500)
      expect(await server.docOf('tx_1')).toMatchObject({ status: 'SUCCESS' })
    }, PATIENT)
  })

  test('ask seldom while there is nothing to do, and never for events that nobody reads', async () => {
    const servers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => openServer(name)))
    for (const { service } of servers) service.startTracker()
    for (const { calls } of servers) await untilSeen(() => expect(calls.get('claimDue')).toBe(1))
    for (const { calls } of servers) calls.clear()
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(1_000)
      // What was asked in that second is answered before this.
      for (let turn = 0; turn < 3; turn += 1) await opened[0]?.store.check()
    }
    for (const { calls } of servers) {
      expect(calls.get('nextDueInMs')).toBeLessThanOrEqual(13)
      expect([calls.get('claimDue'), calls.get('since')]).toEqual([undefined, undefined])
    }
  })

  test('tell readers of events and whoever watches a swap at once of what happens on another one', async () => {
    const [one, other] = [await openServer('a'), await openServer('b')]
    await one.add('tx_1', 'SLOW', clock.now() + 600_000)
    const ending = new AbortController()
    const events: string[] = []
    const reading = (async () => {
      for await (const { type } of other.service.events(0, ending.signal)) events.push(type)
    })()
    const statuses: string[] = []
    const watching = (async () => {
      for await (const { transaction } of other.service.watch({ transactionId: 'tx_1' }, { signal: ending.signal })) {
        statuses.push(transaction.status)
      }
    })()
    await untilSeen(() => expect(statuses).toEqual(['PENDING']))
    // Until a reader of events waits for the longest time that it does.
    for (let second = 0; second < 10; second += 1) await clock.advance(1_000)
    const reads = other.calls.get('since') ?? 0
    await vi.waitFor(async () => {
      await clock.advance(100)
      expect(other.calls.get('since')).toBeGreaterThan(reads)
    }, PATIENT)
    await one.store.events.append([sampleEvent('swap.noted')])
    expect(await untilSeen(() => expect(events.at(-1)).toBe('swap.noted'))).toBeLessThan(SOON_MS)
    const found = await one.store.transactions.get('tx_1')
    if (found === undefined) throw new Error('it is there')
    const failed = { ...found.doc, status: 'FAILED', stage: 'done', nextPollAtMs: null } as const
    await one.store.transactions.replace(failed, found.version, [])
    await untilSeen(() => expect(statuses).toEqual(['PENDING', 'FAILED']))
    ending.abort()
    await Promise.all([reading, watching])
  })
})
