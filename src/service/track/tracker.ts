import type { Clock } from '../../core/ports.ts'
import type { Store } from '../../store/index.ts'
import { pollTransaction, postponePoll } from './poll.ts'
import type { ServiceContext } from '../context.ts'

/** Most transactions polled at the same time. */
const CONCURRENT_POLLS = 8
/** Longest pause between two passes, in milliseconds: other processes add transactions to the store. */
const MAX_PAUSE_MS = 1_000

/**
 * Polls every transaction that is due. One whose poll fails is reported to `onError`, postponed, and does not block the
 * others.
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

/**
 * Follows all pending transactions of the store in the background; `onError` gets what fails, and tracking goes on.
 * @returns stops tracking; resolves once the polls in progress are stored
 */
export function startTracker(context: ServiceContext): () => Promise<void> {
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
  return async () => {
    stopping.abort()
    await loop
  }
}

async function pause(clock: Clock, store: Pick<Store, 'transactions'>, signal: AbortSignal): Promise<void> {
  const nextAt = await store.transactions.nextDueAt().catch(() => undefined)
  const waitMs = Math.min(Math.max((nextAt ?? Infinity) - clock.now(), 50), MAX_PAUSE_MS)
  await clock.sleep(waitMs, signal).catch(() => undefined)
}
