import { TRACK_REQUEST } from '../../core/api/requests.ts'
import { dataAnswer } from '../http/answer.ts'
import { onlyDeclared, readRequest } from '../http/body.ts'
import { API_BASE, type ServerRoute } from '../route.ts'

/** Binds a hash to a transaction and refreshes its tracking. Provider metadata in the body is ignored. */
export const trackRoute: ServerRoute = {
  method: 'POST',
  path: `${API_BASE}/transaction/track`,
  run: async (call, server) => {
    const request = onlyDeclared(TRACK_REQUEST, await readRequest(call.request, TRACK_REQUEST))
    return dataAnswer(call, await server.service.track(request))
  },
}
