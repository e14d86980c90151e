import type { QuoteEvent } from '../../core/api/documents.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { waitAtMost } from '../../core/deadline.ts'
import { QUOTE_REQUEST } from '../../core/api/requests.ts'
import { errorFields, publicError, streamAnswer } from '../http/answer.ts'
import { readRequest } from '../http/body.ts'
import { type Call, callerOf, type ServerRoute, type ServerContext } from '../route.ts'
import { textStream } from '../http/text-stream.ts'

/**
 * Longest silence while providers are waited for, in milliseconds: then a space is sent, which JSON allows before a document.
 * Clients give up on a server that falls silent for much longer.
 */
const SILENCE_MS = 5_000

/**
 * Streams a quote, one JSON document per line, as providers answer. A failure at once is an error answer; a later one ends the
 * stream with `{ type: 'error', error }`.
 */
export const quoteStreamRoute: ServerRoute = {
  method: 'POST',
  path: '/quote/stream',
  run: async (call, server) => {
    const request = await readRequest(call.request, QUOTE_REQUEST)
    const leaving = new AbortController()
    const signal = AbortSignal.any([call.request.signal, leaving.signal])
    const events = server.service.quoteStream(request, { signal, ...callerOf(call) })[Symbol.asyncIterator]()
    const first = events.next()
    await waitAtMost(server.clock, SILENCE_MS, first)
    const stream = textStream(lines(call, server, first, events), () =>
      leaving.abort(new SwapError('INTERRUPTED', 'The client left')),
    )
    return streamAnswer(call, 'application/x-ndjson; charset=utf-8', stream)
  },
}

async function* lines(
  call: Call,
  server: ServerContext,
  first: Promise<IteratorResult<QuoteEvent, unknown>>,
  events: AsyncIterator<QuoteEvent, unknown>,
): AsyncGenerator<string> {
  try {
    for (let next = first; ; next = events.next()) {
      let item = await waitAtMost(server.clock, SILENCE_MS, next)
      for (; item === undefined; item = await waitAtMost(server.clock, SILENCE_MS, next)) yield ' '
      if (item.done === true) return
      yield `${JSON.stringify(item.value)}\n`
    }
  } catch (thrown) {
    if (call.request.signal.aborted && isSwapError(thrown)) return
    const error = errorFields(publicError(call, server, thrown), call.requestId)
    yield `${JSON.stringify({ type: 'error', error })}\n`
  }
}
