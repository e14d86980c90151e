import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import { connectDatabase } from '../../../../src/store/postgres/connection/open-database.ts'
import { openPostgresStore, storeOver } from '../../../../src/store/postgres/open.ts'
import { findPgbouncer, type Pooler, startPgbouncer } from '../../../support/pgbouncer.ts'
import { describeOnPostgres, type PostgresServer, startPostgres } from '../../../support/postgres.ts'
import { sampleEvent } from '../../../support/store.ts'
import { swapErrorOf } from '../../../support/swap-error.ts'
import { storeContract } from '../../contract.ts'
import { createStoreTables, type StoreTables, TEST_SCHEMA } from '../test-database.ts'

const hasPgbouncer = findPgbouncer() !== undefined
if (!hasPgbouncer) console.warn('Tests of a store behind pgbouncer are skipped: it is not installed')

describeOnPostgres('a store behind a pooler', () => {
  describe.skipIf(!hasPgbouncer)('that gives each transaction another connection', () => {
    let server: PostgresServer
    let pooler: Pooler
    let tables: StoreTables
    beforeAll(async () => {
      server = await startPostgres()
      tables = await createStoreTables(server)
      pooler = await startPgbouncer(server)
    })
    afterAll(async () => {
      await pooler.close()
      await server.close()
    })
    const name = () => new URL(tables.url).pathname.slice(1)
    const connect = (options: object = {}) =>
      connectDatabase({
        ...{ url: pooler.url(name()), env: {}, clock: systemClock, random: Math.random, schema: TEST_SCHEMA },
        ...options,
      })

    storeContract('PostgreSQL behind pgbouncer', async (nowMs) => {
      await tables.empty()
      const { database } = await connect({ nowMs })
      const store = storeOver(database, systemClock)
      return { store, cleanup: () => store.close() }
    })

    test('is told of it, makes its tables, and leaves nothing in sessions that others use after it', async () => {
      const created = await server.createDatabase()
      const opened = await openPostgresStore({
        ...{ url: pooler.url(created.name), env: {}, network: 'sandbox', clock: systemClock, random: Math.random },
      })
      expect(opened.facts.isPooled).toBe(true)
      const { documents } = opened.store
      await Promise.all(Array.from({ length: 40 }, (_, at) => documents.put(`key:${at}`, at, 0)))
      await opened.store.compact()
      await opened.store.events.append([sampleEvent('x')])
      await opened.store.close()
      const others = await Promise.all(Array.from({ length: 4 }, () => connectRaw(pooler.url(created.name))))
      const left = await Promise.all(
        others.map(async (client) => {
          await client.query('begin')
          const { rows } = await client.query<{ pid: number; prepared: string; locks: string; sets: string[] | null }>(
            `select pg_backend_pid() as pid, (select count(*) from pg_prepared_statements) as prepared,
               (select count(*) from pg_locks where locktype = 'advisory') as locks,
               (select array_agg(name || '=' || setting) from pg_settings where source = 'session'
                  and name not in ('application_name', 'client_encoding', 'DateStyle', 'TimeZone',
                    'standard_conforming_strings')) as sets`,
          )
          return rows[0]
        }),
      )
      await Promise.all(others.map((client) => client.end()))
      expect(new Set(left.map((session) => session?.pid)).size).toBe(4)
      expect(left.map((session) => ({ ...session, pid: 0 }))).toEqual(
        left.map(() => ({ pid: 0, prepared: '0', locks: '0', sets: null })),
      )
    })

    test('knows the schemas in which others may make functions, unless none is looked through', async () => {
      const created = await server.createDatabase()
      const foreign = async (url: string) => {
        const { database, facts } = await connectDatabase({
          ...{ url, env: {}, clock: systemClock, random: Math.random, schema: TEST_SCHEMA },
        })
        await database.close()
        return facts.foreignSchemas
      }
      const pooled = pooler.url(created.name)
      const raw = await connectRaw(created.url)
      const sql = (text: string) => raw.query(text)
      await sql('revoke create on schema public from public')
      expect(await foreign(pooled)).toEqual([])
      await sql('create role maker')
      await sql('grant create on schema public to maker')
      expect(await foreign(pooled)).toEqual(['public'])
      await sql('revoke create on schema public from maker')
      await sql('grant create on schema public to public')
      expect([await foreign(pooled), await foreign(created.url)]).toEqual([['public'], []])
      await sql(`alter database "${created.name}" set search_path = pg_catalog`)
      // Sessions that the pooler has already go on as they began.
      await sql(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await raw.end()
      expect(await foreign(pooled)).toEqual([])
    })

    test('goes on by itself when the database is stopped and started behind it', async () => {
      const { database } = await connect()
      const store = storeOver(database, systemClock)
      await store.documents.put('restart', 0, 0)
      let version = 1
      const write = async () => {
        for (let count = 0; count < 20; count += 1) {
          if (await store.documents.put('restart', count, version)) version += 1
        }
      }
      const writing = write()
      await server.stop('immediate')
      await server.start()
      await writing
      expect(version).toBe(21)
      await store.close()
    })

    test('is refused where its user confirms writes early, for that holds for others; without the pooler it need not be', async () => {
      await server.query('create role early login superuser; alter role early set synchronous_commit = off')
      const early = await startPgbouncer(server, 'early')
      try {
        expect(await swapErrorOf(connect({ url: early.url(name()) }))).toMatchObject({
          ...{ code: 'STORE_UNUSABLE', message: expect.stringContaining('synchronous_commit is off') as string },
          hint: 'For its user: ALTER ROLE … SET synchronous_commit = on',
        })
      } finally {
        await early.close()
      }
      const { database, facts } = await connect({ url: tables.url.replace('swapcli@', 'early@') })
      expect(facts.isPooled).toBe(false)
      const shown = await database.read({ text: 'show synchronous_commit', values: [] })
      expect(shown).toEqual([{ synchronous_commit: 'on' }])
      await database.close()
    })
  })
})

async function connectRaw(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
