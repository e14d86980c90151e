import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { KEEP_ROUTE_MS } from '../../../src/core/swap/defaults.ts'
import { transactionForm } from '../../../src/store/record-json.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { connectDatabase } from '../../../src/store/postgres/connection/open-database.ts'
import { noteFullDisk, probeSpace } from '../../../src/store/postgres/disk-space.ts'
import type { PgDatabase } from '../../../src/store/postgres/database.ts'
import { eventCollection } from '../../../src/store/postgres/events.ts'
import { lockCollection } from '../../../src/store/postgres/locks.ts'
import { countRemovable } from '../../../src/store/postgres/removable.ts'
import { routeCollection } from '../../../src/store/postgres/routes.ts'
import { storeText } from '../../../src/store/postgres/stored-text.ts'
import { checkStore, compactStore } from '../../../src/store/postgres/upkeep.ts'
import { PATIENT } from '../../support/patience.ts'
import { describeOnPostgres, sharedPostgres } from '../../support/postgres.ts'
import {
  sampleEvent,
  sampleLock,
  sampleRoute,
  sampleTransaction,
  STORE_TEST_START_MS as START,
} from '../../support/store.ts'
import { swapErrorOf } from '../../support/swap-error.ts'
import { createStoreTables, type StoreTables, TEST_SCHEMA } from './test-database.ts'

const KEEP = { keepLocksMs: 1_000, keepEventsMs: 2_000, keepPayloadsMs: 3_000 }

describeOnPostgres('the upkeep of a PostgreSQL store', () => {
  let tables: StoreTables
  let database: PgDatabase
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
    database = await tables.connect(() => START)
  })
  beforeEach(() => tables.empty())
  afterAll(() => tables.close())

  test('checks that the database is written to', async () => {
    expect(await checkStore(database)).toEqual({ schemaVersion: 2, sizeBytes: expect.any(Number) as number })
    expect(await tables.sql('select checked_ms from store')).toEqual([{ checked_ms: String(START) }])
  })

  test('checks that its role may use every table', async () => {
    await tables.sql('create role little login')
    await tables.sql('grant usage on schema swapcli_sandbox to little')
    await tables.sql('grant all on all tables in schema swapcli_sandbox to little')
    const options = { env: {}, clock: systemClock, random: Math.random, schema: TEST_SCHEMA }
    const url = tables.url.replace(/\/\/[^@]*@/, '//little@')
    const { database: own } = await connectDatabase({ ...options, url })
    await tables.sql('create table theirs (one integer)')
    expect((await checkStore(own)).schemaVersion).toBe(2)
    await tables.sql('drop table theirs')
    await tables.sql('revoke select on idempotency from little')
    await tables.sql('revoke insert on events from little')
    expect(await swapErrorOf(checkStore(own))).toMatchObject({
      ...{ code: 'STORE_UNUSABLE', reason: 'store-away' },
      message: expect.stringContaining('lacks rights on its tables events, idempotency') as string,
      hint: expect.stringContaining('OWNER TO') as string,
    })
    await own.close()
    await tables.sql('drop owned by little')
    await tables.sql('drop role little')
  })

  test('checks that files grow once they did not, until they do', async () => {
    const { database: noted, verify } = noteFullDisk(database, systemClock)
    await verify()
    await tables.sql(`create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    for (const table of ['locks', 'documents']) {
      await tables.sql(`create trigger full_disk before insert on ${table} for each row execute function full_disk()`)
    }
    // What is changed in its place goes on, and nothing has failed yet.
    await checkStore(noted)
    await verify()
    expect((await swapErrorOf(lockCollection(noted).insert(sampleLock('lock_1'), []))).code).toBe('STORE_UNUSABLE')
    for (const look of [verify, verify, () => probeSpace(database)]) {
      expect(await swapErrorOf(look())).toMatchObject({
        ...{ code: 'STORE_UNUSABLE', hint: 'Free space on the disk of the database and try again' },
      })
    }
    await tables.sql('drop function full_disk cascade')
    await verify()
    await probeSpace(database)
    expect(await tables.sql('select id from documents')).toEqual([])
  })

  test('makes the space of what was removed free under whoever writes, and says that it stays', async () => {
    const locks = lockCollection(database)
    for (let at = 0; at < 50; at += 1) await locks.insert(sampleLock(`lock_${at}`, { expiresAtMs: START - 9 }), [])
    await locks.prune(1, 50)
    // How many rows are dead, the session that removed them may report later than this.
    const vacuumedAt = async () =>
      (await tables.sql(`select pg_stat_get_last_vacuum_time('locks'::regclass) as at`))[0]?.['at']
    expect(await vacuumedAt()).toBeNull()
    const compaction = await database.transaction(async (query) => {
      await query({ text: `insert into ${database.schema}.documents values ('k', 1, '{}', '', '1')`, values: [] })
      return compactStore(database)
    })
    expect(compaction).toEqual({
      beforeBytes: expect.any(Number) as number,
      afterBytes: expect.any(Number) as number,
      free: 'for-new-rows',
    })
    expect(compaction.beforeBytes).toBeGreaterThan(0)
    await vi.waitFor(async () => expect(await vacuumedAt()).toBeInstanceOf(Date), PATIENT)
    // Statements have their own limit again, on whatever connection.
    const limits = await Promise.all(
      Array.from({ length: 10 }, () => database.read({ text: 'show statement_timeout', values: [] })),
    )
    expect(new Set(limits.map((rows) => rows[0]?.['statement_timeout']))).toEqual(new Set(['5s']))
  })

  test('counts what is past its time', async () => {
    const [locks, routes, events] = [lockCollection(database), routeCollection(database), eventCollection(database)]
    expect(await countRemovable(database, KEEP)).toMatchObject({
      routes: { rows: 0, bytes: 0, counted: 'exactly' },
      locks: { rows: 0, bytes: 0, counted: 'exactly' },
      events: { rows: 0, bytes: 0, counted: 'at-most' },
      payloads: { rows: 0, bytes: 0, counted: 'exactly' },
    })
    for (const afterMs of [-1_001, -1_000, 5]) {
      await locks.insert(sampleLock(`lock_${afterMs}`, { expiresAtMs: START + afterMs }), [])
    }
    await routes.putMany([
      sampleRoute('over', { keepUntilMs: START - 1 }),
      sampleRoute('kept', { keepUntilMs: START }),
      sampleRoute('ahead', { keepUntilMs: START + 2 * KEEP_ROUTE_MS }),
    ])
    await events.append([-2_001, -2_000, 0].map((ms) => sampleEvent('a', { at: new Date(START + ms).toISOString() })))
    const exec = { chainId: 1, providerCalldata: `0x${'12'.repeat(100)}` }
    for (const [id, afterMs, status] of [
      ['over', -3_001, 1],
      ['pending', -3_001, 0],
      ['new', -3_000, 1],
    ] as const) {
      const { sum, doc } = storeText(transactionForm.toJson(sampleTransaction(id, { exec })))
      const values = [id, sum, doc, START + afterMs, status]
      await tables.sql(
        `with t as (insert into transactions (id, version, writes, sum, doc) values ($1, 1, '{}', $2, $3) returning n)
         insert into transaction_facts select n, $1, $4, $5, 'p', 's', 'd', null, 0, true, '' from t`,
        values,
      )
    }
    const { freeBytes, ...removable } = await countRemovable(database, KEEP)
    expect(removable).toEqual({
      routes: { rows: 2, bytes: expect.any(Number) as number, counted: 'exactly' },
      locks: { rows: 1, bytes: expect.any(Number) as number, counted: 'exactly' },
      events: { rows: 1, bytes: expect.any(Number) as number, counted: 'at-most' },
      payloads: { rows: 1, bytes: JSON.stringify(exec).length, counted: 'exactly' },
    })
    expect(removable.locks.bytes).toBeGreaterThan(300)
    expect(freeBytes).toBeGreaterThanOrEqual(0)
  })

  test('counts what is removable by indexes alone', async () => {
    await tables.sql(`insert into events (at_ms, sum, doc) select ${START} + g, '', '' from generate_series(1, 5000) g`)
    await tables.sql(
      `insert into routes select 'p', 'r' || g, 'pair', ${START} + g, '', '' from generate_series(1, 5000) g`,
    )
    await tables.sql(
      `insert into locks select 'l' || g, 1, '{}', 'locked', ${START} + g, '', '' from generate_series(1, 5000) g`,
    )
    await tables.sql(
      `insert into transactions (id, version, writes, sum, doc) select 't' || g, 1, '{}', '', '' from generate_series(1, 5000) g`,
    )
    await tables.sql(
      `insert into transaction_facts select n, id, ${START} + n, 1, 'p', 's', 'd', null, 0, true, '' from transactions`,
    )
    await tables.sql('analyze')
    const asked: { readonly text: string; readonly values: readonly unknown[] }[] = []
    await countRemovable({ ...database, read: (statement) => (asked.push(statement), database.read(statement)) }, KEEP)
    const plans = await Promise.all(
      asked.map(async ({ text, values }) =>
        (await database.read({ text: `explain ${text}`, values })).map((row) => String(row['QUERY PLAN'])).join('\n'),
      ),
    )
    const scans = plans.flatMap((plan) => plan.match(/Seq Scan on \w+/g) ?? [])
    expect(scans.filter((scan) => !scan.endsWith('pg_class'))).toEqual([])
    expect(plans.join()).toContain('events_noted')
  })
})
