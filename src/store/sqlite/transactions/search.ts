import { type Connection, numberOf, type SqlRow } from '../connection.ts'
import { shownId } from '../document-table.ts'
import { triplesOf } from './text-index.ts'
import { letterBit, OWN_TEXTS, type TransactionEntry } from './entry.ts'
import type { Sql } from './filter.ts'

/** Reads the entries of rows; undefined for one that is damaged. */
export type ReadEntries = (rows: readonly number[]) => ReadonlyMap<number, TransactionEntry | undefined>

/** Characters of a triple. */
const TRIPLE = 3
/** Most triples that are looked for: the last ones, for many texts begin alike. */
const MOST_TRIPLES = 14
/** Candidates that are looked at together. */
const BATCH = 500
/** Sorts after every text that begins with the one before it. */
const LAST_CHARACTER = '\u{10FFFF}'

const OWN_ROW = `rowid / ${OWN_TEXTS}`

/**
 * The condition on rows of transaction_facts that a text stands in one of their texts, letter case aside: exactly those for
 * which a look at every transaction would find it. One whose document is damaged counts as long as its triples do.
 */
export function findText(connection: Connection, readEntries: ReadEntries, query: string): Sql {
  const term = query.toLowerCase()
  // Line ends separate the texts; none contains one. No expression can name a NUL, which no text has either.
  if (/[\n\0]/.test(term)) return { text: 'false', params: [] }
  const bit = letterBit(term)
  if (bit !== undefined) return { text: 'letters & CAST(? AS INTEGER) <> 0', params: [bit] }
  const groups: Sql = {
    text: 'SELECT g FROM transaction_groups WHERE instr(search, ?) > 0',
    params: [term],
  }
  const parts: Sql[] = []
  if (connection.get(`${groups.text} LIMIT 1`, groups.params) !== undefined) {
    parts.push({ text: `g IN (${groups.text})`, params: groups.params })
  }
  const rows = [...findOwn(connection, readEntries, term), ...findWallets(connection, readEntries, term)]
  if (rows.length > 0) {
    parts.push({
      text: `n IN (${rows.map(({ text }) => text).join(' UNION ALL ')})`,
      params: rows.flatMap(({ params }) => params),
    })
  }
  if (parts.length === 0) return { text: 'false', params: [] }
  return { text: `(${parts.map(({ text }) => text).join(' OR ')})`, params: parts.flatMap(({ params }) => params) }
}

/** Row numbers of transactions that have a text among their own. */
function findOwn(connection: Connection, readEntries: ReadEntries, term: string): readonly Sql[] {
  const letters = [...term].length
  if (letters < TRIPLE) {
    const text = `SELECT doc / ${OWN_TEXTS} FROM transaction_triples WHERE term >= ? AND term < ? AND doc > 0`
    return [{ text, params: [term, term + LAST_CHARACTER] }]
  }
  const matching = matchOf(term)
  if (letters === TRIPLE) {
    return [
      {
        text: `SELECT ${OWN_ROW} FROM transaction_search WHERE transaction_search MATCH ? AND rowid > 0`,
        params: [matching],
      },
    ]
  }
  const candidates = connection
    .all('SELECT rowid AS at FROM transaction_search WHERE transaction_search MATCH ? AND rowid > 0', [matching])
    .map((row) => numberOf(row, 'at'))
  return asList(verify(connection, readEntries, candidates, term))
}

/** The rows of the candidates in which the text really stands. */
function verify(
  connection: Connection,
  readEntries: ReadEntries,
  candidates: readonly number[],
  term: string,
): readonly number[] {
  const found = new Set<number>()
  const open: number[] = []
  // Ids are read without their documents.
  const ids = candidates.filter((at) => at % OWN_TEXTS === 0).map((at) => at / OWN_TEXTS)
  for (const batch of batches(ids)) {
    for (const row of idsOf(connection, batch)) {
      if (shownId(row).toLowerCase().includes(term)) found.add(numberOf(row, 'n'))
    }
  }
  for (const at of candidates) {
    const n = Math.floor(at / OWN_TEXTS)
    if (!found.has(n)) open.push(n)
  }
  for (const batch of batches([...new Set(open)])) {
    for (const [n, entry] of readEntries(batch)) {
      if (entry === undefined || entry.ownTexts.some((text) => text.includes(term))) found.add(n)
    }
  }
  return [...found]
}

function idsOf(connection: Connection, rows: readonly number[]): readonly SqlRow[] {
  const sql = 'SELECT n, CAST(id AS BLOB) AS id FROM transactions WHERE n IN (SELECT value FROM json_each(?))'
  return connection.all(sql, [JSON.stringify(rows)])
}

/** Row numbers of transactions with a wallet that is called so. */
function findWallets(connection: Connection, readEntries: ReadEntries, term: string): readonly Sql[] {
  const isLong = [...term].length >= TRIPLE
  const called = `instr(CASE WHEN p.text = '' THEN w.address_key ELSE p.text END, ?) > 0`
  const wallets = connection
    .all(
      `SELECT p.a AS a, min(${called}) AS every FROM transaction_parties AS p JOIN transaction_wallets AS w ON w.a = p.a
       WHERE p.a IN (
         SELECT p.a FROM transaction_parties AS p JOIN transaction_wallets AS w ON w.a = p.a WHERE ${called}
         ${isLong ? 'AND p.p IN (SELECT -rowid FROM transaction_search WHERE transaction_search MATCH ? AND rowid < 0)' : ''}
       ) GROUP BY p.a`,
      [term, term, ...(isLong ? [matchOf(term)] : [])],
    )
    .map((row) => ({ a: numberOf(row, 'a'), isEvery: numberOf(row, 'every') === 1 }))
  if (wallets.length === 0) return []
  const rowsOf = (isEvery: boolean): Sql => ({
    text: 'SELECT n FROM transaction_addresses WHERE a IN (SELECT value FROM json_each(?))',
    params: [JSON.stringify(wallets.filter((wallet) => wallet.isEvery === isEvery).map(({ a }) => a))],
  })
  // Of a wallet that is called differently in different transactions, each is looked at.
  const open = rowsOf(false)
  const rows = connection.all(open.text, open.params).map((row) => numberOf(row, 'n'))
  const found = batches([...new Set(rows)]).flatMap((batch) =>
    [...readEntries(batch)].flatMap(([n, entry]) =>
      entry === undefined || [...entry.walletTexts.values()].flat().some((text) => text.includes(term)) ? [n] : [],
    ),
  )
  return [rowsOf(true), ...asList(found)]
}

function asList(rows: readonly number[]): readonly Sql[] {
  return rows.length === 0 ? [] : [{ text: 'SELECT value FROM json_each(?)', params: [JSON.stringify(rows)] }]
}

/** The expression for texts with the last triples of a term. */
function matchOf(term: string): string {
  return [...triplesOf(term)]
    .slice(-MOST_TRIPLES)
    .map((triple) => `"${triple.replaceAll('"', '""')}"`)
    .join(' AND ')
}

function batches(rows: readonly number[]): readonly (readonly number[])[] {
  const count = Math.ceil(rows.length / BATCH)
  return Array.from({ length: count }, (_, index) => rows.slice(index * BATCH, (index + 1) * BATCH))
}
