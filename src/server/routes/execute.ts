import type { ExecuteRequest } from '../../core/api/service.ts'
import { dataAnswer } from '../http/answer.ts'
import { readJsonObject } from '../http/body.ts'
import { API_BASE, type Route } from '../call.ts'
import { idempotencyOption } from '../http/idempotency-key.ts'
import { unchecked } from '../http/query.ts'

/** Executes a lock, once. Goes on when the client leaves: the outcome must be recorded. */
export const executeRoute: Route = {
  method: 'POST',
  path: `${API_BASE}/quote/execute`,
  run: async (call, server) => {
    const option = idempotencyOption(call.request.headers)
    const body = await readJsonObject(call.request)
    return dataAnswer(call, await server.service.execute(unchecked<ExecuteRequest>(body), option))
  },
}
