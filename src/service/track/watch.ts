import type { Clock } from '../../core/ports.ts'
import type { StatusResult } from '../../core/api/documents.ts'

/** Pause between two reads of the status, in milliseconds; the provider is polled less often. */
const PAUSE_MS = 500

/**
 * Yields the status now and at every change until it is final or the signal aborts.
 * @param status reads the current status
 */
export async function* watchTransaction<Q>(
  status: (query: Q) => Promise<StatusResult>,
  clock: Clock,
  query: Q,
  signal: AbortSignal | undefined,
  pauseMs = PAUSE_MS,
): AsyncGenerator<StatusResult, void, undefined> {
  let last = ''
  while (signal?.aborted !== true) {
    const result = await status(query)
    const text = JSON.stringify(result)
    if (text !== last) {
      last = text
      yield result
    }
    if (result.final) return
    await clock.sleep(pauseMs, signal).catch(() => undefined)
  }
}
