import type { TrackRequest } from '../../core/service.ts'
import { dataAnswer } from '../answer.ts'
import { readJsonObject } from '../body.ts'
import { API_BASE, type Route } from '../call.ts'
import { unchecked } from '../query.ts'

/** Binds a hash to a transaction and refreshes its tracking. Provider metadata in the body is ignored. */
export const trackRoute: Route = {
  method: 'POST',
  path: `${API_BASE}/transaction/track`,
  run: async (call, server) => {
    const { transactionId, txHash } = await readJsonObject(call.request)
    return dataAnswer(call, await server.service.track(unchecked<TrackRequest>({ transactionId, txHash })))
  },
}
