import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ProviderError, type RateBudget } from '../../../src/providers/contract.ts'
import { createGates, type Gates } from '../../../src/service/providers/gate.ts'
import { createSharedBudget } from '../../../src/service/providers/shared-budget.ts'
import type { PgDatabase } from '../../../src/store/postgres/database.ts'
import { documentCollection } from '../../../src/store/postgres/documents.ts'
import { openSharedTables } from '../../../src/store/postgres/shared.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { describeOnPostgres, sharedPostgres } from '../../support/postgres.ts'
import { createStoreTables, type StoreTables } from '../../store/postgres/test-database.ts'

type Outcome = 'let in' | readonly [code: string, retryAfterSec: number | undefined]

async function outcomeOf(work: Promise<void>): Promise<Outcome> {
  try {
    await work
    return 'let in'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return [error.code, error.retryAfterSec]
  }
}

const budget: RateBudget = { requests: 10, perMs: 60_000 }
const down = new ProviderError('unreachable', 'down')

describeOnPostgres('providers of several servers on one database', () => {
  let tables: StoreTables
  let clock: FakeClock
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
  })
  beforeEach(async () => {
    clock = createFakeClock()
    await tables.empty()
  })
  afterAll(() => tables.close())

  /** The gates of a server, and how many statements they sent. */
  async function openServer(): Promise<{ readonly gates: Gates; readonly sent: () => number }> {
    const database = await tables.connect(() => clock.now())
    let sent = 0
    const counted: PgDatabase = {
      ...database,
      relax: (statement) => {
        sent += 1
        return database.relax(statement)
      },
    }
    const store = { documents: documentCollection(counted), shared: openSharedTables(counted, clock) }
    return { gates: createGates(store, clock), sent: () => sent }
  }
  const openServers = (count: number) => Promise.all(Array.from({ length: count }, openServer))
  const enter = ({ gates }: { readonly gates: Gates }, key = 'ANY') =>
    outcomeOf(gates.of({ key, budget }, false).enter())

  test('together call a provider no more often than its budget allows, however many calls come at once', async () => {
    const servers = await openServers(4)
    const calls = Array.from({ length: 10 }, () => servers.map((server) => enter(server)))
    const outcomes = await Promise.all(calls.flat())
    expect(outcomes.filter((outcome) => outcome === 'let in')).toHaveLength(10)
    expect(new Set(outcomes.filter((outcome) => outcome !== 'let in').map(String))).toEqual(
      new Set(['rate_limited,60']),
    )
    await clock.advance(59_000)
    for (const server of servers) expect(await enter(server)).toEqual(['rate_limited', 1])
    await clock.advance(1_000)
    expect(await Promise.all(servers.map((server) => enter(server)))).toEqual(Array(4).fill('let in'))
  })

  test('count the calls of a moment by one statement, and none while the budget is used up', async () => {
    const server = await openServer()
    const keys = ['A', 'B', 'C']
    const calls = Array.from({ length: 10 }, () => keys.map((key) => enter(server, key)))
    expect(new Set((await Promise.all(calls.flat())).map(String))).toEqual(new Set(['let in']))
    const sent = server.sent()
    expect(sent).toBeLessThanOrEqual(3)
    for (let call = 0; call < 5; call += 1) expect(await enter(server, 'A')).toEqual(['rate_limited', 60])
    expect(server.sent()).toBe(sent + 1)
  })

  test('spend no call of the budget on a provider that is paused', async () => {
    const [one, other] = await openServers(2)
    for (let failure = 0; failure < 5; failure += 1) await one?.gates.of({ key: 'ANY' }, false).noteFailure(down)
    if (one === undefined || other === undefined) throw new Error('two were opened')
    for (let call = 0; call < 20; call += 1) expect(await enter(other)).toEqual(['unreachable', 10])
    expect([one.sent(), other.sent()]).toEqual([0, 0])
  })

  test('hear within a second of a provider that one of them was told to leave alone', async () => {
    const servers = await openServers(4)
    for (const server of servers) expect(await enter(server)).toBe('let in')
    await servers[0]?.gates
      .of({ key: 'ANY', budget }, false)
      .noteFailure(new ProviderError('rate_limited', 'slow down', { retryAfterSec: 17 }))
    await clock.advance(1_000)
    for (const server of servers) expect(await enter(server)).toEqual(['rate_limited', 16])
    await clock.advance(16_000)
    for (const server of servers) expect(await enter(server)).toBe('let in')
  })

  test('that note failures at the same moment open one breaker; a check by the user passes it', async () => {
    const servers = await openServers(4)
    await Promise.all(
      servers.flatMap(({ gates }) => {
        const gate = gates.of({ key: 'ANY', budget }, false)
        return [gate.noteFailure(down), gate.noteFailure(down)]
      }),
    )
    await clock.advance(1_000)
    for (const server of servers) expect((await enter(server))[0]).toBe('unreachable')
    const probe = servers[1]?.gates.of({ key: 'ANY', budget }, true)
    if (probe === undefined) throw new Error('it was opened')
    expect(await outcomeOf(probe.enter())).toBe('let in')
    await probe.noteSuccess()
    await clock.advance(1_000)
    for (const server of servers) expect(await enter(server)).toBe('let in')
  })

  test('tell how much of a budget all of them have used', async () => {
    const servers = await openServers(3)
    for (const server of servers) await enter(server)
    await clock.advance(20_000)
    const shared = openSharedTables(await tables.connect(() => clock.now()), clock)
    expect([await shared.callsOf('ANY', budget), await shared.callsOf('OTHER', budget)]).toEqual([
      { total: 3, freeInMs: 40_000 },
      { total: 0, freeInMs: 0 },
    ])
  })

  test('count many calls in few numbers, and still let no more through in any minute', async () => {
    const shared = openSharedTables(await tables.connect(() => clock.now()), clock)
    const many = { requests: 1_000, perMs: 60_000 }
    let counted = 0
    for (let second = 0; second < 60; second += 1) {
      const takes = Array.from({ length: 20 }, () => shared.takeCall('MANY', many))
      counted += (await Promise.all(takes)).filter(({ isCounted }) => isCounted).length
      await clock.advance(100)
    }
    expect(counted).toBe(1_000)
    const [row] = await tables.sql('select cardinality(counts) as groups from provider_calls')
    expect(row?.['groups']).toBeLessThan(30)
    await clock.advance(60_000)
    expect((await shared.takeCall('MANY', many)).total).toBe(1)
  })
})

test('while the database does not answer, a server spends what each of them may, and no call waits for it', async () => {
  const clock = createFakeClock()
  let isThere = false
  const shared = {
    takeCall: () =>
      isThere ? Promise.resolve({ isCounted: true, total: 1, freeInMs: 60_000 }) : new Promise<never>(() => undefined),
  }
  const hints = { servers: () => 4, areHeard: () => true, listen: () => () => undefined }
  const spender = createSharedBudget({ shared, hints }, clock, 'ANY', budget)
  const spend = async (): Promise<Outcome> => {
    const outcome = outcomeOf(spender.spend())
    await clock.advance(250)
    return outcome
  }
  expect([await spend(), await spend(), await spend()]).toEqual(['let in', 'let in', ['rate_limited', 60]])
  await clock.advance(60_000)
  expect([await spend(), await spend(), await spend()]).toEqual(['let in', 'let in', ['rate_limited', 60]])
  isThere = true
  expect(await spend()).toBe('let in')
})
