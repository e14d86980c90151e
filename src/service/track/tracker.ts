import { OVER } from '../../core/deadline.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import { pollTransaction, postponePoll } from './poll.ts'
import type { ServiceContext } from '../context.ts'

/** Most transactions of one provider polled at the same time: a slow provider fills its own share only. */
const POLLS_OF_PROVIDER = 8
/** Most due transactions read at once. */
const BATCH = 256
/** How long one is left alone that could be neither polled nor postponed, in milliseconds: it is damaged, or the disk is full. */
const LEFT_ALONE_MS = 30_000
/** Pauses between two passes, in milliseconds; the longest since other processes add transactions to the store. */
const PAUSE_MS = { least: 50, whilePolling: 500, longest: 1_000 } as const

/**
 * Polls every transaction that is due. One whose poll fails is reported to `onError`, postponed, and does not block the
 * others.
 * @returns how many this call polled
 */
export async function pollDue(context: ServiceContext, signal: AbortSignal): Promise<number> {
  const lanes = createLanes(context, signal)
  await lanes.fill()
  return lanes.end()
}

/** Providers that are polled now, each by itself. */
interface Lanes {
  /** Starts polling what is due at every provider that is not being polled. */
  fill(): Promise<void>
  /** Resolves when one provider is polled to its end; undefined while none is being polled. */
  next(): Promise<void> | undefined
  /** True while some that are due are left alone. */
  hasStuck(): boolean
  /** Resolves once no provider is being polled, with how many transactions were. */
  end(): Promise<number>
}

function createLanes(context: ServiceContext, signal: AbortSignal): Lanes {
  const running = new Map<string, Promise<void>>()
  /** Until when each is left alone, by id, in monotonic milliseconds. */
  const stuck = new Map<string, number>()
  let polled = 0
  const poll = async (ids: string[]): Promise<void> => {
    for (let id = ids.shift(); id !== undefined && !signal.aborted; id = ids.shift()) {
      const outcome = await pollOrPostpone(context, id, signal)
      if (outcome === 'polled') polled += 1
      else if (outcome === 'stuck') stuck.set(id, monotonicMs(context.clock) + LEFT_ALONE_MS)
    }
  }
  const freeStuck = () => {
    const nowMs = monotonicMs(context.clock)
    for (const [id, untilMs] of stuck) if (untilMs <= nowMs) stuck.delete(id)
  }
  return {
    fill: async () => {
      freeStuck()
      const busy = new Set(running.keys())
      for (;;) {
        const due = await context.store.transactions.due(context.clock.now(), BATCH, [...busy])
        for (const provider of new Set(due.map((one) => one.provider))) {
          busy.add(provider)
          const own = due.filter((one) => one.provider === provider && !stuck.has(one.id))
          if (own.length === 0) continue
          const ids = own.map(({ id }) => id)
          const lane = Promise.all(Array.from({ length: POLLS_OF_PROVIDER }, () => poll(ids)))
          const ended = lane.then(() => void running.delete(provider))
          running.set(provider, ended)
        }
        // Behind a full batch of some providers, others may wait.
        if (due.length < BATCH || signal.aborted) return
      }
    },
    hasStuck: () => stuck.size > 0,
    next: () => (running.size === 0 ? undefined : Promise.race(running.values())),
    end: async () => {
      await Promise.all(running.values())
      return polled
    },
  }
}

/** 'left' where another process polls it or it is not due any more, 'stuck' where it would be due at once again. */
async function pollOrPostpone(
  context: ServiceContext,
  id: string,
  signal: AbortSignal,
): Promise<'polled' | 'left' | 'stuck'> {
  try {
    return (await pollTransaction(context, id, { acceptRefund: false, onlyWhenDue: true, signal })) ? 'polled' : 'left'
  } catch (error) {
    context.onError(error)
    // What keeps it from being postponed has most often just been told.
    return postponePoll(context, id).then(
      () => 'left',
      () => 'stuck',
    )
  }
}

/**
 * Follows all pending transactions of the store in the background; `onError` gets what fails, and tracking goes on.
 * @returns stops tracking: no answer is waited for, and what has come is stored
 */
export function startTracker(context: ServiceContext): () => Promise<void> {
  const stopping = new AbortController()
  const lanes = createLanes(context, stopping.signal)
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
  lanes: Lanes,
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
