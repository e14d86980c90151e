import type { StatsQuery } from '../../core/api/service.ts'
import { dataAnswer } from '../http/answer.ts'
import { API_BASE, type Route } from '../call.ts'
import { readQuery, unchecked } from '../http/query.ts'
import { FILTER_TYPES } from './history.ts'

/** Aggregates over the same filters as history. */
export const statsRoute: Route = {
  method: 'GET',
  path: `${API_BASE}/transaction/stats`,
  run: async (call, server) =>
    dataAnswer(call, await server.service.stats(unchecked<StatsQuery>(readQuery(call.search, FILTER_TYPES)))),
}
