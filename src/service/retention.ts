import { monotonicMs } from '../core/monotonic.ts'
import type { Clock } from '../core/ports.ts'
import type { Removable } from '../store/index.ts'
import type { ServiceContext } from './context.ts'
import { KEEP_MS } from './lock/idempotency.ts'
import { repeatInBackground } from './repeat.ts'

/*
 * What nobody asks for again leaves the store a little at a time, with the writes that add to it. Transactions and what they
 * were paid by stay.
 */

/** Most rows of a kind that one write removes besides its own: more than it adds. */
const ROWS_AT_ONCE = 100

/** Shortest time between two locks that remove what is past its time, in milliseconds: looking for it takes as long as a lock does. */
const TIDYING_PAUSE_MS = 100

/** Creates what is true once in a while, and the first time. @param pauseMs shortest time in between, in milliseconds */
export function createTidyingTurns(clock: Clock, pauseMs = TIDYING_PAUSE_MS): () => boolean {
  let nextMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = monotonicMs(clock)
    if (nowMs < nextMs) return false
    nextMs = nowMs + pauseMs
    return true
  }
}

/**
 * Removes some of all that is past its time: routes, unused locks, rates and events.
 * @returns how many rows it removed
 */
export async function pruneStore({ store, limits }: ServiceContext, limit = ROWS_AT_ONCE): Promise<number> {
  const routes = await store.routes.prune(limit)
  const locks = await store.locks.prune(limits.keepLocksMs, limit)
  const rates = await store.rates.prune(limits.keepRatesMs, limit)
  return routes + locks + rates + (await store.events.prune(limits.keepEventsMs, limit))
}

/** Pauses of what is removed in the background, in milliseconds: between two steps, and until it is looked again. */
const RETENTION_PAUSE_MS = { step: 200, round: 10 * 60_000 } as const

/**
 * Removes what is past its time in the background, a little at a time, and mends the index of texts: a server without swaps
 * removed nothing.
 * @returns stops it
 */
export function startRetention(context: ServiceContext): () => Promise<void> {
  const { transactions } = context.store
  let verified = { rows: 0, parties: 0 }
  const lookAfterTexts = async (): Promise<boolean> => {
    const found = await transactions.verifyTexts(verified)
    verified = found ?? { rows: 0, parties: 0 }
    return found === undefined ? transactions.mendTexts() : true
  }
  const failed =
    <T>(otherwise: T) =>
    (error: unknown) => {
      context.onError(error)
      return otherwise
    }
  const tidy = async () => {
    const removed = await pruneStore(context).catch(failed(0))
    const isWhole = await lookAfterTexts().catch(failed(true))
    return removed === 0 && isWhole ? RETENTION_PAUSE_MS.round : RETENTION_PAUSE_MS.step
  }
  return repeatInBackground(context, tidy, RETENTION_PAUSE_MS.round)
}

/** About how much would go if all were removed that is past its time. */
export async function countRemovable({ store, limits }: ServiceContext): Promise<Removable> {
  const { keepLocksMs, keepEventsMs } = limits
  return store.countRemovable({ keepLocksMs, keepEventsMs, keepPayloadsMs: KEEP_MS })
}

/**
 * Removes what was handed out to be paid from some transactions that have ended and can no longer be asked for again by key.
 * @returns from how many
 */
export async function dropPayloads({ store }: ServiceContext, limit = ROWS_AT_ONCE): Promise<number> {
  return store.transactions.dropPayloads(KEEP_MS, limit)
}
