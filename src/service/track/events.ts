import type { Clock } from '../../core/ports.ts'
import type { SwapEvent } from '../../core/swap/records.ts'
import type { Store } from '../../store/index.ts'

/** Pause between two reads of the journal, in milliseconds. */
const PAUSE_MS = 500
/** Most events per read. */
const BATCH = 200

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
    if (found.size < BATCH) await clock.sleep(PAUSE_MS, signal).catch(() => undefined)
  }
}
