import { EXECUTE_REQUEST } from '../../core/api/requests.ts'
import { dataAnswer } from '../http/answer.ts'
import { readRequest } from '../http/body.ts'
import { API_BASE, type ServerRoute } from '../route.ts'
import { idempotencyOption } from '../http/idempotency-key.ts'

/** Executes a lock, once. Continues when the client leaves, so that the outcome is recorded. */
export const executeRoute: ServerRoute = {
  method: 'POST',
  path: `${API_BASE}/quote/execute`,
  run: async (call, server) => {
    const option = idempotencyOption(call.request.headers)
    const request = await readRequest(call.request, EXECUTE_REQUEST)
    return dataAnswer(call, await server.service.execute(request, option))
  },
}
