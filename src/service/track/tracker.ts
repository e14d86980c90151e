import { OVER } from '../../core/deadline.ts'
import { pollTransaction, postponePoll } from './poll.ts'
import type { ServiceContext } from '../context.ts'

/** Most transactions of one provider polled at the same time: a slow provider fills its own share only. */
const POLLS_OF_PROVIDER = 8
/** Most due transactions read at once. */
const BATCH = 256
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
  /** Resolves once no provider is being polled, with how many transactions were. */
  end(): Promise<number>
}

function createLanes(context: ServiceContext, signal: AbortSignal): Lanes {
  const running = new Map<string, Promise<void>>()
  let polled = 0
  const poll = async (ids: string[]): Promise<void> => {
    for (let id = ids.shift(); id !== undefined && !signal.aborted; id = ids.shift()) {
      if (await pollOrPostpone(context, id, signal).catch((error: unknown) => context.onError(error))) polled += 1
    }
  }
  return {
    fill: async () => {
      const busy = new Set(running.keys())
      for (;;) {
        const due = await context.store.transactions.due(context.clock.now(), BATCH, [...busy])
        for (const provider of new Set(due.map((one) => one.provider))) {
          const ids = due.filter((one) => one.provider === provider).map(({ id }) => id)
          const lane = Promise.all(Array.from({ length: POLLS_OF_PROVIDER }, () => poll(ids)))
          const ended = lane.then(() => void running.delete(provider))
          running.set(provider, ended)
          busy.add(provider)
        }
        // Behind a full batch of some providers, others may wait.
        if (due.length < BATCH || signal.aborted) return
      }
    },
    next: () => (running.size === 0 ? undefined : Promise.race(running.values())),
    end: async () => {
      await Promise.all(running.values())
      return polled
    },
  }
}

async function pollOrPostpone(context: ServiceContext, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    return await pollTransaction(context, id, { acceptRefund: false, onlyWhenDue: true, signal })
  } catch (error) {
    context.onError(error)
    await postponePoll(context, id)
    return false
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
      await pause(context, lanes.next(), stopping.signal)
    }
  })()
  return async () => {
    stopping.abort()
    await loop
    await lanes.end()
  }
}

/** Waits for the next poll that is due, or until a provider is polled to its end. */
async function pause(
  { clock, store }: Pick<ServiceContext, 'clock' | 'store'>,
  polling: Promise<void> | undefined,
  signal: AbortSignal,
): Promise<void> {
  const nextAt = await store.transactions.nextDueAt().catch(() => undefined)
  const leastMs = polling === undefined ? PAUSE_MS.least : PAUSE_MS.whilePolling
  const waitMs = Math.min(Math.max((nextAt ?? Infinity) - clock.now(), leastMs), PAUSE_MS.longest)
  const woken = new AbortController()
  const sleep = clock.sleep(waitMs, AbortSignal.any([signal, woken.signal])).catch(() => undefined)
  await Promise.race([sleep, polling ?? sleep])
  woken.abort(OVER)
}
