import { latestStoredMs } from '../../core/stored-time.ts'
import { KEEP_ROUTE_MS } from '../../core/swap/defaults.ts'
import type { QuotedRoute } from '../../core/swap/records.ts'
import { pairKey } from '../pair-key.ts'
import type { Store } from '../port.ts'
import { quotedRouteForm } from '../record-json.ts'
import { countOf, limitTo, textOf } from './columns.ts'
import { nowSql, type PgDatabase, type PgRow, RELAXED_SQL } from './database.ts'
import { keyText, readText, storeText } from './stored-text.ts'

const MOST_OF_PAIR = 500

/** How far ahead a right clock can have set the time of a route, in milliseconds from now. */
const FARTHEST_MS = latestStoredMs(0, KEEP_ROUTE_MS)

/** Quoted routes. After a crash of the database the newest may be gone: the user only quotes again. */
export function routeCollection(database: PgDatabase): Store['routes'] {
  const table = `${database.schema}.routes`
  // In the order of its keys, so that two of these never wait for each other.
  const putSql = `with put as (
      insert into ${table} (provider, route_id, pair, keep_until_ms, sum, doc)
      select new.* from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bytea[], $6::text[])
        as new (provider, route_id, pair, keep_until_ms, sum, doc)
      order by new.provider, new.route_id
      on conflict (provider, route_id) do update set pair = excluded.pair, keep_until_ms = excluded.keep_until_ms,
        sum = excluded.sum, doc = excluded.doc
      returning 1
    ) select count(*) as changed, ${RELAXED_SQL} as relaxed from put`
  const columns = 'provider, route_id, sum, doc'
  const getSql = `select ${columns} from ${table} where provider = $1 and route_id = $2`
  const now = `(select ${nowSql(1)})`
  const latest = `(select ${nowSql(1)} + ${FARTHEST_MS})`
  const ofPairSql = `select ${columns} from ${table}
    where pair = $2 and keep_until_ms > ${now} and keep_until_ms <= ${latest}
    order by keep_until_ms desc limit ${MOST_OF_PAIR}`
  const some = (condition: string, limit: number) =>
    `array(select ctid from ${table} where ${condition} order by keep_until_ms ${limitTo(limit)} for update skip locked)`
  const pruneSql = (limit: number) => `with deleted as (
      delete from ${table}
      where ctid = any((${some(`keep_until_ms < ${now}`, limit)} || ${some(`keep_until_ms > ${latest}`, limit)})[1:$2])
      returning 1
    ) select count(*) as changed, ${RELAXED_SQL} as relaxed from deleted`
  const read = (row: PgRow): QuotedRoute => {
    const [provider, routeId] = [textOf(row, 'provider'), textOf(row, 'route_id')]
    const isOwn = (route: QuotedRoute) => keyText(route.provider) === provider && keyText(route.routeId) === routeId
    return readText(row, { store: database.name, collection: 'routes', id: routeId }, quotedRouteForm, isOwn)
  }
  return {
    putMany: async (routes) => {
      if (routes.length === 0) return
      // The last one of a key is the newest.
      const rows = [
        ...new Map(routes.map((route) => [JSON.stringify([route.provider, route.routeId]), route])).values(),
      ]
      const texts = rows.map((route) => storeText(quotedRouteForm.toJson(route)))
      await database.relax({
        text: putSql,
        values: [
          rows.map(({ provider }) => keyText(provider)),
          rows.map(({ routeId }) => keyText(routeId)),
          rows.map(pairKey),
          rows.map(({ keepUntilMs }) => keepUntilMs),
          texts.map(({ sum }) => sum),
          texts.map(({ doc }) => doc),
        ],
      })
    },
    get: async (provider, routeId) => {
      const [row] = await database.read({ text: getSql, values: [keyText(provider), keyText(routeId)] })
      return row === undefined ? undefined : read(row)
    },
    ofPair: async (pair) => {
      const rows = await database.read({ text: ofPairSql, values: [database.nowMs(), pairKey(pair)] })
      return rows
        .map((row) => {
          const { terms, keepUntilMs } = read(row)
          return { src: terms.src, dst: terms.dst, keepUntilMs }
        })
        .reverse()
    },
    prune: async (limit) => countOf(await database.relax({ text: pruneSql(limit), values: [database.nowMs(), limit] })),
  }
}
