import { QUOTE_REQUEST } from '../../core/api/requests.ts'
import { jsonAnswer } from '../http/answer.ts'
import { readRequest } from '../http/body.ts'
import { API_BASE, callerOf, type ServerRoute } from '../route.ts'

/** Every available route; the Link header points to the verdicts, stored for a minute. */
export const quoteRoute: ServerRoute = {
  method: 'POST',
  path: `${API_BASE}/quote`,
  run: async (call, server) => {
    const request = await readRequest(call.request, QUOTE_REQUEST)
    const result = await server.service.quote(request, { signal: call.request.signal, ...callerOf(call) })
    await server.verdicts.put(call.requestId, result.verdicts)
    const answer = jsonAnswer(call, JSON.stringify({ data: result.data }))
    answer.headers.set('Link', `</quote/verdicts/${call.requestId}>; rel="describedby"`)
    return answer
  },
}
