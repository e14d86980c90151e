import { SwapError } from '../../core/api/errors.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import { dataAnswer } from '../http/answer.ts'
import type { ServerRoute } from '../route.ts'

/** The verdicts of a quote of the last minute. */
export const verdictsRoute: ServerRoute = {
  method: 'GET',
  path: '/quote/verdicts/:requestId',
  run: (call, server) => {
    const requestId = call.path.slice(call.path.lastIndexOf('/') + 1)
    const verdicts = server.verdicts.get(requestId, monotonicMs(server.clock))
    if (verdicts === undefined) throw new SwapError('NOT_FOUND', 'No quote of the last minute has this request id')
    return dataAnswer(call, verdicts)
  },
}
