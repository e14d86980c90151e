import type { Clock } from '../../../core/ports.ts'
import type { TransactionRecord } from '../../../core/swap/records.ts'
import { isSwapError } from '../../../core/api/errors.ts'
import type { Store } from '../../port.ts'
import type { StoreHint } from '../../shared.ts'
import type { SentHints } from './hints.ts'

/** A store that tells what it writes, once that is durable. @param clock shows the store's time */
export function tellChanges(store: Store, hints: SentHints, clock: Pick<Clock, 'now'>): Store {
  const { locks, transactions, events } = store
  const hintOf = (records: readonly TransactionRecord[], hasEvents: boolean): StoreHint => {
    const dues = records.map(({ nextPollAtMs }) => nextPollAtMs).filter((ms) => ms !== null)
    return {
      hasEvents,
      dueInMs: dues.length === 0 ? undefined : Math.max(0, Math.min(...dues) - clock.now()),
      transactions: records.map(({ id }) => id),
    }
  }
  /** What `work` gives; told where it says that something was written, or may have been. */
  const telling = async <T>(work: Promise<T>, isWritten: (outcome: T) => boolean, tell: () => void): Promise<T> => {
    try {
      const outcome = await work
      if (isWritten(outcome)) tell()
      return outcome
    } catch (error) {
      if (isSwapError(error) && error.funds === 'unknown') tell()
      throw error
    }
  }
  const noteEvents = (noted: readonly unknown[]) => {
    if (noted.length > 0) hints.tell(hintOf([], true))
  }
  return {
    ...store,
    hints,
    locks: {
      ...locks,
      insert: (lock, noted) =>
        telling(
          locks.insert(lock, noted),
          () => true,
          () => noteEvents(noted),
        ),
      replace: (lock, version, noted) =>
        telling(
          locks.replace(lock, version, noted),
          (isDone) => isDone,
          () => noteEvents(noted),
        ),
    },
    commitExecution: (lock, version, record, noted) =>
      telling(
        store.commitExecution(lock, version, record, noted),
        (isDone) => isDone,
        () => hints.tell(hintOf([record], noted.length > 0)),
      ),
    transactions: {
      ...transactions,
      replace: (record, version, noted) =>
        telling(
          transactions.replace(record, version, noted),
          (outcome) => outcome === 'ok',
          () => hints.tell(hintOf([record], noted.length > 0)),
        ),
      storeMany: (changes, holder) =>
        telling(
          transactions.storeMany(changes, holder),
          () => true,
          () => {
            const hint = hintOf(
              changes.map(({ record }) => record),
              changes.some(({ events: noted }) => noted.length > 0),
            )
            // Who polled them polls them the next time: other servers look now and then whether it does.
            hints.tell(hint, { ...hint, dueInMs: undefined })
          },
        ),
    },
    events: {
      ...events,
      append: (noted) =>
        telling(
          events.append(noted),
          () => true,
          () => noteEvents(noted),
        ),
    },
    close: async () => {
      await hints.close()
      await store.close()
    },
  }
}
