import type { DocumentStore, Json, StoredDocument } from '../../core/ports.ts'
import { jsonForm } from '../record-json.ts'
import { readUnlessDamaged } from '../unless-damaged.ts'
import { countOf, numberOf, textOf } from './columns.ts'
import type { PgDatabase, PgRow } from './database.ts'
import { keepWrite, keyText, ownWrite, readText, storeText } from './stored-text.ts'

/** Sorts after every key that starts with the text before it, in the order of code points that "C" is. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Documents that are read at a time: some milliseconds of this process. */
const DOCUMENTS_AT_A_TIME = 500

const JSON_FORM = jsonForm<Json>()

/** Small documents by key. */
export function documentCollection(database: PgDatabase): DocumentStore {
  const table = `${database.schema}.documents`
  const getSql = `select id, version, sum, doc from ${table} where id = $1`
  const insertSql = `with changed as (
      insert into ${table} (id, version, writes, sum, doc) values ($1, 1, array[$2::bigint], $3, $4)
      on conflict (id) do nothing returning 1
    ) select count(*) as changed from changed`
  const replaceSql = `with changed as (
      update ${table} set version = version + 1, writes = ${keepWrite('$2')}, sum = $3, doc = $4
      where id = $1 and version = $5 returning 1
    ) select count(*) as changed from changed`
  const deleteSql = `delete from ${table} where id = $1`
  const listSql = `select id, version, sum, doc from ${table}
    where id >= $1 and id > $2 and id < $3 order by id limit ${DOCUMENTS_AT_A_TIME}`

  const read = (row: PgRow): StoredDocument => {
    const key = textOf(row, 'id')
    const place = { store: database.name, collection: 'documents', id: key }
    return { key, doc: readText(row, place, JSON_FORM), version: numberOf(row, 'version') }
  }
  return {
    get: async (key) => {
      const [row] = await database.read({ text: getSql, values: [keyText(key)] })
      if (row === undefined) return undefined
      const { doc, version } = read(row)
      return { doc, version }
    },
    put: async (key, value, expectedVersion) => {
      const [id, write] = [keyText(key), database.createWriteId()]
      const { sum, doc } = storeText(value)
      return database.write({
        run:
          expectedVersion === 0
            ? { text: insertSql, values: [id, write, sum, doc] }
            : { text: replaceSql, values: [id, write, sum, doc, expectedVersion] },
        read: (rows) => countOf(rows) === 1,
        mine: ownWrite(table, id, write),
      })
    },
    delete: async (key) => database.write({ run: { text: deleteSql, values: [keyText(key)] }, read: () => undefined }),
    list: async (prefix, skip) => {
      const from = keyText(prefix)
      const found: StoredDocument[] = []
      for (let after = ''; ;) {
        const rows = await database.read({ text: listSql, values: [from, after, from + LAST_CHARACTER] })
        for (const row of rows) {
          const document = skip === undefined ? read(row) : readUnlessDamaged(() => read(row))
          if (document === undefined) skip?.(textOf(row, 'id'))
          else found.push(document)
        }
        const last = rows.at(-1)
        if (last === undefined || rows.length < DOCUMENTS_AT_A_TIME) return found
        after = textOf(last, 'id')
      }
    },
  }
}
