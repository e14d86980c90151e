import { isSwapError } from '../../core/api/errors.ts'
import { hasShape, number, object, text } from '../../core/api/shape.ts'
import { formatAmount } from '../../core/money/amount.ts'
import { defined } from '../../core/defined.ts'
import type { QuoteRequest } from '../../core/api/requests.ts'
import { type QuotedRate, RATE_DECIMALS, type RatePoint } from '../../core/rates/point.ts'
import { isComparable } from '../../core/rates/series.ts'
import { type AlertSide, checkAlerts, type SeenRate, type WatchEntry, watchKey } from '../../core/rates/watch-entry.ts'
import { isOver } from '../../core/stored-time.ts'
import type { ServiceContext } from '../context.ts'
import { repeatInBackground } from '../repeat.ts'
import { createWatchList } from './watch-list.ts'

/** How often a pair is quoted at most, in milliseconds. */
const QUOTE_EVERY_MS = 60_000
/** How long a pair waits of which a quote said nothing, in milliseconds. */
const PUT_OFF_MS = 30_000
/**
 * Pause between two looks at what is due, in milliseconds: another process may have put a pair on the list, which nobody tells, and
 * whoever did waits for its rate.
 */
const PAUSE_MS = 5_000
/** How long whoever watches is the only one without saying so again, in milliseconds. */
const LEASE_MS = 60_000
/** The document that says who watches. */
const WATCHER_KEY = 'rate-watcher'

/** An alert that fired. */
export interface RateAlert {
  readonly side: AlertSide
  readonly entry: WatchEntry
  readonly seen: SeenRate
}

/** What the watch needs besides a service's parts. */
interface RateWatchOptions {
  /** Quotes; undefined where that says no rate. */
  readonly quote: (request: QuoteRequest, signal: AbortSignal) => Promise<QuotedRate | undefined>
  /** Called with each alert that this process has found, after the journal tells it. */
  readonly onAlert: (alert: RateAlert) => void
}

type WatchContext = Pick<
  ServiceContext,
  'clock' | 'store' | 'providers' | 'connections' | 'setting' | 'readDeliveries' | 'ids' | 'onError'
>

/**
 * Watches the pairs of the watch list in the background, one process of a store at a time: each is quoted once a minute, unless
 * somebody has quoted about as much of it meanwhile. Providers that have less than half of their budget left are not asked: the
 * rest is for people. What the others say then counts only where it is no less than what was last seen.
 * @returns stops it
 */
export function startRateWatch(context: WatchContext, options: RateWatchOptions): () => Promise<void> {
  const { clock, store, onError } = context
  const holder = context.ids.create('watch')
  const list = createWatchList(store.documents)
  /** Until when pairs wait of which a quote said nothing, in epoch milliseconds. */
  const putOff = new Map<string, number>()
  const watch = async (signal: AbortSignal) => {
    await watchNext(signal)
    return PAUSE_MS
  }
  const stop = repeatInBackground(context, watch, PAUSE_MS)

  async function watchNext(signal: AbortSignal): Promise<void> {
    const entries = await list.list()
    if (entries.length === 0 || !(await holdWatch(context, holder))) return
    const nowMs = clock.now()
    const [next] = entries
      .filter(({ seen }) => seen === undefined || isOver(seen.atMs + QUOTE_EVERY_MS, nowMs, QUOTE_EVERY_MS))
      .filter((entry) => isOver(putOff.get(watchKey(entry)) ?? 0, nowMs, PUT_OFF_MS))
      .sort((a, b) => (a.seen?.atMs ?? 0) - (b.seen?.atMs ?? 0))
    if (next === undefined) return
    const point = (await knownPoint(context, next)) ?? (await quoteOf(next, signal))
    if (point === undefined || signal.aborted) return
    await note(next, { atMs: point.atMs, rate: point.rate, ...defined({ srcUsd: point.srcUsd }) })
  }

  async function quoteOf(entry: WatchEntry, signal: AbortSignal): Promise<RatePoint | undefined> {
    const exclude = await withoutBudget(context)
    const { srcChain, srcAddress, dstChain, dstAddress, amount } = entry
    const request = { srcChain, srcAddress, dstChain, dstAddress, amount, exclude }
    const quoted = await options.quote(request, signal).catch((error: unknown) => {
      // Of a pair that nobody can quote now the next one is not kept waiting.
      if (!signal.aborted && !isSwapError(error)) throw error
      return undefined
    })
    const found = exclude.length === 0 || isNoLess(quoted, entry.seen) ? quoted : undefined
    if (found === undefined) putOff.set(watchKey(entry), clock.now() + PUT_OFF_MS)
    return found
  }

  async function note(before: WatchEntry, seen: SeenRate): Promise<void> {
    const { entry, fires } = checkAlerts(before, seen)
    // First: an alert that is told twice is better than one that never is.
    if (fires.length > 0) await store.events.append(fires.map((side) => alertEvent({ side, entry, seen })))
    await list.update(before, entry)
    for (const side of fires) options.onAlert({ side, entry, seen })
  }

  return async () => {
    await stop()
    await releaseWatch(context, holder).catch(onError)
  }
}

/** A point that somebody else's quote of about the same amount left within the last minute. */
async function knownPoint({ store, clock }: WatchContext, entry: WatchEntry): Promise<RatePoint | undefined> {
  const usd = entry.seen?.srcUsd
  if (usd === undefined) return undefined
  const points = await store.rates.ofPair(entry, 'minute', QUOTE_EVERY_MS)
  const sinceMs = entry.seen?.atMs ?? 0
  return points.findLast(
    ({ atMs, srcUsd }) => atMs > sinceMs && atMs <= clock.now() && srcUsd !== undefined && isComparable(srcUsd, usd),
  )
}

/** Whether a rate is known to have been reached, although not all were asked: a lower one may be that of who was not. */
function isNoLess(point: RatePoint | undefined, seen: SeenRate | undefined): boolean {
  return point !== undefined && seen !== undefined && point.rate >= seen.rate
}

/** Providers that are not to be asked: with less than half of their budget left. One that is paused refuses by itself. */
async function withoutBudget(context: WatchContext): Promise<string[]> {
  // Loads zod, which no quote needs.
  const { readProviderStates } = await import('../providers/states.ts')
  const states = await readProviderStates(context)
  return states
    .filter(({ active, gate: { quota } }) => active && quota !== undefined && quota.left * 2 < quota.requests)
    .map(({ key }) => key)
}

const watcherShape = object({ holder: text(), untilMs: number() })

/** True where this process is the one that watches. */
async function holdWatch({ store, clock }: WatchContext, holder: string): Promise<boolean> {
  const stored = await store.documents.get(WATCHER_KEY)
  const nowMs = clock.now()
  const held = stored !== undefined && hasShape(watcherShape, stored.doc) ? stored.doc : undefined
  if (held !== undefined && !isOver(held.untilMs, nowMs, LEASE_MS)) {
    if (held.holder !== holder) return false
    if (held.untilMs - nowMs > LEASE_MS / 2) return true
  }
  return store.documents.put(WATCHER_KEY, { holder, untilMs: nowMs + LEASE_MS }, stored?.version ?? 0)
}

async function releaseWatch({ store }: WatchContext, holder: string): Promise<void> {
  const stored = await store.documents.get(WATCHER_KEY)
  if (stored === undefined || !hasShape(watcherShape, stored.doc) || stored.doc.holder !== holder) return
  await store.documents.put(WATCHER_KEY, { holder, untilMs: 0 }, stored.version)
}

function alertEvent({ side, entry, seen }: RateAlert) {
  const { srcChain, srcAddress, dstChain, dstAddress, from, to, amount } = entry
  const limit = entry[side] ?? 0n
  return {
    at: new Date(seen.atMs).toISOString(),
    type: 'rate.alert' as const,
    data: {
      ...{ srcChain, srcAddress, dstChain, dstAddress, from, to, amount, side },
      ...{ limit: formatAmount(limit, RATE_DECIMALS), rate: formatAmount(seen.rate, RATE_DECIMALS) },
    },
  }
}
