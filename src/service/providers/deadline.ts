import type { Clock } from '../../core/ports.ts'
import { ProviderError } from '../../providers/index.ts'

/** The deadline of a call to a provider or node passed, which says something about it; a caller that leaves does not. */
export class DeadlinePassed extends ProviderError {
  constructor(deadlineMs: number) {
    super('timeout', `No answer within ${deadlineMs / 1000} s`)
  }
}

/**
 * Does work that is given up after a time, or when its caller leaves.
 * @param deadlineMs milliseconds
 * @param left what the signal of the work says once the caller has left: one sentence
 * @param work its signal aborts with a ProviderError `timeout`
 * @throws what the work threw
 */
export async function withDeadline<T>(
  clock: Clock,
  deadlineMs: number,
  caller: AbortSignal | undefined,
  left: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const stop = new AbortController()
  const leave = () => {
    // A deadline around this one that passes is one here too.
    stop.abort(caller?.reason instanceof DeadlinePassed ? caller.reason : new ProviderError('timeout', left))
  }
  if (caller?.aborted === true) leave()
  caller?.addEventListener('abort', leave, { once: true })
  const late = clock.sleep(deadlineMs, done.signal).then(
    () => stop.abort(new DeadlinePassed(deadlineMs)),
    () => undefined,
  )
  try {
    return await work(stop.signal)
  } finally {
    done.abort()
    caller?.removeEventListener('abort', leave)
    await late
  }
}
