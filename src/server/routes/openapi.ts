import { SwapError } from '../../core/api/errors.ts'
import { cachedAnswer, JSON_TYPE } from '../http/answer.ts'
import type { ServerRoute } from '../route.ts'

/** The OpenAPI 3.1 document. */
export const openapiRoute: ServerRoute = {
  method: 'GET',
  path: '/openapi.json',
  run: (call, { options, cache }) => {
    if (options.openapi === undefined) throw new SwapError('NOT_FOUND', 'This server has no OpenAPI document')
    return cachedAnswer(call, cache, cache.get(call.path) ?? cache.put(call.path, options.openapi), JSON_TYPE)
  },
}
