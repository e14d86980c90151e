import type { TransactionRecord } from '../../core/swap/records.ts'
import { hashKey } from '../../core/swap/transaction-hash.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import { type Connection, numberOf, type SqlValue } from './connection.ts'

/*
 * The index rows of a transaction: its facts, wallets and hashes. They change in the same database transaction as the
 * document.
 */

/** Ten decimal digits: nine hundred million limbs add up within SQLite's 64 bits. */
const LIMB = 10n ** 10n

/** Largest value in the statistics, 10^26 USD; larger ones count as this. */
const MAX_COUNTED: MicroUsd = 10n ** 32n - 1n

const FACTS = [
  'id',
  'created_ms',
  'status',
  'provider',
  'src',
  'dst',
  'referral_code',
  'usd0',
  'usd1',
  'usd2',
  'search',
] as const

const INSERT_FACTS = `INSERT INTO transaction_facts (n, ${FACTS.join(', ')}) VALUES (?${', ?'.repeat(FACTS.length)})`
const UPDATE_FACTS = `UPDATE transaction_facts SET ${FACTS.map((name) => `${name} = ?`).join(', ')} WHERE n = ?`

/** Inserts the rows of a new transaction with row number `n`. Its hashes must be free. */
export function insertIndex(connection: Connection, n: number, record: TransactionRecord): void {
  connection.run(INSERT_FACTS, [n, ...factsOf(record)])
  insertAddresses(connection, n, record)
  for (const key of hashKeysOf(record)) insertHash(connection, n, key)
}

/** Updates the rows of a transaction from `before` to `after`. New hashes must be free. */
export function updateIndex(
  connection: Connection,
  n: number,
  before: TransactionRecord,
  after: TransactionRecord,
): void {
  const facts = factsOf(after)
  if (!sameValues(factsOf(before), facts)) connection.run(UPDATE_FACTS, [...facts, n])
  if (!sameValues(addressRowsOf(before), addressRowsOf(after))) {
    for (const key of new Set(before.addressKeys)) {
      connection.run('DELETE FROM transaction_addresses WHERE address_key = ? AND created_ms = ? AND id = ?', [
        key,
        createdMs(before),
        before.id,
      ])
    }
    insertAddresses(connection, n, after)
  }
  const oldHashes = hashKeysOf(before)
  const newHashes = hashKeysOf(after)
  for (const key of oldHashes) {
    if (!newHashes.has(key)) connection.run('DELETE FROM transaction_hashes WHERE hash_key = ?', [key])
  }
  for (const key of newHashes) if (!oldHashes.has(key)) insertHash(connection, n, key)
}

/** Whether every index row of transaction number `n` is there, as its record makes it. */
export function hasIndex(connection: Connection, n: number, record: TransactionRecord): boolean {
  const has = (table: string, row: Readonly<Record<string, SqlValue>>) =>
    connection.get(
      `SELECT 1 AS found FROM ${table} WHERE ${Object.keys(row)
        .map((name) => `${name} IS ?`)
        .join(' AND ')}`,
      Object.values(row),
    ) !== undefined
  const facts = factsOf(record)
  const { id, status } = record
  return (
    has('transaction_facts', { n, ...Object.fromEntries(FACTS.map((name, index) => [name, facts[index] ?? null])) }) &&
    [...new Set(record.addressKeys)].every((key) =>
      has('transaction_addresses', { address_key: key, created_ms: createdMs(record), id, status, n }),
    ) &&
    [...hashKeysOf(record)].every((key) => has('transaction_hashes', { hash_key: key, n }))
  )
}

/** How many rows the index tables hold for a record. */
export function countIndexRows(record: TransactionRecord): number {
  return 1 + new Set(record.addressKeys).size + hashKeysOf(record).size
}

/** True when a hash of `record` belongs to a transaction other than number `n`. */
export function hashIsTaken(connection: Connection, n: number | undefined, record: TransactionRecord): boolean {
  for (const key of hashKeysOf(record)) {
    const row = connection.get('SELECT CAST(n AS INTEGER) AS n FROM transaction_hashes WHERE hash_key = ?', [key])
    if (row !== undefined && numberOf(row, 'n') !== n) return true
  }
  return false
}

/** Micro-dollars from the sums of the three limbs, given as text. */
export function joinLimbs(usd0: string, usd1: string, usd2: string): MicroUsd {
  return BigInt(usd0) + LIMB * (BigInt(usd1) + LIMB * BigInt(usd2))
}

function searchTextOf(record: TransactionRecord): string {
  return [
    record.id,
    record.hash,
    record.inboundHash,
    record.outboundHash ?? '',
    record.depositor,
    record.recipient,
    record.provider,
    record.srcAsset.symbol ?? '',
    record.dstAsset.symbol ?? '',
    record.srcChain,
    record.dstChain,
  ]
    .join('\n')
    .toLowerCase()
}

function factsOf(record: TransactionRecord): SqlValue[] {
  const usd = countedUsd(record.terms.src.usd ?? 0n)
  return [
    record.id,
    createdMs(record),
    record.status,
    record.provider,
    `${record.srcChain}:${record.srcAsset.symbol ?? record.srcAddress}`,
    `${record.dstChain}:${record.dstAsset.symbol ?? record.dstAddress}`,
    record.referralCode ?? null,
    usd % LIMB,
    (usd / LIMB) % LIMB,
    usd / LIMB ** 2n,
    searchTextOf(record),
  ]
}

function countedUsd(value: MicroUsd): MicroUsd {
  if (value < 0n) return 0n
  return value > MAX_COUNTED ? MAX_COUNTED : value
}

/** When a transaction was made, epoch milliseconds, as its index rows state it. */
export function createdMs(record: TransactionRecord): number {
  const ms = Date.parse(record.createdAt)
  return Number.isNaN(ms) ? 0 : ms
}

function addressRowsOf(record: TransactionRecord): SqlValue[] {
  return [createdMs(record), record.status, ...record.addressKeys]
}

/** The keys under which a transaction is found. */
export function hashKeysOf(record: TransactionRecord): Set<string> {
  const hashes = [record.hash, record.inboundHash, record.outboundHash ?? ''].filter((hash) => hash !== '')
  return new Set(hashes.map(hashKey))
}

function insertAddresses(connection: Connection, n: number, record: TransactionRecord): void {
  for (const key of new Set(record.addressKeys)) {
    connection.run(
      'INSERT INTO transaction_addresses (address_key, created_ms, id, status, n) VALUES (?, ?, ?, ?, ?)',
      [key, createdMs(record), record.id, record.status, n],
    )
  }
}

function insertHash(connection: Connection, n: number, key: string): void {
  connection.run('INSERT INTO transaction_hashes (hash_key, n) VALUES (?, ?)', [key, n])
}

function sameValues(a: readonly SqlValue[], b: readonly SqlValue[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
