import type { Clock } from './ports.ts'

/** The time that work may take. */
export interface Deadline {
  /** Aborts at the deadline, when the caller leaves, and at `stop`. */
  readonly signal: AbortSignal
  /** Rejects as soon as the signal aborts, even when `work` does not listen. */
  race<T>(work: Promise<T>): Promise<T>
  /** Ends the work's time: nobody waits for it any more. */
  stop(): void
}

/** Aborts what ended in time. One for all: an error for each, which `abort` makes where it is given none, is a tenth of what a call of a node costs. */
export const OVER = new Error('the work is over')

/**
 * Starts a deadline.
 * @param deadlineMs milliseconds
 * @param late what the signal says at the deadline
 * @param caller its abort ends the work too
 * @param left what the signal says once the caller has left. @default the caller's own reason
 */
export function startDeadline(
  clock: Clock,
  deadlineMs: number,
  late: () => Error,
  caller?: AbortSignal,
  left: (reason: unknown) => unknown = (reason) => reason,
): Deadline {
  const end = new AbortController()
  const done = new AbortController()
  const leave = () => end.abort(left(caller?.reason))
  if (caller?.aborted === true) leave()
  caller?.addEventListener('abort', leave, { once: true })
  clock.sleep(deadlineMs, done.signal).then(
    () => end.abort(late()),
    () => undefined,
  )
  return {
    signal: end.signal,
    race: (work) => untilAborted(end.signal, work),
    stop: () => {
      caller?.removeEventListener('abort', leave)
      done.abort(OVER)
      end.abort(OVER)
    },
  }
}

/** Gives up on work as soon as the signal aborts, even when the work does not listen. @throws the signal's reason */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop = () => undefined as void
  const aborted = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(abortReason(signal))
    stop = () => signal.removeEventListener('abort', fail)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
  // Work that goes on unwatched may fail later.
  work.catch(() => undefined)
  return Promise.race([work, aborted]).finally(() => stop())
}

/** Why a signal aborted, as an error. */
export function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted')
}
