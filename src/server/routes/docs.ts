import { SwapError } from '../../core/api/errors.ts'
import { cachedAnswer } from '../http/answer.ts'
import type { ServerRoute } from '../route.ts'
import { DOCS_POLICY, docsPage } from '../openapi/docs-page.ts'

/** The API reference as one page, rendered from the OpenAPI document. */
export const docsRoute: ServerRoute = {
  method: 'GET',
  path: '/docs',
  run: (call, { options, cache }) => {
    if (options.openapi === undefined) throw new SwapError('NOT_FOUND', 'This server has no OpenAPI document')
    const page = cache.get(call.path) ?? cache.put(call.path, docsPage(options.openapi))
    const answer = cachedAnswer(call, page, 'text/html; charset=utf-8')
    answer.headers.set('Content-Security-Policy', DOCS_POLICY)
    answer.headers.set('Referrer-Policy', 'no-referrer')
    return answer
  },
}
