import { hash } from 'node:crypto'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import type { JsonForm } from '../record-json.ts'
import { bytesOf, textOf } from './columns.ts'
import type { PgRow, PgWrite } from './database.ts'

/*
 * Documents are text, not jsonb: that would order their keys anew, and a checksum is of the bytes that were written.
 */

/** A document as its row holds it. */
export interface StoredText {
  readonly doc: string
  readonly sum: Uint8Array
}

/** Bytes of a checksum, the first of the document's SHA-256: it tells what rotted, not who forged. */
const SUM_BYTES_OF_TEXT = 16

/** What a row holds of a value: its JSON. */
export function storeText(value: unknown): StoredText {
  return keepText(JSON.stringify(value))
}

/** What a row holds of JSON that is text already. */
export function keepText(doc: string): StoredText {
  return { doc, sum: sumOfText(doc) }
}

/** The checksum of a document's text. */
export function sumOfText(text: string | Uint8Array): Uint8Array {
  return hash('sha256', text, 'buffer').subarray(0, SUM_BYTES_OF_TEXT)
}

/** Where a document stands, as messages name it. */
export interface DocumentPlace {
  /** Name of the store. */
  readonly store: string
  readonly collection: string
  readonly id: string
}

/**
 * The document in the columns `sum` and `column` of a row.
 * @param isOwn false where the document says that it belongs elsewhere
 * @throws STORE_UNUSABLE naming the collection and id when it is damaged
 */
export function readText<T, J>(
  row: PgRow,
  place: DocumentPlace,
  form: JsonForm<T, J>,
  isOwn?: (doc: T) => boolean,
  column: 'doc' | 'outcome' = 'doc',
): T {
  try {
    const text = textOf(row, column)
    if (Buffer.compare(sumOfText(text), bytesOf(row, 'sum')) !== 0) throw new Error('the checksum differs')
    // Only this program writes the database; the schema determines the shape.
    const doc = form.fromJson(JSON.parse(text) as J)
    if (isOwn?.(doc) === false) throw new Error('the document states another place')
    return doc
  } catch (error) {
    throw damagedDocument(place, isSwapError(error) ? error.cause : error)
  }
}

/** The error for a damaged document: that may be what says that something was sent. */
function damagedDocument({ store, collection, id }: DocumentPlace, cause: unknown): SwapError {
  return damagedRow(store, `${collection} ${id} does not match its checksum or form`, cause)
}

/** The error for a store of which a row is not what it should be. @param what a clause */
export function damagedRow(store: string, what: string, cause?: unknown): SwapError {
  return new SwapError('STORE_UNUSABLE', damagedText(store, what), {
    hint: "Restore a backup of the database, with the database's own tools",
    funds: 'unknown',
    cause,
  })
}

/** The error for a store of which what is made of documents is not what they say. @param what a clause */
export function damagedTables(store: string, what: string): SwapError {
  const hint = 'Make anew what is made of documents: swapcli store check --repair'
  return new SwapError('STORE_UNUSABLE', damagedText(store, what), { hint })
}

function damagedText(store: string, what: string): string {
  return `The store ${store} is damaged: ${what}.`
}

/** Text for a column: PostgreSQL keeps no U+0000 in text. */
export function plainText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD')
}

/** Longest text of a key, in UTF-16 units: an index takes no row of more than some 2,700 bytes, and rows have two keys. */
const MOST_OF_KEY = 300

/** Text for a key column: a long one, such as a message of TON that serves as a hash, is its beginning and a digest. */
export function keyText(text: string): string {
  const plain = plainText(text)
  if (plain.length <= MOST_OF_KEY) return plain
  return `${plain.slice(0, MOST_OF_KEY / 2)}…${hash('sha256', plain, 'base64url')}`
}

/** Ids of the last writes of a row that it keeps: by them a caller finds its own, where the answer to it was lost. */
const WRITES_KEPT = 8

/** What the column `writes` becomes by the write with the id `param`. @param column as the statement names it */
export function keepWrite(param: string, column = 'writes'): string {
  return `(array[${param}::bigint] || ${column})[1:${WRITES_KEPT}]`
}

/** Asks whether a row of `table` was written by this call. */
export function ownWrite(table: string, id: string, writeId: string): NonNullable<PgWrite<boolean>['mine']> {
  return {
    statement: { text: `select 1 as own from ${table} where id = $1 and $2 = any(writes)`, values: [id, writeId] },
    read: (rows) => (rows.length > 0 ? true : undefined),
  }
}
