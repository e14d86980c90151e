import type { Clock } from '../../core/ports.ts'
import type { Store } from '../../store/index.ts'
import { pollTransaction, postponePoll } from './poll.ts'
import type { ServiceContext } from '../context.ts'

/** How many transactions are polled at once. */
const CONCURRENT_POLLS = 8
/** Longest pause between two looks at the store, in milliseconds: other processes add transactions to it. */
const LOOK_EVERY_MS = 1_000

/**
 * Polls every transaction that is due now; one that cannot be polled is put off and does not hold up the others.
 * @param onError told about each of those
 * @returns how many this call polled
 */
export async function pollDue(context: ServiceContext): Promise<number> {
  let polled = 0
  const due = await context.store.transactions.due(context.clock.now(), 256)
  for (let start = 0; start < due.length; start += CONCURRENT_POLLS) {
    const batch = due.slice(start, start + CONCURRENT_POLLS)
    const results = await Promise.all(batch.map((id) => pollOrPostpone(context, id)))
    polled += results.filter(Boolean).length
  }
  return polled
}

async function pollOrPostpone(context: ServiceContext, id: string): Promise<boolean> {
  try {
    return await pollTransaction(context, id, { acceptRefund: false, onlyWhenDue: true })
  } catch (error) {
    context.onError(error)
    await postponePoll(context, id)
    return false
  }
}

export interface Tracker {
  /** Stops looking; resolves when the poll in progress, if any, has written what it learnt. */
  stop(): Promise<void>
}

/**
 * Follows all pending transactions of the store in the background.
 * @param onError told about a pass that failed; tracking goes on
 */
export function startTracker(context: ServiceContext): Tracker {
  const stopping = new AbortController()
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await pollDue(context)
      } catch (error) {
        context.onError(error)
      }
      await pause(context.clock, context.store, stopping.signal)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await loop
    },
  }
}

async function pause(clock: Clock, store: Pick<Store, 'transactions'>, signal: AbortSignal): Promise<void> {
  const nextAt = await store.transactions.nextDueAt().catch(() => undefined)
  const waitMs = Math.min(Math.max((nextAt ?? Infinity) - clock.now(), 50), LOOK_EVERY_MS)
  await clock.sleep(waitMs, signal).catch(() => undefined)
}
