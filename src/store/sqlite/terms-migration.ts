import { defined } from '../../core/defined.ts'
import { formatAmount, parseAmount } from '../../core/money/amount.ts'
import type { Exec, Fees, ProviderResult, RouteSide, RouteStep } from '../../core/api/documents.ts'
import { isFeeType } from '../../core/money/fees.ts'
import { parseUsd } from '../../core/money/usd.ts'
import type { FeeOf2, SideOf2, TermsOf2 } from '../schema-2.ts'
import { bytesOf, type Connection, numberOf, type SqlRow, textOf } from './connection.ts'
import { DOCUMENT_COLUMNS, sumOf } from './document-table.ts'
import { readUnlessDamaged } from '../unless-damaged.ts'

/*
 * From schema 1 to 2. In schema 1 the terms were fields of the record, named and formatted as in the API; in schema 2 they
 * are one member `terms`, in base units and micro-dollars. A damaged record is left unchanged: reading it fails, and all
 * others still open.
 */

/** Rows converted at a time. */
const BATCH = 500
/** Most decimals of an asset. */
const MAX_DECIMALS = 36

/** The fields of the terms in a record of schema 1. */
interface TermsOf1 {
  readonly src: RouteSide
  readonly dst: RouteSide
  readonly fees: Fees
  readonly steps: readonly RouteStep[]
  readonly estimatedTime: number
  readonly priceImpactBps?: number
  readonly warnings?: readonly string[]
}

interface AmountsOf1 {
  /** Base units; absent in quoted routes. */
  readonly amountIn?: string
  readonly amountOut: string
  /** Base units; absent in transactions and quoted routes. */
  readonly minimumOut?: string
  readonly minimumReceived?: string
}

interface LockOf1 extends TermsOf1, AmountsOf1 {
  readonly amount: string
  readonly slippage: number
}

interface TransactionOf1 extends AmountsOf1 {
  readonly lockId: string
  readonly srcAmount: string
  readonly dstAmount: string
  readonly srcMicroUsd: string
  readonly walletAddress: string
  readonly recipientWalletAddress: string
  readonly fee: unknown
  readonly estimatedTime: number
  readonly providerResult: ProviderResult
  readonly exec?: Exec
  readonly quote: TermsOf1
}

interface RouteOf1 extends AmountsOf1 {
  readonly route: TermsOf1 & { readonly minimumReceived?: string }
  readonly amount: string
}

/** Migrates locks, transactions and quoted routes from schema 1 to 2, in the caller's database transaction. */
export function gatherTerms(connection: Connection): void {
  const minimumOfLock = new Map<string, string>()
  rewriteDocuments<LockOf1>(connection, 'locks', (lock, id) => {
    if (lock.minimumOut !== undefined) minimumOfLock.set(id, lock.minimumOut)
    return lockFrom1(lock)
  })
  rewriteDocuments<TransactionOf1>(connection, 'transactions', (transaction) =>
    transactionFrom1(transaction, minimumOfLock.get(transaction.lockId)),
  )
  forEachRow(connection, 'routes', 'CAST(doc AS BLOB) AS doc', (row, at) => {
    const text = readUnlessDamaged(() => textOf(row, 'doc'))
    const doc = text === undefined ? undefined : convertText(text, routeFrom1)
    if (doc !== undefined) connection.run('UPDATE routes SET doc = ? WHERE rowid = ?', [doc, at])
  })
}

function rewriteDocuments<T>(
  connection: Connection,
  table: 'locks' | 'transactions',
  convert: (doc: T, id: string) => object,
): void {
  forEachRow(connection, table, DOCUMENT_COLUMNS, (row, at) => {
    const text = readUnlessDamaged(() => summedText(row))
    if (text === undefined) return
    const doc = convertText(text, (old: T) => convert(old, textOf(row, 'id')))
    if (doc === undefined) return
    connection.run(`UPDATE ${table} SET doc = ?, sum = ? WHERE rowid = ?`, [doc, sumOf(doc), at])
  })
}

/** The text of a row's document; undefined where its checksum differs. */
function summedText(row: SqlRow): string | undefined {
  const text = textOf(row, 'doc')
  return sumOf(text) === textOf(row, 'sum') ? text : undefined
}

/** Calls `visit` with each row and its rowid, which `visit` may update. */
function forEachRow(
  connection: Connection,
  table: string,
  columns: string,
  visit: (row: SqlRow, at: number) => void,
): void {
  let after = 0
  const sql = `SELECT rowid AS at, ${columns} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${BATCH}`
  for (;;) {
    const rows = connection.all(sql, [after])
    for (const row of rows) {
      after = numberOf(row, 'at')
      visit(row, after)
    }
    if (rows.length < BATCH) return
  }
}

function convertText<T>(text: string, convert: (doc: T) => object): string | undefined {
  try {
    return JSON.stringify(convert(JSON.parse(text) as T))
  } catch {
    return undefined
  }
}

function lockFrom1(lock: LockOf1): object {
  const { amount, amountIn, amountOut, minimumOut, slippage, minimumReceived, ...others } = lock
  const { src, dst, fees, steps, estimatedTime, priceImpactBps, warnings, ...rest } = others
  const stated = { src, dst, fees, steps, estimatedTime, priceImpactBps, warnings }
  const amounts = { amountIn, amountOut, minimumOut, minimumReceived }
  return { ...rest, amountText: amount, slippageBps: slippage, terms: termsFrom1(stated, amounts) }
}

function transactionFrom1(transaction: TransactionOf1, minimumOut: string | undefined): object {
  const { quote, amountIn, amountOut, walletAddress, recipientWalletAddress, ...others } = transaction
  const { srcAmount: _src, dstAmount: _dst, srcMicroUsd: _usd, fee: _fee, estimatedTime: _time, ...rest } = others
  return {
    ...rest,
    depositor: walletAddress,
    recipient: recipientWalletAddress,
    terms: termsFrom1(quote, { amountIn, amountOut, minimumOut }),
  }
}

function routeFrom1({ route, amount, amountOut, ...rest }: RouteOf1): object {
  return {
    ...rest,
    amountText: amount,
    terms: termsFrom1(route, { amountOut, minimumReceived: route.minimumReceived }),
  }
}

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined }

function termsFrom1(stated: Optional<TermsOf1>, amounts: Optional<AmountsOf1>): TermsOf2 {
  const src = sideFrom1(stated.src, amounts.amountIn)
  const dst = sideFrom1(stated.dst, amounts.amountOut)
  const { priceImpactBps, warnings, fees, steps, estimatedTime } = stated
  return {
    src,
    dst,
    minimumOut: amounts.minimumOut ?? unitsOf(amounts.minimumReceived, dst.decimals),
    fees: (fees?.items ?? []).map(feeFrom1),
    steps: steps ?? [],
    estimatedTimeSec: estimatedTime ?? 0,
    ...defined({ priceImpactBps, warnings }),
  }
}

/** Derives the decimals from an amount stated both in base units and as text: only one number fits. */
function sideFrom1(side: Partial<RouteSide> | undefined, units: string | undefined): SideOf2 {
  const { formatted = '0', currency: symbol = '', usd = '' } = side ?? {}
  const value = parseUsd(usd)
  const fewest = formatted.split('.')[1]?.length ?? 0
  const decimals = units === undefined ? fewest : (decimalsBetween(BigInt(units), formatted) ?? fewest)
  return {
    symbol,
    decimals,
    amount: units ?? unitsOf(formatted, decimals),
    ...defined({ usd: value?.toString() }),
  }
}

function decimalsBetween(units: bigint, formatted: string): number | undefined {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals += 1) {
    if (formatAmount(units, decimals) === formatted) return decimals
  }
  return undefined
}

function unitsOf(text: string | undefined, decimals: number): string {
  const parsed = parseAmount(text, decimals)
  return parsed.ok ? parsed.units.toString() : '0'
}

function feeFrom1(item: Fees['items'][number]): FeeOf2 {
  const { type, amount, token, amountUsd, description, providerLabel, chain, included } = item
  const { chainId, address, symbol, decimals } = token
  const usd = parseUsd(amountUsd ?? '')
  return {
    type: isFeeType(type) ? type : 'other',
    amount,
    token: { chainId, chainName: chain.name ?? '', address, symbol, decimals },
    description,
    providerLabel,
    ...defined({ usd: usd?.toString(), included }),
  }
}

/*
 * From schema 3 to 4: the rows of tables whose documents had no checksum move into tables that hold one. A document that is
 * damaged by then cannot be told from one that is not, unless it is no text: it moves as it is.
 */

/** The tables, the columns that move, and the one that is summed. */
const TABLES = [
  ['events', 'seq, doc', 'doc'],
  ['routes', 'provider, route_id, keep_until, doc', 'doc'],
  ['idempotency', 'key, digest, running_until, keep_until, outcome', 'outcome'],
  ['catalog_chains', 'n, key, doc', 'doc'],
  ['catalog_assets', 'n, chain, address, doc', 'doc'],
] as const

/** Moves the rows of the tables named `<table>_3` into those named `<table>`, in the caller's database transaction. */
export function moveRows(connection: Connection): void {
  for (const [table, columns, summed] of TABLES) {
    const insert = `INSERT INTO ${table} (${columns}, sum) SELECT ${columns}, ? FROM ${table}_3 WHERE rowid = ?`
    forEachRow(connection, `${table}_3`, `CAST(${summed} AS BLOB) AS summed`, (row, at) => {
      connection.run(insert, [row.columns['summed'] === null ? null : sumOf(bytesOf(row, 'summed')), at])
    })
    connection.exec(`DROP TABLE ${table}_3`)
  }
}
