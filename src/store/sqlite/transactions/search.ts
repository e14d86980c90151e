import { hashKey } from '../../../core/swap/transaction-hash.ts'
import { type Connection, numberOf, type SqlRow } from '../connection.ts'
import { shownId } from '../document-table.ts'
import { rebuiltTexts, triplesOf } from './text-index.ts'
import { letterBit, OWN_TEXTS, type TransactionEntry } from './entry.ts'
import type { Sql } from './filter.ts'
import { hashNumber } from './index-rows.ts'

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

/** How texts are looked for: by their index, or, where that is damaged, in each transaction. */
export type TextSearch = 'index' | 'scan'

/**
 * The condition on rows of transaction_facts that a text stands in one of their texts, letter case aside: exactly those for
 * which a look at every transaction would find it. One whose document is damaged counts as long as its triples do, and in a
 * scan always.
 */
export function findText(connection: Connection, readEntries: ReadEntries, query: string, how: TextSearch): Sql {
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
  const rows =
    (how === 'scan' || rebuiltTexts(connection) !== undefined
      ? undefined
      : findByIndex(connection, readEntries, term, query)) ?? scan(connection, readEntries, term)
  if (rows.length > 0) {
    parts.push({
      text: `n IN (${rows.map(({ text }) => text).join(' UNION ALL ')})`,
      params: rows.flatMap(({ params }) => params),
    })
  }
  if (parts.length === 0) return { text: 'false', params: [] }
  return { text: `(${parts.map(({ text }) => text).join(' OR ')})`, params: parts.flatMap(({ params }) => params) }
}

/** Row numbers of transactions that have a text, by their index; undefined where it lacks one that is known otherwise. */
function findByIndex(
  connection: Connection,
  readEntries: ReadEntries,
  term: string,
  query: string,
): readonly Sql[] | undefined {
  const letters = [...term].length
  if (letters < TRIPLE) {
    const text = `SELECT doc / ${OWN_TEXTS} FROM transaction_triples WHERE term >= ? AND term < ? AND doc > 0`
    return [{ text, params: [term, term + LAST_CHARACTER] }, ...rowsOfWallets(connection, readEntries, term)]
  }
  const matching = matchOf(term)
  if (letters === TRIPLE) {
    const text = `SELECT ${OWN_ROW} FROM transaction_search WHERE transaction_search MATCH ? AND rowid > 0`
    return [{ text, params: [matching] }, ...rowsOfWallets(connection, readEntries, term)]
  }
  const candidates = connection
    .all('SELECT rowid AS at FROM transaction_search WHERE transaction_search MATCH ? AND rowid > 0', [matching])
    .map((row) => numberOf(row, 'at'))
  const own = verify(connection, readEntries, candidates, term)
  const wallets = findWallets(connection, term)
  const isLacking =
    findKnownRows(connection, readEntries, term, query).some((n) => !own.includes(n)) ||
    findKnownWallets(connection, term).some((known) => !wallets.some(({ a }) => a === known))
  return isLacking ? undefined : [...asList(own), ...rowsOfCalled(connection, readEntries, term, wallets)]
}

/*
 * What is searched most is pasted whole, or typed from its beginning: other indexes find a transaction and a wallet of it.
 * Where the index of texts does not, bytes have rotted in it, of which SQLite notices nothing.
 */

function findKnownRows(
  connection: Connection,
  readEntries: ReadEntries,
  term: string,
  query: string,
): readonly number[] {
  const texts = [...new Set([term, query])]
  const rows = texts.flatMap((text) => [
    ...connection.all('SELECT n FROM transactions WHERE id >= ? AND id < ? LIMIT 1', [text, text + LAST_CHARACTER]),
    ...connection.all('SELECT n FROM transaction_hashes WHERE h = ? LIMIT 1', [hashNumber(hashKey(text))]),
  ])
  // A hash may be written in other ways than its text.
  const found = rows.map((row) => numberOf(row, 'n') * OWN_TEXTS)
  return verify(connection, readEntries, found, term)
}

function findKnownWallets(connection: Connection, term: string): readonly number[] {
  return connection
    .all(
      `SELECT w.a AS a FROM transaction_wallets AS w JOIN transaction_parties AS p ON p.a = w.a AND p.text = ''
       WHERE w.address_key >= ? AND w.address_key < ? LIMIT 1`,
      [term, term + LAST_CHARACTER],
    )
    .map((row) => numberOf(row, 'a'))
}

/** Row numbers of transactions that have a text of their own or of a wallet, by a look at each, and of damaged ones. */
function scan(connection: Connection, readEntries: ReadEntries, term: string): readonly Sql[] {
  const found: number[] = []
  for (let after = 0; ;) {
    const rows = connection
      .all(`SELECT n FROM transactions WHERE n > ? ORDER BY n LIMIT ${BATCH}`, [after])
      .map((row) => numberOf(row, 'n'))
    for (const [n, entry] of readEntries(rows)) {
      const texts = entry === undefined ? [term] : [...entry.ownTexts, ...[...entry.walletTexts.values()].flat()]
      if (texts.some((text) => text.includes(term))) found.push(n)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return asList(found)
    after = last
  }
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

/** A wallet that is called so. */
interface CalledWallet {
  readonly a: number
  /** True where each of its texts has the term. */
  readonly isEvery: boolean
}

function findWallets(connection: Connection, term: string): readonly CalledWallet[] {
  const isLong = [...term].length >= TRIPLE
  const called = `instr(CASE WHEN p.text = '' THEN w.address_key ELSE p.text END, ?) > 0`
  return connection
    .all(
      `SELECT p.a AS a, min(${called}) AS every FROM transaction_parties AS p JOIN transaction_wallets AS w ON w.a = p.a
       WHERE p.a IN (
         SELECT p.a FROM transaction_parties AS p JOIN transaction_wallets AS w ON w.a = p.a WHERE ${called}
         ${isLong ? 'AND p.p IN (SELECT -rowid FROM transaction_search WHERE transaction_search MATCH ? AND rowid < 0)' : ''}
       ) GROUP BY p.a`,
      [term, term, ...(isLong ? [matchOf(term)] : [])],
    )
    .map((row) => ({ a: numberOf(row, 'a'), isEvery: numberOf(row, 'every') === 1 }))
}

/** Row numbers of transactions with a wallet that is called so. */
function rowsOfWallets(connection: Connection, readEntries: ReadEntries, term: string): readonly Sql[] {
  return rowsOfCalled(connection, readEntries, term, findWallets(connection, term))
}

function rowsOfCalled(
  connection: Connection,
  readEntries: ReadEntries,
  term: string,
  wallets: readonly CalledWallet[],
): readonly Sql[] {
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
  return expressionOf([...triplesOf(term)].slice(-MOST_TRIPLES))
}

/** Expressions of which a text with all these triples matches each. */
export function expressionsOf(triples: ReadonlySet<string>): readonly string[] {
  const all = [...triples]
  const count = Math.ceil(all.length / MOST_TRIPLES)
  return Array.from({ length: count }, (_, at) => expressionOf(all.slice(at * MOST_TRIPLES, (at + 1) * MOST_TRIPLES)))
}

function expressionOf(triples: readonly string[]): string {
  return triples.map((triple) => `"${triple.replaceAll('"', '""')}"`).join(' AND ')
}

function batches(rows: readonly number[]): readonly (readonly number[])[] {
  const count = Math.ceil(rows.length / BATCH)
  return Array.from({ length: count }, (_, index) => rows.slice(index * BATCH, (index + 1) * BATCH))
}
