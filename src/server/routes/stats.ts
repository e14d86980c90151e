import { STATS_QUERY } from '../../core/api/requests.ts'
import { dataAnswer } from '../http/answer.ts'
import { readQuery } from '../http/query.ts'
import { API_BASE, type ServerRoute } from '../route.ts'

/** Aggregates over the same filters as history. */
export const statsRoute: ServerRoute = {
  method: 'GET',
  path: `${API_BASE}/transaction/stats`,
  run: async (call, server) => dataAnswer(call, await server.service.stats(readQuery(call.search, STATS_QUERY))),
}
