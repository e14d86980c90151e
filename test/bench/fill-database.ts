import { hash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import pg from 'pg'
import { openSwapService } from '../../src/open.ts'
import { systemClock } from '../../src/io/clock.ts'
import type { TransactionRecord } from '../../src/core/swap/records.ts'
import { transactionForm } from '../../src/store/record-json.ts'
import { openPostgresStore, type PostgresStore } from '../../src/store/postgres/open.ts'
import { storeText } from '../../src/store/postgres/stored-text.ts'
import { indexOf } from '../../src/store/postgres/transactions/given.ts'
import { SWAP_REQUEST } from './fill.ts'

/*
 * A database with any number of transactions. The database makes their rows itself, of templates that the store's own code has
 * written: a million by way of the store takes four times as long.
 */

const NETWORK = 'sandbox'
const SCHEMA = `swapcli_${NETWORK}`
/** When the first was made; the others follow a minute apart. */
const FIRST_MS = Date.UTC(2024, 0, 1)
const STATUSES = ['SUCCESS', 'FAILED', 'REFUND'] as const
const PROVIDERS = ['SANDBOX_BRIDGE', 'SANDBOX_DEX', 'SANDBOX_DEPOSIT', 'SANDBOX_INTENTS'] as const
/** So many kinds of rows take turns; one of them is pending. */
const KINDS = 48
/** A symbol that few transactions have. */
export const RARE_SYMBOL = 'ZQX'
/** How many have it, and how many each wallet has, in a database of any size. */
export const EACH = 10

/** Texts that stand for those of a row, by the names that the SQL below has for these. */
const MARKS = {
  id: 'tx_00000000000000000000000001',
  lock: 'lock_00000000000000000000000001',
  hash: `0x${'1'.repeat(64)}`,
  outbound: `0x${'2'.repeat(64)}`,
  wallet: `0x${'3'.repeat(40)}`,
  made: '2001-02-03T04:05:06.789Z',
} as const
type Mark = keyof typeof MARKS
const NAMES = Object.keys(MARKS) as readonly Mark[]

/** Address of the wallet of transaction `index`, of so many wallets. */
export function databaseWallet(index: number, transactions: number): string {
  return `0x${digestOf(`wallet ${index % (transactions / EACH)}`).slice(0, 40)}`
}

/** Hash by which the payment of transaction `index` is found. */
export function databaseHash(index: number): string {
  return `0x${digestOf(`hash ${index}`)}`
}

/** Opens the store of a database. */
export function openBenchStore(url: string): Promise<PostgresStore> {
  return openPostgresStore({ url, env: {}, network: NETWORK, clock: systemClock, random: Math.random })
}

/** Makes the tables of a database, with so many transactions that have ended, but for some; of each wallet there are ten. */
export async function fillDatabase(url: string, transactions: number, template: TransactionRecord): Promise<void> {
  await (await openBenchStore(url)).store.close()
  const filled = (name: string) => `format(${name}, ${NAMES.join(', ')})`
  const from = 'from made join kinds using (k)'
  const documents = [
    `insert into transactions (n, id, version, writes, sum, doc) overriding system value
      select n, id, 3, array[n], substr(sha256(convert_to(doc, 'UTF8')), 1, 16), doc
      from (select n, id, ${filled('doc')} as doc ${from}) as made order by n`,
    `select setval(pg_get_serial_sequence('transactions', 'n'), ${transactions})`,
  ]
  const beside = [
    `insert into transaction_facts (n, id, created_ms, status, provider, src, dst, usd, has_payload, search)
      select n, id, ms, status, provider, src, dst, usd, has_payload, ${filled('search')} ${from} order by n`,
    `insert into transaction_wallets (address_key, n, id, created_ms, status)
      select ${filled('w')}, n, id, ms, status ${from}, unnest(wallets) as w order by n`,
    `insert into transaction_hashes (hash_key, n) select ${filled('h')}, n ${from}, unnest(hashes) as h order by 1`,
    `insert into transaction_polls (n, provider, next_ms) select n, provider, next_ms ${from} order by n`,
    `insert into totals (provider, src, dst, day, status, total, unvalued, usd)
      select provider, src, dst, floor(created_ms / 86400000.0)::integer, status, count(*), count(*) filter (where usd = 0), sum(usd)
      from transaction_facts group by 1, 2, 3, 4, 5`,
    `insert into wallet_totals (address_key, status, total)
      select address_key, status, count(*) from transaction_wallets group by 1, 2
      union all select '', status, count(*) from transaction_facts group by 2`,
  ]
  const tables = ['transaction_facts', 'transaction_wallets', 'transaction_hashes', 'transaction_polls']
  // Texts take as long as all else: two at a time.
  await Promise.all([
    fillTables(url, transactions, template, ['transactions'], documents),
    fillTables(url, transactions, template, [...tables, 'totals', 'wallet_totals'], beside),
  ])
}

/** Fills empty tables by statements that read the tables `made` and `kinds`, and makes their indexes afterwards. */
async function fillTables(
  url: string,
  transactions: number,
  template: TransactionRecord,
  tables: readonly string[],
  statements: readonly string[],
): Promise<void> {
  const client = await connect(url)
  const { rows: indexes } = await client.query<{ readonly name: string; readonly made: string }>(
    `select indexname as name, indexdef as made from pg_indexes where schemaname = '${SCHEMA}' and tablename = any($1)
      and not exists (select 1 from pg_constraint c join pg_class i on i.oid = c.conindid where i.relname = indexname)`,
    [tables],
  )
  // One transaction that empties tables and fills them writes no log of that.
  await client.query(`begin; set local search_path = ${SCHEMA}; truncate ${tables.join(', ')}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await createKinds(client, template)
  await client.query(
    `create temporary table made on commit drop as
      select i + 1 as n, k, 'tx_' || substr(md5('id ' || i), 1, 26) as id, 'lock_' || substr(md5('lock ' || i), 1, 26) as lock,
        ${digestSql(`'hash ' || i`)} as hash, ${digestSql(`'outbound ' || i`)} as outbound,
        left(${digestSql(`'wallet ' || i % (${transactions} / ${EACH})`)}, 42) as wallet, ${FIRST_MS} + i * 60000 as ms,
        to_char(to_timestamp((${FIRST_MS} + i * 60000) / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as made
      from (select i, case when i % ${transactions / EACH} = 7 then ${KINDS} else i % ${KINDS} end as k
        from generate_series(0::bigint, ${transactions} - 1) as i) as numbered`,
  )
  for (const text of [...statements, ...indexes.map(({ made }) => made), 'commit']) await client.query(text)
  for (const table of tables) await client.query(`vacuum (analyze) ${SCHEMA}.${table}`)
  await client.end()
}

/**
 * Compares some of the rows that the database made with what the store's code makes of their documents, and all with the totals.
 * @throws Error where they differ
 */
export async function verifyFilled(url: string, transactions: number): Promise<void> {
  const opened = await openBenchStore(url)
  const { store, database } = opened
  for (const index of [0, 7, 48, 999, transactions - 1]) {
    const found = await store.transactions.findByHash(databaseHash(index))
    if (found === undefined) throw new Error(`transaction ${index} is not found by its hash`)
    const { walletKeys, hashKeys, day: _day, ...facts } = indexOf(found.doc)
    const [row] = await database.read({
      text: `select id, f.created_ms, f.status, f.provider, src, dst, referral, usd::text as usd, has_payload, search, next_ms,
          array(select address_key from ${SCHEMA}.transaction_wallets where n = f.n order by 1) as wallets,
          array(select hash_key from ${SCHEMA}.transaction_hashes where n = f.n order by 1) as hashes
        from ${SCHEMA}.transaction_facts as f join ${SCHEMA}.transaction_polls using (n) where id = $1`,
      values: [found.doc.id],
    })
    const expected = { ...facts, wallets: walletKeys, hashes: hashKeys }
    const differs = Object.entries(expected).find(
      ([key, value]) => JSON.stringify(row?.[key]) !== JSON.stringify(value),
    )
    if (differs !== undefined) throw new Error(`transaction ${index}: ${differs[0]} is not what the store writes`)
  }
  const { total } = await store.transactions.stats({})
  const counted = Object.values(await store.transactions.countByStatus()).reduce((sum, count) => sum + count, 0)
  if (total !== transactions || counted !== transactions) throw new Error(`${total} and ${counted} are counted`)
  await store.close()
}

/** A swap of the sandbox that has ended, as a store keeps it. @param home a new folder */
export async function settleSwap(home: string): Promise<TransactionRecord> {
  mkdirSync(home, { recursive: true })
  const service = await openSwapService({ home, sandbox: { speed: 1_000 } })
  const lock = await service.lock({ ...SWAP_REQUEST, provider: 'SANDBOX_DEPOSIT' })
  const id = (await service.execute({ lockId: lock.lockId })).transaction?.id ?? ''
  for await (const { final } of service.watch({ transactionId: id })) if (final) break
  const found = await service.store.transactions.get(id)
  await service.close()
  if (found === undefined) throw new Error('the swap left no transaction')
  return found.doc
}

/** Makes the table of kinds: templates for `format` and what rows of a kind have in common. The last one has a rare symbol. */
async function createKinds(client: pg.Client, template: TransactionRecord): Promise<void> {
  await client.query(
    `create temporary table kinds (k bigint, doc text, search text, provider text, src text, dst text, status smallint, usd numeric,
      has_payload boolean, next_ms bigint, wallets text[], hashes text[]) on commit drop`,
  )
  for (let kind = 0; kind <= KINDS; kind += 1) {
    const record = kindOf(template, kind)
    const row = indexOf(record)
    const values = [
      ...[kind, templateOf(storeText(transactionForm.toJson(record)).doc), templateOf(row.search), row.provider],
      ...[row.src, row.dst, row.status, row.usd, row.has_payload, row.next_ms],
      ...[row.walletKeys.map(templateOf), row.hashKeys.map(templateOf)],
    ]
    await client.query(`insert into kinds values (${values.map((_, at) => `$${at + 1}`).join(', ')})`, values)
  }
}

function kindOf({ exec, ...template }: TransactionRecord, kind: number): TransactionRecord {
  const isPending = kind === 0
  const { hash: paid, outbound, id, lock, wallet, made } = MARKS
  return {
    ...template,
    ...{ id, lockId: lock, hash: paid, inboundHash: paid, outboundHash: isPending ? null : outbound },
    ...{ depositor: wallet, recipient: wallet, addressKeys: [wallet], createdAt: made, updatedAt: made },
    provider: PROVIDERS[kind % PROVIDERS.length] ?? template.provider,
    status: isPending
      ? 'PENDING'
      : (STATUSES[Math.floor(kind / PROVIDERS.length) % STATUSES.length] ?? template.status),
    nextPollAtMs: isPending ? FIRST_MS : null,
    terms: { ...template.terms, src: { ...template.terms.src, usd: BigInt(1_000_000 * kind) } },
    dstAsset: kind === KINDS ? { ...template.dstAsset, symbol: RARE_SYMBOL } : template.dstAsset,
    // What is over for long has no payload any more.
    ...(isPending && exec !== undefined ? { exec } : {}),
  }
}

/** A text as `format` takes it: its marks are the numbers of their columns. */
function templateOf(text: string): string {
  return NAMES.reduce((made, name, at) => made.replaceAll(MARKS[name], `%${at + 1}$s`), text.replaceAll('%', '%%'))
}

function digestOf(text: string): string {
  return hash('sha256', text)
}

function digestSql(text: string): string {
  return `'0x' || encode(sha256((${text})::bytea), 'hex')`
}

async function connect(url: string): Promise<pg.Client> {
  const { searchParams, username, pathname } = new URL(url)
  const client = new pg.Client({
    ...{ host: searchParams.get('host') ?? '', user: username, database: pathname.slice(1) },
  })
  await client.connect()
  return client
}
