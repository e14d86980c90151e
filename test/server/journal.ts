import type { SwapEvent } from '../../src/core/swap/records.ts'
import { placeId, placeOfEntry } from '../../src/server/events/frames.ts'
import type { EventJournal } from '../../src/service/track/events.ts'
import { type EventCursor, JOURNAL_START } from '../../src/store/port.ts'

/** A journal in memory, to which a test adds. */
export interface TestJournal extends EventJournal {
  /** Adds events behind the newest. */
  add(...events: readonly Partial<SwapEvent>[]): void
  /** Removes events, as those are that are past their time. */
  remove(isOver: (event: SwapEvent) => boolean): void
  /** Behind the event of which number each read began. */
  readonly reads: readonly number[]
}

export function createTestJournal(...first: readonly Partial<SwapEvent>[]): TestJournal {
  return journalOfPlaces(String, first)
}

/** The place behind event `seq` of a journal whose places tell nothing of their order. */
export function opaqueCursor(seq: number): string {
  return seq === 0 ? JOURNAL_START : `${(seq * 7919) % 1009}_${seq}`
}

/** A journal as one of a database is: its places have no order that can be seen, and it does not know the numbers of what is gone. */
export function createOpaqueJournal(...first: readonly Partial<SwapEvent>[]): TestJournal {
  const journal = journalOfPlaces(opaqueCursor, first)
  return {
    ...journal,
    since: async (after, limit) =>
      (await journal.since(after, limit)).map(({ missing, ...entry }) =>
        missing === undefined ? entry : { ...entry, missing: { cursor: missing.cursor } },
      ),
  }
}

function journalOfPlaces(cursorOf: (seq: number) => EventCursor, first: readonly Partial<SwapEvent>[]): TestJournal {
  let events: SwapEvent[] = []
  let newestSeq = 0
  const reads: number[] = []
  const places = new Map([[cursorOf(0), 0]])
  const add: TestJournal['add'] = (...more) => {
    for (const one of more) {
      events.push(journalEvent((newestSeq += 1), one))
      places.set(cursorOf(newestSeq), newestSeq)
    }
  }
  add(...first)
  return {
    add,
    remove: (isOver) => {
      events = events.filter((event) => !isOver(event))
    },
    reads,
    bounds: async () => ({
      first: cursorOf((events[0]?.seq ?? newestSeq + 1) - 1),
      newest: cursorOf(newestSeq),
    }),
    find: async (cursor) => {
      const place = places.get(cursor)
      return place === undefined ? 'elsewhere' : events.find(({ seq }) => seq === place)
    },
    since: async (after, limit) => {
      const afterSeq = places.get(after) ?? 0
      reads.push(afterSeq)
      let before = afterSeq
      return events
        .filter(({ seq }) => seq > afterSeq)
        .slice(0, limit)
        .map((event) => {
          const { seq } = event
          const [fromSeq, toSeq] = [before + 1, seq - 1]
          before = seq
          const missing = fromSeq > toSeq ? {} : { missing: { cursor: cursorOf(toSeq), fromSeq, toSeq } }
          return { cursor: cursorOf(seq), seq, event, ...missing }
        })
    },
  }
}

/** The event with a number, as its fields say. */
export function journalEvent(seq: number, more: Partial<SwapEvent> = {}): SwapEvent {
  return { seq, at: '2026-01-15T12:00:00.000Z', type: 'transaction.updated', transactionId: 'tx_1', ...more }
}

/** The id of an event in a stream of a test journal. */
export function eventId(event: SwapEvent, cursorOf: (seq: number) => EventCursor = String): string {
  return placeId(placeOfEntry({ cursor: cursorOf(event.seq), seq: event.seq, event }))
}
