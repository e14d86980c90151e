import { HISTORY_QUERY } from '../../core/api/requests.ts'
import { jsonAnswer } from '../http/answer.ts'
import { readQuery } from '../http/query.ts'
import { API_BASE, type ServerRoute } from '../route.ts'

/** Past transactions, newest first. */
export const historyRoute: ServerRoute = {
  method: 'GET',
  path: `${API_BASE}/transaction/history`,
  run: async (call, server) =>
    jsonAnswer(call, JSON.stringify(await server.service.history(readQuery(call.search, HISTORY_QUERY)))),
}
