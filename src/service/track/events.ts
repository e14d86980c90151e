import type { Clock } from '../../core/ports.ts'
import type { SwapEvent } from '../../core/swap/records.ts'
import type { Store } from '../../store/index.ts'

/** Pause between two reads of the journal, in milliseconds. */
const PAUSE_MS = 500
/** Most events per read. */
const BATCH = 200

/** Journal events after `afterSeq`: those stored, then new ones, until the signal aborts. */
export async function* followEvents(
  store: Pick<Store, 'events'>,
  clock: Clock,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<SwapEvent, void, undefined> {
  let seen = afterSeq
  while (!signal.aborted) {
    const events = await store.events.since(seen, BATCH)
    for (const event of events) {
      seen = event.seq
      yield event
    }
    if (events.length < BATCH) await clock.sleep(PAUSE_MS, signal).catch(() => undefined)
  }
}
