import pg from 'pg'
import { systemClock } from '../../../src/io/clock.ts'
import type { PgDatabase } from '../../../src/store/postgres/database.ts'
import { migrateSchema } from '../../../src/store/postgres/migrate.ts'
import { connectDatabase } from '../../../src/store/postgres/connection/open-database.ts'
import { SCHEMA_STEPS } from '../../../src/store/postgres/schema.ts'
import type { PostgresServer } from '../../support/postgres.ts'

/** The tables of a store in a database of their own, which tests use one after the other. */
export interface StoreTables {
  readonly url: string
  /** Another connection pool of the same tables. @param now epoch milliseconds. @default the database's own */
  connect(now?: () => number): Promise<PgDatabase>
  /** Runs a statement behind the store's back. */
  sql(text: string, values?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Empties all tables, which takes a hundredth of what it takes to make them. */
  empty(): Promise<void>
  /** Ends all connections. */
  close(): Promise<void>
}

/** The schema of these tables. */
export const TEST_SCHEMA = 'swapcli_sandbox'

/** Makes the tables of a store in a new database. */
export async function createStoreTables(server: PostgresServer): Promise<StoreTables> {
  const created = await server.createDatabase()
  const { url } = created
  const opened: PgDatabase[] = []
  const connect = async (nowMs?: () => number) => {
    const options = { url, env: {}, clock: systemClock, random: Math.random, schema: TEST_SCHEMA, connections: 10 }
    const { database } = await connectDatabase({ ...options, nowMs })
    opened.push(database)
    return database
  }
  await migrateSchema(await connect(), SCHEMA_STEPS, { network: 'sandbox', journal: 'journal' })
  const parts = new URL(url)
  const raw = new pg.Client({
    ...{ host: parts.searchParams.get('host') ?? '', user: parts.username, database: parts.pathname.slice(1) },
    options: `-c search_path=${TEST_SCHEMA}`,
  })
  raw.on('error', () => undefined)
  await raw.connect()
  const sql = async (text: string, values: readonly unknown[] = []) => {
    const { rows } = await raw.query<Readonly<Record<string, unknown>>>(text, [...values])
    return rows
  }
  const names = await sql(
    `select relname from pg_class where relnamespace = '${TEST_SCHEMA}'::regnamespace and relkind = 'r' and relname <> 'store'`,
  )
  const deletes = names.map(({ relname }) => `delete from ${String(relname)}`).join('; ')
  return {
    ...{ url, connect, sql },
    empty: async () =>
      void (await sql(
        `${deletes}; update store set catalog_version = 0, checked_ms = 0, pruned_xid = '0', pruned_n = 0`,
      )),
    close: async () => {
      await Promise.all(opened.map((database) => database.close()))
      await raw.end()
      await created.drop()
    },
  }
}
