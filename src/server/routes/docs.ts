import { SwapError } from '../../core/api/errors.ts'
import { docsPage, docsPolicy } from '../docs/page.ts'
import { cachedAnswer } from '../http/answer.ts'
import type { ServerRoute } from '../route.ts'

/** The API reference as one page, rendered from the OpenAPI document, that sends requests to this server. */
export const docsRoute: ServerRoute = {
  method: 'GET',
  path: '/docs',
  run: async (call, { options, cache }) => {
    const { openapi, docs } = options
    if (openapi === undefined || docs === undefined) throw new SwapError('NOT_FOUND', 'This server has no pages')
    const page = cache.get(call.path) ?? cache.put(call.path, docsPage(openapi, docs))
    const answer = await cachedAnswer(call, cache, page, 'text/html; charset=utf-8')
    answer.headers.set('Content-Security-Policy', docsPolicy(docs))
    answer.headers.set('Referrer-Policy', 'no-referrer')
    return answer
  },
}
