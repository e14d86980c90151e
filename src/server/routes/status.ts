import type { StatusQuery } from '../../core/api/service.ts'
import { dataAnswer } from '../http/answer.ts'
import { API_BASE, type Route } from '../call.ts'
import { readQuery, unchecked } from '../http/query.ts'

/** Current status by public id or any known hash. */
export const statusRoute: Route = {
  method: 'GET',
  path: `${API_BASE}/transaction/status`,
  run: async (call, server) => {
    const query = readQuery(call.search, { transactionId: 'text', hash: 'text' })
    return dataAnswer(call, await server.service.status(unchecked<StatusQuery>(query)))
  },
}
