import { latestStoredMs } from '../../../core/stored-time.ts'
import { KEEP_ROUTE_MS } from '../../../core/swap/defaults.ts'
import type { Connection } from '../connection.ts'
import { readSummed, sumOf } from '../document-table.ts'
import { damagedDocument } from '../failures.ts'
import type { Store } from '../../port.ts'
import { quotedRouteForm } from '../../record-json.ts'

/** Most routes, of all pairs, that a search for one pair reads: a busy server stores more. */
const MAX_SCANNED = 5_000
const MAX_OF_PAIR = 500

const COLUMNS = 'CAST(route_id AS BLOB) AS id, CAST(sum AS BLOB) AS sum, CAST(doc AS BLOB) AS doc'

/** Routes that are kept until before `?`, as they follow FROM. */
export const OVER_ROUTES = 'routes WHERE keep_until < ?'
/** Routes that are kept until after `?`. */
export const AHEAD_ROUTES = 'routes WHERE keep_until > ?'

/** Quoted routes, written relaxed: after a power loss the user only quotes again. */
export function routeCollection(connection: Connection, file: string, now: () => number): Store['routes'] {
  return {
    putMany: async (routes) => {
      if (routes.length === 0) return
      connection.write(() => {
        for (const route of routes) {
          const doc = JSON.stringify(quotedRouteForm.toJson(route))
          connection.run(
            `INSERT INTO routes (provider, route_id, keep_until, sum, doc) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET keep_until = excluded.keep_until, sum = excluded.sum, doc = excluded.doc`,
            [route.provider, route.routeId, route.keepUntilMs, sumOf(doc), doc],
          )
        }
      })
    },
    get: async (provider, routeId) => {
      const row = connection.get(`SELECT ${COLUMNS} FROM routes WHERE provider = ? AND route_id = ?`, [
        provider,
        routeId,
      ])
      if (row === undefined) return undefined
      const route = readSummed(row, quotedRouteForm.fromJson, file, 'routes')
      if (route.provider !== provider || route.routeId !== routeId) throw damagedDocument(file, 'routes', routeId)
      return route
    },
    ofPair: async ({ srcChain, srcAddress, dstChain, dstAddress }) => {
      const nowMs = now()
      return connection
        .all(
          `SELECT ${COLUMNS}
           FROM (SELECT * FROM routes WHERE keep_until > ? AND keep_until <= ? ORDER BY keep_until DESC LIMIT ${MAX_SCANNED})
           WHERE CASE WHEN json_valid(doc) THEN doc ->> '$.srcChain' = ? AND doc ->> '$.srcAddress' = ?
             AND doc ->> '$.dstChain' = ? AND doc ->> '$.dstAddress' = ? END
           ORDER BY keep_until DESC LIMIT ${MAX_OF_PAIR}`,
          [nowMs, latestStoredMs(nowMs, KEEP_ROUTE_MS), srcChain, srcAddress, dstChain, dstAddress],
        )
        .map((row) => {
          const { terms, keepUntilMs } = readSummed(row, quotedRouteForm.fromJson, file, 'routes')
          return { src: terms.src, dst: terms.dst, keepUntilMs }
        })
        .reverse()
    },
    prune: async (limit) => {
      const nowMs = now()
      const over = `SELECT rowid FROM (SELECT rowid FROM ${OVER_ROUTES} UNION ALL SELECT rowid FROM ${AHEAD_ROUTES}) LIMIT ?`
      const times = [nowMs, latestStoredMs(nowMs, KEEP_ROUTE_MS)]
      if (connection.get(over, [...times, 1]) === undefined) return 0
      return connection.write(() => connection.run(`DELETE FROM routes WHERE rowid IN (${over})`, [...times, limit]))
    },
  }
}
