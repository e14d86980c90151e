import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'
import type { PgDatabase, PgRow, Query } from './database.ts'
import { databaseUnusable } from './connection/failures.ts'

/** One step of the schema. */
export interface SchemaStep {
  /** Its version: steps count up by one from 1. */
  readonly version: number
  /** The oldest version whose programs may go on beside it. */
  readonly oldest: number
  /** @param schema in quotes */
  readonly statements: (schema: string) => readonly string[]
}

/** Longest time of a statement that changes the schema, in milliseconds. */
const STEP_MS = 600_000

/** Longest time that it waits for another server that changes the schema, in milliseconds. */
const LOCK_MS = 60_000

/** Taken by whoever changes a schema: one at a time in a database. Any number will do that others are unlikely to use. */
const MIGRATION_LOCK = 0x5377_6170

/** What is known of the schema's store. */
export interface SchemaFacts {
  readonly version: number
  /** Random, of this store: another one has another. */
  readonly journal: string
  /** Of which store it is an unfinished copy, as that notes it; undefined for one that is used. */
  readonly copying: string | undefined
}

/**
 * Brings the schema up to date. Of servers that start at once, one does; servers of the version before may go on beside it
 * where its steps say so.
 * @param network whose store it is
 * @throws STORE_UNUSABLE where the schema is of another network, or of a newer program that this one cannot go beside
 */
export async function migrateSchema(
  database: PgDatabase,
  steps: readonly SchemaStep[],
  { network, journal }: { readonly network: string; readonly journal: string },
): Promise<SchemaFacts> {
  const newest = steps.at(-1)?.version ?? 0
  const known = await readSchema(database, (statement) => database.read(statement))
  if (known !== undefined && known.version >= newest) return verifySchema(database, known, network, newest)
  const work = async (query: Query): Promise<SchemaFacts> => {
    await lockSchema(query)
    const found = await readSchema(database, query)
    if (found !== undefined) verifySchema(database, found, network, newest)
    if (found !== undefined && found.version >= newest) return found
    if (found === undefined) await createSchema(database, query)
    for (const step of steps.filter(({ version }) => version > (found?.version ?? 0))) {
      for (const text of step.statements(database.schema)) await query({ text, values: [] })
      const [row] = await query({
        text:
          step.version === 1
            ? `insert into ${database.schema}.store (network, journal, schema_version, oldest_version)
               values ($1, $2, $3, $4) returning journal`
            : `update ${database.schema}.store set schema_version = $3, oldest_version = $4
               where $1::text is not null and $2::text is not null returning journal`,
        values: [network, journal, step.version, step.oldest],
      })
      if (row === undefined) throw lostRow(database)
    }
    const made = await readSchema(database, query)
    if (made === undefined) throw lostRow(database)
    return made
  }
  try {
    return await database.transaction(work, STEP_MS)
  } catch (error) {
    // Whether the end of it was reached, the tables say.
    if (isSwapError(error) && error.funds === 'unknown') return database.transaction(work, STEP_MS)
    throw error
  }
}

/** The same of a schema that may not be there: undefined then. Nothing is made or changed. @throws STORE_UNUSABLE as above */
export async function findSchema(
  database: PgDatabase,
  steps: readonly SchemaStep[],
  network: string,
): Promise<SchemaFacts | undefined> {
  const found = await readSchema(database, (statement) => database.read(statement))
  return found === undefined ? undefined : verifySchema(database, found, network, steps.at(-1)?.version ?? 0)
}

/**
 * Why the schema, as it is now, is not to be used; undefined where it may be, or is not there.
 * @param verify more of it; throws
 */
export async function findRefusal(
  database: PgDatabase,
  steps: readonly SchemaStep[],
  network: string,
  verify: (facts: SchemaFacts) => void,
): Promise<SwapError | undefined> {
  const found = await readSchema(database, (statement) => database.read(statement))
  if (found === undefined) return undefined
  try {
    verify(verifySchema(database, found, network, steps.at(-1)?.version ?? 0))
    return undefined
  } catch (error) {
    if (error instanceof SwapError) return error
    throw error
  }
}

/** Waits until no other server changes the schema, and keeps them from it until the transaction ends. */
export async function lockSchema(query: Query): Promise<void> {
  // Longer than statements wait for each other: what others change may take its time.
  const before = await query({
    text: `select current_setting('lock_timeout') as ms, set_config('lock_timeout', '${LOCK_MS}', true)`,
    values: [],
  })
  await query({ text: `select pg_advisory_xact_lock(${MIGRATION_LOCK})`, values: [] })
  await query({ text: `select set_config('lock_timeout', $1, true)`, values: [before[0]?.['ms']] })
}

/** Whoever may not create one can use that which somebody made for it: `if not exists` asks for the right first. */
async function createSchema({ schema }: PgDatabase, query: Query): Promise<void> {
  const present = await query({
    text: 'select 1 as there from pg_catalog.pg_namespace where nspname = $1',
    values: [schema.replaceAll('"', '')],
  })
  if (present.length === 0) await query({ text: `create schema ${schema}`, values: [] })
}

interface FoundSchema extends SchemaFacts {
  readonly network: string
  readonly oldest: number
}

/** What the schema says of itself; undefined where there is none. */
async function readSchema(database: PgDatabase, query: Query): Promise<FoundSchema | undefined> {
  // Asked of the tables themselves: what `to_regclass` says may be of before another server's commit.
  const present = await query({
    text: `select 1 as there from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = 'store'`,
    values: [database.schema.replaceAll('"', '')],
  })
  if (present.length === 0) return undefined
  const [row] = await query({
    text: `select network, journal, schema_version, oldest_version, copying from ${database.schema}.store`,
    values: [],
  })
  if (row === undefined) throw lostRow(database)
  return {
    network: text(row, 'network'),
    journal: text(row, 'journal'),
    copying: row['copying'] === null ? undefined : text(row, 'copying'),
    version: Number(row['schema_version']),
    oldest: Number(row['oldest_version']),
  }
}

function text(row: PgRow, name: string): string {
  return String(row[name])
}

function verifySchema(database: PgDatabase, found: FoundSchema, network: string, newest: number): SchemaFacts {
  if (found.network !== network) {
    throw databaseUnusable(
      database.name,
      `holds the ${found.network} network in its schema ${database.schema}, and this is the ${network} network`,
      'Name the database of this network: swapcli config set store - (or --store, SWAPCLI_STORE)',
    )
  }
  if (found.oldest > newest) {
    throw databaseUnusable(
      database.name,
      `was written by a newer swapcli: its schema is version ${found.version}, and this program knows up to ${newest}`,
      'Update this program: a newer one can read it',
    )
  }
  return found
}

function lostRow(database: PgDatabase): SwapError {
  return databaseUnusable(
    database.name,
    `is damaged: the schema ${database.schema} does not say which store it is`,
    'Restore a backup of the database, or remove that schema if nothing was ever done in it',
  )
}

/**
 * Adds the index by which texts are found, where the server has the extension for it and its user may create that; without
 * it, a search reads every row.
 * @returns why there is none
 */
export async function addTextIndex(
  database: PgDatabase,
  statement: (schema: string, operators: string) => string,
): Promise<string | undefined> {
  const present = await database.read({
    text: `select 1 as there from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = 'facts_texts'`,
    values: [database.schema.replaceAll('"', '')],
  })
  if (present.length > 0) return undefined
  try {
    await database.transaction(async (query) => {
      await lockSchema(query)
      const place = `select quote_ident(n.nspname) as place from pg_extension e join pg_namespace n on n.oid = e.extnamespace
        where e.extname = 'pg_trgm'`
      let [row] = await query({ text: place, values: [] })
      if (row === undefined) {
        await query({ text: `create extension pg_trgm with schema ${database.schema}`, values: [] })
        ;[row] = await query({ text: place, values: [] })
      }
      await query({ text: statement(database.schema, `${String(row?.['place'])}.gin_trgm_ops`), values: [] })
    }, STEP_MS)
    return undefined
  } catch (error) {
    if (error instanceof SwapError && error.code === 'SERVICE_UNAVAILABLE') throw error
    const code = errorCode(error instanceof Error && error.cause !== undefined ? error.cause : error)
    if (code === '42501') return 'its user may not create the extension pg_trgm'
    if (code === '58P01' || code === '0A000') return 'the server does not have the extension pg_trgm'
    return `its index cannot be made${code === undefined ? '' : ` (${code})`}`
  }
}
