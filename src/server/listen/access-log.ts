import type { IncomingMessage, ServerResponse } from 'node:http'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import { onceEnded } from './request-turns.ts'
import type { RequestEntry } from '../options.ts'

/** A request and its whole answer. Never holds a body, a query, an address or a header. */
export interface AccessEntry extends Omit<RequestEntry, 'kind'> {
  /** Bytes of the answer's body. */
  readonly bytes: number
}

/**
 * Watches an answer to its end.
 * @param isTold false for a request that was refused otherwise, and told then
 * @param tell called then with what was answered, how long it took in all, and how many bytes it had
 * @returns to be called with what the handler answered
 */
export function watchAnswer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  clock: Clock,
  isTold: () => boolean,
  tell: (entry: AccessEntry) => void,
): (entry: RequestEntry) => void {
  const startedMs = monotonicMs(clock)
  let bytes = 0
  let answered: RequestEntry | undefined
  let endedMs: number | undefined
  // A client may leave before it is answered.
  const tellBoth = () => {
    if (answered === undefined || endedMs === undefined || !isTold()) return
    const { kind: _, ...entry } = answered
    tell({ ...entry, ms: endedMs - startedMs, bytes })
  }
  const count = (chunk: unknown): void => {
    if (typeof chunk === 'string') bytes += Buffer.byteLength(chunk)
    else if (chunk instanceof Uint8Array) bytes += chunk.byteLength
  }
  countCalls(outgoing, 'write', count)
  countCalls(outgoing, 'end', count)
  onceEnded(incoming, outgoing, () => {
    endedMs = monotonicMs(clock)
    tellBoth()
  })
  return (entry) => {
    answered = entry
    tellBoth()
  }
}

function countCalls(outgoing: ServerResponse, name: 'write' | 'end', count: (chunk: unknown) => void): void {
  const own = outgoing[name].bind(outgoing) as (...args: readonly unknown[]) => never
  outgoing[name] = (...args: readonly unknown[]) => {
    count(args[0])
    return own(...args)
  }
}
