import { keepWrite } from '../stored-text.ts'
import { daySql } from './given.ts'

/*
 * Parts of statements that write transactions with all that is known of them, in the tables of `given.ts`. Parts of one statement
 * see what was there before it and not what others of them write: each table is written by parts that touch different rows.
 */

/** What the table of facts says beside the number. */
const FACTS = [
  ...['id', 'created_ms', 'status', 'provider', 'src', 'dst', 'referral', 'usd', 'has_payload', 'search'],
] as const

/** What is added up of a transaction, in groups. */
const COUNTED = ['provider', 'src', 'dst', 'day', 'status', 'usd'] as const

/**
 * Inserts those of `given` for which `condition` holds, and gives their numbers as `new (n, i)`.
 * @param write the parameter of the write's id
 */
export function insertParts(schema: string, write: string, condition: string): string {
  return `inserted as (
      insert into ${schema}.transactions (id, version, writes, sum, doc)
      select id, version, array[${write}::bigint], sum, doc from given where ${condition} order by i returning n, id
    ), new as (
      select inserted.n, given.i from inserted join given using (id)
    ), ${besideParts(schema)}
    ), new_totals as (
      insert into ${schema}.total_changes (${COUNTED.join(', ')}, total, unvalued, wallets)
      select ${ofGiven(COUNTED)}, 1, (given.usd = 0)::integer, ${givenWallets()} from new join given using (i)
    ), ${noteEventsOf(schema, 'new')}`
}

/** Inserts the rows beside the documents of `new (n, i)`, without a `)` behind the last. */
export function besideParts(schema: string): string {
  return `new_facts as (
      insert into ${schema}.transaction_facts (n, ${FACTS.join(', ')})
      select new.n, ${ofGiven(FACTS)} from new join given using (i)
    ), new_wallets as (
      insert into ${schema}.transaction_wallets (n, address_key, id, created_ms, status)
      select new.n, w.address_key, ${ofGiven(['id', 'created_ms', 'status'])} from new join given using (i) join given_wallets as w using (i)
    ), new_hashes as (
      insert into ${schema}.transaction_hashes (hash_key, n)
      select h.hash_key, new.n from new join given_hashes as h using (i) order by h.hash_key
    ), new_polls as (
      insert into ${schema}.transaction_polls (n, provider, next_ms)
      select new.n, ${ofGiven(['provider', 'next_ms'])} from new join given using (i)`
}

/**
 * Replaces those of `given` whose version is the stored one and whose hashes are no other transaction's: `changed (n, i)`; the places of
 * those with such a hash are in `taken (i)`.
 * @param write the parameter of the write's id
 * @param holder the parameter with whose leases on any of them end
 */
export function replaceParts(schema: string, write: string, holder: string): string {
  const differ = (table: string, columns: readonly string[]) =>
    `(${columns.map((name) => `${table}.${name}`).join(', ')}) is distinct from (${ofGiven(columns)})`
  return `stored_now as materialized (
      select stored.n, given.i from given join ${schema}.transactions as stored using (id)
    ), taken as materialized (
      select distinct stored_now.i from stored_now join given_hashes as h using (i)
        join ${schema}.transaction_hashes as other on other.hash_key = h.hash_key and other.n <> stored_now.n
    ), changed as (
      update ${schema}.transactions as stored
      set version = stored.version + 1, writes = ${keepWrite(write, 'stored.writes')}, sum = given.sum, doc = given.doc
      from given
      where stored.id = given.id and stored.version = given.version and given.i not in (select i from taken)
      returning stored.n, given.i
    ), before as materialized (
      select facts.*, ${daySql('facts.created_ms')} as day, changed.i,
        array(select address_key from ${schema}.transaction_wallets as w where w.n = facts.n order by 1) as wallets
      from changed join ${schema}.transaction_facts as facts using (n)
    ), new_facts as (
      update ${schema}.transaction_facts as facts
      set (${FACTS.join(', ')}) = row(${ofGiven(FACTS)})
      from changed join given using (i) where facts.n = changed.n and ${differ('facts', FACTS)}
    ), old_wallets as (
      delete from ${schema}.transaction_wallets as wallets using changed
      where wallets.n = changed.n
        and not exists (select 1 from given_wallets as w where w.i = changed.i and w.address_key = wallets.address_key)
    ), kept_wallets as (
      update ${schema}.transaction_wallets as wallets set created_ms = given.created_ms, status = given.status
      from changed join given using (i) join given_wallets as w using (i)
      where wallets.n = changed.n and wallets.address_key = w.address_key and ${differ('wallets', ['created_ms', 'status'])}
    ), new_wallets as (
      insert into ${schema}.transaction_wallets (n, address_key, id, created_ms, status)
      select changed.n, w.address_key, ${ofGiven(['id', 'created_ms', 'status'])}
      from changed join given using (i) join given_wallets as w using (i)
      where not exists (
        select 1 from ${schema}.transaction_wallets as old where old.n = changed.n and old.address_key = w.address_key
      )
    ), old_hashes as (
      delete from ${schema}.transaction_hashes as hashes using changed
      where hashes.n = changed.n
        and not exists (select 1 from given_hashes as h where h.i = changed.i and h.hash_key = hashes.hash_key)
    ), new_hashes as (
      insert into ${schema}.transaction_hashes (hash_key, n)
      select h.hash_key, changed.n from changed join given_hashes as h using (i)
      where not exists (select 1 from ${schema}.transaction_hashes as old where old.hash_key = h.hash_key and old.n = changed.n)
      order by h.hash_key
    ), new_polls as (
      update ${schema}.transaction_polls as polls
      set next_ms = case when changed.i is null then polls.next_ms else given.next_ms end,
        holder = case when polls.holder = ${holder}::text then null else polls.holder end,
        until_ms = case when polls.holder = ${holder}::text then 0 else polls.until_ms end
      from stored_now join given using (i) left join changed using (i)
      where polls.n = stored_now.n
        and (polls.holder = ${holder}::text or (changed.i is not null and polls.next_ms is distinct from given.next_ms))
    ), new_totals as (
      insert into ${schema}.total_changes (${COUNTED.join(', ')}, total, unvalued, wallets)
      select provider, src, dst, day, status, sign * usd, sign, sign * (usd = 0)::integer, wallets from (
        select ${before(COUNTED)}, -1 as sign, before.wallets, before.i from before
        union all
        select ${ofGiven(COUNTED)}, 1, ${givenWallets()}, before.i from before join given using (i)
      ) as counted
      where counted.i in (
        select i from before join given using (i)
        where ${differ('before', COUNTED)} or before.wallets is distinct from ${givenWallets()}
      )
    ), ${noteEventsOf(schema, 'changed')}`
}

function ofGiven(columns: readonly string[]): string {
  return columns.map((name) => `given.${name}`).join(', ')
}

function before(columns: readonly string[]): string {
  return columns.map((name) => `before.${name}`).join(', ')
}

function givenWallets(): string {
  return 'array(select w.address_key from given_wallets as w where w.i = given.i order by w.address_key collate "C")'
}

/** Notes the events of those in `source (i)`, in their order. */
function noteEventsOf(schema: string, source: string): string {
  return `noted as (
      insert into ${schema}.events (at_ms, transaction_id, sum, doc)
      select e.at_ms, e.transaction_id, e.sum, e.doc from ${source} join given_events as e using (i) order by e.i, e.place
    )`
}
