import { LOCK_REQUEST } from '../../core/api/requests.ts'
import { dataAnswer } from '../http/answer.ts'
import { readRequest } from '../http/body.ts'
import { API_BASE, type ServerRoute } from '../route.ts'
import { idempotencyOption } from '../http/idempotency-key.ts'

/** Locks one route with refreshed amounts. Continues when the client leaves: a repeated Idempotency-Key finds the answer. */
export const lockRoute: ServerRoute = {
  method: 'POST',
  path: `${API_BASE}/quote/lock`,
  run: async (call, server) => {
    const option = idempotencyOption(call.request.headers)
    const request = await readRequest(call.request, LOCK_REQUEST)
    return dataAnswer(call, await server.service.lock(request, option))
  },
}
