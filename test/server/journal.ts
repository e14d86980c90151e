import type { SwapEvent } from '../../src/core/swap/records.ts'
import type { EventJournal } from '../../src/service/track/events.ts'

/** A journal in memory, to which a test adds. */
export interface TestJournal extends EventJournal {
  /** Adds events behind the newest. */
  add(...events: readonly Partial<SwapEvent>[]): void
  /** Removes events, as those are that are past their time. */
  remove(isOver: (event: SwapEvent) => boolean): void
  /** `afterSeq` of each read. */
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
    bounds: async () => ({ oldestSeq: events[0]?.seq ?? newestSeq + 1, newestSeq }),
    since: async (afterSeq, limit) => {
      reads.push(afterSeq)
      return events.filter(({ seq }) => seq > afterSeq).slice(0, limit)
    },
  }
}

/** The event with a number, as its fields say. */
export function journalEvent(seq: number, more: Partial<SwapEvent> = {}): SwapEvent {
  return { seq, at: '2026-01-15T12:00:00.000Z', type: 'transaction.updated', transactionId: 'tx_1', ...more }
}
