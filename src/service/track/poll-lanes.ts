import { SwapError } from '../../core/api/errors.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Versioned } from '../../core/ports.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { LEASE_MS } from '../../core/swap/poll-times.ts'
import type { ServiceContext } from '../context.ts'
import { pollLeased, pollTransaction, postponePoll } from './poll.ts'
import { createPollWriter } from './poll-writer.ts'

/** Most transactions of one provider polled at the same time: a slow provider fills its own share only. */
const POLLS_OF_PROVIDER = 8
/** Most transactions polled at the same time in all: the share of as many providers as there may be slow ones at once. */
const POLLS_IN_ALL = 128
/** Most due transactions read at once. */
const BATCH = 256
/** How long one is left alone that could be neither polled nor postponed, in milliseconds: it is damaged, or the disk is full. */
const LEFT_ALONE_MS = 30_000

/** Providers that are polled now, each by itself. */
export interface PollLanes {
  /** Starts polling what is due at every provider that is not being polled. */
  fill(): Promise<void>
  /** Resolves when one provider is polled to its end; undefined while none is being polled. */
  next(): Promise<void> | undefined
  /** True while some that are due are left alone. */
  hasStuck(): boolean
  /** Resolves once no provider is being polled, with how many transactions were. */
  end(): Promise<number>
}

/**
 * Polls in slices: as many transactions as may be polled now are leased in one write, and what comes of them is stored in
 * one, with a turn for everything else in between.
 */
export function createPollLanes(context: ServiceContext, signal: AbortSignal): PollLanes {
  const { store, clock } = context
  const holder = context.ids.create('poll_')
  const writer = createPollWriter(context, holder)
  const lanes = new Map<string, Promise<void>>()
  const polling = new Set<Promise<void>>()
  /** Until when each is left alone, by id, in monotonic milliseconds. */
  const stuck = new Map<string, number>()
  /** Transactions that are about to be polled. */
  let leasing = 0
  let polled = 0

  const leaveAlone = (id: string) => void stuck.set(id, monotonicMs(clock) + LEFT_ALONE_MS)
  const freeStuck = () => {
    const nowMs = monotonicMs(clock)
    for (const [id, untilMs] of stuck) if (untilMs <= nowMs) stuck.delete(id)
  }
  const postpone = async (id: string, error: unknown): Promise<void> => {
    context.onError(error)
    // What keeps it from being postponed has most often just been told.
    await postponePoll(context, id).catch(() => leaveAlone(id))
  }
  const pollOne = async (found: Versioned<TransactionRecord>): Promise<void> => {
    const { id } = found.doc
    try {
      const change = await pollLeased(context, found, signal)
      if (change === undefined) return await writer.release(id)
      if (!change.isChanged) await writer.release(id)
      else if ((await writer.store(change)) !== 'ok') await change.writeAgain().finally(() => writer.release(id))
      polled += 1
    } catch (error) {
      await postpone(id, error)
      await writer.release(id)
    }
  }
  /** Where a slice cannot be leased as one, each is tried by itself: so what is wrong with one keeps no other. */
  const pollAlone = async (id: string): Promise<void> => {
    try {
      if (await pollTransaction(context, id, { acceptRefund: false, onlyWhenDue: true, signal })) polled += 1
    } catch (error) {
      await postpone(id, error)
    }
  }
  /** Others hold the lease of one that was due, or it has changed: but where it cannot be found, nobody follows it. */
  const lookFor = async (id: string): Promise<void> => {
    try {
      if ((await store.transactions.get(id)) === undefined) throw lostTransaction(id)
    } catch (error) {
      context.onError(error)
      leaveAlone(id)
    }
  }
  /** Leases a slice. @returns its polls, which do not reject */
  const startSlice = async (ids: readonly string[]): Promise<Promise<void>[]> => {
    await context.nextTurn()
    if (signal.aborted) return []
    const nowMs = clock.now()
    const found = await store.transactions.leaseMany(ids, holder, nowMs, nowMs + LEASE_MS).catch(() => undefined)
    if (found === undefined) return ids.map(pollAlone)
    if (found.damaged.length > 0) await store.transactions.releaseMany(found.damaged, holder).catch(() => undefined)
    return [...found.leased.map(pollOne), ...found.damaged.map(pollAlone), ...notLeased(ids, found).map(lookFor)]
  }
  const pollAll = async (ids: string[]): Promise<void> => {
    const own = new Set<Promise<void>>()
    const follow = (poll: Promise<void>) => {
      const ended = poll.finally(() => {
        own.delete(ended)
        polling.delete(ended)
      })
      own.add(ended)
      polling.add(ended)
    }
    while (ids.length > 0 && !signal.aborted) {
      const free = Math.min(POLLS_OF_PROVIDER - own.size, POLLS_IN_ALL - polling.size - leasing)
      if (free <= 0) {
        // Where all of them are being leased by others, none is polled yet.
        await (polling.size === 0 ? context.nextTurn() : Promise.race(own.size > 0 ? own : polling))
        continue
      }
      const slice = ids.splice(0, free)
      leasing += slice.length
      for (const poll of await startSlice(slice)) follow(poll)
      leasing -= slice.length
    }
    await Promise.all(own)
  }
  return {
    fill: async () => {
      freeStuck()
      const busy = new Set(lanes.keys())
      for (;;) {
        // Those that are left alone stand before others of their provider.
        const most = BATCH + stuck.size
        const due = await store.transactions.due(clock.now(), most, [...busy])
        const providers = new Set(due.map((one) => one.provider).filter((provider) => !busy.has(provider)))
        for (const provider of providers) {
          busy.add(provider)
          const own = due.filter((one) => one.provider === provider && !stuck.has(one.id))
          if (own.length === 0) continue
          const ended = pollAll(own.map(({ id }) => id)).then(() => void lanes.delete(provider))
          lanes.set(provider, ended)
        }
        // Behind a full batch of some providers, others may wait.
        if (due.length < most || providers.size === 0 || signal.aborted) return
      }
    },
    hasStuck: () => stuck.size > 0,
    next: () => (lanes.size === 0 ? undefined : Promise.race(lanes.values())),
    end: async () => {
      await Promise.all(lanes.values())
      return polled
    },
  }
}

function notLeased(
  ids: readonly string[],
  { leased, damaged }: Awaited<ReturnType<ServiceContext['store']['transactions']['leaseMany']>>,
): readonly string[] {
  const known = new Set([...damaged, ...leased.map(({ doc }) => doc.id)])
  return ids.filter((id) => !known.has(id))
}

function lostTransaction(id: string): SwapError {
  return new SwapError(
    'STORE_UNUSABLE',
    `The store is damaged: the poll of ${id} is due, and no transaction has this id.`,
    {
      hint: 'Look through the store: swapcli doctor',
      funds: 'unknown',
    },
  )
}
