import { bytesOf, type Connection, decodeText, numberOf, type SqlRow, textOf } from '../sqlite/connection.ts'
import { readText, shownId } from '../sqlite/document-table.ts'
import { damagedStore } from '../sqlite/failures.ts'
import { keyText, sumOfText } from '../postgres/stored-text.ts'
import { readValue } from './forms.ts'
import {
  type CopiedCollection,
  type CopiedRow,
  type DamagedRow,
  type RequestKept,
  type RowPlace,
  ROWS_AT_A_TIME,
  type StoreReader,
  type SummedRow,
} from './rows.ts'

interface TableOfRows {
  readonly table: string
  /** SQL of the id. */
  readonly id: string
  readonly doc?: 'outcome'
  readonly hasVersion?: true
}

const TABLES: Readonly<Record<CopiedCollection, TableOfRows>> = {
  documents: { table: 'meta', id: 'id', hasVersion: true },
  locks: { table: 'locks', id: 'id', hasVersion: true },
  transactions: { table: 'transactions', id: 'id', hasVersion: true },
  events: { table: 'events', id: 'seq' },
  idempotency: { table: 'idempotency', id: 'key', doc: 'outcome' },
  catalog_chains: { table: 'catalog_chains', id: 'key' },
  catalog_assets: { table: 'catalog_assets', id: 'address' },
}

/** Tables by the collections that they hold. */
export const TABLE_OF = Object.fromEntries(Object.entries(TABLES).map(([name, { table }]) => [name, table]))

/** Reads the file of an open connection by the rows themselves, and not by what indexes say of them. */
export function readSqlite(connection: Connection, name: string): StoreReader {
  const read = (collection: CopiedCollection, after: RowPlace | undefined): readonly SqlRow[] =>
    connection.all(selectOf(collection), [Number(after?.[0] ?? Number.MIN_SAFE_INTEGER)])
  const all = <T>(
    collection: CopiedCollection,
    after: RowPlace | undefined,
    of: (row: SqlRow, place: RowPlace, id: string) => T,
  ): readonly (T | DamagedRow)[] => {
    let last = Number(after?.[0] ?? Number.MIN_SAFE_INTEGER)
    return read(collection, after).map((row) => {
      const at = numberOf(row, 'at')
      // Or a damaged file would be read without end.
      if (at <= last) throw damagedStore(name, `rows of ${collection} are not in order`)
      last = at
      try {
        return of(row, [at], idOf(row, collection))
      } catch {
        return { place: [at], damagedId: shownId(row) }
      }
    })
  }
  return {
    name,
    rows: async <C extends CopiedCollection>(collection: C, after: RowPlace | undefined) =>
      all(collection, after, (row, place, id): CopiedRow<C> => {
        const bytes = textBytes(row)
        const text = bytes === undefined ? undefined : decodeText(bytes)
        const value = readValue(collection, id, text)
        return { place, id, ...besideOf(row, collection), text, value }
      }),
    sums: async (collection, after) =>
      all(collection, after, (row, place, id): SummedRow => {
        const bytes = textBytes(row)
        const sum = bytes === undefined ? '' : Buffer.from(sumOfText(bytes)).toString('hex')
        return { place, id, ...besideOf(row, collection), sum }
      }),
    count: async (collection) =>
      numberOf(connection.one(`SELECT count(*) AS total FROM ${TABLES[collection].table} NOT INDEXED`), 'total'),
    lastEvent: async () =>
      numberOf(
        connection.one(
          `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), (SELECT max(seq) FROM events), 0) AS last`,
        ),
        'last',
      ),
  }
}

function selectOf(collection: CopiedCollection): string {
  const { table, id, doc = 'doc', hasVersion } = TABLES[collection]
  const more =
    collection === 'catalog_assets'
      ? ', CAST(chain AS BLOB) AS chain'
      : collection === 'idempotency'
        ? ', CAST(digest AS BLOB) AS digest, CAST(running_until AS INTEGER) AS running_until, CAST(keep_until AS INTEGER) AS keep_until'
        : ''
  return `SELECT CAST(rowid AS INTEGER) AS at, CAST(${id} AS BLOB) AS id, CAST(${hasVersion ? 'version' : '1'} AS INTEGER) AS version,
      CAST(sum AS BLOB) AS sum, CAST(${doc} AS BLOB) AS doc${more}
    FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_AT_A_TIME}`
}

function idOf(row: SqlRow, collection: CopiedCollection): string {
  const id = textOf(row, 'id')
  return collection === 'catalog_assets' ? `${keyText(textOf(row, 'chain'))} ${keyText(id)}` : id
}

function besideOf(row: SqlRow, collection: CopiedCollection): { version: number; request?: RequestKept } {
  const version = numberOf(row, 'version')
  if (collection !== 'idempotency') return { version }
  const request = {
    digest: textOf(row, 'digest'),
    runningUntil: numberOf(row, 'running_until'),
    keepUntil: numberOf(row, 'keep_until'),
  }
  return { version, request }
}

/** The text of a row as UTF-8; undefined where it has none. @throws Error when it is damaged */
function textBytes(row: SqlRow): Uint8Array | undefined {
  if (row.columns['doc'] === null && row.columns['sum'] === null) return undefined
  return readText(bytesOf(row, 'doc'), bytesOf(row, 'sum'))
}
