import { monotonicMs } from './monotonic.ts'
import type { Clock } from './ports.ts'

/** The time that work may take. */
export interface Deadline {
  /** Aborts at the deadline, when the caller leaves, and at `stop`. */
  readonly signal: AbortSignal
  /** Rejects as soon as the signal aborts, even when `work` does not listen. */
  race<T>(work: Promise<T>): Promise<T>
  /**
   * Lets no time count until what it gives is called: for what is waited for on this side. That may take as long as the
   * work itself.
   */
  readonly hold: () => () => void
  /** Ends the work's time: nobody waits for it any more. */
  stop(): void
}

/** How a deadline passed. */
export interface Lateness {
  /** True where this process was late itself for a good part of the time, which says nothing about who was waited for. */
  readonly isOurs: boolean
  /** True where the time was held until the end: the work that the deadline is for had not begun. */
  readonly isHeld: boolean
}

/** Aborts what ended in time. One for all: an error for each, which `abort` makes where it is given none, is a tenth of what a call of a node costs. */
export const OVER = new Error('the work is over')

/** From how large a part of a deadline on the lateness of this process makes a late answer its own fault. */
const OWN_PART = 0.1
/** How many times its length a deadline takes at most, whatever does not count. */
const MOST_LENGTHS = 2
/** What is given at that end to read what came while this process was late, in milliseconds. */
const LAST_READ_MS = 250

/**
 * Starts a deadline. Time in which this process was late does not count, and what has come by the deadline is read before
 * it passes; after twice its length it passes whatever was.
 * @param deadlineMs milliseconds
 * @param late what the signal says at the deadline
 * @param caller its abort ends the work too
 * @param left what the signal says once the caller has left. @default the caller's own reason
 */
export function startDeadline(
  clock: Clock,
  deadlineMs: number,
  late: (lateness: Lateness) => Error,
  caller?: AbortSignal,
  left: (reason: unknown) => unknown = (reason) => reason,
): Deadline {
  const end = new AbortController()
  const done = new AbortController()
  const leave = () => end.abort(left(caller?.reason))
  if (caller?.aborted === true) leave()
  caller?.addEventListener('abort', leave, { once: true })
  const lag = clock.watchLag?.()
  const holds = createHolds(clock)
  const startMs = monotonicMs(clock)
  /** What is left, in milliseconds; none once it was held for as long as it is. */
  const leftMs = (): number => {
    const heldMs = holds.ms()
    if (heldMs >= deadlineMs) return 0
    const passedMs = monotonicMs(clock) - startMs
    const countedMs = passedMs - heldMs - (lag?.ms() ?? 0)
    return Math.min(deadlineMs - countedMs, deadlineMs - heldMs, MOST_LENGTHS * deadlineMs - passedMs)
  }
  const pass = async (): Promise<void> => {
    let lagMs = 0
    await clock.sleep(deadlineMs, done.signal)
    for (let ms = leftMs(); ms >= 1; ms = leftMs()) {
      lagMs = lag?.ms() ?? 0
      await clock.sleep(ms, done.signal)
    }
    if (lag !== undefined) {
      if (lag.ms() > lagMs) await clock.sleep(LAST_READ_MS, done.signal)
      await lag.catchUp()
    }
    end.abort(late({ isOurs: (lag?.ms() ?? 0) >= OWN_PART * deadlineMs, isHeld: holds.areHeld() }))
  }
  pass().catch(() => undefined)
  return {
    signal: end.signal,
    race: (work) => untilAborted(end.signal, work),
    hold: holds.hold,
    stop: () => {
      caller?.removeEventListener('abort', leave)
      lag?.stop()
      done.abort(OVER)
      end.abort(OVER)
    },
  }
}

/** Adds up the times in which anything was held. */
function createHolds(clock: Clock) {
  let held = 0
  let sinceMs = 0
  let totalMs = 0
  const ms = () => (held === 0 ? totalMs : totalMs + monotonicMs(clock) - sinceMs)
  return {
    ms,
    areHeld: () => held > 0,
    hold: () => {
      if (held === 0) sinceMs = monotonicMs(clock)
      held += 1
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        totalMs = held === 1 ? ms() : totalMs
        held -= 1
      }
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

/** Waits for something that never rejects, or until the time is over. @param ms milliseconds */
export async function waitAtMost({ sleep }: Pick<Clock, 'sleep'>, ms: number, done: Promise<unknown>): Promise<void> {
  const end = new AbortController()
  await Promise.race([done, sleep(ms, end.signal).catch(() => undefined)])
  end.abort(OVER)
}

/** Why a signal aborted, as an error. */
export function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted')
}
