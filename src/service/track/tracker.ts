import { OVER } from '../../core/deadline.ts'
import type { ServiceContext } from '../context.ts'
import { createPollLanes, type FilledPlaces, type PollLanes } from './poll-lanes.ts'

/** Pauses between two passes, in milliseconds; the longest since other processes add transactions to the store. */
const PAUSE_MS = { least: 50, whilePolling: 500, longest: 1_000 } as const

/**
 * Polls every transaction that is due, once. One whose poll fails is reported to `onError`, postponed, and does not block the
 * others.
 * @returns how many this call polled
 */
export async function pollDue(context: ServiceContext, signal: AbortSignal): Promise<number> {
  const lanes = createPollLanes(context, signal)
  const seen = new Set<string>()
  try {
    for (;;) {
      const { ids, hasDamaged } = await lanes.fill()
      const next = lanes.next()
      // One that is due again already is a matter of the next call.
      if ((next === undefined && !hasDamaged) || ids.some((id) => seen.has(id)) || signal.aborted) break
      for (const id of ids) seen.add(id)
      await next
    }
  } finally {
    await lanes.end()
  }
  return lanes.end()
}

/**
 * Follows all pending transactions of the store in the background; `onError` gets what fails, and tracking goes on.
 * @returns stops tracking: no answer is waited for, and what has come is stored
 */
export function startTracker(context: ServiceContext): () => Promise<void> {
  const stopping = new AbortController()
  const lanes = createPollLanes(context, stopping.signal)
  const fill = () =>
    lanes.fill().catch((error: unknown) => {
      context.onError(error)
      return undefined
    })
  const loop = (async () => {
    while (!stopping.signal.aborted) await pause(context, lanes, await fill(), stopping.signal)
  })()
  return async () => {
    stopping.abort()
    await loop
    await lanes.end()
  }
}

/**
 * Waits for the next poll that is due, or until there is a place for one that waits, but never for nothing: a pass without a
 * pause would leave no time for anything else of this process.
 * @param filled undefined where the store could not be asked
 */
async function pause(
  { clock, store }: Pick<ServiceContext, 'clock' | 'store'>,
  lanes: PollLanes,
  filled: FilledPlaces | undefined,
  signal: AbortSignal,
): Promise<void> {
  const dueInMs = (await store.transactions.nextDueInMs().catch(() => undefined)) ?? Infinity
  const leastMs = leastPauseMs(filled, lanes.isPolling(), dueInMs <= 0)
  const waitMs = Math.min(Math.max(dueInMs, leastMs), PAUSE_MS.longest)
  const woken = new AbortController()
  const whole = clock.sleep(waitMs, AbortSignal.any([signal, woken.signal])).catch(() => undefined)
  await Promise.race([whole, (filled === undefined ? undefined : lanes.next()) ?? whole])
  woken.abort(OVER)
}

function leastPauseMs(filled: FilledPlaces | undefined, isPolling: boolean, isDue: boolean): number {
  if (filled === undefined) return PAUSE_MS.longest
  if (filled.hasDamaged) return PAUSE_MS.least
  if (isPolling) return PAUSE_MS.whilePolling
  // What is due and was not claimed is left alone for now.
  return filled.ids.length === 0 && isDue ? PAUSE_MS.longest : PAUSE_MS.least
}
