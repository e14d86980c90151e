import type { Json } from '../../../core/ports.ts'
import type { LockRecord } from '../../../core/swap/records.ts'
import { eventForm, jsonForm, lockForm, quotedRouteForm, rateForm } from '../../record-json.ts'
import { eventValues } from '../../sqlite/events.ts'
import { lockValues } from '../../sqlite/locks.ts'
import { readUnlessDamaged } from '../../unless-damaged.ts'
import { numberOf, onlyRow, textOf } from '../columns.ts'
import type { PgDatabase, PgRow, Query } from '../database.ts'
import { SCHEMA_STEPS, TABLE_NAMES } from '../schema.ts'
import { keyText, readText } from '../stored-text.ts'
import { groupedFacts, groupedWallets } from '../transactions/rebuild.ts'
import { examineTransactions } from './transactions.ts'

/** What is damaged in a store that a database keeps. */
export interface DatabaseDamage {
  /** Documents by table and id: each is an error of its own, and the others can be used. */
  readonly documents: readonly string[]
  /** Everything else: what is listed, counted or searched may be wrong, or what kept it right is gone. */
  readonly structure: readonly string[]
  /** What of that is made of documents, and can be made anew. */
  readonly derived: DerivedDamage
  /** How many rows were looked at, by table. */
  readonly rows: Readonly<Record<string, number>>
}

/** What is made of documents, and is not what they say. */
export interface DerivedDamage {
  /** Numbers of transactions with their ids. */
  readonly transactions: ReadonlyMap<number, string>
  /** Ids of locks. */
  readonly locks: readonly string[]
  /** Numbers of events, as text. */
  readonly events: readonly string[]
  /** Tables with rows of transactions that are not there. */
  readonly orphans: readonly string[]
  readonly hasWrongTotals: boolean
}

/** Most findings of each kind that are told. */
const MOST_FINDINGS = 100

/** Longest time of one statement, in milliseconds. */
const STATEMENT_MS = 600_000

/** Documents that are looked at at a time. */
const AT_A_TIME = 500

/** A table of documents. */
interface DocumentRows {
  readonly table: string
  readonly keys: readonly (readonly [name: string, type: string])[]
  /** SQL of what names a row. */
  readonly id: string
  readonly column?: 'doc' | 'outcome'
  /** More columns that `isRight` looks at. */
  readonly beside: readonly string[]
  /** Reads the document. @throws STORE_UNUSABLE where it is damaged @returns whether the columns beside it are what it says */
  readonly isRight: (row: PgRow, read: <T, J>(form: Parameters<typeof readText<T, J>>[2]) => T) => boolean
}

const TABLES: readonly DocumentRows[] = [
  { table: 'documents', keys: [['id', 'text']], id: 'id', beside: [], isRight: readsJson },
  {
    table: 'locks',
    keys: [['id', 'text']],
    id: 'id',
    beside: ['state', 'expires_ms'],
    isRight: (row, read) => {
      const lock = read<LockRecord, Parameters<typeof lockForm.fromJson>[0]>(lockForm)
      const [state, expiresMs] = lockValues(lock)
      return keyText(lock.id) === row['name'] && row['state'] === state && row['expires_ms'] === expiresMs
    },
  },
  {
    table: 'events',
    keys: [
      ['xid', 'xid8'],
      ['n', 'bigint'],
    ],
    id: 'n::text',
    beside: ['at_ms', 'transaction_id'],
    isRight: (row, read) => {
      const [atMs, transactionId] = eventValues(read(eventForm))
      const key = transactionId === null ? null : keyText(transactionId)
      return row['at_ms'] === atMs && row['transaction_id'] === key
    },
  },
  {
    table: 'idempotency',
    keys: [['key', 'text']],
    id: 'key',
    column: 'outcome',
    beside: [],
    isRight: (row, read) => (row['doc'] === null && row['sum'] === null) || readsJson(row, read),
  },
  {
    table: 'routes',
    keys: [
      ['provider', 'text'],
      ['route_id', 'text'],
    ],
    id: 'route_id',
    beside: ['keep_until_ms'],
    isRight: (row, read) => row['keep_until_ms'] === read(quotedRouteForm).keepUntilMs,
  },
  {
    table: 'rates',
    keys: [
      ['pair', 'text'],
      ['grain_ms', 'integer'],
      ['slot_ms', 'bigint'],
      ['size', 'smallint'],
    ],
    id: 'pair',
    beside: ['grain_ms', 'slot_ms'],
    isRight: (row, read) => {
      const { atMs } = read(rateForm)
      return typeof row['grain_ms'] === 'number' && row['slot_ms'] === atMs - (atMs % row['grain_ms'])
    },
  },
  { table: 'catalog_chains', keys: [['key', 'text']], id: 'key', beside: [], isRight: readsJson },
  {
    table: 'catalog_assets',
    keys: [
      ['chain', 'text'],
      ['address', 'text'],
    ],
    id: `chain || ' ' || address`,
    beside: [],
    isRight: readsJson,
  },
]

function readsJson(_row: PgRow, read: Parameters<DocumentRows['isRight']>[1]): boolean {
  read(jsonForm<Json>())
  return true
}

/**
 * Looks through a whole store: its tables and indexes, each document against its checksum and form, and what is made of
 * transactions against them. Servers may go on meanwhile. The pages of the database are its own tools' business.
 * @param tell told how far it is
 */
export async function examineDatabase(
  database: PgDatabase,
  tell: (table: string, rows: number) => void = () => undefined,
): Promise<DatabaseDamage> {
  const { schema } = database
  const missing = await findMissing(database)
  if (missing.length > 0) return { documents: [], structure: missing, derived: NOTHING_DERIVED, rows: {} }
  const ask: Query = (statement) => database.read(statement)
  const documents: string[] = []
  const structure: string[] = []
  const rows: Record<string, number> = {}
  const searched: Record<string, readonly string[]> = {}
  for (const table of TABLES) {
    const found = await examineDocuments(database, table, (count) => tell(table.table, count))
    rows[table.table] = found.rows
    documents.push(...found.damaged.map((id) => `${table.table} ${id}`))
    structure.push(...found.wrong.map((id) => `what is searched of ${table.table} ${id} is not what it holds`))
    searched[table.table] = found.wrong
  }
  const transactions = await examineTransactions(schema, ask, MOST_FINDINGS, (count) => tell('transactions', count))
  rows['transactions'] = transactions.rows
  documents.push(...transactions.damaged.map((id) => `transactions ${id}`))
  for (const id of transactions.wrong.values()) structure.push(`the index of transactions is not what ${id} holds`)
  tell('totals', 0)
  const whole = await examineWhole(database)
  structure.push(...whole.structure)
  return {
    ...{ documents, structure, rows },
    derived: {
      ...{ transactions: transactions.wrong, locks: searched['locks'] ?? [], events: searched['events'] ?? [] },
      ...{ orphans: whole.orphans, hasWrongTotals: whole.hasWrongTotals },
    },
  }
}

const NOTHING_DERIVED: DerivedDamage = {
  transactions: new Map(),
  locks: [],
  events: [],
  orphans: [],
  hasWrongTotals: false,
}

/** The tables, indexes and constraints that the schema has, and this one lacks. */
async function findMissing({ schema, ...database }: PgDatabase): Promise<readonly string[]> {
  const statements = SCHEMA_STEPS.flatMap((step) => step.statements(schema)).join(';\n')
  const names = (pattern: RegExp) => [...statements.matchAll(pattern)].map(([, name = '']) => name)
  const wanted = [
    ...TABLE_NAMES,
    ...names(/create index (\w+)/g),
    ...names(/constraint (\w+)/g),
    // A table names its key by itself.
    ...TABLE_NAMES.filter((table) => statements.includes(`${table} (`) && hasPlainKey(statements, table)).map(
      (table) => `${table}_pkey`,
    ),
  ]
  const rows = await database.read({
    text: `select c.relname as name from pg_class as c left join pg_index as i on i.indexrelid = c.oid
      where c.relnamespace = $1::text::regnamespace and c.relkind in ('r', 'i') and (i.indexrelid is null or i.indisvalid)`,
    values: [schema],
  })
  const found = new Set(rows.map((row) => textOf(row, 'name')))
  return [...new Set(wanted)].filter((name) => !found.has(name)).map((name) => `${name} is missing, or not valid`)
}

/** Whether a table has a key that is not named. */
function hasPlainKey(statements: string, table: string): boolean {
  const [, body = ''] = new RegExp(`\\.${table} \\(\\n([^]*?)\\n    \\)`).exec(statements) ?? []
  return /primary key/.test(body) && !/constraint \w+ primary key/.test(body)
}

interface ExaminedDocuments {
  readonly rows: number
  readonly damaged: readonly string[]
  readonly wrong: readonly string[]
}

async function examineDocuments(
  database: PgDatabase,
  { table, keys, id, column = 'doc', beside, isRight }: DocumentRows,
  tell: (rows: number) => void,
): Promise<ExaminedDocuments> {
  const { schema, name: store } = database
  const places = keys.map(([key, type]) => `${table}.${key}${type === 'xid8' ? '::text' : ''} as place_${key}`)
  const names = keys.map(([key]) => `${table}.${key}`).join(', ')
  const select = (
    where: string,
  ) => `select ${[...places, `${id} as name`, 'sum', `${column} as doc`, ...beside].join(', ')}
    from ${schema}.${table} ${where} order by ${names} limit ${AT_A_TIME}`
  const first = select('')
  const next = select(`where (${names}) > (${keys.map(([, type], at) => `$${at + 1}::${type}`).join(', ')})`)
  const damaged: string[] = []
  const wrong: string[] = []
  let rows = 0
  for (let after: readonly unknown[] = []; ;) {
    const page = await database.read({ text: after.length === 0 ? first : next, values: after })
    for (const row of page) {
      const name = textOf(row, 'name')
      const isSame = readUnlessDamaged(() =>
        isRight(row, (form) => readText(row, { store, collection: table, id: name }, form)),
      )
      if (isSame === undefined && damaged.length < MOST_FINDINGS) damaged.push(name)
      if (isSame === false && wrong.length < MOST_FINDINGS) wrong.push(name)
    }
    rows += page.length
    tell(rows)
    const last = page.at(-1)
    if (last === undefined || page.length < AT_A_TIME) return { rows, damaged, wrong }
    after = keys.map(([key]) => last[`place_${key}`])
  }
}

/** Tables with rows of transactions. */
const BESIDE = ['transaction_facts', 'transaction_wallets', 'transaction_hashes', 'transaction_polls']

/** What is asked of whole tables, each by one statement, and so of one moment. */
async function examineWhole(database: PgDatabase): Promise<{
  readonly structure: readonly string[]
  readonly orphans: readonly string[]
  readonly hasWrongTotals: boolean
}> {
  const { schema } = database
  return database.transaction(async (query) => {
    const count = async (text: string) => numberOf(onlyRow(await query({ text, values: [], isOnce: true })), 'wrong')
    const structure: string[] = []
    const orphans: string[] = []
    for (const table of BESIDE) {
      const wrong = await count(`select count(*) as wrong from ${schema}.${table} as beside
        where not exists (select 1 from ${schema}.transactions as t where t.n = beside.n)`)
      if (wrong === 0) continue
      orphans.push(table)
      structure.push(`${table} has ${wrong} rows of transactions that are not there`)
    }
    const lost = await query({
      text: `select distinct transaction_id as id from ${schema}.events as e where transaction_id is not null
        and not exists (select 1 from ${schema}.transactions as t where t.id = e.transaction_id) limit ${MOST_FINDINGS}`,
      values: [],
      isOnce: true,
    })
    structure.push(...lost.map((row) => `transactions ${textOf(row, 'id')} is missing, and its events are there`))
    const isWrong = async (stored: string, right: string) =>
      (await count(`select count(*) as wrong from (
          (select * from (${stored}) as a except select * from (${right}) as b)
          union all (select * from (${right}) as c except select * from (${stored}) as d)
        ) as differing`)) > 0
    const group = 'provider, src, dst, day, status'
    const sums = 'sum(total) as total, sum(unvalued) as unvalued, sum(usd) as usd'
    const columns = `${group}, total, unvalued, usd`
    const hasWrongGroups = await isWrong(
      `select ${group}, ${sums} from (
         select ${columns} from ${schema}.totals union all select ${columns} from ${schema}.total_changes
       ) as counted group by ${group} having sum(total) <> 0 or sum(unvalued) <> 0 or sum(usd) <> 0`,
      groupedFacts(schema),
    )
    const hasWrongWallets = await isWrong(
      `select address_key, status, sum(total) as total from (
         select address_key, status, total from ${schema}.wallet_totals
         union all select key collate "C", status, total from ${schema}.total_changes, unnest(wallets || array['']) as key
       ) as counted group by 1, 2 having sum(total) <> 0`,
      groupedWallets(schema),
    )
    if (hasWrongGroups) structure.push('the totals are not what the transactions sum up to')
    if (hasWrongWallets) structure.push('the counts of wallets are not how many transactions they have')
    return { structure, orphans, hasWrongTotals: hasWrongGroups || hasWrongWallets }
  }, STATEMENT_MS)
}
