import type { Clock } from '../../core/ports.ts'
import type { SwapEvent } from '../../core/swap/records.ts'
import type { EventCursor, Store, StoreHints } from '../../store/index.ts'
import { createHintedPauses } from '../hinted-pauses.ts'

/**
 * Pauses between two reads of the journal, in milliseconds: the longest where hints are heard and where they are not, and the first
 * after a hint. It may come before the event does, which others hold up: so the next ones grow slowly.
 */
const PAUSE_MS = { first: 50, longest: 500, longestHinted: 2_000 } as const
/** Most events per read. */
const BATCH = 200

/** The event journal, for a reader that keeps its own place. */
export interface EventJournal extends Pick<Store['events'], 'bounds' | 'find' | 'since'> {
  /** How to wait for new events between two reads. @default half a second each time */
  readonly follow?: (clock: Clock) => JournalPauses
}

/** Pauses between two reads of the journal: as short as they must be, and as long as they may. */
export interface JournalPauses {
  /** Resolves when the journal is to be read again. */
  wait(signal: AbortSignal): Promise<void>
  /** Nobody waits any more. */
  end(): void
}

function createJournalPauses(hints: StoreHints | undefined, clock: Clock): JournalPauses {
  const pauses = createHintedPauses(hints, clock, ({ hasEvents }) => (hasEvents ? 0 : undefined))
  let nextMs: number = PAUSE_MS.first
  let wasHinted = false
  return {
    wait: async (signal) => {
      if (!pauses.areHinted()) nextMs = PAUSE_MS.longest
      else nextMs = wasHinted ? PAUSE_MS.first : Math.min(PAUSE_MS.longestHinted, 2 * nextMs)
      wasHinted = await pauses.wait({ mostMs: nextMs, leastMs: PAUSE_MS.first }, signal)
    },
    end: () => pauses.end(),
  }
}

/** The journal of a store. */
export function journalOf({ events, hints }: Pick<Store, 'events' | 'hints'>): EventJournal {
  return {
    follow: (clock) => createJournalPauses(hints, clock),
    bounds: () => events.bounds(),
    find: (cursor) => events.find(cursor),
    since: (after, limit) => events.since(after, limit),
  }
}

/**
 * Journal events behind a place: those stored, then new ones, until the signal aborts.
 * @param tellDamaged told the number of each that cannot be read, in its turn
 */
export async function* followEvents(
  store: Pick<Store, 'events' | 'hints'>,
  clock: Clock,
  after: EventCursor,
  signal: AbortSignal,
  tellDamaged: (seq: number) => void = () => undefined,
): AsyncGenerator<SwapEvent, void, undefined> {
  let place = after
  const pauses = createJournalPauses(store.hints, clock)
  try {
    while (!signal.aborted) {
      const found = await store.events.since(place, BATCH)
      for (const { cursor, seq, event } of found) {
        place = cursor
        if (event === undefined) tellDamaged(seq)
        else yield event
      }
      // A long journal, too, leaves the process time for everything else.
      if (found.length < BATCH) await pauses.wait(signal)
      else await clock.sleep(0, signal).catch(() => undefined)
    }
  } finally {
    pauses.end()
  }
}
