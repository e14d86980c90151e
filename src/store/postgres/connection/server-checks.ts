import type { SwapError } from '../../../core/api/errors.ts'
import { databaseFailure, databaseUnusable, failureKind } from './failures.ts'
import type { PgConnection } from './pool.ts'
import type { PgRow } from '../database.ts'

/** The oldest version that has what the store needs: snapshots of 64-bit transaction ids (13). */
const LEAST_VERSION = 130_000

/** Programs that speak the protocol and are another engine, by what their `version()` says. */
const OTHERS: readonly (readonly [says: RegExp, name: string, lacks: string])[] = [
  [/CockroachDB/i, 'CockroachDB', 'advisory locks and snapshots of transaction ids'],
  [/-YB-|Yugabyte/i, 'YugabyteDB', 'schema changes within a transaction and snapshots of transaction ids'],
  [/Redshift/i, 'Amazon Redshift', 'row locks and unique keys that hold'],
  [/DSQL/i, 'Aurora DSQL', 'sequences, advisory locks and row locks'],
  [/Materialize|RisingWave|QuestDB|CrateDB|Spanner/i, 'This database', 'what a store of swaps needs'],
]

/** Superusers and the roles of the system itself may do anything as it is. */
const FOREIGN_SCHEMAS = `select nspname as name from pg_catalog.pg_namespace as schema
  where nspname <> 'pg_catalog' and nspname = any(current_schemas(false)) and (
    has_schema_privilege('public', schema.oid, 'create') or exists (
      select from pg_catalog.pg_roles as role where role.rolname <> current_user and not role.rolsuper
        and role.rolname not like 'pg\\_%' and has_schema_privilege(role.oid, schema.oid, 'create')))`

/** What is known of a server. */
export interface ServerFacts {
  /** As `server_version`: `15.18 (Debian 15.18-0+deb12u1)`. */
  readonly version: string
  /** True where a pooler is between, which gives each transaction another connection. */
  readonly isPooled: boolean
  /**
   * Schemas that are looked through for operators and functions and in which another role may make some, which would run with the
   * rights of this one. Sessions of our own look through none.
   */
  readonly foreignSchemas: readonly string[]
  /** Its time, epoch milliseconds, to a part of one. */
  readonly nowMs: number
}

/** Looks whether the store can be on this server. @throws STORE_UNUSABLE saying why not and what to do, SERVICE_UNAVAILABLE */
export async function checkServer(connection: PgConnection, name: string): Promise<ServerFacts> {
  const one = async (text: string): Promise<PgRow> => (await connection.run({ text, values: [] }))[0] ?? {}
  const { version } = await one('select version() as version')
  const other = OTHERS.find(([says]) => says.test(String(version)))
  if (other !== undefined || !String(version).startsWith('PostgreSQL')) {
    const [, kind, lacks] = other ?? [undefined, 'This database', 'what a store of swaps needs']
    throw unfit(name, `is not on PostgreSQL. ${kind} speaks its protocol and lacks ${lacks}`)
  }
  const facts =
    await one(`select current_setting('server_version_num')::int as number, current_setting('server_version') as shown,
    pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') as read_only,
    current_setting('synchronous_commit') as durable, current_setting('array_nulls') as nulls, current_setting('server_encoding') as encoding,
    (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us`)
  if (Number(facts['number']) < LEAST_VERSION) {
    throw unfit(name, `is on PostgreSQL ${String(facts['shown'])}: it needs version 13 or newer`)
  }
  if (facts['is_standby'] === true) throw readsOnly(name, 'is a standby, which takes no writes')
  if (facts['read_only'] === 'on') {
    throw databaseUnusable(
      name,
      'is read-only',
      'Name the primary server; or, for its user: ALTER ROLE … SET default_transaction_read_only = off',
    )
  }
  if (facts['durable'] === 'off') {
    const hint = 'For its user: ALTER ROLE … SET synchronous_commit = on'
    throw databaseUnusable(name, 'confirms writes before they are on the disk (synchronous_commit is off)', hint)
  }
  if (facts['nulls'] === 'off') {
    const hint = 'For its user: ALTER ROLE … SET array_nulls = on'
    throw databaseUnusable(name, 'takes nothing for the text NULL (array_nulls is off)', hint)
  }
  if (facts['encoding'] !== 'UTF8') {
    throw databaseUnusable(
      name,
      `has the encoding ${String(facts['encoding'])}`,
      "Create its database with ENCODING 'UTF8'",
    )
  }
  try {
    await one('select pg_current_xact_id(), pg_snapshot_xmin(pg_current_snapshot()), pg_try_advisory_xact_lock(0)')
  } catch (error) {
    if (failureKind(error, true) !== 'fault') throw error
    throw unfit(name, `is on a server that lacks what PostgreSQL 13 has: ${databaseFailure(name, error).message}`)
  }
  const foreign = connection.isDirect ? [] : await connection.run({ text: FOREIGN_SCHEMAS, values: [] })
  return {
    version: String(facts['shown']),
    isPooled: !connection.isDirect,
    foreignSchemas: foreign.map(({ name: schema }) => String(schema)),
    nowMs: Number(facts['now_us']) / 1000,
  }
}

function unfit(name: string, problem: string): SwapError {
  return databaseUnusable(
    name,
    problem,
    'Use PostgreSQL 13 or newer, or a service that runs its code: swapcli help scaling',
  )
}

function readsOnly(name: string, problem: string): SwapError {
  return databaseUnusable(
    name,
    problem,
    'Name the primary server: swapcli config set store - (or --store, SWAPCLI_STORE)',
  )
}
