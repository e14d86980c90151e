import { LOCK_REQUEST } from '../../core/api/requests.ts'
import { readRequest } from '../http/body.ts'
import { API_BASE, type ServerRoute } from '../route.ts'
import { answerOnce } from '../http/idempotency-key.ts'

/** Locks one route with refreshed amounts. Continues when the client leaves: a repeated Idempotency-Key finds the answer. */
export const lockRoute: ServerRoute = {
  method: 'POST',
  path: `${API_BASE}/quote/lock`,
  run: async (call, server) => {
    const request = await readRequest(call.request, LOCK_REQUEST)
    return answerOnce(call, (options) => server.service.lock(request, options))
  },
}
