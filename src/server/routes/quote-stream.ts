import type { QuoteEvent } from '../../core/api/documents.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { QUOTE_REQUEST } from '../../core/api/requests.ts'
import { errorFields, publicError, streamAnswer } from '../http/answer.ts'
import { readRequest } from '../http/body.ts'
import { type Call, callerOf, type ServerRoute, type ServerContext } from '../route.ts'
import { textStream } from '../http/text-stream.ts'

/**
 * Streams a quote, one JSON document per line, as providers answer. A failure before the first line is an error answer; a
 * later one ends the stream with `{ type: 'error', error }`.
 */
export const quoteStreamRoute: ServerRoute = {
  method: 'POST',
  path: '/quote/stream',
  run: async (call, server) => {
    const request = await readRequest(call.request, QUOTE_REQUEST)
    const leaving = new AbortController()
    const signal = AbortSignal.any([call.request.signal, leaving.signal])
    const events = server.service.quoteStream(request, { signal, ...callerOf(call) })[Symbol.asyncIterator]()
    const first = await events.next()
    const stream = textStream(lines(call, server, first, events), () =>
      leaving.abort(new SwapError('INTERRUPTED', 'The client left')),
    )
    return streamAnswer(call, 'application/x-ndjson; charset=utf-8', stream)
  },
}

async function* lines(
  call: Call,
  server: ServerContext,
  first: IteratorResult<QuoteEvent, unknown>,
  events: AsyncIterator<QuoteEvent, unknown>,
): AsyncGenerator<string> {
  try {
    for (let item = first; item.done !== true; item = await events.next()) yield `${JSON.stringify(item.value)}\n`
  } catch (thrown) {
    if (call.request.signal.aborted && isSwapError(thrown)) return
    const error = errorFields(publicError(call, server, thrown), call.requestId)
    yield `${JSON.stringify({ type: 'error', error })}\n`
  }
}
