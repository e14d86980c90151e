import { hash } from 'node:crypto'
import { type Connection, numberOf, type SqlValue } from '../connection.ts'
import { indexText, rebuiltTexts, unindexText } from './text-index.ts'
import { OWN_TEXTS, STATUS_CODES, type TransactionEntry, type TransactionGroup } from './entry.ts'
import { placeOf } from './order.ts'

/*
 * The index rows of a transaction: its facts, group, wallets, hashes and texts. They change in the same database transaction
 * as the document.
 */

const FACTS = ['created_ms', 'tie', 'status', 'g', 'letters', 'referral_code', 'usd0', 'usd1', 'usd2'] as const
const INSERT_FACTS = `INSERT INTO transaction_facts (n, ${FACTS.join(', ')}) VALUES (?${', ?'.repeat(FACTS.length)})`
const UPDATE_FACTS = `UPDATE transaction_facts SET ${FACTS.map((name) => `${name} = ?`).join(', ')} WHERE n = ?`

/** The columns of a wallet's counts, by status. */
export const WALLET_COUNTS = ['pending', 'success', 'failed', 'refund'] as const

/** Inserts the rows of a transaction with row number `n`. Its hashes must be free. */
export function insertIndex(
  connection: Connection,
  n: number,
  entry: TransactionEntry,
  hashNumbers: ReadonlySet<number>,
): void {
  const tie = placeOf(connection, n, entry.createdMs, entry.id)
  connection.run(INSERT_FACTS, [n, ...factsOf(entry, tie, groupOf(connection, entry.group))])
  for (const [key, texts] of entry.walletTexts) {
    const a = walletOf(connection, key)
    for (const text of texts) callWallet(connection, a, key, text)
    connection.run('INSERT INTO transaction_addresses (a, created_ms, tie, status, n) VALUES (?, ?, ?, ?, ?)', [
      ...[a, entry.createdMs, tie, entry.status, n],
    ])
    countWallet(connection, a, entry.status, 1)
  }
  changeOwnTexts(connection, n, [], entry.ownTexts)
  for (const number of hashNumbers) insertHash(connection, n, number)
}

/** Updates the rows of a transaction from `before` to `after`. New hashes must be free. @param tie its place in the facts */
export function updateIndex(
  connection: Connection,
  { n, tie }: { readonly n: number; readonly tie: number },
  before: TransactionEntry,
  after: TransactionEntry,
): void {
  if (before.createdMs !== after.createdMs || !sameWallets(before, after)) {
    for (const key of before.walletTexts.keys()) {
      const a = walletOf(connection, key)
      connection.run('DELETE FROM transaction_addresses WHERE a = ? AND created_ms = ? AND tie = ?', [
        ...[a, before.createdMs, tie],
      ])
      countWallet(connection, a, before.status, -1)
    }
    connection.run('DELETE FROM transaction_facts WHERE n = ?', [n])
    changeOwnTexts(connection, n, before.ownTexts, [])
    insertIndex(connection, n, after, new Set())
    return
  }
  const facts = factsOf(after, tie, groupOf(connection, after.group))
  if (!sameValues(factsOf(before, tie, groupOf(connection, before.group)), facts)) {
    connection.run(UPDATE_FACTS, [...facts, n])
  }
  if (before.status !== after.status) {
    for (const key of after.walletTexts.keys()) {
      const a = walletOf(connection, key)
      connection.run('UPDATE transaction_addresses SET status = ? WHERE a = ? AND created_ms = ? AND tie = ?', [
        ...[after.status, a, after.createdMs, tie],
      ])
      countWallet(connection, a, before.status, -1)
      countWallet(connection, a, after.status, 1)
    }
  }
  changeOwnTexts(connection, n, before.ownTexts, after.ownTexts)
}

/** Indexes the texts of a transaction in place of earlier ones, but where the index is built anew and will come to it. */
function changeOwnTexts(connection: Connection, n: number, before: readonly string[], after: readonly string[]): void {
  const places = Array.from({ length: OWN_TEXTS }, (_, place) => place)
  const changed = places.filter((place) => (before[place] ?? '') !== (after[place] ?? ''))
  if (changed.length === 0 || n > (rebuiltTexts(connection)?.rows ?? n)) return
  for (const place of changed) {
    unindexText(connection, rowIdOfText(n, place), before[place] ?? '')
    indexText(connection, rowIdOfText(n, place), after[place] ?? '')
  }
}

/** Updates which hashes lead to a transaction. */
export function updateHashes(
  connection: Connection,
  n: number,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
): void {
  for (const number of before) {
    if (!after.has(number)) connection.run('DELETE FROM transaction_hashes WHERE h = ? AND n = ?', [number, n])
  }
  for (const number of after) if (!before.has(number)) insertHash(connection, n, number)
}

/** Under which number a row is found by a hash: the first 48 bits of a digest of its key. Others may have the same. */
export function hashNumber(key: string): number {
  return Number.parseInt(hash('sha256', key).slice(0, 12), 16)
}

/** The numbers of some keys. */
export function hashNumbers(keys: ReadonlySet<string>): Set<number> {
  return new Set([...keys].map(hashNumber))
}

/** Under which number the text of a row is indexed, by its place. */
export function rowIdOfText(n: number, place: number): number {
  return n * OWN_TEXTS + place
}

/** Under which number what a wallet is called is indexed. */
export function rowIdOfParty(p: number): number {
  return -p
}

/** What a table of facts holds of an entry, by column. */
export function factsOf(entry: TransactionEntry, tie: number, g: number): SqlValue[] {
  return [entry.createdMs, tie, entry.status, g, entry.letters, entry.referralCode, ...entry.usd]
}

/** The number of a group, which is added where it is new. */
function groupOf(connection: Connection, { provider, src, dst, search }: TransactionGroup): number {
  const params = [provider, src, dst, search]
  const sql = 'SELECT g FROM transaction_groups WHERE provider = ? AND src = ? AND dst = ? AND search = ?'
  const insert = 'INSERT INTO transaction_groups (provider, src, dst, search) VALUES (?, ?, ?, ?)'
  return numberOf(getOrInsert(connection, [sql, params], [insert, params]), 'g')
}

/** The number of the wallet with an address key, which is added where it is new. */
function walletOf(connection: Connection, key: string): number {
  const sql = 'SELECT a FROM transaction_wallets WHERE address_key = ?'
  return numberOf(
    getOrInsert(connection, [sql, [key]], ['INSERT INTO transaction_wallets (address_key) VALUES (?)', [key]]),
    'a',
  )
}

/** Notes, once, what a wallet is called. Its key is written as ''. */
function callWallet(connection: Connection, a: number, key: string, text: string): void {
  const params = [a, text === key ? '' : text]
  if (connection.get('SELECT p FROM transaction_parties WHERE a = ? AND text = ?', params) !== undefined) return
  connection.run('INSERT INTO transaction_parties (a, text) VALUES (?, ?)', params)
  const row = connection.one('SELECT p FROM transaction_parties WHERE a = ? AND text = ?', params)
  const p = numberOf(row, 'p')
  if (p <= (rebuiltTexts(connection)?.parties ?? p)) indexText(connection, rowIdOfParty(p), text)
}

type Statement = readonly [sql: string, params: readonly SqlValue[]]

function getOrInsert(connection: Connection, select: Statement, insert: Statement) {
  const found = connection.get(...select)
  if (found !== undefined) return found
  connection.run(...insert)
  return connection.one(...select)
}

function countWallet(connection: Connection, a: number, status: number, change: 1 | -1): void {
  const column = WALLET_COUNTS[status] ?? WALLET_COUNTS[STATUS_CODES.PENDING]
  connection.run(`UPDATE transaction_wallets SET ${column} = ${column} + ? WHERE a = ?`, [change, a])
}

function insertHash(connection: Connection, n: number, number: number): void {
  connection.run('INSERT INTO transaction_hashes (h, n) VALUES (?, ?)', [number, n])
}

function sameWallets(before: TransactionEntry, after: TransactionEntry): boolean {
  const textOf = ({ walletTexts }: TransactionEntry) => JSON.stringify([...walletTexts])
  return textOf(before) === textOf(after)
}

function sameValues(a: readonly SqlValue[], b: readonly SqlValue[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
