import { isRecord } from '../../core/is-record.ts'
import type { Clock } from '../../core/ports.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { SwapEvent } from '../../core/swap/records.ts'
import { streamAnswer } from '../http/answer.ts'
import { type Call, queryOf, type ServerRoute } from '../route.ts'
import { textStream } from '../http/text-stream.ts'

/** Interval of heartbeats on a silent stream, in milliseconds. */
const HEARTBEAT_MS = 15_000

/** Published fields of an event's data; never a provider's own state. */
const PUBLIC_DATA = new Set([
  'provider',
  'status',
  'stage',
  'hash',
  'inboundHash',
  'outboundHash',
  'refundHash',
  'reason',
  'late',
])

/**
 * The journal as server-sent events: past events after `Last-Event-ID` (or `?after=`, or from the start), then new ones.
 * For this machine only.
 */
export const eventsRoute: ServerRoute = {
  method: 'GET',
  path: '/events',
  run: (call, server) => {
    const { events, stopping } = server.options
    if (events === undefined) throw new SwapError('NOT_FOUND', 'This server has no journal')
    if (call.info.local === false) throw new SwapError('FORBIDDEN', 'The journal is available on this machine only')
    const afterSeq = startOf(call)
    return streamAnswer(call, 'text/event-stream; charset=utf-8', () => {
      const leaving = new AbortController()
      const signals = [call.request.signal, leaving.signal, stopping].filter((signal) => signal !== undefined)
      const signal = AbortSignal.any(signals)
      const damaged: number[] = []
      const source = events(afterSeq, signal, (seq) => damaged.push(seq))
      return textStream(frames(source, damaged, server.clock, signal), () => leaving.abort())
    })
  },
}

function startOf(call: Call): number {
  const text = call.request.headers.get('last-event-id') ?? queryOf(call).get('after') ?? '0'
  if (!/^\d{1,15}$/.test(text)) {
    throw new SwapError('VALIDATION_ERROR', 'Last-Event-ID must be the sequence number of an event', {
      field: 'Last-Event-ID',
    })
  }
  return Number(text)
}

/** @param damaged numbers of events that cannot be read, as the source comes to them: each is told and removed */
async function* frames(
  source: AsyncIterable<SwapEvent>,
  damaged: number[],
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const aborted = new Promise<'aborted'>((resolve) => {
    if (signal.aborted) resolve('aborted')
    signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
  const events = source[Symbol.asyncIterator]()
  yield 'retry: 3000\n\n'
  try {
    let next = events.next()
    for (;;) {
      const waiting = new AbortController()
      const silence = clock.sleep(HEARTBEAT_MS, waiting.signal).then(
        () => 'silence' as const,
        () => 'silence' as const,
      )
      const outcome = await Promise.race([next, silence, aborted])
      waiting.abort()
      if (outcome === 'aborted') return
      for (const seq of damaged.splice(0))
        yield `id: ${seq}\nevent: event.damaged\ndata: ${JSON.stringify({ seq, type: 'event.damaged' })}\n\n`
      if (outcome === 'silence') {
        yield ': still here\n\n'
        continue
      }
      if (outcome.done === true) return
      yield frame(outcome.value)
      next = events.next()
    }
  } finally {
    // Not awaited: a journal that waits for its next event ends with the signal.
    events.return?.().catch(() => undefined)
  }
}

function frame(event: SwapEvent): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(publicEvent(event))}\n\n`
}

/** An event without provider state, and without the id of a lock that can still be executed. */
function publicEvent(event: SwapEvent): Record<string, unknown> {
  const { data } = event
  const fields = Object.entries(isRecord(data) ? data : {}).filter(
    ([name, value]) => PUBLIC_DATA.has(name) && typeof value !== 'object',
  )
  // JSON omits undefined members.
  return {
    seq: event.seq,
    at: event.at,
    type: event.type,
    transactionId: event.transactionId,
    lockId: event.transactionId === undefined ? undefined : event.lockId,
    data: fields.length === 0 ? undefined : Object.fromEntries(fields),
  }
}
