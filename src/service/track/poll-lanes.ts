import { SwapError } from '../../core/api/errors.ts'
import type { Versioned } from '../../core/ports.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { LEASE_MS } from '../../core/swap/poll-times.ts'
import type { ServiceContext } from '../context.ts'
import { pollLeased, pollTransaction, postponePoll } from './poll.ts'
import { createPollWriter } from './poll-writer.ts'

/** Most transactions of one provider polled at the same time: a slow provider fills its own places only. */
const POLLS_OF_PROVIDER = 8
/** Most transactions polled at the same time in all: the places of as many providers as there may be slow ones at once. */
const POLLS_IN_ALL = 128

/** Places in which transactions are polled, some for each provider. */
export interface PollLanes {
  /** Claims what is due for the places that are free, and starts polling it. */
  fill(): Promise<FilledPlaces>
  /** Resolves when a place is free for which others may wait; undefined while none wait. */
  next(): Promise<void> | undefined
  /** Resolves once nothing is being polled, with how many transactions were. */
  end(): Promise<number>
}

/** What is polled since the places were filled. */
export interface FilledPlaces {
  readonly ids: readonly string[]
  /** True where some are damaged: others of their provider may wait behind them. */
  readonly hasDamaged: boolean
}

const NOTHING: FilledPlaces = { ids: [], hasDamaged: false }

/**
 * Polls in slices: as many transactions as may be polled now are claimed in one write, and what comes of them is stored in
 * one, with a turn for everything else in between. One that can be neither polled nor postponed, since it is damaged or the disk
 * is full, is left alone for as long as its lease runs.
 */
export function createPollLanes(context: ServiceContext, signal: AbortSignal): PollLanes {
  const { store } = context
  const holder = context.ids.create('poll_')
  const writer = createPollWriter(context, holder)
  /** Polls in progress, each with the key of its provider; undefined for those that take no place of one. */
  const polling = new Map<Promise<void>, string | undefined>()
  /** Providers all of whose places were taken by the last claim, and whether all places were: others may wait for them. */
  let full: ReadonlySet<string> = new Set()
  let isFull = false
  let polled = 0

  const countTaken = (): ReadonlyMap<string, number> => {
    const taken = new Map<string, number>()
    for (const provider of polling.values()) {
      if (provider !== undefined) taken.set(provider, (taken.get(provider) ?? 0) + 1)
    }
    return taken
  }
  const follow = (poll: Promise<void>, provider?: string) => {
    const ended = poll.finally(() => polling.delete(ended))
    polling.set(ended, provider)
  }
  /** @returns false where what keeps it from being polled keeps it from being postponed as well */
  const postpone = async (id: string, error: unknown): Promise<boolean> => {
    context.onError(error)
    return postponePoll(context, id).then(
      () => true,
      () => false,
    )
  }
  /** True where nothing is to be asked of one that is due as it stands: released, it would be claimed again at once. */
  const isDone = async ({ doc, version }: Versioned<TransactionRecord>): Promise<boolean> =>
    !signal.aborted && (await store.transactions.get(doc.id))?.version === version
  const pollOne = async (found: Versioned<TransactionRecord>): Promise<void> => {
    const { id } = found.doc
    try {
      const change = await pollLeased(context, found, signal)
      if (change === undefined) return (await isDone(found)) ? undefined : await writer.release(id)
      if (change.isChanged && (await writer.store(change)) !== 'ok') {
        await change.writeAgain().finally(() => writer.release(id))
      }
      polled += 1
    } catch (error) {
      if (await postpone(id, error)) await writer.release(id)
    }
  }
  /** One that is due and damaged, or that cannot be leased. */
  const pollDamaged = async (id: string): Promise<void> => {
    try {
      if ((await store.transactions.get(id)) === undefined) throw lostTransaction(id)
      if (await pollTransaction(context, id, { acceptRefund: false, onlyWhenDue: true, signal })) polled += 1
    } catch (error) {
      await postpone(id, error)
    }
  }
  return {
    fill: async () => {
      await context.nextTurn()
      const total = POLLS_IN_ALL - polling.size
      if (total <= 0 || signal.aborted) return NOTHING
      const places = { total, each: POLLS_OF_PROVIDER, taken: countTaken() }
      const { leased, damaged } = await store.transactions.claimDue(holder, LEASE_MS, places)
      for (const found of leased) follow(pollOne(found), found.doc.provider)
      for (const id of damaged) follow(pollDamaged(id))
      isFull = leased.length + damaged.length >= total
      const taken = [...countTaken()].filter(([, count]) => count >= POLLS_OF_PROVIDER)
      full = new Set(taken.map(([provider]) => provider))
      return { ids: leased.map(({ doc }) => doc.id), hasDamaged: damaged.length > 0 }
    },
    next: () => {
      if (!isFull && full.size === 0) return undefined
      const taken = countTaken()
      const isFree = isFull
        ? polling.size < POLLS_IN_ALL
        : [...full].some((one) => (taken.get(one) ?? 0) < POLLS_OF_PROVIDER)
      if (isFree) return Promise.resolve()
      const own = [...polling].filter(([, provider]) => isFull || (provider !== undefined && full.has(provider)))
      return Promise.race(own.map(([poll]) => poll))
    },
    end: async () => {
      await Promise.all(polling.keys())
      return polled
    },
  }
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
