import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../src/io/clock.ts'
import { connectDatabase } from '../../../src/store/postgres/connection/open-database.ts'
import { migrateSchema, type SchemaStep } from '../../../src/store/postgres/migrate.ts'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/open.ts'
import { SCHEMA_STEPS } from '../../../src/store/postgres/schema.ts'
import { JOURNAL_START } from '../../../src/store/port.ts'
import { PATIENT } from '../../support/patience.ts'
import { describeOnPostgres, type PostgresServer, startPostgres, type TestDatabase } from '../../support/postgres.ts'
import { startPostgresProxy } from '../../support/postgres-proxy.ts'
import { sampleEvent } from '../../support/store.ts'
import { swapErrorOf } from '../../support/swap-error.ts'

const LATEST = SCHEMA_STEPS.at(-1)?.version ?? 0

describeOnPostgres('the schema of a PostgreSQL store', () => {
  let server: PostgresServer
  let created: TestDatabase
  let opened: PostgresStore[] = []
  beforeAll(async () => {
    server = await startPostgres()
  })
  beforeEach(async () => {
    await Promise.all(opened.map(({ store }) => store.close()))
    opened = []
    created = await server.createDatabase()
  })
  afterAll(async () => {
    await Promise.all(opened.map(({ store }) => store.close()))
    await server.close()
  })
  const open = async ({ url = created.url, network = 'sandbox' } = {}) => {
    const store = await openPostgresStore({
      ...{ url, env: {}, network, clock: systemClock, random: Math.random, connections: 3 },
    })
    opened.push(store)
    return store
  }
  const sql = (text: string) => server.query(text, created.name)
  const shapeOf = () =>
    sql(`select relname, relkind from pg_class where relnamespace = 'swapcli_sandbox'::regnamespace order by 1`)
  /** Brings the tables to a version as a program does that has these steps. */
  const migrate = async (steps: readonly SchemaStep[]) => {
    const { database } = await connectDatabase({
      ...{ url: created.url, env: {}, clock: systemClock, random: Math.random, schema: 'swapcli_sandbox' },
    })
    try {
      return await migrateSchema(database, steps, { network: 'sandbox', journal: 'theirs' })
    } finally {
      await database.close()
    }
  }
  const step = (version: number, oldest: number): SchemaStep => ({
    ...{ version, oldest, statements: (schema) => [`create table ${schema}.step_${version} (n integer)`] },
  })

  test('is made once by eight servers that start at once, and they are of one store', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => open()))
    expect(new Set(stores.map(({ id }) => id)).size).toBe(1)
    expect(stores.map(({ textIndex }) => textIndex)).toEqual(stores.map(() => undefined))
    expect(await sql('select network, schema_version from swapcli_sandbox.store')).toEqual([
      { network: 'sandbox', schema_version: LATEST },
    ])
    expect(await stores[0]?.store.check()).toMatchObject({ schemaVersion: LATEST })
  })

  test('is waited for while another server changes it', async () => {
    const { database } = await open()
    await sql('drop schema swapcli_sandbox cascade')
    let opening: Promise<PostgresStore> | undefined
    await database.transaction(async (query) => {
      await query({ text: 'select pg_advisory_xact_lock(1400332656)', values: [] })
      opening = open()
      await vi.waitFor(
        async () =>
          expect(await sql(`select 1 as waits from pg_locks where locktype = 'advisory' and not granted`)).toHaveLength(
            1,
          ),
        PATIENT,
      )
      expect(await sql(`select 1 from pg_namespace where nspname = 'swapcli_sandbox'`)).toEqual([])
    })
    expect(await (await opening)?.store.check()).toMatchObject({ schemaVersion: LATEST })
  })

  test('is brought up to date once, whoever comes, and an older program goes on beside it where that may be', async () => {
    const before = await open()
    const [next, after] = [step(LATEST + 1, LATEST), step(LATEST + 2, LATEST + 2)]
    const facts = await Promise.all(Array.from({ length: 4 }, () => migrate([...SCHEMA_STEPS, next])))
    expect(facts.map(({ version, journal }) => [version, journal])).toEqual(facts.map(() => [LATEST + 1, before.id]))
    const beside = await open()
    expect(await beside.store.documents.put('key', 1, 0)).toBe(true)
    await migrate([...SCHEMA_STEPS, next, after])
    expect(await swapErrorOf(open())).toMatchObject({
      ...{ code: 'STORE_UNUSABLE', hint: expect.stringContaining('Update this program') as string },
      message: expect.stringContaining(
        `its schema is version ${LATEST + 2}, and this program knows up to ${LATEST}`,
      ) as string,
    })
    // One that runs already is not ended by that.
    expect(await before.store.documents.get('key')).toEqual({ doc: 1, version: 1 })
  })

  test('of another network is refused, and one that does not say whose it is', async () => {
    const { store } = await open()
    await store.close()
    await sql(`update swapcli_sandbox.store set network = 'mainnet'`)
    expect(await swapErrorOf(open())).toMatchObject({
      ...{ code: 'STORE_UNUSABLE', message: expect.stringContaining('holds the mainnet network') as string },
    })
    await sql('delete from swapcli_sandbox.store')
    expect(await swapErrorOf(open())).toMatchObject({
      ...{ code: 'STORE_UNUSABLE', message: expect.stringContaining('does not say which store it is') as string },
    })
    opened = []
  })

  test('of two networks stand side by side', async () => {
    const [sandbox, mainnet] = [await open(), await open({ network: 'mainnet' })]
    await sandbox.store.documents.put('key', 'sandbox', 0)
    expect(await mainnet.store.documents.get('key')).toBeUndefined()
    expect(sandbox.id).not.toBe(mainnet.id)
  })

  test('needs a right, or the schema that an admin made for its user; the index of texts needs another, or the extension', async () => {
    await server.query(`do $$ begin create role plain login; exception when duplicate_object then null; end $$`)
    const url = created.url.replace('swapcli@', 'plain@')
    expect(await swapErrorOf(open({ url }))).toMatchObject({
      ...{ code: 'STORE_UNUSABLE', message: expect.stringContaining('permission denied for database') as string },
      hint: expect.stringContaining('GRANT CREATE ON DATABASE') as string,
    })
    await sql('create schema swapcli_sandbox authorization plain')
    const without = await open({ url })
    expect(without.textIndex).toBe('its user may not create the extension pg_trgm')
    expect(await without.store.documents.put('key', 1, 0)).toBe(true)
    expect(await without.store.transactions.list({ query: 'abc' }, 1, 10)).toMatchObject({ items: [] })
    await sql('create extension pg_trgm')
    expect((await open({ url })).textIndex).toBeUndefined()
  })

  test.each([
    ['0A000', 'the server does not have the extension pg_trgm'],
    ['58P01', 'the server does not have the extension pg_trgm'],
    ['53100', 'its index cannot be made (53100)'],
  ])('has no index of texts where its extension fails with %s, and is there all the same', async (state, expected) => {
    await sql(`create function refuse() returns event_trigger language plpgsql as
      $$ begin raise exception 'not here' using errcode = '${state}'; end $$`)
    await sql(
      `create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse()`,
    )
    const { store, textIndex } = await open()
    expect(textIndex).toBe(expected)
    expect(await store.documents.put('key', 1, 0)).toBe(true)
  })

  test('is whole or not there after the database was killed while it was made, and whoever made it goes on', async () => {
    await open()
    const whole = await shapeOf()
    for (const at of ['create table', 'create index', 'insert into', 'commit']) {
      created = await server.createDatabase()
      const proxy = await startPostgresProxy(server)
      let restarting: Promise<void> | undefined
      proxy.lose((text) => {
        if (restarting !== undefined || !text.startsWith(at)) return undefined
        // The statement passes: a session that ended before the server would roll its unlogged tables back, and where the server
        // ends right then, it finds their remains and does not start again (15.18).
        restarting = server.stop('immediate').then(() => server.start())
        return undefined
      })
      await open({ url: proxy.url(created.name) })
      await restarting
      expect(restarting).toBeDefined()
      expect(await shapeOf()).toEqual(whole)
      await Promise.all(opened.map(({ store }) => store.close()))
      opened = []
      await proxy.close()
    }
  })

  test('is made once where the answer to its end is lost', async () => {
    const proxy = await startPostgresProxy(server)
    let isLost = false
    proxy.lose((text) => {
      if (isLost || text !== 'commit') return undefined
      isLost = true
      return 'answer'
    })
    const { store, id } = await open({ url: proxy.url(created.name) })
    expect(isLost).toBe(true)
    expect(await sql('select journal from swapcli_sandbox.store')).toEqual([{ journal: id }])
    expect(await store.documents.put('key', 1, 0)).toBe(true)
    await store.close()
    opened = []
    await proxy.close()
  })

  test('that was restored into another server gives its events places that readers reach, whoever opens it', async () => {
    const { store } = await open()
    for (const type of ['x', 'y'] as const) await store.events.append([sampleEvent(type)])
    // There, the transactions had ids that are far ahead of those here.
    await sql(`update swapcli_sandbox.events set xid = (xid::text::bigint + 9000000000)::text::xid8`)
    expect(await store.events.since(JOURNAL_START, 10)).toEqual([])
    const [one, other] = await Promise.all([open(), open()])
    for (const { store: restored } of [one, other]) {
      expect((await restored.events.since(JOURNAL_START, 10)).map(({ event }) => event?.type)).toEqual(['x', 'y'])
    }
    await one.store.events.append([sampleEvent('x')])
    expect((await other.store.events.since(JOURNAL_START, 10)).map(({ event }) => event?.type)).toEqual(['x', 'y', 'x'])
  })
})
