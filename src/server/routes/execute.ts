import { EXECUTE_REQUEST } from '../../core/api/requests.ts'
import { readRequest } from '../http/body.ts'
import { API_BASE, type ServerRoute } from '../route.ts'
import { answerOnce } from '../http/idempotency-key.ts'

/** Executes a lock, once. Continues when the client leaves, so that the outcome is recorded. */
export const executeRoute: ServerRoute = {
  method: 'POST',
  path: `${API_BASE}/quote/execute`,
  run: async (call, server) => {
    const request = await readRequest(call.request, EXECUTE_REQUEST)
    return answerOnce(call, (options) => server.service.execute(request, options))
  },
}
