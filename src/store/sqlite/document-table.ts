import { hash } from 'node:crypto'
import { isSwapError } from '../../core/api/errors.ts'
import type { Json, Versioned } from '../../core/ports.ts'
import type { JsonForm } from '../record-json.ts'
import { bytesOf, type Connection, decodeText, numberOf, type SqlRow, textOf } from './connection.ts'
import { damagedDocument } from './failures.ts'

/** A table of JSON documents with a version, and a checksum verified on every read. */
export interface DocumentTable<T> {
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

/**
 * Documents of the table `table`, whose key column is `id`, in their JSON form.
 * @param idOf the id that a document states itself; undefined where it states none
 */
export function documentTable<T, J>(
  connection: Connection,
  file: string,
  table: string,
  form: JsonForm<T, J>,
  idOf: (doc: T) => string | undefined = () => undefined,
): DocumentTable<T> {
  const kept = keepDecoded<T>()

  function decode(row: SqlRow): Versioned<T> {
    return damageNamed(row, file, table, () => {
      const [id, version] = [textOf(row, 'id'), numberOf(row, 'version')]
      const sum = textOf(row, 'sum')
      const known = kept.get(id, sum)
      if (known !== undefined) return { doc: known, version }
      const bytes = bytesOf(row, 'doc')
      const doc = form.fromJson(parseSummed<J>(bytes, sum))
      if ((idOf(doc) ?? id) !== id) throw new Error('the document states another id')
      kept.keep(id, sum, doc, bytes.length)
      return { doc, version }
    })
  }
  return {
    decode,
    get: (id) => {
      // The text of a document that is kept stays where it is.
      const row = connection.get(
        `SELECT CAST(id AS BLOB) AS id, CAST(version AS INTEGER) AS version, CAST(sum AS BLOB) AS sum,
           CASE WHEN sum = ? THEN NULL ELSE CAST(doc AS BLOB) END AS doc
         FROM ${table} WHERE id = ?`,
        [kept.sumOf(id) ?? '', id],
      )
      return row === undefined ? undefined : decode(row)
    },
    insert: (id, doc) => {
      const text = JSON.stringify(form.toJson(doc))
      connection.run(`INSERT INTO ${table} (id, version, sum, doc) VALUES (?, 1, ?, ?)`, [id, sumOf(text), text])
    },
    replace: (id, doc, expectedVersion) => {
      const text = JSON.stringify(form.toJson(doc))
      const changes = connection.run(
        `UPDATE ${table} SET version = version + 1, sum = ?, doc = ? WHERE id = ? AND version = ?`,
        [sumOf(text), text, id, expectedVersion],
      )
      return changes === 1
    },
  }
}

/** The checksum of a document's text. */
export function sumOf(text: string | Uint8Array): string {
  return hash('sha256', text)
}

/** For documents that already are JSON. */
export const plainForm: JsonForm<Json, Json> = { toJson: (json) => json, fromJson: (json) => json }

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
  return damageNamed(row, file, collection, () => fromJson(parseSummed<J>(bytesOf(row, column), textOf(row, 'sum'))))
}

/** What `read` gives, undefined where it meets a damaged document. */
export function readUnlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isSwapError(error) && error.code === 'STORE_UNUSABLE') return undefined
    throw error
  }
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

/** Only this program writes the file, and its sum says that these are the bytes it wrote; the schema determines the shape. */
function parseSummed<J>(bytes: Uint8Array, sum: string): J {
  if (sumOf(bytes) !== sum) throw new Error('the checksum differs')
  return JSON.parse(decodeText(bytes)) as J
}

/** Keeps what was last decoded, by id and checksum. */
function keepDecoded<T>() {
  const kept = new Map<string, { readonly sum: string; readonly doc: T; readonly bytes: number }>()
  let total = 0
  const drop = (id: string) => {
    total -= kept.get(id)?.bytes ?? 0
    kept.delete(id)
  }
  return {
    sumOf: (id: string) => kept.get(id)?.sum,
    get: (id: string, sum: string): T | undefined => {
      const found = kept.get(id)
      return found?.sum === sum ? found.doc : undefined
    },
    keep: (id: string, sum: string, doc: T, bytes: number) => {
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
