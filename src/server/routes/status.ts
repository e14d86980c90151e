import { STATUS_QUERY } from '../../core/api/requests.ts'
import { dataTextAnswer } from '../http/answer.ts'
import { readQuery } from '../http/query.ts'
import { API_BASE, type ServerRoute } from '../route.ts'

/** Current status by public id or any known hash. */
export const statusRoute: ServerRoute = {
  method: 'GET',
  path: `${API_BASE}/transaction/status`,
  run: async (call, { service, options: { texts } }) => {
    const query = readQuery(call.search, STATUS_QUERY)
    return dataTextAnswer(
      call,
      texts === undefined ? JSON.stringify(await service.status(query)) : await texts.status(query),
    )
  },
}
