import { startTimer } from '../../core/deadline.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { Clock } from '../../core/ports.ts'
import { ROUTES_DEADLINE_MS } from '../../core/swap/defaults.ts'

/** Longest time that a quote waits for its place, in milliseconds: longer than a provider that does not answer holds up the routes of others. */
const LONGEST_WAIT_MS = ROUTES_DEADLINE_MS + 1_000
/** Quotes that may wait for each one in work. */
const WAITING_PER_PLACE = 8
/** When a refused caller may try again, in seconds. */
const RETRY_AFTER_SEC = 2
/** Most quotes in work where none are set: more only share the same processor. */
const MOST_PLACES = 64
/** Calls of providers under way at once that set the default: each has a socket. */
const MOST_CALLS = 640

/** Places for quotes in work: what is too much waits in a short queue, and is refused beyond it. */
export interface QuotePlaces {
  /**
   * Takes a place, after a wait of 9 s at most. Of the callers that wait, one with the fewest quotes in work is next; of
   * these, the one that came first.
   * @param caller who asks, where that is known; all others are one
   * @param signal where it aborts, the wait ends at once without a place: there is nothing to do any more
   * @returns gives the place back; more than once is as once
   * @throws SERVICE_UNAVAILABLE when too many wait, or this one has waited too long
   */
  readonly take: (caller: string | undefined, signal: AbortSignal | undefined) => Promise<() => void>
}

/** How many quotes are worked on at once where nothing is set. @param providers how many each of them asks */
export function defaultQuotesInFlight(providers: number): number {
  return Math.max(2, Math.min(MOST_PLACES, Math.floor(MOST_CALLS / Math.max(1, providers))))
}

/** A quote that waits. */
interface Waiting {
  readonly caller: string
  readonly begin: () => void
  readonly refuse: () => void
}

/** @param places quotes in work at once, from 1 */
export function createQuotePlaces(clock: Pick<Clock, 'sleep' | 'startTimer'>, places: number): QuotePlaces {
  const inWork = new Map<string, number>()
  /** In the order of their coming. */
  const queue = new Set<Waiting>()
  let taken = 0
  const workOf = ({ caller }: Pick<Waiting, 'caller'>) => inWork.get(caller) ?? 0
  const begin = (caller: string): (() => void) => {
    taken += 1
    inWork.set(caller, workOf({ caller }) + 1)
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      taken -= 1
      const left = workOf({ caller }) - 1
      if (left === 0) inWork.delete(caller)
      else inWork.set(caller, left)
      const next = [...queue].reduce<Waiting | undefined>(
        (best, one) => (best === undefined || workOf(one) < workOf(best) ? one : best),
        undefined,
      )
      next?.begin()
    }
  }
  /** True where one more may wait: in a full queue, in the place of the last one of another caller who waits more often. */
  const makeRoom = (caller: string): boolean => {
    if (queue.size < places * WAITING_PER_PLACE) return true
    const counts = new Map<string, number>()
    for (const one of queue) counts.set(one.caller, (counts.get(one.caller) ?? 0) + 1)
    const most = Math.max(...counts.values())
    if ((counts.get(caller) ?? 0) + 1 >= most) return false
    const last = [...queue].reverse().find((one) => counts.get(one.caller) === most)
    last?.refuse()
    return last !== undefined
  }
  return {
    take: async (caller = '', signal) => {
      if (signal?.aborted === true) return NO_PLACE
      if (taken < places) return begin(caller)
      if (!makeRoom(caller)) throw tooMany()
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => () => {
          if (!queue.delete(one)) return
          stopTimer()
          signal?.removeEventListener('abort', leave)
          settle()
        }
        const leave = end(() => resolve(NO_PLACE))
        const one: Waiting = {
          caller,
          begin: end(() => resolve(begin(caller))),
          refuse: end(() => reject(tooMany())),
        }
        queue.add(one)
        signal?.addEventListener('abort', leave, { once: true })
        const stopTimer = startTimer(clock, LONGEST_WAIT_MS, one.refuse)
      })
    },
  }
}

const NO_PLACE = () => undefined

function tooMany(): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', 'Too many quotes are asked for at once', {
    retryAfterSec: RETRY_AFTER_SEC,
    hint: 'Try again in a moment',
  })
}
