import { latestStoredMs } from '../../core/stored-time.ts'
import { KEEP_ROUTE_MS } from '../../core/swap/defaults.ts'
import { sideFromJson } from '../../core/swap/terms.ts'
import { type Connection, numberOf, textOf } from './connection.ts'
import { readDocument } from './document-table.ts'
import type { Store } from '../port.ts'
import { quotedRouteForm } from '../record-json.ts'

/** Most routes, of all pairs, that a search for one pair reads: a busy server stores more. */
const MAX_SCANNED = 5_000
const MAX_OF_PAIR = 500

/** Quoted routes, over a relaxed connection: after a power loss the user only quotes again. */
export function routeCollection(connect: () => Connection, file: string): Store['routes'] {
  return {
    putMany: async (routes) => {
      if (routes.length === 0) return
      const connection = connect()
      connection.write(() => {
        for (const route of routes) {
          connection.run(
            `INSERT INTO routes (provider, route_id, keep_until, doc) VALUES (?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET keep_until = excluded.keep_until, doc = excluded.doc`,
            [route.provider, route.routeId, route.keepUntilMs, JSON.stringify(quotedRouteForm.toJson(route))],
          )
        }
      })
    },
    get: async (provider, routeId) => {
      const row = connect().get('SELECT doc FROM routes WHERE provider = ? AND route_id = ?', [provider, routeId])
      return row === undefined
        ? undefined
        : readDocument(textOf(row, 'doc'), quotedRouteForm.fromJson, file, 'routes', routeId)
    },
    ofPair: async ({ srcChain, srcAddress, dstChain, dstAddress }, afterMs) =>
      connect()
        .all(
          `SELECT keep_until, doc ->> '$.terms.src' AS src, doc ->> '$.terms.dst' AS dst
           FROM (SELECT keep_until, doc FROM routes WHERE keep_until > ? AND keep_until <= ? ORDER BY keep_until DESC LIMIT ${MAX_SCANNED})
           WHERE doc ->> '$.srcChain' = ? AND doc ->> '$.srcAddress' = ?
             AND doc ->> '$.dstChain' = ? AND doc ->> '$.dstAddress' = ?
           ORDER BY keep_until DESC LIMIT ${MAX_OF_PAIR}`,
          [afterMs, latestStoredMs(afterMs, KEEP_ROUTE_MS), srcChain, srcAddress, dstChain, dstAddress],
        )
        .map((row) => {
          const side = (name: 'src' | 'dst') => readDocument(textOf(row, name), sideFromJson, file, 'routes', name)
          return { src: side('src'), dst: side('dst'), keepUntilMs: numberOf(row, 'keep_until') }
        })
        .reverse(),
    prune: async (nowMs) => {
      const connection = connect()
      const over = 'routes WHERE keep_until < ? OR keep_until > ?'
      const times = [nowMs, latestStoredMs(nowMs, KEEP_ROUTE_MS)]
      if (connection.get(`SELECT 1 AS found FROM ${over} LIMIT 1`, times) === undefined) return
      connection.write(() => connection.run(`DELETE FROM ${over}`, times))
    },
  }
}
