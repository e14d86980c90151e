import { HISTORY_QUERY } from '../../core/api/requests.ts'
import { jsonAnswer } from '../http/answer.ts'
import { readQuery } from '../http/query.ts'
import { API_BASE, type ServerRoute } from '../route.ts'

/** Past transactions, newest first. */
export const historyRoute: ServerRoute = {
  method: 'GET',
  path: `${API_BASE}/transaction/history`,
  run: async (call, { service, options: { texts } }) => {
    const query = readQuery(call.search, HISTORY_QUERY)
    return jsonAnswer(
      call,
      texts === undefined ? JSON.stringify(await service.history(query)) : await texts.history(query),
    )
  },
}
