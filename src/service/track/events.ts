import type { Clock } from '../../core/ports.ts'
import type { SwapEvent } from '../../core/swap/records.ts'
import type { Store } from '../../store/index.ts'

const PAUSE_MS = 500
const AT_ONCE = 200

/** Events of the journal after `afterSeq`, now and as they come, until the signal aborts. */
export async function* followEvents(
  store: Pick<Store, 'events'>,
  clock: Clock,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<SwapEvent, void, undefined> {
  let seen = afterSeq
  while (!signal.aborted) {
    const events = await store.events.since(seen, AT_ONCE)
    for (const event of events) {
      seen = event.seq
      yield event
    }
    if (events.length < AT_ONCE) await clock.sleep(PAUSE_MS, signal).catch(() => undefined)
  }
}
