import { hash } from 'node:crypto'
import { isSwapError } from '../../core/api/errors.ts'
import type { Versioned } from '../../core/ports.ts'
import type { JsonForm } from '../record-json.ts'
import { bytesOf, type Connection, decodeText, numberOf, type SqlRow, type SqlValue, textOf } from './connection.ts'
import { damagedDocument } from './failures.ts'
import { packText, unpackText } from './packed-text.ts'

/** A table of JSON documents with a version, and a checksum verified on every read. */
export interface DocumentTable<T> {
  /** Works out ahead what a write of `doc` will store, so that the write holds the file for less. */
  encode(doc: T & object): void
  get(id: string): Versioned<T> | undefined
  /** Version 1. @throws Error when the id is taken */
  insert(id: string, doc: T): void
  /** False, and nothing written, unless the stored version is `expectedVersion`. */
  replace(id: string, doc: T, expectedVersion: number): boolean
  /** The document of a row with `DOCUMENT_COLUMNS`. @throws STORE_UNUSABLE when it is damaged */
  decode(row: SqlRow): Versioned<T>
}

/** What `decode` reads of a row, as it must be selected. */
export const DOCUMENT_COLUMNS = documentColumns('')

/** The same of the table that a statement calls `alias`. */
export function documentColumns(alias: '' | 't.'): string {
  const bytes = ['id', 'sum', 'doc'].map((name) => `CAST(${alias}${name} AS BLOB) AS ${name}`)
  return [...bytes, `CAST(${alias}version AS INTEGER) AS version`].join(', ')
}

/** Most bytes of documents that a table keeps decoded: a document is read, summed and parsed once while it stays there. */
const MOST_KEPT_BYTES = 2 ** 21

/** A document as its row holds it. */
interface Stored {
  readonly sum: SqlValue
  readonly doc: SqlValue
}

/** What a table holds beside its documents: values of them that it is searched by. */
export interface DocumentValues<T> {
  readonly names: readonly string[]
  readonly of: (doc: T) => readonly SqlValue[]
}

/** Documents of the table `table`, whose key column is `id`, as the text of their JSON form. */
export function documentTable<T, J>(
  connection: Connection,
  file: string,
  table: string,
  form: JsonForm<T, J>,
): DocumentTable<T> {
  const store = (text: string): Stored => ({ sum: sumOf(text), doc: text })
  return tableOf(connection, file, { table, form, store, idOf: () => undefined, values: { names: [], of: () => [] } })
}

/**
 * The same, packed, with columns of what they are searched by.
 * @param idOf the id that a document states itself
 */
export function packedTable<T, J>(
  connection: Connection,
  file: string,
  layout: Pick<Layout<T, J>, 'table' | 'form' | 'idOf' | 'values'>,
): DocumentTable<T> {
  return tableOf(connection, file, { ...layout, store: storePacked })
}

interface Layout<T, J> {
  readonly table: string
  readonly form: JsonForm<T, J>
  /** The id that a document states itself; undefined where it states none. */
  readonly idOf: (doc: T) => string | undefined
  readonly values: DocumentValues<T>
  readonly store: (text: string) => Stored
}

function tableOf<T, J>(
  connection: Connection,
  file: string,
  { table, form, idOf, values, store }: Layout<T, J>,
): DocumentTable<T> {
  const kept = keepDecoded<T>()
  const encoded = new WeakMap<object, Stored>()
  const encode = (doc: T): Stored => store(JSON.stringify(form.toJson(doc)))
  const encodedOf = (doc: T): Stored =>
    (typeof doc === 'object' && doc !== null ? encoded.get(doc) : undefined) ?? encode(doc)
  const columns = ['id', 'version', 'sum', 'doc', ...values.names]
  const insertSql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (?, 1, ?, ?${', ?'.repeat(values.names.length)})`
  const changed = ['sum', 'doc', ...values.names].map((name) => `${name} = ?`).join(', ')
  const replaceSql = `UPDATE ${table} SET version = version + 1, ${changed} WHERE id = ? AND version = ?`

  function decode(row: SqlRow): Versioned<T> {
    return damageNamed(row, file, table, () => {
      const [id, version] = [textOf(row, 'id'), numberOf(row, 'version')]
      const sum = bytesOf(row, 'sum')
      const known = kept.get(id, sum)
      if (known !== undefined) return { doc: known, version }
      const text = readText(bytesOf(row, 'doc'), sum)
      const doc = form.fromJson(parseText<J>(text))
      if ((idOf(doc) ?? id) !== id) throw new Error('the document states another id')
      kept.keep(id, sum, doc, text.length)
      return { doc, version }
    })
  }
  return {
    decode,
    encode: (doc) => void encoded.set(doc, encode(doc)),
    get: (id) => {
      // The text of a document that is kept stays where it is.
      const row = connection.get(
        `SELECT CAST(id AS BLOB) AS id, CAST(version AS INTEGER) AS version, CAST(sum AS BLOB) AS sum,
           CASE WHEN CAST(sum AS BLOB) = ? THEN NULL ELSE CAST(doc AS BLOB) END AS doc
         FROM ${table} WHERE id = ?`,
        [kept.sumOf(id) ?? '', id],
      )
      return row === undefined ? undefined : decode(row)
    },
    insert: (id, doc) => {
      const stored = encodedOf(doc)
      connection.run(insertSql, [id, stored.sum, stored.doc, ...values.of(doc)])
    },
    replace: (id, doc, expectedVersion) => {
      const stored = encodedOf(doc)
      const params = [stored.sum, stored.doc, ...values.of(doc), id, expectedVersion]
      return connection.run(replaceSql, params) === 1
    },
  }
}

/** The checksum of a document that is kept as text. */
export function sumOf(text: string | Uint8Array): string {
  return hash('sha256', text)
}

/** Bytes of a packed document's checksum, the first of its SHA-256: it tells what rotted, not who forged. */
const SUM_BYTES = 16

/** What a row holds of a packed document. */
export function storePacked(text: string): Stored {
  const doc = packText(text)
  return { sum: sumOfPacked(doc), doc }
}

function sumOfPacked(doc: Uint8Array): Uint8Array {
  return hash('sha256', doc, 'buffer').subarray(0, SUM_BYTES)
}

/**
 * The document in the columns `sum` and `column`, both selected as BLOBs.
 * @throws STORE_UNUSABLE naming the collection and id when it is damaged
 */
export function readSummed<T, J>(
  row: SqlRow,
  fromJson: (json: J) => T,
  file: string,
  collection: string,
  column: 'doc' | 'outcome' = 'doc',
): T {
  return damageNamed(row, file, collection, () =>
    fromJson(parseText<J>(readText(bytesOf(row, column), bytesOf(row, 'sum')))),
  )
}

/** The id of a row as it can be shown, even where it is damaged. */
export function shownId(row: SqlRow): string {
  const value = row.columns['id']
  if (typeof value === 'number') return String(value)
  return value instanceof ArrayBuffer || value instanceof Uint8Array ? new TextDecoder().decode(value) : 'without an id'
}

function damageNamed<T>(row: SqlRow, file: string, collection: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw damagedDocument(file, collection, shownId(row), isSwapError(error) ? error.cause : error)
  }
}

/**
 * The text of a stored document, whose sum says that these are the bytes that were written, as UTF-8.
 * @throws Error when it is damaged
 */
export function readText(doc: Uint8Array, sum: Uint8Array): Uint8Array {
  const isRight =
    sum.length === SUM_BYTES ? Buffer.compare(sumOfPacked(doc), sum) === 0 : sumOf(doc) === decodeText(sum)
  if (!isRight) throw new Error('the checksum differs')
  return unpackText(doc)
}

/** Only this program writes the file; the schema determines the shape. */
function parseText<J>(text: Uint8Array): J {
  return JSON.parse(decodeText(text)) as J
}

/** Keeps what was last decoded, by id and checksum. */
function keepDecoded<T>() {
  const kept = new Map<string, { readonly sum: Uint8Array; readonly doc: T; readonly bytes: number }>()
  let total = 0
  const drop = (id: string) => {
    total -= kept.get(id)?.bytes ?? 0
    kept.delete(id)
  }
  return {
    sumOf: (id: string) => kept.get(id)?.sum,
    get: (id: string, sum: Uint8Array): T | undefined => {
      const found = kept.get(id)
      return found !== undefined && Buffer.compare(found.sum, sum) === 0 ? found.doc : undefined
    },
    keep: (id: string, sum: Uint8Array, doc: T, bytes: number) => {
      drop(id)
      kept.set(id, { sum, doc, bytes })
      total += bytes
      // A Map lists what was set first first.
      for (const oldest of kept.keys()) {
        if (total <= MOST_KEPT_BYTES) return
        drop(oldest)
      }
    },
  }
}
