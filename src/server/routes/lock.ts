import type { LockRequest } from '../../core/api/service.ts'
import { dataAnswer } from '../http/answer.ts'
import { readJsonObject } from '../http/body.ts'
import { API_BASE, type Route } from '../call.ts'
import { idempotencyOption } from '../http/idempotency-key.ts'
import { unchecked } from '../http/query.ts'

/** Locks one route with refreshed amounts. Goes on when the client leaves: a repeated Idempotency-Key finds the answer. */
export const lockRoute: Route = {
  method: 'POST',
  path: `${API_BASE}/quote/lock`,
  run: async (call, server) => {
    const option = idempotencyOption(call.request.headers)
    const body = await readJsonObject(call.request)
    return dataAnswer(call, await server.service.lock(unchecked<LockRequest>(body), option))
  },
}
