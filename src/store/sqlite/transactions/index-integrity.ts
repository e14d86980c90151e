import type { Json } from '../../../core/ports.ts'
import type { LockRecord, TransactionRecord } from '../../../core/swap/records.ts'
import type { NewEvent } from '../../port.ts'
import { type Connection, numberOf, type SqlRow, type SqlValue, textOf } from '../connection.ts'
import { eventValues } from '../events.ts'
import { lockValues } from '../locks.ts'
import { totalKeys } from '../schema-6.ts'
import { indexedTriples, rebuiltTexts, unlessTextsFail } from './text-index.ts'
import { entryOf, hashKeysOf, type TransactionEntry } from './entry.ts'
import { expressionsOf } from './search.ts'
import { factsOf, hashNumbers, rowIdOfParty, rowIdOfText, WALLET_COUNTS } from './index-rows.ts'
import { transactionValues } from './table.ts'

/** A column beside a document, and what the document says that it holds. */
interface ValuesOfTable {
  readonly names: readonly string[]
  /** Of a document that its checksum says is as it was written. */
  readonly of: (json: Json) => readonly SqlValue[]
}

/** Tables with columns that their documents are searched by. */
export const VALUES: Readonly<Record<string, ValuesOfTable>> = {
  locks: { names: ['state', 'expires_at'], of: (json) => lockValues(json as unknown as LockRecord) },
  transactions: {
    names: ['next_poll_at', 'has_payload'],
    of: (json) => transactionValues(json as unknown as TransactionRecord),
  },
  events: { names: ['at_ms', 'transaction_id'], of: (json) => eventValues(json as unknown as NewEvent) },
}

/** True where the columns of a row, selected as BLOBs, are what its document says. */
export function hasValues(row: SqlRow, table: string, json: Json): boolean {
  const values = VALUES[table]
  if (values === undefined) return true
  const expected = values.of(json)
  return values.names.every((name, index) => {
    const value = expected[index] ?? null
    return value === null
      ? row.columns[name] === null
      : row.columns[name] !== null && textOf(row, name) === String(value)
  })
}

/** Holds something against all transactions, which it is shown one after the other: none is kept. */
interface TransactionCheck<T> {
  /** @param record undefined where it is damaged */
  readonly visit: (n: number, record: TransactionRecord | undefined) => void
  /** What it came to, after the last. */
  readonly end: () => T
}

/** Finds what is wrong with the index rows of transactions, and with the sums of both. */
export function checkIndex(connection: Connection): TransactionCheck<readonly string[]> {
  const found: string[] = []
  let expected = 0
  let isComplete = true
  return {
    visit: (n, record) => {
      isComplete &&= record !== undefined
      if (record === undefined) return
      const entry = entryOf(record)
      const hashes = hashNumbers(hashKeysOf(record))
      expected += 1 + entry.walletTexts.size + hashes.size
      if (!hasIndex(connection, n, entry, hashes))
        found.push(`the index of transactions is not what ${record.id} holds`)
    },
    end: () => {
      const rows = numberOf(
        connection.one(
          `SELECT (SELECT count(*) FROM transaction_facts) + (SELECT count(*) FROM transaction_addresses)
             + (SELECT count(*) FROM transaction_hashes) AS total`,
        ),
        'total',
      )
      if (found.length === 0 && isComplete && rows !== expected) {
        found.push(`the index of transactions has ${rows} rows instead of ${expected}`)
      }
      if (numberOf(connection.one(WRONG_TOTALS), 'total') > 0)
        found.push('the totals are not what the transactions sum up to')
      if (connection.get(WRONG_WALLETS) !== undefined)
        found.push('the counts of wallets are not how many transactions they have')
      if (connection.get(WRONG_ORDER) !== undefined)
        found.push('the order of transactions is not that of their times and ids')
      return found
    },
  }
}

/** Whether the index of texts is what whole transactions and their wallets hold; one that is built anew is not yet. */
export function checkTexts(connection: Connection): TransactionCheck<boolean> {
  const triples = new Map<string, Places>()
  let isComplete = true
  return {
    visit: (n, record) => {
      isComplete &&= record !== undefined
      if (record === undefined || !isComplete) return
      entryOf(record).ownTexts.forEach((text, place) => addTriples(triples, rowIdOfText(n, place), text))
    },
    end: () => {
      if (rebuiltTexts(connection) !== undefined) return false
      // What the texts of a damaged one are is not known.
      return !isComplete || unlessTextsFail(() => hasTriples(connection, triples)) === true
    },
  }
}

/** Whether every index row of transaction number `n` is there, as its entry says. */
function hasIndex(connection: Connection, n: number, entry: TransactionEntry, hashes: ReadonlySet<number>): boolean {
  const row = connection.get(
    `SELECT CAST(f.tie AS INTEGER) AS tie, CAST(f.g AS INTEGER) AS g FROM transaction_facts AS f JOIN transaction_groups AS g ON g.g = f.g
     WHERE f.n = ? AND g.provider = ? AND g.src = ? AND g.dst = ? AND g.search = ?`,
    [n, entry.group.provider, entry.group.src, entry.group.dst, entry.group.search],
  )
  if (row === undefined) return false
  const [tie, g] = [numberOf(row, 'tie'), numberOf(row, 'g')]
  const has = (sql: string, params: readonly SqlValue[]) => connection.get(sql, params) !== undefined
  const facts = `SELECT 1 AS found FROM transaction_facts WHERE n = ? AND created_ms = ? AND tie = ? AND status = ? AND g = ?
    AND letters = ? AND referral_code IS ? AND usd0 = ? AND usd1 = ? AND usd2 = ?`
  const address = `SELECT 1 AS found FROM transaction_wallets AS w JOIN transaction_addresses AS d ON d.a = w.a
    WHERE w.address_key = ? AND d.created_ms = ? AND d.tie = ? AND d.status = ? AND d.n = ?`
  const party = `SELECT 1 AS found FROM transaction_wallets AS w JOIN transaction_parties AS p ON p.a = w.a
    WHERE w.address_key = ? AND p.text = ?`
  return (
    has(facts, [n, ...factsOf(entry, tie, g)]) &&
    [...entry.walletTexts].every(
      ([key, texts]) =>
        has(address, [key, entry.createdMs, tie, entry.status, n]) &&
        texts.every((text) => has(party, [key, text === key ? '' : text])),
    ) &&
    [...hashes].every((number) => has('SELECT 1 AS found FROM transaction_hashes WHERE h = ? AND n = ?', [number, n]))
  )
}

/** Names of wallets that are read at a time. */
const PARTIES_AT_ONCE = 1_000

/** In how many texts a triple is, and the sum of their numbers. */
interface Places {
  readonly count: number
  readonly sum: number
}

function addTriples(triples: Map<string, Places>, rowId: number, text: string): void {
  for (const triple of indexedTriples(text)) {
    const { count, sum } = triples.get(triple) ?? { count: 0, sum: 0 }
    triples.set(triple, { count: count + 1, sum: sum + rowId })
  }
}

/** Whether the index of texts has the triples of the transactions and of their wallets, and no other. */
function hasTriples(connection: Connection, triples: Map<string, Places>): boolean {
  const parties = `SELECT p.p AS p, CAST(CASE WHEN p.text = '' THEN w.address_key ELSE p.text END AS BLOB) AS text
    FROM transaction_parties AS p JOIN transaction_wallets AS w ON w.a = p.a WHERE p.p > ? ORDER BY p.p LIMIT ${PARTIES_AT_ONCE}`
  let some: readonly SqlRow[] = []
  let after = Number.MIN_SAFE_INTEGER
  do {
    some = connection.all(parties, [after])
    for (const row of some) {
      // Or damaged numbers would be read without end.
      after = Math.max(after + 1, numberOf(row, 'p'))
      addTriples(triples, rowIdOfParty(numberOf(row, 'p')), textOf(row, 'text'))
    }
  } while (some.length === PARTIES_AT_ONCE)
  const rows = connection.all(
    'SELECT CAST(term AS BLOB) AS term, count(*) AS count, sum(doc) AS sum FROM transaction_triples GROUP BY term',
  )
  const isRight = (row: SqlRow, expected: Places | undefined) =>
    expected?.count === numberOf(row, 'count') && expected.sum === numberOf(row, 'sum')
  // What is in its blocks may not be where it is looked for.
  const found = 'SELECT count(*) AS count, sum(rowid) AS sum FROM transaction_search WHERE transaction_search MATCH ?'
  return (
    rows.length === triples.size &&
    rows.every((row) => isRight(row, triples.get(textOf(row, 'term')))) &&
    [...triples].every(([triple, expected]) =>
      isRight(connection.one(found, expressionsOf(new Set([triple]))), expected),
    )
  )
}

const TOTALS = 'SELECT kind, a, b, status, total, unvalued, usd0, usd1, usd2 FROM transaction_totals WHERE total <> 0'
const SUMS = totalKeys('f', 'g')
  .map(
    (keys) =>
      `SELECT ${keys.join(', ')}, f.status, count(*), sum(usd0 = 0 AND usd1 = 0 AND usd2 = 0), sum(usd0), sum(usd1), sum(usd2)
       FROM transaction_facts AS f JOIN transaction_groups AS g ON g.g = f.g GROUP BY 1, 2, 3, 4`,
  )
  .join(' UNION ALL ')
const WRONG_TOTALS = `
  SELECT (SELECT count(*) FROM (SELECT * FROM (${TOTALS}) EXCEPT SELECT * FROM (${SUMS})))
    + (SELECT count(*) FROM (SELECT * FROM (${SUMS}) EXCEPT SELECT * FROM (${TOTALS}))) AS total`

const WRONG_WALLETS = `SELECT 1 AS found FROM transaction_wallets AS w LEFT JOIN (
    SELECT a, ${WALLET_COUNTS.map((column, code) => `sum(status = ${code}) AS ${column}`).join(', ')}
    FROM transaction_addresses GROUP BY a
  ) AS counted ON counted.a = w.a
  WHERE ${WALLET_COUNTS.map((column) => `w.${column} <> coalesce(counted.${column}, 0)`).join(' OR ')} LIMIT 1`

/** Only what was made in the same millisecond is ordered by more than its time. */
const WRONG_ORDER = `SELECT 1 AS found FROM (
    SELECT t.id AS id, lag(t.id) OVER (PARTITION BY f.created_ms ORDER BY f.tie) AS earlier
    FROM transaction_facts AS f JOIN transactions AS t ON t.n = f.n
    WHERE f.created_ms IN (SELECT created_ms FROM transaction_facts GROUP BY created_ms HAVING count(*) > 1)
  ) WHERE earlier >= id LIMIT 1`
