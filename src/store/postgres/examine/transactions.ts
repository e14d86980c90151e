import type { TransactionRecord } from '../../../core/swap/records.ts'
import { transactionForm } from '../../record-json.ts'
import { readUnlessDamaged } from '../../unless-damaged.ts'
import { numberOf, textOf } from '../columns.ts'
import type { PgRow, Query } from '../database.ts'
import { keyText, readText } from '../stored-text.ts'
import { indexOf } from '../transactions/given.ts'

/** Transactions that are looked at at a time. */
const AT_A_TIME = 200

/** What is wrong with the rows of transactions. */
export interface ExaminedTransactions {
  readonly rows: number
  /** Ids of those that are damaged themselves. */
  readonly damaged: readonly string[]
  /** Numbers of those of which rows beside them are not what they say, with their ids. */
  readonly wrong: ReadonlyMap<number, string>
}

/** The facts, wallets, hashes and poll of a transaction, as one value. */
const STORED = `json_build_object(
    'facts', (select json_build_array(f.id, f.created_ms, f.status, f.provider, f.src, f.dst, f.referral, f.usd::text, f.has_payload, f.search)
      from SCHEMA.transaction_facts as f where f.n = t.n),
    'wallets', (select json_agg(json_build_array(w.address_key, w.id, w.created_ms, w.status)) from SCHEMA.transaction_wallets as w where w.n = t.n),
    'hashes', (select json_agg(h.hash_key) from SCHEMA.transaction_hashes as h where h.n = t.n),
    'poll', (select json_build_array(p.provider, p.next_ms) from SCHEMA.transaction_polls as p where p.n = t.n)
  )::text`

/**
 * Holds each transaction against its checksum and the rows beside it, each as it is at one moment.
 * @param most how many findings are kept
 */
export async function examineTransactions(
  schema: string,
  query: Query,
  most: number,
  tell: (rows: number) => void,
): Promise<ExaminedTransactions> {
  const text = `select t.n, t.id, t.version, t.sum, t.doc, ${STORED.replaceAll('SCHEMA', schema)} as stored
    from ${schema}.transactions as t where t.n > $1 order by t.n limit ${AT_A_TIME}`
  const damaged: string[] = []
  const wrong = new Map<number, string>()
  let rows = 0
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const page = await query({ text, values: [after] })
    for (const row of page) {
      const record = readRecord(row, schema)
      if (record === undefined) {
        if (damaged.length < most) damaged.push(textOf(row, 'id'))
      } else if (wrong.size < most && !isSameIndex(row, record)) {
        wrong.set(numberOf(row, 'n'), textOf(row, 'id'))
      }
    }
    rows += page.length
    tell(rows)
    const last = page.at(-1)
    if (last === undefined || page.length < AT_A_TIME) return { rows, damaged, wrong }
    after = numberOf(last, 'n')
  }
}

/** The record of a row with id, sum and doc; undefined where it is damaged. */
export function readRecord(row: PgRow, store: string): TransactionRecord | undefined {
  const id = textOf(row, 'id')
  const place = { store, collection: 'transactions', id }
  return readUnlessDamaged(() => readText(row, place, transactionForm, (record) => keyText(record.id) === id))
}

function isSameIndex(row: PgRow, record: TransactionRecord): boolean {
  const { id, created_ms, status, provider, src, dst, referral, usd, has_payload, search, next_ms, ...keys } =
    indexOf(record)
  const expected = {
    facts: [id, created_ms, status, provider, src, dst, referral, usd, has_payload, search],
    wallets: sortTexts(keys.walletKeys.map((key) => [key, id, created_ms, status])),
    hashes: sortTexts(keys.hashKeys),
    poll: [provider, next_ms],
  }
  const stored = JSON.parse(textOf(row, 'stored')) as {
    readonly facts: unknown
    readonly wallets: readonly unknown[] | null
    readonly hashes: readonly unknown[] | null
    readonly poll: unknown
  }
  const found = {
    ...{ facts: stored.facts, wallets: sortTexts(stored.wallets ?? []) },
    ...{ hashes: sortTexts(stored.hashes ?? []), poll: stored.poll },
  }
  return JSON.stringify(found) === JSON.stringify(expected)
}

/** Values as JSON, in order. */
function sortTexts(values: readonly unknown[]): readonly string[] {
  return values.map((value) => JSON.stringify(value)).sort()
}
