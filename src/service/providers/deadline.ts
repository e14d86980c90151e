import { startDeadline } from '../../core/deadline.ts'
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
  // A deadline around this one that passes is one here too.
  const leave = (reason: unknown) => (reason instanceof DeadlinePassed ? reason : new ProviderError('timeout', left))
  const deadline = startDeadline(clock, deadlineMs, () => new DeadlinePassed(deadlineMs), caller, leave)
  try {
    return await work(deadline.signal)
  } finally {
    deadline.stop()
  }
}
