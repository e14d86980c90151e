import { numberOf, onlyRow, textOf } from '../postgres/columns.ts'
import type { PgRow, Query } from '../postgres/database.ts'
import { readText } from '../postgres/stored-text.ts'
import { jsonForm } from '../record-json.ts'
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
  /** The columns by which rows are read on, and their types. */
  readonly place: readonly (readonly [name: string, type: string])[]
  /** SQL of the id. */
  readonly id: string
  readonly doc?: 'outcome'
  readonly hasVersion?: true
}

const TABLES: Readonly<Record<CopiedCollection, TableOfRows>> = {
  documents: { place: [['id', 'text']], id: 'id', hasVersion: true },
  locks: { place: [['id', 'text']], id: 'id', hasVersion: true },
  transactions: { place: [['n', 'bigint']], id: 'id', hasVersion: true },
  events: {
    place: [
      ['xid', 'xid8'],
      ['n', 'bigint'],
    ],
    id: 'n::text',
  },
  idempotency: { place: [['key', 'text']], id: 'key', doc: 'outcome' },
  catalog_chains: { place: [['place', 'bigint']], id: 'key' },
  catalog_assets: { place: [['place', 'bigint']], id: `chain || ' ' || address` },
}

/** Reads the tables of a schema. @param query of the database, or of a transaction in which nobody else writes */
export function readPostgres(schema: string, name: string, query: Query): StoreReader {
  const read = (collection: CopiedCollection, columns: string, after: RowPlace | undefined) =>
    query({ text: selectOf(schema, collection, columns, after !== undefined), values: after ?? [] })
  return {
    name,
    rows: async (collection, after) => {
      const { doc = 'doc' } = TABLES[collection]
      const rows = await read(collection, `sum, ${doc} as doc`, after)
      return rows.map((row) => readRow(row, collection, name))
    },
    sums: async (collection, after) => {
      const { doc = 'doc' } = TABLES[collection]
      // The text stays where it is.
      const isWhole = `coalesce(sum = substr(sha256(convert_to(${doc}, 'UTF8')), 1, 16), sum is null and ${doc} is null)`
      const rows = await read(collection, `coalesce(encode(sum, 'hex'), '') as sum, ${isWhole} as is_whole`, after)
      return rows.map((row): SummedRow | DamagedRow => {
        const [place, id] = [placeOf(row, collection), textOf(row, 'id_text')]
        if (row['is_whole'] !== true) return { place, damagedId: id }
        return { place, id, ...besideOf(row, collection), sum: textOf(row, 'sum') }
      })
    },
    count: async (collection) =>
      numberOf(
        onlyRow(await query({ text: `select count(*) as total from ${schema}.${collection}`, values: [] })),
        'total',
      ),
    lastEvent: async () => {
      const [row] = await query({
        text: `select greatest(
            coalesce((select max(n) from ${schema}.events), 0),
            coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, 'n')::regclass), 0)
          ) as last`,
        values: [`${schema}.events`],
      })
      return numberOf(row ?? {}, 'last')
    },
  }
}

function selectOf(schema: string, collection: CopiedCollection, columns: string, isBehind: boolean): string {
  const { place, id, hasVersion } = TABLES[collection]
  const names = place.map(([column]) => column).join(', ')
  const placeColumns = place.map(([column, type]) => (type === 'xid8' ? `${column}::text as ${column}` : column))
  const request = collection === 'idempotency' ? ', digest, running_until, keep_until' : ''
  const params = place.map(([, type], at) => `$${at + 1}::${type}`).join(', ')
  return `select ${placeColumns.join(', ')}, ${id} as id_text, ${hasVersion ? 'version' : '1'} as row_version, ${columns}${request}
    from ${schema}.${collection} ${isBehind ? `where (${names}) > (${params})` : ''}
    order by ${place.map(([column]) => `${collection}.${column}`).join(', ')} limit ${ROWS_AT_A_TIME}`
}

function readRow<C extends CopiedCollection>(row: PgRow, collection: C, store: string): CopiedRow<C> | DamagedRow {
  const [place, id] = [placeOf(row, collection), textOf(row, 'id_text')]
  try {
    const hasText = row['doc'] !== null || row['sum'] !== null
    if (hasText) readText(row, { store, collection, id }, jsonForm())
    const text = hasText ? textOf(row, 'doc') : undefined
    return { place, id, ...besideOf(row, collection), text, value: readValue(collection, id, text) }
  } catch {
    return { place, damagedId: id }
  }
}

function placeOf(row: PgRow, collection: CopiedCollection): RowPlace {
  return TABLES[collection].place.map(([column, type]) =>
    type === 'bigint' ? numberOf(row, column) : textOf(row, column),
  )
}

function besideOf(row: PgRow, collection: CopiedCollection): { version: number; request?: RequestKept } {
  const version = numberOf(row, 'row_version')
  if (collection !== 'idempotency') return { version }
  const request = {
    digest: textOf(row, 'digest'),
    runningUntil: numberOf(row, 'running_until'),
    keepUntil: numberOf(row, 'keep_until'),
  }
  return { version, request }
}
