import {
  type Deadline,
  type Lateness,
  type LightDeadline,
  startLightDeadline,
  type TimeLimit,
} from '../../core/deadline.ts'
import type { StopSignal } from '../../core/ending.ts'
import type { Clock } from '../../core/ports.ts'
import { ProviderError } from '../../providers/index.ts'

/** The deadline of a call to a provider or node passed, which says something about it; a caller that leaves does not. */
export class DeadlinePassed extends ProviderError {
  /** True where this process was late itself: that says nothing about who was called. */
  readonly isOurs: boolean
  /** True where no connection was made in all that time, and this process is not to blame. */
  readonly isWithoutConnection: boolean
  constructor({ givenMs, isOurs, isHeld }: Lateness) {
    const what = `No ${isHeld ? 'connection' : 'answer'} within ${secondsOf(givenMs)} s`
    super('timeout', isOurs ? `${what}, and this machine was too busy to listen all the time` : what)
    this.isOurs = isOurs
    this.isWithoutConnection = isHeld && !isOurs
  }
}

/** What a provider or node ends with where the time of the whole passes first: it is not blamed, since its own had not. */
export function timeOver(lateness: Lateness): ProviderError {
  if (lateness.isOurs) return new DeadlinePassed(lateness)
  return new ProviderError('timeout', `No answer within ${secondsOf(lateness.givenMs)} s`)
}

/** To a tenth from one second on: what is left of a quote's time is no round number. */
function secondsOf(ms: number): number {
  return ms < 1_000 ? Math.round(ms) / 1000 : Math.round(ms / 100) / 10
}

/**
 * Does work that is given up after a time, or when its caller leaves.
 * @param limit milliseconds, or what may become shorter
 * @param left what the signal of the work says once the caller has left: one sentence
 * @param work its signal aborts with a ProviderError `timeout`; `hold` is that of a Deadline
 * @throws what the work threw
 */
export function withDeadline<T>(
  clock: Clock,
  limit: number | TimeLimit,
  caller: StopSignal | undefined,
  left: string,
  work: (signal: AbortSignal, hold: Deadline['hold']) => Promise<T>,
): Promise<T> {
  return runWithin(clock, limit, caller, left, (deadline) => work(deadline.signal(), deadline.hold))
}

/** The same for work that may need no AbortSignal. */
export async function runWithin<T>(
  clock: Clock,
  limit: number | TimeLimit,
  caller: StopSignal | undefined,
  left: string,
  work: (deadline: LightDeadline) => Promise<T>,
): Promise<T> {
  // A deadline around this one that passes is one here too.
  const leave = (reason: unknown) => (reason instanceof ProviderError ? reason : new ProviderError('timeout', left))
  const late = (lateness: Lateness) => new DeadlinePassed(lateness)
  const deadline = startLightDeadline(clock, limit, late, caller, leave)
  try {
    return await work(deadline)
  } finally {
    deadline.stop()
  }
}
