import { SwapError } from '../../core/api/errors.ts'
import { dataAnswer } from '../http/answer.ts'
import type { ServerRoute } from '../route.ts'

/** The verdicts of a quote of the last minute. */
export const verdictsRoute: ServerRoute = {
  method: 'GET',
  path: '/quote/verdicts/:requestId',
  run: async (call, server) => {
    const requestId = call.path.slice(call.path.lastIndexOf('/') + 1)
    const verdicts = await server.verdicts.get(requestId)
    if (verdicts === undefined) throw new SwapError('NOT_FOUND', 'No quote of the last minute has this request id')
    return dataAnswer(call, verdicts)
  },
}
