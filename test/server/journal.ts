import type { SwapEvent } from '../../src/core/swap/records.ts'
import { placeId, placeOfEntry } from '../../src/server/events/frames.ts'
import type { EventJournal } from '../../src/service/track/events.ts'

/** A journal in memory, to which a test adds. */
export interface TestJournal extends EventJournal {
  /** Adds events behind the newest. */
  add(...events: readonly Partial<SwapEvent>[]): void
  /** Removes events, as those are that are past their time. */
  remove(isOver: (event: SwapEvent) => boolean): void
  /** The place of each read. */
  readonly reads: readonly number[]
}

export function createTestJournal(...first: readonly Partial<SwapEvent>[]): TestJournal {
  let events: SwapEvent[] = []
  let newestSeq = 0
  const reads: number[] = []
  const add: TestJournal['add'] = (...more) => {
    for (const one of more) events.push(journalEvent((newestSeq += 1), one))
  }
  add(...first)
  return {
    add,
    remove: (isOver) => {
      events = events.filter((event) => !isOver(event))
    },
    reads,
    bounds: async () => ({ first: String((events[0]?.seq ?? newestSeq + 1) - 1), newest: String(newestSeq) }),
    find: async (cursor) =>
      Number(cursor) > newestSeq ? 'elsewhere' : events.find(({ seq }) => String(seq) === cursor),
    since: async (after, limit) => {
      reads.push(Number(after))
      let before = Number(after)
      return events
        .filter(({ seq }) => seq > Number(after))
        .slice(0, limit)
        .map((event) => {
          const { seq } = event
          const [fromSeq, toSeq] = [before + 1, seq - 1]
          before = seq
          const missing = fromSeq > toSeq ? {} : { missing: { cursor: String(toSeq), fromSeq, toSeq } }
          return { cursor: String(seq), seq, event, ...missing }
        })
    },
  }
}

/** The event with a number, as its fields say. */
export function journalEvent(seq: number, more: Partial<SwapEvent> = {}): SwapEvent {
  return { seq, at: '2026-01-15T12:00:00.000Z', type: 'transaction.updated', transactionId: 'tx_1', ...more }
}

/** The id of an event in a stream of a test journal. */
export function eventId(event: SwapEvent): string {
  return placeId(placeOfEntry({ cursor: String(event.seq), seq: event.seq, event }))
}
