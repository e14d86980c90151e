import type { QuotedRoute } from '../../core/swap/records.ts'
import { type Connection, numberOf, textOf } from './connection.ts'
import { parseDocument } from './document-table.ts'
import type { Store } from '../port.ts'

/** Routes of all pairs among which those of one are looked for: a server of many keeps more than are worth reading. */
const MOST_LOOKED_AT = 5_000
const MOST_OF_PAIR = 500

/** Quoted routes, over a relaxed connection: losing one to a power failure costs the user a new quote. */
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
            [route.provider, route.routeId, route.keepUntilMs, JSON.stringify(route)],
          )
        }
      })
    },
    get: async (provider, routeId) => {
      const row = connect().get('SELECT doc FROM routes WHERE provider = ? AND route_id = ?', [provider, routeId])
      return row === undefined ? undefined : parseDocument<QuotedRoute>(textOf(row, 'doc'), file, 'routes', routeId)
    },
    ofPair: async ({ srcChain, srcAddress, dstChain, dstAddress }, afterMs) =>
      connect()
        .all(
          `SELECT keep_until, doc ->> '$.amount' AS amount, doc ->> '$.route.dst.formatted' AS received
           FROM (SELECT keep_until, doc FROM routes WHERE keep_until > ? ORDER BY keep_until DESC LIMIT ${MOST_LOOKED_AT})
           WHERE doc ->> '$.srcChain' = ? AND doc ->> '$.srcAddress' = ?
             AND doc ->> '$.dstChain' = ? AND doc ->> '$.dstAddress' = ?
           ORDER BY keep_until DESC LIMIT ${MOST_OF_PAIR}`,
          [afterMs, srcChain, srcAddress, dstChain, dstAddress],
        )
        .map((row) => ({
          amount: textOf(row, 'amount'),
          received: textOf(row, 'received'),
          keepUntilMs: numberOf(row, 'keep_until'),
        }))
        .reverse(),
    prune: async (nowMs) => {
      const connection = connect()
      if (connection.get('SELECT 1 AS found FROM routes WHERE keep_until < ? LIMIT 1', [nowMs]) === undefined) return
      connection.write(() => connection.run('DELETE FROM routes WHERE keep_until < ?', [nowMs]))
    },
  }
}
