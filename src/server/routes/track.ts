import type { TrackRequest } from '../../core/api/service.ts'
import { dataAnswer } from '../http/answer.ts'
import { readJsonObject } from '../http/body.ts'
import { API_BASE, type Route } from '../call.ts'
import { unchecked } from '../http/query.ts'

/** Binds a hash to a transaction and refreshes its tracking. Provider metadata in the body is ignored. */
export const trackRoute: Route = {
  method: 'POST',
  path: `${API_BASE}/transaction/track`,
  run: async (call, server) => {
    const { transactionId, txHash } = await readJsonObject(call.request)
    return dataAnswer(call, await server.service.track(unchecked<TrackRequest>({ transactionId, txHash })))
  },
}
