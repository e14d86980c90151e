import { STATS_QUERY } from '../../core/api/requests.ts'
import { dataTextAnswer } from '../http/answer.ts'
import { readQuery } from '../http/query.ts'
import { API_BASE, type ServerRoute } from '../route.ts'

/** Aggregates over the same filters as history. */
export const statsRoute: ServerRoute = {
  method: 'GET',
  path: `${API_BASE}/transaction/stats`,
  run: async (call, { service, options: { texts } }) => {
    const query = readQuery(call.search, STATS_QUERY)
    return dataTextAnswer(
      call,
      texts === undefined ? JSON.stringify(await service.stats(query)) : await texts.stats(query),
    )
  },
}
