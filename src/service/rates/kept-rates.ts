import { startTimer } from '../../core/deadline.ts'
import type { Clock } from '../../core/ports.ts'
import type { QuotedRate } from '../../core/rates/point.ts'
import type { Store } from '../../store/index.ts'
import { createTidyingTurns } from '../retention.ts'

/** How long rates wait for others to be stored with, in milliseconds. */
const COLLECT_MS = 1_000
/** Most rates that wait; those that come meanwhile are lost. */
const MOST_WAITING = 1_000
/** Shortest time between two times of tidying up, in milliseconds. */
const TIDY_EVERY_MS = 60_000
/** Most rates that are removed at a time: more than a busy server adds to its rows meanwhile would take several. */
const REMOVED_AT_ONCE = 1_000

/** Rates of quotes: stored some time after them, so that no quote waits. What cannot be stored is lost, which harms no swap. */
export interface KeptRates {
  /** Keeps a rate, to be stored within a moment; does nothing for none. */
  add(rate: QuotedRate | undefined): void
  /** The rates that are not stored yet. */
  waiting(): readonly QuotedRate[]
  /** Stores what is not stored yet, and ends. */
  close(): Promise<void>
}

/**
 * @param keepMs how long rates are kept, in milliseconds; 0 for not at all
 * @param onError told of what could not be stored or removed
 */
export function createKeptRates(
  rates: Pick<Store['rates'], 'putMany' | 'prune'>,
  clock: Clock,
  keepMs: number,
  onError: (error: unknown) => void,
): KeptRates {
  let waiting: QuotedRate[] = []
  let inStoring: readonly QuotedRate[] = []
  let stopCollecting: (() => void) | undefined
  let storing: Promise<void> = Promise.resolve()
  let isClosed = false
  const isTidyingDue = createTidyingTurns(clock, TIDY_EVERY_MS)

  const storeAll = async (): Promise<void> => {
    if (waiting.length === 0) return
    inStoring = waiting
    waiting = []
    try {
      await rates.putMany(inStoring)
    } finally {
      inStoring = []
    }
    if (isTidyingDue()) await rates.prune(keepMs, REMOVED_AT_ONCE)
  }
  const start = (): Promise<void> => {
    stopCollecting?.()
    stopCollecting = undefined
    storing = storing.then(storeAll).catch(onError)
    return storing
  }
  return {
    add: (rate) => {
      if (rate === undefined || keepMs === 0 || isClosed || waiting.length >= MOST_WAITING) return
      waiting.push(rate)
      stopCollecting ??= startTimer(clock, COLLECT_MS, () => void start())
    },
    waiting: () => [...inStoring, ...waiting],
    close: () => {
      isClosed = true
      return start()
    },
  }
}
