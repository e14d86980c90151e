import type { SchemaStep } from './migrate.ts'

/*
 * The tables. Documents are text with a checksum, as in the SQLite store; what is searched by stands beside them. A transaction's
 * document changes with every poll and what it is found by seldom: they have tables of their own, so that a poll touches no
 * index of searches.
 *
 * Keys have the collation "C": they are ordered by their code points, as everywhere else in this program.
 */

/** The steps by which the schema came to be; the last is the newest. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
  { version: 1, oldest: 1, statements: firstTables },
  // Programs of before know nothing of it.
  { version: 2, oldest: 1, statements: rateTable },
]

/** Vacuumed soon after rows are added: an index that has all that is asked for saves nothing while its table is not. */
const VACUUMED_SOON = 'autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02'

function firstTables(schema: string): readonly string[] {
  return [
    // One row: which store this is, and what all of it has in common.
    `create table ${schema}.store (
      one boolean primary key default true check (one),
      network text not null,
      -- Random: another store has another.
      journal text not null,
      schema_version integer not null,
      -- The oldest version whose programs may write beside those of this one.
      oldest_version integer not null,
      catalog_version bigint not null default 0,
      checked_ms bigint not null default 0,
      -- Up to which event some were removed.
      pruned_xid xid8 not null default '0',
      pruned_n bigint not null default 0,
      -- Of which store this is an unfinished copy: nobody uses it meanwhile.
      copying text
    )`,

    `create table ${schema}.locks (
      id text collate "C" primary key,
      version integer not null,
      -- Random ids of the latest writes: by them a writer finds its own whose answer was lost.
      writes bigint[] not null,
      state text not null,
      expires_ms bigint not null,
      sum bytea not null,
      doc text not null
    ) with (fillfactor = 80)`,
    `create index locks_unused on ${schema}.locks (expires_ms) where state = 'locked'`,

    `create table ${schema}.transactions (
      n bigint generated always as identity primary key,
      id text collate "C" not null constraint transactions_id_key unique,
      version integer not null,
      writes bigint[] not null,
      sum bytea not null,
      doc text not null
    ) with (fillfactor = 70)`,

    `create table ${schema}.transaction_facts (
      n bigint primary key,
      id text collate "C" not null,
      created_ms bigint not null,
      status smallint not null,
      provider text collate "C" not null,
      src text collate "C" not null,
      dst text collate "C" not null,
      referral text collate "C",
      -- Micro-dollars.
      usd numeric(38, 0) not null,
      has_payload boolean not null,
      -- Every text that it is found by, in lower case, a line each.
      search text not null
    ) with (fillfactor = 90, ${VACUUMED_SOON})`,
    `create index facts_newest on ${schema}.transaction_facts (created_ms desc, id desc) include (n)`,
    `create index facts_status on ${schema}.transaction_facts (status, created_ms desc, id desc) include (n)`,
    `create index facts_referral on ${schema}.transaction_facts (referral, created_ms desc, id desc) include (n, status)
      where referral is not null`,
    `create index facts_payload on ${schema}.transaction_facts (created_ms) where has_payload and status <> 0`,

    // Who paid and who was paid.
    `create table ${schema}.transaction_wallets (
      address_key text collate "C" not null,
      n bigint not null,
      id text collate "C" not null,
      created_ms bigint not null,
      status smallint not null,
      primary key (n, address_key)
    ) with (fillfactor = 90, ${VACUUMED_SOON})`,
    `create index wallets_newest on ${schema}.transaction_wallets (address_key, created_ms desc, id desc) include (n)`,
    `create index wallets_status on ${schema}.transaction_wallets (address_key, status, created_ms desc, id desc)
      include (n)`,

    // A hash belongs to one transaction only.
    `create table ${schema}.transaction_hashes (
      hash_key text collate "C" not null,
      n bigint not null,
      constraint transaction_hashes_pkey primary key (hash_key)
    )`,
    `create index hashes_of on ${schema}.transaction_hashes (n)`,

    // Narrow: a lease copies its row.
    `create table ${schema}.transaction_polls (
      n bigint primary key,
      provider text collate "C" not null,
      next_ms bigint,
      holder text,
      until_ms bigint not null default 0
    ) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02)`,
    `create index polls_next on ${schema}.transaction_polls (next_ms) where next_ms is not null`,
    `create index polls_of_provider on ${schema}.transaction_polls (provider, next_ms) where next_ms is not null`,

    // Totals, and what has changed of them since they were added up: commits only insert, so that none waits for another.
    `create table ${schema}.totals (
      provider text collate "C" not null,
      src text collate "C" not null,
      dst text collate "C" not null,
      -- Since 1970.
      day integer not null,
      status smallint not null,
      total bigint not null,
      unvalued bigint not null,
      usd numeric(48, 0) not null,
      primary key (provider, src, dst, day, status)
    ) with (fillfactor = 70)`,
    `create table ${schema}.total_changes (
      k bigint generated always as identity primary key,
      provider text collate "C" not null,
      src text collate "C" not null,
      dst text collate "C" not null,
      day integer not null,
      status smallint not null,
      total smallint not null,
      unvalued smallint not null,
      usd numeric(48, 0) not null,
      -- Address keys of whoever paid and was paid.
      wallets text[] not null
    ) with (autovacuum_vacuum_scale_factor = 0.02)`,
    // How many transactions a wallet has, and with an empty key how many there are: lists state their length.
    `create table ${schema}.wallet_totals (
      address_key text collate "C" not null,
      status smallint not null,
      total bigint not null,
      primary key (address_key, status)
    ) with (fillfactor = 70)`,

    // In the order in which no reader ever skips one: by the transaction that wrote it, once all before it have ended.
    `create table ${schema}.events (
      xid xid8 not null default pg_current_xact_id(),
      n bigint generated always as identity,
      at_ms bigint,
      transaction_id text collate "C",
      sum bytea not null,
      doc text not null,
      primary key (xid, n)
    )`,
    `create index events_of_transaction on ${schema}.events (transaction_id) where transaction_id is not null`,
    `create index events_noted on ${schema}.events (at_ms)`,

    `create table ${schema}.idempotency (
      key text collate "C" primary key,
      digest text not null,
      running_until bigint not null,
      keep_until bigint not null,
      -- Random id of the write that began it.
      w bigint not null,
      sum bytea,
      outcome text
    )`,
    `create index idempotency_over on ${schema}.idempotency (keep_until)`,

    `create table ${schema}.routes (
      provider text collate "C" not null,
      route_id text collate "C" not null,
      -- A digest of its chains and addresses.
      pair text collate "C" not null,
      keep_until_ms bigint not null,
      sum bytea not null,
      doc text not null,
      primary key (provider, route_id)
    )`,
    `create index routes_of_pair on ${schema}.routes (pair, keep_until_ms)`,
    `create index routes_over on ${schema}.routes (keep_until_ms)`,

    `create table ${schema}.catalog_chains (
      key text collate "C" primary key,
      place bigint generated always as identity,
      sum bytea not null,
      doc text not null
    )`,
    `create table ${schema}.catalog_assets (
      chain text collate "C" not null,
      address text collate "C" not null,
      place bigint generated always as identity,
      sum bytea not null,
      doc text not null,
      primary key (chain, address)
    )`,

    `create table ${schema}.documents (
      id text collate "C" primary key,
      version integer not null,
      writes bigint[] not null,
      sum bytea not null,
      doc text not null
    ) with (fillfactor = 80)`,

    // How often each provider was called lately: some count over hours.
    `create table ${schema}.provider_calls (
      client text collate "C" primary key,
      firsts bigint[] not null,
      lasts bigint[] not null,
      counts integer[] not null,
      granted integer not null
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`,

    // Of the last minute only: their writes need not survive a crash.
    `create table ${schema}.request_counts (
      client text collate "C" primary key,
      firsts bigint[] not null,
      lasts bigint[] not null,
      counts integer[] not null,
      granted integer not null
    ) with (fillfactor = 50)`,
    `create table ${schema}.verdicts (
      request_id text collate "C" primary key,
      keep_until bigint not null,
      doc text not null
    )`,
    // Who uses the store now, and hears what the others tell.
    `create table ${schema}.servers (
      id text collate "C" primary key,
      until_ms bigint not null,
      hears boolean not null
    ) with (fillfactor = 50)`,
  ]
}

/** Rates of quotes: a row each for a pair, a time and a size of amounts. */
function rateTable(schema: string): readonly string[] {
  return [
    `create table ${schema}.rates (
      -- A digest of its chains and addresses.
      pair text collate "C" not null,
      grain_ms integer not null,
      slot_ms bigint not null,
      size smallint not null,
      sum bytea not null,
      doc text not null,
      primary key (pair, grain_ms, slot_ms, size)
    ) with (autovacuum_vacuum_scale_factor = 0.02)`,
    `create index rates_over on ${schema}.rates (grain_ms, slot_ms)`,
  ]
}

/** The index by which texts are found. @param operators name of its operator class */
export function textIndex(schema: string, operators: string): string {
  return `create index if not exists facts_texts on ${schema}.transaction_facts using gin (search ${operators})`
}

/** The names of all tables. Behind what their statements are made of. */
export const TABLE_NAMES: readonly string[] = SCHEMA_STEPS.flatMap((step) => step.statements('schema')).flatMap(
  (text) => /^\s*create table schema\.(\w+)/.exec(text)?.[1] ?? [],
)
