import { OVER } from '../../core/deadline.ts'
import type { ServiceContext } from '../context.ts'
import { createPollLanes, type PollLanes } from './poll-lanes.ts'

/** Pauses between two passes, in milliseconds; the longest since other processes add transactions to the store. */
const PAUSE_MS = { least: 50, whilePolling: 500, longest: 1_000 } as const

/**
 * Polls every transaction that is due. One whose poll fails is reported to `onError`, postponed, and does not block the
 * others.
 * @returns how many this call polled
 */
export async function pollDue(context: ServiceContext, signal: AbortSignal): Promise<number> {
  const lanes = createPollLanes(context, signal)
  await lanes.fill()
  return lanes.end()
}

/**
 * Follows all pending transactions of the store in the background; `onError` gets what fails, and tracking goes on.
 * @returns stops tracking: no answer is waited for, and what has come is stored
 */
export function startTracker(context: ServiceContext): () => Promise<void> {
  const stopping = new AbortController()
  const lanes = createPollLanes(context, stopping.signal)
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await lanes.fill()
      } catch (error) {
        context.onError(error)
      }
      await pause(context, lanes, stopping.signal)
    }
  })()
  return async () => {
    stopping.abort()
    await loop
    await lanes.end()
  }
}

/**
 * Waits for the next poll that is due, or until a provider is polled to its end, but never for nothing: a pass without a
 * pause would leave no time for anything else of this process.
 */
async function pause(
  { clock, store }: Pick<ServiceContext, 'clock' | 'store'>,
  lanes: PollLanes,
  signal: AbortSignal,
): Promise<void> {
  const polling = lanes.next()
  const nextAt = await store.transactions.nextDueAt().catch(() => undefined)
  const leastMs = leastPauseMs(polling !== undefined, lanes.hasStuck())
  const waitMs = Math.min(Math.max((nextAt ?? Infinity) - clock.now(), leastMs), PAUSE_MS.longest)
  const woken = new AbortController()
  const sleep = (ms: number) => clock.sleep(ms, AbortSignal.any([signal, woken.signal])).catch(() => undefined)
  const [shortest, whole] = [sleep(PAUSE_MS.least), sleep(waitMs)]
  await Promise.all([shortest, Promise.race([whole, polling ?? whole])])
  woken.abort(OVER)
}

function leastPauseMs(isPolling: boolean, hasStuck: boolean): number {
  if (hasStuck) return PAUSE_MS.longest
  return isPolling ? PAUSE_MS.whilePolling : PAUSE_MS.least
}
