import { OVER, startTimer, waitAtMost } from '../../core/deadline.ts'
import { isSwapError } from '../../core/api/errors.ts'
import type { Clock } from '../../core/ports.ts'
import type { QuotedRoute } from '../../core/swap/records.ts'
import type { Store } from '../../store/index.ts'
import { createTidyingTurns } from '../retention.ts'

/** Longest time that a quote waits for its routes to be stored, in milliseconds. */
const WAIT_FOR_STORE_MS = 250
/** How long routes of a quote that goes on may wait for others to be stored with, in milliseconds. */
const COLLECT_MS = 100
/** Pause after a store that took none, in milliseconds. */
const PAUSE_MS = 1_000
/** Most routes in one write: it holds up everything else. */
const ROUTES_AT_ONCE = 500
/** Most routes in memory that are not stored yet; the earliest leave first. */
const MOST_KEPT = 10_000
/** Shortest time between two times of tidying up, in milliseconds. */
const TIDY_EVERY_MS = 1_000
/** Least number of routes removed at a time. */
const LEAST_REMOVED = 100

/** Quoted routes: in memory until they are stored, so that no quote waits for long and each lock finds its route. */
export interface KeptRoutes {
  /** Keeps routes, to be stored within a moment. */
  add(routes: readonly QuotedRoute[]): void
  /** Resolves when what was added before is stored, or cannot be soon. */
  settle(): Promise<void>
  /** @throws STORE_UNUSABLE */
  get(provider: string, routeId: string): Promise<QuotedRoute | undefined>
  /** Stores what is not stored yet, and ends. */
  close(): Promise<void>
}

/** @param onError told of routes that could not be stored, and of what could not be removed */
export function createKeptRoutes(
  routes: Pick<Store['routes'], 'putMany' | 'get' | 'prune'>,
  clock: Clock,
  onError: (error: unknown) => void,
): KeptRoutes {
  /** By their keys, in the order in which they are stored. */
  const unstored = new Map<string, NumberedRoute>()
  /** Quotes that wait, in their order, each for the number of its last route. */
  const waiting: { readonly last: number; readonly go: () => void }[] = []
  const closing = new AbortController()
  let storing: Promise<void> | undefined
  /** Stops the timer that stores what is collected. */
  let stopCollecting: (() => void) | undefined
  /** What the store last refused, while it does. */
  let failure: { readonly error: unknown } | undefined
  /** Number of the newest route. */
  let newest = 0
  /** Routes added since the last time of tidying up. */
  let added = 0
  let tidying: Promise<void> | undefined
  const isTidyingDue = createTidyingTurns(clock, TIDY_EVERY_MS)

  const drop = (keys: readonly string[], error: unknown): void => {
    for (const key of keys) unstored.delete(key)
    if (keys.length > 0) onError(error)
  }
  /** Lets quotes go on whose routes are stored. @param last number up to which they are */
  const release = (last: number): void => {
    while (waiting[0] !== undefined && waiting[0].last <= last) waiting.shift()?.go()
  }
  const storeAll = async (): Promise<void> => {
    while (unstored.size > 0) {
      const batch = [...unstored].slice(0, ROUTES_AT_ONCE)
      try {
        await routes.putMany(batch.map(([, { route }]) => route))
      } catch (error) {
        failure = { error }
        const nowMs = clock.now()
        const isLost = ({ route }: NumberedRoute) =>
          !isSwapError(error) || closing.signal.aborted || route.keepUntilMs < nowMs
        drop(
          batch.filter(([, one]) => isLost(one)).map(([key]) => key),
          error,
        )
        if (!closing.signal.aborted) clock.sleep(PAUSE_MS, closing.signal).then(tryAgain, () => undefined)
        break
      }
      failure = undefined
      // One that was quoted again meanwhile stays.
      for (const [key, one] of batch) if (unstored.get(key) === one) unstored.delete(key)
      release(batch.at(-1)?.[1].number ?? 0)
    }
    release(newest)
    // In the same step as the look: a route that comes now begins anew.
    storing = undefined
  }
  const start = async (): Promise<void> => {
    stopCollecting?.()
    stopCollecting = undefined
    if (unstored.size > 0) storing ??= storeAll()
    await storing
  }
  const untilStored = (last: number): Promise<void> => {
    void start()
    return new Promise((go) => waiting.push({ last, go }))
  }
  const tryAgain = () => {
    failure = undefined
    void start()
  }
  /** Removes more than was added since, seldom, and while nobody waits for it. */
  const tidy = async (): Promise<void> => {
    const most = Math.max(LEAST_REMOVED, 2 * added)
    added = 0
    for (let left = most; left > 0 && !closing.signal.aborted; left -= ROUTES_AT_ONCE) {
      const limit = Math.min(left, ROUTES_AT_ONCE)
      if ((await routes.prune(limit)) < limit) return
    }
  }
  const tidySometimes = () => {
    if (tidying !== undefined || closing.signal.aborted || !isTidyingDue()) return
    tidying = tidy()
      .catch(onError)
      .finally(() => (tidying = undefined))
  }
  return {
    add: (found) => {
      if (found.length === 0) return
      added += found.length
      for (const route of found) {
        const key = keyOf(route)
        // Behind those that are stored before it.
        unstored.delete(key)
        newest += 1
        unstored.set(key, { route, number: newest })
      }
      const over = unstored.size - MOST_KEPT
      if (over > 0)
        drop([...unstored.keys()].slice(0, over), failure?.error ?? new Error('too many quoted routes at once'))
      if (failure !== undefined || storing !== undefined || stopCollecting !== undefined) return
      stopCollecting = startTimer(clock, COLLECT_MS, () => void start())
    },
    settle: async () => {
      if (unstored.size > 0 && failure === undefined) await waitAtMost(clock, WAIT_FOR_STORE_MS, untilStored(newest))
      tidySometimes()
    },
    get: async (provider, routeId) =>
      unstored.get(keyOf({ provider, routeId }))?.route ?? routes.get(provider, routeId),
    close: async () => {
      closing.abort(OVER)
      await storing
      await start()
      await tidying
    },
  }
}

interface NumberedRoute {
  readonly route: QuotedRoute
  /** How many were added up to this one. */
  readonly number: number
}

function keyOf({ provider, routeId }: Pick<QuotedRoute, 'provider' | 'routeId'>): string {
  return `${provider} ${routeId}`
}
