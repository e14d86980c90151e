import type { ServiceContext } from '../context.ts'
import { createHintedPauses } from '../hinted-pauses.ts'
import { createPollLanes } from './poll-lanes.ts'

/**
 * Pauses between two passes, in milliseconds: the longest since other processes add transactions to the store, and do not say so,
 * or may; while something is due that has no place, or is left alone, the least grows with each pass that is in vain.
 */
const PAUSE_MS = { least: 50, inVain: 500, longest: 1_000, longestHinted: 5_000 } as const

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
 * Follows all pending transactions of the store in the background; `onError` gets what fails, and tracking goes on. Several
 * trackers of one store share what is due: whoever comes first claims it.
 * @returns stops tracking: no answer is waited for, and what has come is stored
 */
export function startTracker(context: ServiceContext): () => Promise<void> {
  const { store, clock } = context
  const stopping = new AbortController()
  const { signal } = stopping
  const lanes = createPollLanes(context, signal)
  const pauses = createHintedPauses(store.hints, clock, ({ dueInMs }) => dueInMs)
  /** @param otherwise what counts where the store could not be asked */
  const askDueInMs = async (otherwise: number): Promise<number> =>
    store.transactions.nextDueInMs().then(
      (ms) => ms ?? Number.POSITIVE_INFINITY,
      () => otherwise,
    )
  /** What a pass claims; undefined where the store could not be asked. */
  const fill = () =>
    lanes.fill().catch((error: unknown) => {
      context.onError(error)
      return undefined
    })
  const loop = (async () => {
    let inVain = 0
    /** False while all that is known of is due later: then it is asked first whether that is still so. */
    let isExpected = true
    while (!signal.aborted) {
      const longestMs = pauses.areHinted() ? PAUSE_MS.longestHinted : PAUSE_MS.longest
      if (!isExpected) {
        const laterMs = await askDueInMs(0)
        if (laterMs > 0) {
          await pauses.wait({ mostMs: Math.min(laterMs, longestMs), leastMs: PAUSE_MS.least }, signal)
          isExpected = laterMs <= longestMs
          continue
        }
      }
      const filled = await fill()
      const dueInMs = await askDueInMs(Number.POSITIVE_INFINITY)
      const isNone = filled?.ids.length === 0 && !filled.hasDamaged
      inVain = isNone && dueInMs <= 0 ? inVain + 1 : 0
      const leastMs = filled === undefined ? PAUSE_MS.longest : Math.min(PAUSE_MS.least * 2 ** inVain, PAUSE_MS.inVain)
      const place = filled === undefined ? undefined : lanes.next()
      const mostMs = Math.min(Math.max(dueInMs, leastMs), longestMs)
      await pauses.wait({ mostMs, leastMs, until: place }, signal)
      isExpected = place !== undefined || filled === undefined || dueInMs <= longestMs
    }
  })()
  return async () => {
    stopping.abort()
    await loop
    pauses.end()
    await lanes.end()
  }
}
