import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import type { PgDatabase } from '../../../../src/store/postgres/database.ts'
import { connectDatabase } from '../../../../src/store/postgres/connection/open-database.ts'
import { documentCollection } from '../../../../src/store/postgres/documents.ts'
import { PATIENT } from '../../../support/patience.ts'
import { describeOnPostgres, type PostgresServer, startPostgres } from '../../../support/postgres.ts'
import { type PostgresProxy, startPostgresProxy } from '../../../support/postgres-proxy.ts'
import { swapErrorOf } from '../../../support/swap-error.ts'
import { createStoreTables, type StoreTables, TEST_SCHEMA } from '../test-database.ts'
import { createHandClock } from './hand-clock.ts'

const AWAY = { code: 'SERVICE_UNAVAILABLE', retryAfterSec: 1, httpStatus: 503, retryable: true }

describeOnPostgres('A store whose database fails', () => {
  let server: PostgresServer
  let proxy: PostgresProxy
  let url: string
  let tables: StoreTables | undefined
  let opened: PgDatabase[] = []
  beforeAll(async () => {
    server = await startPostgres({ settings: { deadlock_timeout: '20ms' } })
    tables = await createStoreTables(server)
    url = tables.url
    proxy = await startPostgresProxy(server)
  })
  beforeEach(async () => {
    await Promise.all(opened.map((database) => database.close()))
    opened = []
    await sql('delete from swapcli_sandbox.documents')
  })
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
    await proxy.close()
    await server.close()
  })
  const name = () => new URL(url).pathname.slice(1)
  const sql = (text: string) => server.query(text, name())
  const open = async ({ at = url, clock = systemClock, connections = 10 } = {}) => {
    const { database } = await connectDatabase({
      ...{ url: at, env: {}, clock, random: Math.random, schema: TEST_SCHEMA, connections },
    })
    opened.push(database)
    return database
  }
  const read = (database: PgDatabase, text: string) => database.read({ text, values: [] })
  const versionOf = async (key: string) =>
    (await sql(`select version from swapcli_sandbox.documents where id = '${key}'`))[0]?.['version']

  test.each([
    ['stopped and started', async () => server.stop('fast').then(() => server.start())],
    ['stopped at once and started', async () => server.stop('immediate').then(() => server.start())],
    [
      'started by itself after one of its processes was killed',
      async () => {
        const [row] = await server.query(`select pid from pg_stat_activity where datname = '${name()}' limit 1`)
        process.kill(Number(row?.['pid']), 'SIGKILL')
      },
    ],
    [
      'rid of all its connections',
      async () => server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`),
    ],
  ])('goes on by itself where it is %s under whoever writes, and has all that it acknowledged', async (_, fail) => {
    const documents = documentCollection(await open())
    let isEnding = false
    const acknowledged = [0, 0, 0, 0]
    const writers = acknowledged.map(async (_none, writer) => {
      for (let version = 0; !isEnding; version += 1) {
        if (!(await documents.put(`w${writer}`, { version }, version))) throw new Error('its own write is in the way')
        acknowledged[writer] = version + 1
      }
    })
    const reach = (more: number) => {
      const before = [...acknowledged]
      return vi.waitFor(() => {
        if (acknowledged.some((count, writer) => count < (before[writer] ?? 0) + more)) throw new Error('not yet')
      }, PATIENT)
    }
    await reach(5)
    await fail()
    await Promise.race([reach(5), Promise.all(writers)])
    isEnding = true
    await Promise.all(writers)
    const stored = await Promise.all(acknowledged.map((_none, writer) => documents.get(`w${writer}`)))
    expect(stored.map((found) => found?.version)).toEqual(acknowledged)
  })

  test('fails each call after some seconds of patience, then at once, and none waits behind others; it comes back by itself', async () => {
    const clock = createHandClock()
    const documents = documentCollection(await open({ clock }))
    await documents.put('key', 1, 0)
    await server.stop('fast')
    const first = await swapErrorOf(documents.get('key'))
    expect(first).toMatchObject({
      ...AWAY,
      funds: 'untouched',
      message: expect.stringContaining('does not answer') as string,
    })
    const waited = clock.waits()
    expect(waited).toBeGreaterThan(5)
    // The patience of this moment's calls begins when the first one failed.
    await swapErrorOf(documents.get('key'))
    const before = clock.waits()
    const many = Array.from({ length: 200 }, (_, at) =>
      at % 2 === 0 ? documents.get('key') : documents.put('key', at, 1),
    )
    expect(await Promise.all(many.map((call) => swapErrorOf(call).then(({ code }) => code)))).toEqual(
      many.map(() => 'SERVICE_UNAVAILABLE'),
    )
    expect(clock.waits()).toBe(before)
    await server.start()
    expect(await documents.get('key')).toEqual({ doc: 1, version: 1 })
    expect(await documents.put('key', 2, 1)).toBe(true)
  })

  test('of which a cable is pulled ends the call by a timer of its own, says that nobody knows, and goes on when it is back', async () => {
    const clock = createHandClock()
    const documents = documentCollection(await open({ at: proxy.url(name()), clock }))
    await documents.put('key', 1, 0)
    proxy.stall()
    const writing = swapErrorOf(documents.put('key', 2, 1))
    const reading = swapErrorOf(documents.get('key'))
    // One has the connection there is; the other waits for one of its own, which pg gives two seconds.
    await vi.waitFor(() => expect(clock.timers()).toBe(1), PATIENT)
    clock.endTimers()
    expect(await writing).toMatchObject({
      ...AWAY,
      funds: 'unknown',
      message: expect.stringContaining('did not answer within 7000 ms') as string,
    })
    expect(await reading).toMatchObject({ ...AWAY, funds: 'untouched' })
    proxy.heal()
    const found = await documents.get('key')
    expect([1, 2]).toContain(found?.version)
    expect(await documents.put('key', 3, found?.version ?? 0)).toBe(true)
  })

  test('of which the address leads to another server, while the present connections lead nowhere: the first call finds out for all', async () => {
    const clock = createHandClock()
    const database = await open({ at: proxy.url(name()), clock, connections: 5 })
    const ask = () => Promise.all(Array.from({ length: 5 }, () => read(database, 'select 1 as one')))
    await ask()
    proxy.strand()
    const first = swapErrorOf(read(database, 'select 1'))
    await vi.waitFor(() => expect(clock.timers()).toBe(1), PATIENT)
    clock.endTimers()
    expect(await first).toMatchObject(AWAY)
    expect(await ask()).toEqual(Array.from({ length: 5 }, () => [{ one: 1 }]))
    proxy.heal()
  })

  test('and that loses the answer, and then stays away, says that nobody knows', async () => {
    const clock = createHandClock()
    const documents = documentCollection(await open({ at: proxy.url(name()), clock }))
    proxy.lose((text) => {
      if (!text.includes('insert')) return undefined
      proxy.lose(() => 'statement')
      return 'answer'
    })
    expect(await swapErrorOf(documents.put('key', 1, 0))).toMatchObject({ ...AWAY, funds: 'unknown' })
    proxy.lose(undefined)
    expect(await documents.get('key')).toEqual({ doc: 1, version: 1 })
  })

  test('and that loses the answer, and then cannot say whose write it was, says that nobody knows', async () => {
    const clock = createHandClock()
    const documents = documentCollection(await open({ at: proxy.url(name()), clock }))
    let isLost = false
    proxy.lose((text) => {
      if (text.includes('any(writes)')) return 'statement'
      if (!text.includes('insert') || isLost) return undefined
      isLost = true
      return 'answer'
    })
    expect(await swapErrorOf(documents.put('key', 1, 0))).toMatchObject({ ...AWAY, funds: 'unknown' })
    proxy.lose(undefined)
    expect(await versionOf('key')).toBe(1)
  })

  test('ends a session under a waiting write: that is sent again, and made once', async () => {
    const documents = documentCollection(await open())
    await documents.put('key', 1, 0)
    const other = await open({ connections: 1 })
    let writing: Promise<boolean> | undefined
    await other.transaction(async (query) => {
      await query({ text: `select 1 from ${TEST_SCHEMA}.documents for update`, values: [] })
      writing = documents.put('key', 2, 1)
      const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = '${name()}'`
      await vi.waitFor(async () => expect(await server.query(waiting)).toHaveLength(1), PATIENT)
      await server.query(`select pg_terminate_backend(pid) from (${waiting}) as waiting`)
    })
    expect(await writing).toBe(true)
    expect(await documents.get('key')).toEqual({ doc: 2, version: 2 })
  })

  test('has too many connections: calls wait for their own, then say so, and work again when others leave', async () => {
    await server.query('create role few login connection limit 2')
    await server.query(`grant all on schema ${TEST_SCHEMA} to few`, name())
    await server.query(`grant all on all tables in schema ${TEST_SCHEMA} to few`, name())
    const few = url.replace('swapcli@', 'few@')
    const crowded = await open({ at: few, connections: 5 })
    expect(await Promise.all(Array.from({ length: 10 }, () => read(crowded, 'select 1 as one')))).toEqual(
      Array.from({ length: 10 }, () => [{ one: 1 }]),
    )
    await crowded.close()
    const clock = createHandClock()
    const late = await open({ at: few, clock })
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'few'`)
    const holder = await open({ at: few, connections: 2 })
    await holder.transaction(async () => {
      await holder.transaction(async () => {
        expect(await swapErrorOf(read(late, 'select 1'))).toMatchObject({
          ...AWAY,
          message: expect.stringContaining('too many connections') as string,
        })
      })
    })
    await holder.close()
    expect(await read(late, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('ends a statement that takes too long, and says so', async () => {
    const clock = createHandClock()
    const database = await open({ clock })
    const slow = database.transaction((query) => query({ text: 'select pg_sleep(60)', values: [] }), 20)
    expect(await swapErrorOf(slow)).toMatchObject({
      ...AWAY,
      message: expect.stringContaining('statement timeout') as string,
    })
    expect(await read(database, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('has a deadlock: both transactions are made, one after the other', async () => {
    const database = await open()
    const documents = documentCollection(database)
    for (const key of ['a', 'b']) await documents.put(key, 0, 0)
    const firsts = [createGate(), createGate()]
    const tries = [0, 0]
    const both = [
      ['a', 'b'],
      ['b', 'a'],
    ].map(async (keys, at) =>
      database.transaction(async (query) => {
        tries[at] = (tries[at] ?? 0) + 1
        for (const [step, key] of keys.entries()) {
          if (step === 1) {
            firsts[at]?.open()
            await firsts[1 - at]?.opened
          }
          await query({
            text: `update ${TEST_SCHEMA}.documents set version = version + 1 where id = $1`,
            values: [key],
          })
        }
      }),
    )
    await Promise.all(both)
    expect(await Promise.all(['a', 'b'].map(versionOf))).toEqual([3, 3])
    expect(tries.reduce((sum, count) => sum + count)).toBeGreaterThan(2)
  })

  test('rolls a transaction back that another one was in the way of: it is made anew', async () => {
    const database = await open()
    let tries = 0
    const value = await database.transaction(async (query) => {
      tries += 1
      if (tries < 3) await query({ text: raise('40001'), values: [] })
      return tries
    })
    expect(value).toBe(3)
  })

  test('takes no writes any more: it is asked again by new connections, and works when it is the primary again', async () => {
    const clock = createHandClock()
    const documents = documentCollection(await open({ clock }))
    await documents.put('key', 1, 0)
    const setReadOnly = async (state: 'on' | 'off') => {
      await server.query(`alter system set default_transaction_read_only = ${state}`)
      await server.query('select pg_reload_conf()')
      const shown = async () => (await server.query('show default_transaction_read_only'))[0]
      await vi.waitFor(async () => expect(await shown()).toEqual({ default_transaction_read_only: state }), PATIENT)
    }
    await setReadOnly('on')
    try {
      const before = clock.waits()
      expect(await swapErrorOf(documents.put('key', 2, 1))).toMatchObject({
        ...{ ...AWAY, funds: 'untouched', message: expect.stringContaining('read-only transaction') as string },
      })
      expect(clock.waits()).toBeGreaterThan(before + 3)
      expect(await documents.get('key')).toEqual({ doc: 1, version: 1 })
      expect(await swapErrorOf(open())).toMatchObject({
        ...{ code: 'STORE_UNUSABLE', message: expect.stringContaining('is read-only') as string },
        hint: expect.stringContaining('Name the primary server') as string,
      })
    } finally {
      await setReadOnly('off')
    }
    expect(await documents.put('key', 2, 1)).toBe(true)
  })

  test.each<[state: string, expected: object]>([
    ['53100', { code: 'STORE_UNUSABLE', hint: 'Free space on the disk of the database and try again' }],
    ['58030', { code: 'STORE_UNUSABLE', hint: 'Look into the log of the database' }],
    ['XX001', { code: 'STORE_UNUSABLE', hint: 'Look into the log of the database' }],
    ['42501', { code: 'STORE_UNUSABLE', hint: expect.stringContaining('ALTER SCHEMA … OWNER TO') as string }],
    ['42P01', { code: 'STORE_UNUSABLE', message: expect.stringContaining('is damaged') as string }],
    ['08P01', AWAY],
    ['57P01', AWAY],
    ['53300', AWAY],
  ])('says %s: it is told as what it is, and the store works on', async (state, expected) => {
    const database = await open({ clock: createHandClock() })
    expect(await swapErrorOf(read(database, raise(state)))).toMatchObject(expected)
    expect(await read(database, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('has tables that were changed, or a session that forgot its statements: they are prepared anew', async () => {
    const database = await open({ connections: 1 })
    const documents = documentCollection(database)
    await documents.put('key', 1, 0)
    await documents.get('key')
    await sql('alter table swapcli_sandbox.documents alter column version type bigint')
    expect(await documents.get('key')).toEqual({ doc: 1, version: 1 })
    await read(database, 'deallocate all')
    expect(await documents.get('key')).toEqual({ doc: 1, version: 1 })
    await sql('alter table swapcli_sandbox.documents alter column version type integer')
    expect(await documents.put('key', 2, 1)).toBe(true)
  })

  test('keeps a bounded number of statements prepared', async () => {
    const database = await open({ connections: 1 })
    for (let at = 0; at < 400; at += 1) await read(database, `select ${at} as one`)
    const [row] = await read(database, 'select count(*) as prepared from pg_prepared_statements')
    expect(Number(row?.['prepared'])).toBeLessThanOrEqual(250)
  })

  test.each<[name: string, change: (text: string) => string, says: RegExp, expected: object]>([
    [
      'there is no such database',
      (text) => text.replace(/test_\d+/, 'none'),
      /does not exist/,
      { code: 'STORE_UNUSABLE', hint: expect.stringContaining('Create the database') as string },
    ],
    [
      'there is no such user',
      (text) => text.replace('swapcli@', 'nobody-such@'),
      /refuses this user or password/,
      { code: 'STORE_UNUSABLE', hint: expect.stringContaining('Set its URL again') as string },
    ],
    ['nobody listens on its port', (text) => text.replace('?host', '?port=5999&host'), /ENOENT/, AWAY],
    ['nobody listens at its address', () => 'postgres://swapcli@127.0.0.1:1/none', /ECONNREFUSED/, AWAY],
  ])('cannot be opened where %s', async (_, change, says, expected) => {
    expect(await swapErrorOf(open({ at: change(url) }))).toMatchObject({
      ...expected,
      message: expect.stringMatching(says) as string,
    })
  })

  test('stops or starts while it is opened: that waits a moment', async () => {
    // What stops in this way lets those that are there end their work, and nobody else in.
    const stayer = await open()
    let isStopped = false
    await stayer.transaction(async () => {
      process.kill(server.pid(), 'SIGTERM')
      const clock = createHandClock()
      await vi.waitFor(async () => {
        const error = await swapErrorOf(open({ clock }))
        expect(error).toMatchObject({ ...AWAY, message: expect.stringContaining('shutting down') as string })
      }, PATIENT)
      expect(clock.waits()).toBeGreaterThan(5)
    })
    const database = await open({
      clock: createHandClock(async () => {
        if (isStopped) return
        isStopped = true
        await server.stop('fast')
        await server.start()
      }),
    })
    expect(await read(database, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('that is closed says so at once', async () => {
    const database = await open()
    await database.close()
    expect(await swapErrorOf(read(database, 'select 1'))).toMatchObject({
      ...{ code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(/is closed\.$/) as string },
    })
  })
})

/** A statement that fails with a code of its own. */
function raise(state: string): string {
  return `do $$ begin raise exception 'as asked for' using errcode = '${state}'; end $$`
}

function createGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open: () => open(), opened }
}
