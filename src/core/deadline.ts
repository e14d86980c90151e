import { createEnding, type StopSignal } from './ending.ts'
import { monotonicMs } from './monotonic.ts'
import type { Clock } from './ports.ts'

/** The time that work may take. */
export interface Deadline extends Omit<LightDeadline, 'signal'> {
  /** Aborts at the deadline, when the caller leaves, and at `stop`. */
  readonly signal: AbortSignal
}

/** The same for work that may need no AbortSignal. */
export interface LightDeadline {
  /** That of a Deadline; made when it is first asked for. */
  readonly signal: () => AbortSignal
  /** Says the same. */
  readonly stopped: StopSignal
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

/** A time that work may take, which may become shorter while the work is done. */
export interface TimeLimit {
  /** Milliseconds as they are now. */
  readonly ms: () => number
  /** Makes it shorter for all work under it, what is under way included; longer it never gets. @param ms milliseconds from the start of each */
  readonly shorten: (ms: number) => void
  /** Calls `run` each time it gets shorter. @returns stops that */
  readonly watch: (run: () => void) => () => void
}

/** @param firstMs milliseconds */
export function createTimeLimit(firstMs: number): TimeLimit {
  let limitMs = firstMs
  const watchers = new Set<() => void>()
  return {
    ms: () => limitMs,
    shorten: (ms) => {
      if (ms >= limitMs) return
      limitMs = ms
      for (const run of watchers) run()
    },
    watch: (run) => {
      watchers.add(run)
      return () => void watchers.delete(run)
    },
  }
}

/** How a deadline passed. */
export interface Lateness {
  /** How long the work was given, in milliseconds. */
  readonly givenMs: number
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
 * @param limit milliseconds, or what may become shorter
 * @param late what the signal says at the deadline
 * @param caller its abort ends the work too
 * @param left what the signal says once the caller has left. @default the caller's own reason
 */
export function startDeadline(
  clock: Clock,
  limit: number | TimeLimit,
  late: (lateness: Lateness) => Error,
  caller?: StopSignal,
  left?: (reason: unknown) => unknown,
): Deadline {
  const deadline = startLightDeadline(clock, limit, late, caller, left)
  return { ...deadline, signal: deadline.signal() }
}

/** The same for work that may need no AbortSignal. */
export function startLightDeadline(
  clock: Clock,
  limit: number | TimeLimit,
  late: (lateness: Lateness) => Error,
  caller?: StopSignal,
  left: (reason: unknown) => unknown = (reason) => reason,
): LightDeadline {
  const ending = createEnding()
  const limitMs = typeof limit === 'number' ? () => limit : limit.ms
  let stopTimer = () => undefined as void
  let wake = () => undefined as void
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      stopTimer = startTimer(clock, ms, resolve)
    })
  const unwatch =
    typeof limit === 'number'
      ? undefined
      : limit.watch(() => {
          stopTimer()
          wake()
        })
  const leave = () => ending.end(left(caller?.reason))
  if (caller?.aborted === true) leave()
  caller?.addEventListener('abort', leave, { once: true })
  const lag = clock.watchLag?.()
  const holds = createHolds(clock)
  const startMs = monotonicMs(clock)
  /** What is left, in milliseconds; none once it was held for as long as it is. */
  const leftMs = (): number => {
    const deadlineMs = limitMs()
    const heldMs = holds.ms()
    if (heldMs >= deadlineMs) return 0
    const passedMs = monotonicMs(clock) - startMs
    const countedMs = passedMs - heldMs - (lag?.ms() ?? 0)
    return Math.min(deadlineMs - countedMs, deadlineMs - heldMs, MOST_LENGTHS * deadlineMs - passedMs)
  }
  const pass = async (): Promise<void> => {
    let lagMs = 0
    await sleep(limitMs())
    for (let ms = leftMs(); ms >= 1; ms = leftMs()) {
      lagMs = lag?.ms() ?? 0
      await sleep(ms)
    }
    if (lag !== undefined) {
      if (lag.ms() > lagMs) await sleep(LAST_READ_MS)
      await lag.catchUp()
    }
    const givenMs = limitMs()
    ending.end(late({ givenMs, isOurs: (lag?.ms() ?? 0) >= OWN_PART * givenMs, isHeld: holds.areHeld() }))
  }
  void pass()
  return {
    stopped: ending.stopped,
    signal: ending.signal,
    race: (work) => untilAborted(ending.stopped, work),
    hold: holds.hold,
    stop: () => {
      caller?.removeEventListener('abort', leave)
      unwatch?.()
      lag?.stop()
      stopTimer()
      ending.end(OVER)
    },
  }
}

/** Calls `run` after a time. @param ms milliseconds @returns stops it */
export function startTimer(clock: Pick<Clock, 'sleep' | 'startTimer'>, ms: number, run: () => void): () => void {
  if (clock.startTimer !== undefined) return clock.startTimer(ms, run)
  const end = new AbortController()
  clock.sleep(ms, end.signal).then(run, () => undefined)
  return () => end.abort(OVER)
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
export async function untilAborted<T>(signal: StopSignal, work: Promise<T>): Promise<T> {
  let stop = () => undefined as void
  const aborted = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(abortReason(signal))
    stop = () => signal.removeEventListener('abort', fail)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    stop()
  }
}

/** Waits for something, or until the time is over. @param ms milliseconds @returns what it gave; undefined where the time was over before @throws what it rejects with until then */
export async function waitAtMost<T>(
  clock: Pick<Clock, 'sleep' | 'startTimer'>,
  ms: number,
  done: Promise<T>,
): Promise<T | undefined> {
  let stop = () => undefined as void
  const over = new Promise<undefined>((resolve) => {
    stop = startTimer(clock, ms, () => resolve(undefined))
  })
  try {
    return await Promise.race([done, over])
  } finally {
    stop()
  }
}

/** Why a signal aborted, as an error. */
export function abortReason({ reason }: Pick<StopSignal, 'reason'>): Error {
  return reason instanceof Error ? reason : new Error('aborted')
}
