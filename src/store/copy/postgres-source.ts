import type { Clock } from '../../core/ports.ts'
import { SwapError } from '../../core/api/errors.ts'
import { numberOf, onlyRow } from '../postgres/columns.ts'
import { connectDatabase } from '../postgres/connection/open-database.ts'
import type { PgDatabase } from '../postgres/database.ts'
import { findSchema } from '../postgres/migrate.ts'
import { refuseUnfinishedCopy } from '../postgres/open.ts'
import { SCHEMA_STEPS } from '../postgres/schema.ts'
import { readPostgres } from './postgres-reader.ts'
import { COPIED } from './rows.ts'
import type { CopySource } from './target.ts'

/** How a database is reached that is copied, or copied to. */
export interface CopyDatabaseOptions {
  /** `postgres://…`: nothing that is thrown or shown has its password. */
  readonly url: string
  /** PG* variables, HOME and APPDATA. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly network: string
  /** This machine's. */
  readonly clock: Clock
  /** From 0 to 1, not guessable. */
  readonly random: () => number
}

/** One for what is read, one for what holds the tables. */
const CONNECTIONS = 2

/** Longest time of a statement of a copy, in milliseconds. */
export const COPY_STATEMENT_MS = 600_000

/** Another program's connection that was used this lately is in use, in seconds: a pooler keeps those of programs that have ended. */
const USED_LATELY_SEC = 60

/** A database whose store is copied, or made. */
export interface CopyDatabase {
  readonly database: PgDatabase
  /**
   * Looks whether other programs use the store. Behind a pooler nobody can tell.
   * @param own the process of a connection that is this program's, beside the one that asks
   * @throws SERVICE_UNAVAILABLE
   */
  readonly refuseUse: (own?: number) => Promise<void>
}

/** Connects to a database whose store is copied, or made. @throws SERVICE_UNAVAILABLE while others use it */
export async function connectForCopy(options: CopyDatabaseOptions, connections: number): Promise<CopyDatabase> {
  const { network, ...rest } = options
  const { database, address, facts } = await connectDatabase({ ...rest, schema: `swapcli_${network}`, connections })
  const refuseUse = async (own = 0) => {
    if (!facts.isPooled) await refuseDatabaseInUse(database, address.applicationName, own)
  }
  try {
    await refuseUse()
    return { database, refuseUse }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function refuseDatabaseInUse(database: PgDatabase, applicationName: string, own: number): Promise<void> {
  const row = onlyRow(
    await database.read({
      text: `select count(*) as others from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and pid <> $2 and application_name = $1
          and coalesce(state_change, now()) > now() - make_interval(secs => ${USED_LATELY_SEC})`,
      values: [applicationName, own],
    }),
  )
  const others = numberOf(row, 'others')
  if (others === 0) return
  const what = others === 1 ? 'another connection' : `${others} other connections`
  throw new SwapError('SERVICE_UNAVAILABLE', `The store ${database.name} is in use by ${what} of swapcli.`, {
    reason: 'store-busy',
    hint: `Stop every server and command that uses it; of those behind a pooler, wait ${USED_LATELY_SEC} seconds after that`,
  })
}

/**
 * Opens a store in a database that is to be copied.
 * @throws SERVICE_UNAVAILABLE while others use it, STORE_UNUSABLE where there is none
 */
export async function openPostgresSource(options: CopyDatabaseOptions): Promise<CopySource> {
  const { database, refuseUse } = await connectForCopy(options, CONNECTIONS)
  const { schema, name } = database
  try {
    const facts = await findSchema(database, SCHEMA_STEPS, options.network)
    if (facts === undefined) {
      throw new SwapError('STORE_UNUSABLE', `The database ${name} holds no store of the ${options.network} network.`, {
        hint: 'Name the database that does, or another network: --network NAME',
      })
    }
    refuseUnfinishedCopy(database, facts)
    return {
      mark: { source: `journal:${facts.journal}`, name },
      reader: readPostgres(schema, name, (statement) => database.read(statement)),
      hold: (work) =>
        database.transaction(async (query) => {
          await query({ text: `select set_config('idle_in_transaction_session_timeout', '0', true)`, values: [] })
          const tables = COPIED.map((table) => `${schema}.${table}`).join(', ')
          await query({ text: `lock table ${tables} in share mode`, values: [] })
          const own = onlyRow(await query({ text: 'select pg_backend_pid() as pid', values: [] }))
          // One that began meanwhile would go on with what is no store any more.
          await refuseUse(numberOf(own, 'pid'))
          return work(readPostgres(schema, name, query))
        }, COPY_STATEMENT_MS),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
