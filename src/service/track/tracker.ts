import { OVER } from '../../core/deadline.ts'
import type { Clock } from '../../core/ports.ts'
import type { ServiceContext } from '../context.ts'
import { createPollLanes } from './poll-lanes.ts'

/**
 * Pauses between two passes, in milliseconds: the longest since other processes add transactions to the store; while something is
 * due that has no place, or is left alone, the least grows with each pass that is in vain.
 */
const PAUSE_MS = { least: 50, inVain: 500, longest: 1_000 } as const

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
  /** What a pass claims; undefined where the store could not be asked. */
  const fill = () =>
    lanes.fill().catch((error: unknown) => {
      context.onError(error)
      return undefined
    })
  const loop = (async () => {
    let inVain = 0
    while (!stopping.signal.aborted) {
      const filled = await fill()
      const dueInMs = (await context.store.transactions.nextDueInMs().catch(() => undefined)) ?? Infinity
      const isNone = filled?.ids.length === 0 && !filled.hasDamaged
      inVain = isNone && dueInMs <= 0 ? inVain + 1 : 0
      const leastMs = filled === undefined ? PAUSE_MS.longest : Math.min(PAUSE_MS.least * 2 ** inVain, PAUSE_MS.inVain)
      const place = filled === undefined ? undefined : lanes.next()
      const waitMs = Math.min(Math.max(dueInMs, leastMs), PAUSE_MS.longest)
      await waitForPlace(context.clock, waitMs, place, stopping.signal)
    }
  })()
  return async () => {
    stopping.abort()
    await loop
    await lanes.end()
  }
}

/** Waits for a place, but never for longer than so many milliseconds. */
async function waitForPlace(
  clock: Clock,
  waitMs: number,
  place: Promise<void> | undefined,
  signal: AbortSignal,
): Promise<void> {
  const woken = new AbortController()
  const whole = clock.sleep(waitMs, AbortSignal.any([signal, woken.signal])).catch(() => undefined)
  await Promise.race([whole, place ?? whole])
  woken.abort(OVER)
}
