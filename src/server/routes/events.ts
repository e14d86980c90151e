import { SwapError } from '../../core/api/errors.ts'
import type { RequestFields } from '../../core/api/request-fields.ts'
import { readPlaceId, type StreamPlace } from '../events/frames.ts'
import { streamAnswer } from '../http/answer.ts'
import { readQuery } from '../http/query.ts'
import type { Call, ServerRoute } from '../route.ts'

const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/**
 * The journal as server-sent events: what is new, or all after `Last-Event-ID` (or `?after=`) first. For this machine, and
 * whom `expose` lets in.
 */
export const eventsRoute: ServerRoute = {
  method: 'GET',
  path: '/events',
  run: async (call, { feed, options }) => {
    if (feed === undefined) throw new SwapError('NOT_FOUND', 'This server has no journal')
    if (call.info.local === false && options.expose?.includes('events') !== true) {
      throw new SwapError('FORBIDDEN', 'The journal is available on this machine only', {
        hint: 'Let others read it: swapcli serve --expose events',
      })
    }
    const place = placeOf(call)
    const stream =
      call.method === 'HEAD'
        ? undefined
        : await feed.open(place, { requestId: call.requestId, signal: call.request.signal })
    return streamAnswer(call, EVENT_STREAM, stream)
  },
}

/** A number of up to 15 digits, or two of up to 20, and a stamp of 8. */
const EVENTS_QUERY = {
  after: { kind: 'text', maxLength: 50, description: 'As Last-Event-ID, for clients that cannot set headers' },
} as const satisfies RequestFields

function placeOf(call: Call): StreamPlace | undefined {
  const header = call.request.headers.get('last-event-id')
  // One that is given twice is a list.
  const text: unknown = header ?? readQuery(call.search, EVENTS_QUERY).after
  if (text === undefined) return undefined
  const place = typeof text === 'string' ? readPlaceId(text) : undefined
  if (place !== undefined) return place
  const field = header === null ? 'after' : 'Last-Event-ID'
  throw new SwapError('VALIDATION_ERROR', `${field} must be the id of an event of this stream, or its number`, {
    field,
  })
}
