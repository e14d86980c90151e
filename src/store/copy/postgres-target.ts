import { databaseUnusable } from '../postgres/connection/failures.ts'
import { bytesOf, numberOf, onlyRow, textOf } from '../postgres/columns.ts'
import type { PgDatabase, Query } from '../postgres/database.ts'
import { noteEvents } from '../postgres/event-rows.ts'
import { addTextIndex, findSchema, migrateSchema } from '../postgres/migrate.ts'
import { SCHEMA_STEPS, textIndex } from '../postgres/schema.ts'
import { keepText, keyText, type StoredText, sumOfText } from '../postgres/stored-text.ts'
import { insertTransactions } from '../postgres/transactions/changes.ts'
import { rebuildTotals, removeTransactions } from '../postgres/transactions/rebuild.ts'
import { eventValues } from '../sqlite/events.ts'
import { UNFINISHED_COPY_HINT } from '../unfinished-copy.ts'
import { readPostgres } from './postgres-reader.ts'
import { connectForCopy, COPY_STATEMENT_MS, type CopyDatabaseOptions } from './postgres-source.ts'
import { COPIED, type CopiedRow } from './rows.ts'
import { parseMark } from './sqlite-target.ts'
import type { CopyMark, CopyTarget, RowWriters, TargetPlace } from './target.ts'

/** One for each statement that runs beside another. */
const CONNECTIONS = 2

/** What of a store cannot be made again. */
const KEPT = ['transactions', 'locks', 'idempotency']

/**
 * The place of a store that is to be made in a database.
 * @throws SERVICE_UNAVAILABLE while others use it
 */
export async function openPostgresPlace(options: CopyDatabaseOptions): Promise<TargetPlace> {
  const { database, refuseUse } = await connectForCopy(options, CONNECTIONS)
  const { schema, name } = database
  const ask: Query = (statement) => database.read(statement)
  return {
    name,
    find: async () => {
      const facts = await findSchema(database, SCHEMA_STEPS, options.network)
      if (facts === undefined) return { kind: 'unused' }
      if (facts.copying !== undefined) return { kind: 'unfinished', mark: parseMark(facts.copying) }
      return { kind: (await isUnused(schema, ask)) ? 'unused' : 'used' }
    },
    read: (work) => work(readPostgres(schema, name, ask)),
    open: async (mark) => {
      const journal = `${database.createWriteId()}${database.createWriteId()}`
      await migrateSchema(database, SCHEMA_STEPS, { network: options.network, journal })
      await noteMark(database, mark)
      // One that was opened in this moment has not seen that.
      await refuseUse()
      return writePostgres(database)
    },
    close: () => database.close(),
  }
}

async function isUnused(schema: string, query: Query): Promise<boolean> {
  const some = KEPT.map((table) => `exists (select 1 from ${schema}.${table})`)
  const row = onlyRow(await query({ text: `select ${some.join(' or ')} as is_used`, values: [] }))
  return row['is_used'] === false
}

/** Notes what the store is a copy of, and empties it, unless it is that already. */
async function noteMark(database: PgDatabase, mark: CopyMark): Promise<void> {
  const { schema, name } = database
  await database.transaction(async (query) => {
    const [row] = await query({ text: `select copying from ${schema}.store for update`, values: [] })
    const copying = row?.['copying']
    if (typeof copying === 'string') {
      if (parseMark(copying)?.source === mark.source) return
      throw databaseUnusable(name, 'is an unfinished copy of another store', UNFINISHED_COPY_HINT)
    }
    if (!(await isUnused(schema, query))) throw databaseUnusable(name, 'is used by now', 'Name another database')
    for (const table of [...COPIED, 'routes', 'rates'])
      await query({ text: `delete from ${schema}.${table}`, values: [] })
    await query({ text: `update ${schema}.store set copying = $1`, values: [JSON.stringify(mark)] })
    // It is made once, of all rows, when they are there.
    await query({ text: `drop index if exists ${schema}.facts_texts`, values: [] })
  }, COPY_STATEMENT_MS)
}

function writePostgres(database: PgDatabase): CopyTarget {
  const { schema } = database
  const put = rowWriters(database)
  const run = (text: string, values: readonly unknown[] = []) =>
    database.write({ run: { text, values }, read: () => undefined })
  return {
    reader: readPostgres(schema, database.name, (statement) => database.read(statement)),
    put,
    clear: (collection) => run(`delete from ${schema}.${collection}`),
    numberEvents: (behind) =>
      run(
        `select setval(pg_get_serial_sequence($1, 'n'), $2::bigint) where not exists (select 1 from ${schema}.events)
          and coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, 'n')::regclass), 0) < $2::bigint`,
        [`${schema}.events`, Math.max(1, behind)],
      ),
    finish: async () => {
      await addTextIndex(database, textIndex)
      await database.transaction((query) => rebuildTotals(schema, query), COPY_STATEMENT_MS)
      const tables = await database.read({
        text: `select quote_ident(relname) as name from pg_class
          where relnamespace = $1::text::regnamespace and relkind = 'r' order by relname`,
        values: [schema],
      })
      const names = tables.map((row) => `${schema}.${textOf(row, 'name')}`)
      const text = `vacuum (analyze, truncate false) ${names.join(', ')}`
      await database.maintain({ text, values: [] }, COPY_STATEMENT_MS)
      // What was removed before it was copied stands before the first event.
      await run(`update ${schema}.store as store
        set copying = null, catalog_version = catalog_version + 1,
          pruned_xid = coalesce(oldest.xid, pruned_xid), pruned_n = coalesce(oldest.n - 1, pruned_n)
        from (select 1) as one left join (
          select xid, n from ${schema}.events order by xid, n limit 1
        ) as oldest on true where copying is not null`)
    },
  }
}

function rowWriters(database: PgDatabase): RowWriters {
  const { schema } = database
  const write = async (text: string, values: readonly unknown[]): Promise<readonly string[]> => {
    await database.write({ run: { text, values }, read: () => undefined })
    return []
  }
  const keep = ({ text = '' }: { readonly text: string | undefined }): StoredText => keepText(text)
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => keyText(id))
  const texts = (rows: readonly { readonly text: string | undefined }[]) => {
    const stored = rows.map(keep)
    return [stored.map(({ sum }) => sum), stored.map(({ doc }) => doc)]
  }
  const documentSql = upsert(schema, 'documents', {
    keys: [['id', 'text']],
    columns: [['version', 'integer'], ...TEXT],
    first: ['writes', `array[]::bigint[]`],
  })
  const lockSql = upsert(schema, 'locks', {
    keys: [['id', 'text']],
    columns: [['version', 'integer'], ['state', 'text'], ['expires_ms', 'bigint'], ...TEXT],
    first: ['writes', `array[]::bigint[]`],
  })
  const requestSql = upsert(schema, 'idempotency', {
    keys: [['key', 'text']],
    columns: [
      ...([
        ['digest', 'text'],
        ['running_until', 'bigint'],
        ['keep_until', 'bigint'],
        ['sum', 'bytea'],
        ['outcome', 'text'],
      ] as const),
    ],
    first: ['w', '0'],
  })
  const chainSql = upsert(schema, 'catalog_chains', { keys: [['key', 'text']], columns: TEXT })
  const assetSql = upsert(schema, 'catalog_assets', {
    keys: [
      ['chain', 'text'],
      ['address', 'text'],
    ],
    columns: TEXT,
  })
  const eventSql = noteEvents(schema, '(select 1) as source', 1)
  return {
    documents: (rows) => write(documentSql, [ids(rows), rows.map(({ version }) => version), ...texts(rows)]),
    locks: (rows) =>
      write(lockSql, [
        ids(rows),
        rows.map(({ version }) => version),
        rows.map(({ value }) => value.state),
        rows.map(({ value }) => value.expiresAtMs),
        ...texts(rows),
      ]),
    transactions: (rows) => putTransactions(database, rows),
    events: async (rows) => {
      const values = rows.map(({ value }) => eventValues(value))
      // Sent once: nothing would tell whether these were noted already.
      await database.transaction((query) =>
        query({
          text: eventSql,
          values: [
            values.map(([atMs]) => atMs),
            values.map(([, transactionId]) => (transactionId === null ? null : keyText(transactionId))),
            ...texts(rows),
          ],
        }),
      )
      return []
    },
    idempotency: (rows) => {
      const stored = rows.map((row) => (row.text === undefined ? undefined : keep(row)))
      return write(requestSql, [
        ids(rows),
        rows.map(({ request }) => request?.digest ?? ''),
        rows.map(({ request }) => request?.runningUntil ?? 0),
        rows.map(({ request }) => request?.keepUntil ?? 0),
        stored.map((text) => text?.sum ?? null),
        stored.map((text) => text?.doc ?? null),
      ])
    },
    catalog_chains: (rows) => write(chainSql, [rows.map(({ value }) => keyText(value.key)), ...texts(rows)]),
    catalog_assets: (rows) =>
      write(assetSql, [
        rows.map(({ value }) => keyText(value.chain)),
        rows.map(({ value }) => keyText(value.address)),
        ...texts(rows),
      ]),
  }
}

type Column = readonly [name: string, type: string]

const TEXT: readonly Column[] = [
  ['sum', 'bytea'],
  ['doc', 'text'],
]

interface UpsertedRows {
  readonly keys: readonly Column[]
  readonly columns: readonly Column[]
  /** A column that new rows fill with this SQL. */
  readonly first?: readonly [name: string, sql: string]
}

/** Inserts rows, and writes anew those that differ: each parameter is an array of a column. */
function upsert(schema: string, table: string, { keys, columns, first }: UpsertedRows): string {
  const all = [...keys, ...columns]
  const names = all.map(([name]) => name)
  const types = all.map(([, type], at) => `$${at + 1}::${type}[]`)
  const values = columns.map(([name]) => name)
  const [more, sql] = first === undefined ? ['', ''] : [`, ${first[0]}`, `, ${first[1]}`]
  return `insert into ${schema}.${table} as old (${names.join(', ')}${more})
    select ${names.map((name) => `new.${name}`).join(', ')}${sql}
    from unnest(${types.join(', ')}) with ordinality as new (${names.join(', ')}, position) order by new.position
    on conflict (${keys.map(([name]) => name).join(', ')}) do update
    set ${values.map((name) => `${name} = excluded.${name}`).join(', ')}
    where (${values.map((name) => `old.${name}`).join(', ')}) is distinct from (${values.map((name) => `excluded.${name}`).join(', ')})`
}

/** Writes transactions that are new, and those that differ anew. @returns ids of those of which another one has a hash */
async function putTransactions(
  database: PgDatabase,
  rows: readonly CopiedRow<'transactions'>[],
): Promise<readonly string[]> {
  const { schema } = database
  const found = await database.read({
    text: `select id, version, sum from ${schema}.transactions where id = any($1::text[])`,
    values: [rows.map(({ id }) => keyText(id))],
  })
  const stored = new Map(found.map((row) => [textOf(row, 'id'), row]))
  const wanted = rows.filter(({ id, version, text = '' }) => {
    const old = stored.get(keyText(id))
    return (
      old === undefined ||
      numberOf(old, 'version') !== version ||
      Buffer.compare(bytesOf(old, 'sum'), sumOfText(text)) !== 0
    )
  })
  const changed = wanted.filter(({ id }) => stored.has(keyText(id))).map(({ id }) => id)
  await database.transaction((query) => removeTransactions(schema, query, changed))
  const insert = (some: typeof wanted) =>
    insertTransactions(
      database,
      some.map(({ value, version, text = '' }) => ({ record: value, version, text })),
    )
  if (wanted.length === 0 || (await insert(wanted)) !== 'hash_taken') return []
  const refused = []
  for (const row of wanted) if ((await insert([row])) === 'hash_taken') refused.push(row.id)
  return refused
}
