import { hashKey } from '../../../core/swap/transaction-hash.ts'
import { type Connection, numberOf, textOf } from '../connection.ts'
import { shownId } from '../document-table.ts'
import { rebuiltTexts, triplesOf } from './text-index.ts'
import { letterBit, OWN_TEXTS, type TransactionEntry } from './entry.ts'
import { hashNumber } from './index-rows.ts'
import { createRowSet, numbersOf, rowsOf, type RowSet } from './row-set.ts'
import { findIds, findRowsOfWallets, ofList, readFacts, readTexts, type Sql } from './slices.ts'
import { newestRow } from './stats.ts'
import { scanTexts } from './text-scan.ts'

/** Reads the entries of rows; undefined for one that is damaged. */
export type ReadEntries = (rows: readonly number[]) => ReadonlyMap<number, TransactionEntry | undefined>

/** Characters of a triple. */
const TRIPLE = 3
/** Most triples of an expression. */
const MOST_TRIPLES = 14
/** Triples that are looked for: the last ones, for many texts begin alike. Of random digits four leave next to nothing. */
const SEARCHED_TRIPLES = 4
/** Candidates that are looked at together. */
const BATCH = 500
/** Of more of them, all ids are looked through: that takes less. */
const MANY_IDS = 20_000
/** Wallets that are looked at together. */
const WALLETS = 20_000
/** Sorts after every text that begins with the one before it. */
const LAST_CHARACTER = '\u{10FFFF}'

/** How texts are looked for: by their index, or, where that is damaged, in each transaction. */
export type TextSearch = 'index' | 'scan'

/**
 * The rows in one of whose texts a text stands, letter case aside: exactly those for which a look at every transaction would
 * find it. One whose document is damaged counts as long as its triples do, and in a scan always.
 */
export function findText(connection: Connection, readEntries: ReadEntries, query: string, how: TextSearch): RowSet {
  const term = query.toLowerCase()
  const found = createRowSet()
  const addFacts = (condition: Sql) => {
    for (const rows of readFacts(connection, condition)) found.add(rows)
  }
  if (isInNone(term)) return found
  const bit = letterBit(term)
  if (bit !== undefined) {
    addFacts({ text: 'letters & CAST(? AS INTEGER) <> 0', params: [bit] })
    return found
  }
  const groups = connection
    .all('SELECT g FROM transaction_groups WHERE instr(search, ?) > 0', [term])
    .map((row) => numberOf(row, 'g'))
  if (groups.length > 0) addFacts({ text: 'g IN (SELECT value FROM json_each(?))', params: [JSON.stringify(groups)] })
  // Where each transaction is found already, nothing more is looked for.
  if (found.size === newestRow(connection)) return found
  const isIndexed = how === 'index' && rebuiltTexts(connection) === undefined
  const rows = isIndexed ? findByIndex(connection, readEntries, term, query) : undefined
  found.addAll(rows ?? scanTexts(connection, readEntries, term))
  return found
}

/** True where a look at a transaction finds a text. */
export function hasText({ ownTexts, walletTexts, group }: TransactionEntry, query: string): boolean {
  const term = query.toLowerCase()
  if (isInNone(term)) return false
  return [group.search, ...ownTexts, ...[...walletTexts.values()].flat()].some((text) => text.includes(term))
}

/** Line ends separate the texts; none contains one. No expression can name a NUL, which no text has either. */
function isInNone(term: string): boolean {
  return /[\n\0]/.test(term)
}

/** Transactions that have a text, by its index; undefined where that lacks one which is known otherwise. */
function findByIndex(
  connection: Connection,
  readEntries: ReadEntries,
  term: string,
  query: string,
): RowSet | undefined {
  const newest = newestRow(connection)
  const found = createRowSet()
  if ([...term].length <= TRIPLE) {
    for (const triple of triplesFrom(connection, term)) {
      for (const texts of readTexts(connection, expressionOf([triple]), 'transactions')) {
        found.add(texts.map(rowOfText).filter((n) => n > 0 && n <= newest))
      }
    }
    if (found.size < newest)
      found.addAll(findRowsOfCalled(connection, readEntries, term, findWallets(connection, term)))
    return found
  }
  found.addAll(verify(connection, readEntries, readTexts(connection, matchOf(term), 'transactions'), term))
  if (found.size === newest) return found
  if (findKnownRows(connection, readEntries, term, query).some((n) => !found.has(n))) return undefined
  const wallets = findWallets(connection, term)
  const known = findKnownWallet(connection, term)
  if (known !== undefined && !wallets.every.has(known) && !wallets.some.has(known)) return undefined
  found.addAll(findRowsOfCalled(connection, readEntries, term, wallets))
  return found
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
  return numbersOf(verify(connection, readEntries, [found], term))
}

function findKnownWallet(connection: Connection, term: string): number | undefined {
  const row = connection.get(
    `SELECT w.a AS a FROM transaction_wallets AS w JOIN transaction_parties AS p ON p.a = w.a AND p.text = ''
     WHERE w.address_key >= ? AND w.address_key < ? LIMIT 1`,
    [term, term + LAST_CHARACTER],
  )
  return row === undefined ? undefined : numberOf(row, 'a')
}

/** The indexed triples that begin with a text, or are it. */
function triplesFrom(connection: Connection, term: string): readonly string[] {
  if ([...term].length === TRIPLE) return [term]
  const triples: string[] = []
  for (let from = term; ;) {
    const row = connection.get(
      'SELECT CAST(term AS BLOB) AS term FROM transaction_triples WHERE term >= ? AND term < ? LIMIT 1',
      [from, term + LAST_CHARACTER],
    )
    if (row === undefined) return triples
    const triple = textOf(row, 'term')
    triples.push(triple)
    // The first text after it.
    from = `${triple}\u{1}`
  }
}

/** The transactions of the candidates in which the text really stands. */
function verify(
  connection: Connection,
  readEntries: ReadEntries,
  candidates: Iterable<readonly number[]>,
  term: string,
): RowSet {
  const found = createRowSet()
  const ofIds = createRowSet()
  const open = createRowSet()
  let isOfMany = false
  for (const texts of candidates) {
    // Ids are read without their documents, and from some number on all of them.
    if (!isOfMany && texts.length > MANY_IDS) {
      isOfMany = true
      found.addAll(findIds(connection, term))
      if (found.size === newestRow(connection)) return found
    }
    ofIds.add(texts.filter(isText0).map(rowOfText))
    open.add(texts.filter((text) => !isText0(text)).map(rowOfText))
  }
  if (!isOfMany) found.addAll(findAmongIds(connection, ofIds, term))
  open.addAll(ofIds)
  for (const block of open.blocks()) {
    for (const batch of batches(rowsOf(block).filter((n) => !found.has(n)))) {
      for (const [n, entry] of readEntries(batch)) {
        if (entry === undefined || entry.ownTexts.some((text) => text.includes(term))) found.add([n])
      }
    }
  }
  return found
}

/** The first of a transaction's own texts is its id. */
function isText0(text: number): boolean {
  return text % OWN_TEXTS === 0
}

function rowOfText(text: number): number {
  return Math.floor(text / OWN_TEXTS)
}

function findAmongIds(connection: Connection, rows: RowSet, term: string): RowSet {
  const found = createRowSet()
  for (const batch of batches(numbersOf(rows))) {
    const { text, params } = ofList(batch)
    const ids = connection.all(`SELECT n, CAST(id AS BLOB) AS id FROM transactions WHERE ${text}`, params)
    found.add(ids.filter((row) => shownId(row).toLowerCase().includes(term)).map((row) => numberOf(row, 'n')))
  }
  return found
}

/** Wallets that are called so: in all of their transactions, or in some. */
interface CalledWallets {
  readonly every: ReadonlySet<number>
  readonly some: ReadonlySet<number>
}

function findWallets(connection: Connection, term: string): CalledWallets {
  const called = `instr(CASE WHEN p.text = '' THEN w.address_key ELSE p.text END, ?) > 0`
  const [every, some] = [new Set<number>(), new Set<number>()]
  for (const slice of [...term].length < TRIPLE ? slicesOfWallets(connection) : slicesOfParties(connection, term)) {
    const rows = connection.all(
      `SELECT p.a AS a, min(${called}) AS every FROM transaction_parties AS p JOIN transaction_wallets AS w ON w.a = p.a
       WHERE ${slice.text} GROUP BY p.a HAVING max(${called})`,
      [term, ...slice.params, term],
    )
    for (const row of rows) (numberOf(row, 'every') === 1 ? every : some).add(numberOf(row, 'a'))
  }
  return { every, some }
}

/** Transactions of wallets that are called so in them. */
function findRowsOfCalled(
  connection: Connection,
  readEntries: ReadEntries,
  term: string,
  { every, some }: CalledWallets,
): RowSet {
  const found = findRowsOfWallets(connection, [...every])
  // Of a wallet that is called differently in different transactions, each is looked at.
  for (const batch of batches(numbersOf(findRowsOfWallets(connection, [...some])))) {
    for (const [n, entry] of readEntries(batch)) {
      const texts = entry === undefined ? [term] : [...entry.walletTexts.values()].flat()
      if (texts.some((text) => text.includes(term))) found.add([n])
    }
  }
  return found
}

/** Conditions on the wallets `p.a`, each in one of them. */
function* slicesOfWallets(connection: Connection): Generator<Sql> {
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const row = connection.one(
      `SELECT count(*) AS count, CAST(coalesce(max(a), 0) AS INTEGER) AS last
       FROM (SELECT a FROM transaction_wallets WHERE a > ? ORDER BY a LIMIT ${WALLETS})`,
      [after],
    )
    if (numberOf(row, 'count') === 0) return
    const last = numberOf(row, 'last')
    yield { text: 'p.a > ? AND p.a <= ?', params: [after, last] }
    after = last
  }
}

/** Conditions on `p.a`: those of what the index of texts finds; all, where that is many. */
function* slicesOfParties(connection: Connection, term: string): Generator<Sql> {
  for (const texts of readTexts(connection, matchOf(term), 'wallets')) {
    if (texts.length > WALLETS) {
      yield* slicesOfWallets(connection)
      return
    }
    const { text, params } = ofList(texts.map((rowId) => -rowId))
    yield { text: `p.a IN (SELECT a FROM transaction_parties WHERE p ${text.slice(2)})`, params }
  }
}

/** The expression for texts with the last triples of a term. */
function matchOf(term: string): string {
  return expressionOf([...triplesOf(term)].slice(-SEARCHED_TRIPLES))
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
