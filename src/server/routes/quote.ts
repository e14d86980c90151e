import type { QuoteRequest } from '../../core/api/service.ts'
import { jsonAnswer } from '../http/answer.ts'
import { readJsonObject } from '../http/body.ts'
import { API_BASE, type Route } from '../call.ts'
import { unchecked } from '../http/query.ts'

/** Every available route; how each provider ended is kept for a minute behind the Link header. */
export const quoteRoute: Route = {
  method: 'POST',
  path: `${API_BASE}/quote`,
  run: async (call, server) => {
    const body = await readJsonObject(call.request)
    const result = await server.service.quote(unchecked<QuoteRequest>(body), { signal: call.request.signal })
    server.verdicts.put(call.requestId, result.verdicts, server.clock.now())
    const answer = jsonAnswer(call, JSON.stringify({ data: result.data }))
    answer.headers.set('Link', `</quote/verdicts/${call.requestId}>; rel="describedby"`)
    return answer
  },
}
