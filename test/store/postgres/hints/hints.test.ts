import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Clock } from '../../../../src/core/ports.ts'
import { systemClock } from '../../../../src/io/clock.ts'
import { readAddress } from '../../../../src/store/postgres/connection/address.ts'
import type { PgDatabase } from '../../../../src/store/postgres/database.ts'
import { openHints, type SentHints } from '../../../../src/store/postgres/hints/hints.ts'
import type { StoreHint } from '../../../../src/store/shared.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { PATIENT } from '../../../support/patience.ts'
import { describeOnPostgres, type PostgresServer, sharedPostgres } from '../../../support/postgres.ts'
import { createStoreTables, type StoreTables } from '../test-database.ts'

describeOnPostgres('hints of what changes in a database', () => {
  let server: PostgresServer
  let tables: StoreTables
  const opened: SentHints[] = []
  beforeAll(async () => {
    server = await sharedPostgres()
    tables = await createStoreTables(server)
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((hints) => hints.close()))
    await tables.empty()
  })
  afterAll(() => tables.close())

  interface Options {
    /** Where it listens. @default the database; `nowhere` for one that comes and goes, `off` for a server that does not */
    readonly listens?: string
    readonly clock?: Clock
  }
  /** A process that uses the store. */
  async function openProcess({ listens = tables.url, clock = systemClock }: Options = {}) {
    const database = await tables.connect()
    let sent = 0
    const counted: PgDatabase = {
      ...database,
      relax: async (statement) => {
        const rows = await database.relax(statement)
        if (String(statement.values[3]).includes('"hint"')) sent += 1
        return rows
      },
    }
    const heard: StoreHint[] = []
    const told: string[] = []
    const parts = { database: counted, clock, random: Math.random, channel: 'swapcli_test' }
    const hints = openHints({ ...parts, tell: (text) => told.push(text) })
    opened.push(hints)
    hints.listen((hint) => heard.push(hint))
    if (listens === 'off') hints.serve(undefined)
    else if (listens !== 'nowhere') hints.serve(readAddress(listens, {}))
    return { hints, heard, told, sent: () => sent }
  }
  type Process = Awaited<ReturnType<typeof openProcess>>
  /** Such a one, once it hears. What it heard so far is forgotten. */
  async function openServer(options: Options = {}): Promise<Process> {
    const made = await openProcess(options)
    await untilHeard(made)
    return made
  }
  async function untilHeard({ hints, heard }: Process) {
    await vi.waitFor(() => expect([hints.areHeard(), heard.length]).toEqual([true, 1]), PATIENT)
    expect(heard.splice(0)).toEqual([{ hasEvents: true, dueInMs: 0, transactions: 'any' }])
  }
  const changed: StoreHint = { hasEvents: true, transactions: ['tx_1'] }

  test('are heard by the process itself at once, and by others soon, each once', async () => {
    const [one, other] = [await openServer(), await openServer()]
    const visitor = await openProcess({ listens: 'nowhere' })
    visitor.hints.tell(changed)
    expect(visitor.heard).toEqual([changed])
    await vi.waitFor(() => expect([one.heard, other.heard]).toEqual([[changed], [changed]]), PATIENT)
    one.hints.tell({ hasEvents: false, dueInMs: 3_000, transactions: [] }, { hasEvents: true, transactions: [] })
    await vi.waitFor(() => expect(other.heard).toHaveLength(2), PATIENT)
    expect(one.heard[1]).toEqual({ hasEvents: false, dueInMs: 3_000, transactions: [] })
    expect(other.heard[1]).toEqual({ hasEvents: true, transactions: [] })
    expect([visitor.hints.areHeard(), one.heard.length, visitor.heard.length]).toEqual([false, 2, 1])
  })

  test('of a moment are sent together, and where nobody hears them not at all', async () => {
    const one = await openServer()
    const tellMany = () => {
      for (let at = 0; at < 50; at += 1) {
        one.hints.tell({ hasEvents: at === 9, dueInMs: 5_000 - at, transactions: [`tx_${at % 2}`] })
      }
    }
    tellMany()
    await vi.waitFor(() => expect(one.sent()).toBe(1), PATIENT)
    tellMany()
    await one.hints.close()
    expect(one.sent()).toBe(1)
    const [two, other] = [await openServer(), await openServer()]
    for (let at = 0; at < 50; at += 1) {
      two.hints.tell({ hasEvents: at === 9, dueInMs: 5_000 - at, transactions: [`tx_${at % 2}`] })
    }
    await vi.waitFor(() => expect(other.heard).toHaveLength(1), PATIENT)
    const [{ dueInMs = -1, ...rest } = { hasEvents: false, transactions: [] }] = other.heard
    expect([rest, two.sent()]).toEqual([{ hasEvents: true, transactions: ['tx_0', 'tx_1'] }, 1])
    // A little later than the one that told it.
    expect(dueInMs).toBeGreaterThanOrEqual(4_951 - 1_000)
    expect(dueInMs).toBeLessThanOrEqual(4_951 + 100)
  })

  test('of more than a message holds say that anything may be meant', async () => {
    const [one, other] = [await openServer(), await openServer()]
    one.hints.tell({ hasEvents: false, transactions: ['x'.repeat(9_000)] })
    await vi.waitFor(() => expect(other.heard).toEqual([{ hasEvents: false, transactions: 'any' }]), PATIENT)
  })

  test('that are none are not heard', async () => {
    const one = await openServer()
    for (const text of ['', '{', 'null', '{"from":"x","hint":{"hasEvents":1}}', '{"from":7}']) {
      await tables.sql('select pg_notify($1, $2)', ['swapcli_test', text])
    }
    await tables.sql('select pg_notify($1, $2)', [
      'swapcli_test',
      JSON.stringify({ from: 'x', hint: { hasEvents: true, transactions: [] } }),
    ])
    await vi.waitFor(() => expect(one.heard).toEqual([{ hasEvents: true, transactions: [] }]), PATIENT)
  })

  test('may have been missed when a lost connection is made anew: anything may have changed', async () => {
    const [one, other] = [await openServer(), await openServer()]
    await tables.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "swapcli_test"' and pid <> pg_backend_pid()`,
    )
    await vi.waitFor(() => expect([one.heard.length, other.heard.length]).toEqual([1, 1]), PATIENT)
    await Promise.all([untilHeard(one), untilHeard(other)])
    one.hints.tell(changed)
    await vi.waitFor(() => expect(other.heard).toEqual([changed]), PATIENT)
  })

  test('do not arrive where the connection is one of another kind: it is told once, and tried now and then', async () => {
    const elsewhere = await server.createDatabase()
    const clock = createFakeClock()
    const deaf = await openProcess({ listens: elsewhere.url, clock })
    await vi.waitFor(async () => {
      await clock.advance(1_000)
      expect(deaf.told).toHaveLength(1)
    }, PATIENT)
    expect(deaf.told[0]).toMatch(/^changes that other servers make in postgres:.* are seen late: .*store-listen/)
    expect([deaf.hints.areHeard(), deaf.heard]).toEqual([false, []])
    for (let minute = 0; minute < 20; minute += 1) await clock.advance(60_000)
    expect(deaf.told).toHaveLength(1)
    await deaf.hints.close()
    await elsewhere.drop()
  })

  test('tell how many servers there are, those that hear nothing as well', async () => {
    const clock = createFakeClock()
    const one = await openServer({ clock })
    const other = await openProcess({ listens: 'off' })
    await vi.waitFor(() => expect(other.hints.servers()).toBe(2), PATIENT)
    const visitor = await openProcess({ listens: 'nowhere' })
    expect([one.hints.servers(), visitor.hints.servers()]).toEqual([1, 1])
    await vi.waitFor(async () => {
      await clock.advance(15_000)
      expect(one.hints.servers()).toBe(2)
    }, PATIENT)
    await other.hints.close()
    await vi.waitFor(async () => {
      await clock.advance(15_000)
      expect(one.hints.servers()).toBe(1)
    }, PATIENT)
  })
})
