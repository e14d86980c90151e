import { hash } from 'node:crypto'
import { type Connection, numberOf, type SqlRow, textOf } from './connection.ts'
import { damagedDocument } from './failures.ts'
import type { Json, Versioned } from '../../core/ports.ts'
import type { JsonForm } from '../record-json.ts'

/** A table of JSON documents with a version, and a checksum verified on every read. */
export interface DocumentTable<T> {
  get(id: string): Versioned<T> | undefined
  /** Version 1. @throws Error when the id is taken */
  insert(id: string, doc: T): void
  /** False, and nothing written, unless the stored version is `expectedVersion`. */
  replace(id: string, doc: T, expectedVersion: number): boolean
  /** The document of a row with the columns id, version, sum and doc. @throws STORE_UNUSABLE when it is damaged */
  decode(row: SqlRow): Versioned<T>
}

/** Documents of the table `table`, whose key column is `id`, in their JSON form. */
export function documentTable<T, J>(
  connection: Connection,
  file: string,
  table: string,
  form: JsonForm<T, J>,
): DocumentTable<T> {
  function decode(row: SqlRow): Versioned<T> {
    const text = textOf(row, 'doc')
    if (hash('sha256', text) !== textOf(row, 'sum')) throw damagedDocument(file, table, textOf(row, 'id'))
    return { doc: readDocument(text, form.fromJson, file, table, textOf(row, 'id')), version: numberOf(row, 'version') }
  }
  return {
    decode,
    get: (id) => {
      const row = connection.get(`SELECT id, version, sum, doc FROM ${table} WHERE id = ?`, [id])
      return row === undefined ? undefined : decode(row)
    },
    insert: (id, doc) => {
      const text = JSON.stringify(form.toJson(doc))
      connection.run(`INSERT INTO ${table} (id, version, sum, doc) VALUES (?, 1, ?, ?)`, [
        id,
        hash('sha256', text),
        text,
      ])
    },
    replace: (id, doc, expectedVersion) => {
      const text = JSON.stringify(form.toJson(doc))
      const changes = connection.run(
        `UPDATE ${table} SET version = version + 1, sum = ?, doc = ? WHERE id = ? AND version = ?`,
        [hash('sha256', text), text, id, expectedVersion],
      )
      return changes === 1
    },
  }
}

/** For documents that already are JSON. */
export const plainForm: JsonForm<Json, Json> = { toJson: (json) => json, fromJson: (json) => json }

/** Parses a stored document that already is JSON. @throws STORE_UNUSABLE when the text is not JSON */
export function parseDocument<T>(text: string, file: string, collection: string, id: string): T {
  // Only this program writes the file; the schema version determines the shape.
  return readDocument(text, (json: T) => json, file, collection, id)
}

/** Parses a stored document. @throws STORE_UNUSABLE when the text does not fit its form */
export function readDocument<T, J>(
  text: string,
  fromJson: (json: J) => T,
  file: string,
  collection: string,
  id: string,
): T {
  try {
    return fromJson(JSON.parse(text) as J)
  } catch (error) {
    throw damagedDocument(file, collection, id, error)
  }
}
