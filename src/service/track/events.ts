import type { Clock } from '../../core/ports.ts'
import type { SwapEvent } from '../../core/swap/records.ts'
import type { JournalBounds, Store } from '../../store/index.ts'

/** Pause between two reads of the journal, in milliseconds. */
const PAUSE_MS = 500
/** Most events per read. */
const BATCH = 200

/** The event journal, for a reader that keeps its own place. */
export interface EventJournal {
  /** The numbers of the oldest and the newest event. */
  bounds(): Promise<JournalBounds>
  /**
   * Events after `afterSeq`, oldest first, `limit` at most.
   * @param tellDamaged told the number of each that cannot be read; it counts towards `limit`
   */
  since(afterSeq: number, limit: number, tellDamaged: (seq: number) => void): Promise<readonly SwapEvent[]>
}

/** The journal of a store. */
export function journalOf({ events }: Pick<Store, 'events'>): EventJournal {
  return {
    bounds: () => events.bounds(),
    since: (afterSeq, limit, tellDamaged) => events.since(afterSeq, limit, tellDamaged),
  }
}

/**
 * Journal events after `afterSeq`: those stored, then new ones, until the signal aborts.
 * @param tellDamaged told the number of each that cannot be read, in its turn
 */
export async function* followEvents(
  store: Pick<Store, 'events'>,
  clock: Clock,
  afterSeq: number,
  signal: AbortSignal,
  tellDamaged: (seq: number) => void = () => undefined,
): AsyncGenerator<SwapEvent, void, undefined> {
  let seen = afterSeq
  while (!signal.aborted) {
    const found = new Map<number, SwapEvent | undefined>()
    for (const event of await store.events.since(seen, BATCH, (seq) => found.set(seq, undefined)))
      found.set(event.seq, event)
    for (const [seq, event] of [...found].sort(([one], [other]) => one - other)) {
      seen = seq
      if (event === undefined) tellDamaged(seq)
      else yield event
    }
    // A long journal, too, leaves the process time for everything else.
    await clock.sleep(found.size < BATCH ? PAUSE_MS : 0, signal).catch(() => undefined)
  }
}
