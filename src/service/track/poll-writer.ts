import type { ReplaceOutcome } from '../../store/index.ts'
import type { ServiceContext } from '../context.ts'
import type { PolledTransaction } from './poll.ts'

/** Most transactions in one write: it holds up what waits for the disk behind it. */
const WRITTEN_AT_ONCE = 64

/** Stores what polls come to, and ends their leases: what comes together in one write. */
export interface PollWriter {
  /** Stores one, and ends its lease. @throws what the store throws */
  store(change: PolledTransaction): Promise<ReplaceOutcome>
  /** Ends the lease of one that stays as it is; one that cannot be ended runs out. */
  release(id: string): Promise<void>
}

interface Waiting {
  readonly change: PolledTransaction
  readonly resolve: (outcome: ReplaceOutcome) => void
  readonly reject: (error: unknown) => void
}

/** @param holder of the leases */
export function createPollWriter(
  { store, nextTurn }: Pick<ServiceContext, 'store' | 'nextTurn'>,
  holder: string,
): PollWriter {
  const changes: Waiting[] = []
  const released: string[] = []
  let working: Promise<void> | undefined
  const storeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      const written = batch.map(({ change: { record, expectedVersion, events } }) => ({
        record,
        expectedVersion,
        events,
      }))
      const outcomes = await store.transactions.storeMany(written, holder)
      for (const [at, { resolve }] of batch.entries()) resolve(outcomes[at] ?? 'conflict')
    } catch (error) {
      const [one] = batch
      if (one !== undefined && batch.length === 1) return one.reject(error)
      // What is wrong with one keeps no other from being stored.
      await Promise.all(batch.map((each) => storeBatch([each])))
    }
  }
  const releaseAll = async (ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await store.transactions.releaseMany(ids, holder).catch(() => undefined)
  }
  const workOff = async (): Promise<void> => {
    while (changes.length + released.length > 0) {
      // What ends in the same turn is written together, and others have theirs.
      await nextTurn()
      await Promise.all([storeBatch(changes.splice(0, WRITTEN_AT_ONCE)), releaseAll(released.splice(0))])
    }
    // In the same step as the look: what comes now begins anew.
    working = undefined
  }
  const work = (): Promise<void> => (working ??= workOff())
  return {
    store: (change) =>
      new Promise((resolve, reject) => {
        changes.push({ change, resolve, reject })
        void work()
      }),
    release: async (id) => {
      released.push(id)
      await work()
    },
  }
}
