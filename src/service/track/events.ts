import type { Clock } from '../../core/ports.ts'
import type { SwapEvent } from '../../core/swap/records.ts'
import type { EventCursor, Store } from '../../store/index.ts'

/** Pause between two reads of the journal, in milliseconds. */
const PAUSE_MS = 500
/** Most events per read. */
const BATCH = 200

/** The event journal, for a reader that keeps its own place. */
export type EventJournal = Pick<Store['events'], 'bounds' | 'find' | 'since'>

/** The journal of a store. */
export function journalOf({ events }: Pick<Store, 'events'>): EventJournal {
  return {
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
  store: Pick<Store, 'events'>,
  clock: Clock,
  after: EventCursor,
  signal: AbortSignal,
  tellDamaged: (seq: number) => void = () => undefined,
): AsyncGenerator<SwapEvent, void, undefined> {
  let place = after
  while (!signal.aborted) {
    const found = await store.events.since(place, BATCH)
    for (const { cursor, seq, event } of found) {
      place = cursor
      if (event === undefined) tellDamaged(seq)
      else yield event
    }
    // A long journal, too, leaves the process time for everything else.
    await clock.sleep(found.length < BATCH ? PAUSE_MS : 0, signal).catch(() => undefined)
  }
}
