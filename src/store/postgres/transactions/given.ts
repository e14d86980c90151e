import type { TransactionRecord } from '../../../core/swap/records.ts'
import { DAY_MS } from '../../../core/text/duration.ts'
import type { NewEvent } from '../../port.ts'
import { transactionForm } from '../../record-json.ts'
import { countedUsd, createdMs, groupOf, hashKeysOf, STATUS_CODES, textsOf } from '../../sqlite/transactions/entry.ts'
import { eventValues } from '../event-rows.ts'
import { keepText, keyText, plainText, storeText } from '../stored-text.ts'

/*
 * Statements write any number of transactions at once: what they are given stands in tables of their parameters, which
 * `givenTables` declares and `givenValues` fills.
 */

/** A transaction that a statement is given. */
export interface GivenTransaction {
  readonly record: TransactionRecord
  /** Of the stored record where it is replaced, its own where it is inserted. */
  readonly version: number
  readonly events: readonly NewEvent[]
  /** Its JSON, where that is known. @default it is made of the record */
  readonly text?: string
}

/** Columns of the table `given`, a row each: `i` is its place among them, from 1. */
const COLUMNS = [
  ['id', 'text'],
  ['version', 'integer'],
  ['sum', 'bytea'],
  ['doc', 'text'],
  ['created_ms', 'bigint'],
  ['day', 'integer'],
  ['status', 'smallint'],
  ['provider', 'text'],
  ['src', 'text'],
  ['dst', 'text'],
  ['referral', 'text'],
  ['usd', 'numeric'],
  ['has_payload', 'boolean'],
  ['search', 'text'],
  ['next_ms', 'bigint'],
] as const

/** What else stands in a table of its own, each row with the place `i` of its transaction. */
const TABLES = {
  given_wallets: [['address_key', 'text']],
  given_hashes: [['hash_key', 'text']],
  given_events: [
    ['at_ms', 'bigint'],
    ['transaction_id', 'text'],
    ['sum', 'bytea'],
    ['doc', 'text'],
  ],
} as const

/** The tables `given`, `given_wallets`, `given_hashes` and `given_events`, for a WITH. @param first number of the first parameter */
export function givenTables(first: number): string {
  let next = first
  const table = (name: string, columns: readonly (readonly [name: string, type: string])[], place: string) => {
    const parameters = columns.map(([, type]) => `$${next++}::${type}[]`)
    const names = columns.map(([column]) => column)
    return `${name} as materialized (
      select * from unnest(${parameters.join(', ')}) with ordinality as r (${[...names, place].join(', ')}))`
  }
  return [
    table('given', COLUMNS, 'i'),
    ...Object.entries(TABLES).map(([name, columns]) => table(name, [['i', 'bigint'], ...columns], 'place')),
  ].join(',\n    ')
}

/** The parameters of `givenTables`. */
export function givenValues(given: readonly GivenTransaction[]): readonly unknown[] {
  const rows = given.map(({ record, version, text }) => ({
    ...(text === undefined ? storeText(transactionForm.toJson(record)) : keepText(text)),
    version,
    ...indexOf(record),
  }))
  const parts = <T>(of: (one: GivenTransaction, at: number) => readonly T[]) =>
    given.flatMap((one, at) => of(one, at).map((value) => ({ i: at + 1, value })))
  const wallets = parts((_, at) => rows[at]?.walletKeys ?? [])
  const hashes = parts((_, at) => rows[at]?.hashKeys ?? [])
  const events = parts(({ events: noted }) => noted)
  return [
    ...COLUMNS.map(([name]) => rows.map((row) => row[name])),
    ...[wallets.map(({ i }) => i), wallets.map(({ value }) => value)],
    ...[hashes.map(({ i }) => i), hashes.map(({ value }) => value)],
    ...[events.map(({ i }) => i), ...eventValues(events.map(({ value }) => value))],
  ]
}

/** What the tables beside a transaction's document say of it. */
export function indexOf(record: TransactionRecord) {
  const { provider, src, dst, search } = groupOf(record)
  const { own, parties } = textsOf(record)
  const ms = createdMs(record)
  return {
    id: keyText(record.id),
    created_ms: ms,
    day: Math.floor(ms / DAY_MS),
    status: STATUS_CODES[record.status],
    provider: keyText(provider),
    src: keyText(src),
    dst: keyText(dst),
    referral: record.referralCode === undefined ? null : keyText(record.referralCode),
    usd: countedUsd(record.terms.src.usd ?? 0n).toString(),
    has_payload: record.exec !== undefined,
    search: plainText([...new Set([...own, ...parties, search])].filter((text) => text !== '').join('\n')),
    next_ms: record.nextPollAtMs,
    // In order, as everybody locks them.
    walletKeys: [...new Set(record.addressKeys.map(keyText))].sort(),
    hashKeys: [...new Set([...hashKeysOf(record)].map(keyText))].sort(),
  }
}

/** The day of a time, since 1970, as the column `day` has it. @param createdMs SQL of epoch milliseconds */
export function daySql(createdMs: string): string {
  return `floor(${createdMs} / ${DAY_MS}.0)::integer`
}
