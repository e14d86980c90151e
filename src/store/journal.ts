import type { SwapEvent, SwapEventType } from '../core/swap/records.ts'

/* The journal of a store, and the places in it. */

/**
 * A place in the journal: text that only the store which gave it reads, of digits and `_`. Equal places are equal texts; nothing
 * else can be told of two. `JOURNAL_START` is a place of every journal.
 */
export type EventCursor = string

/** The place before all events that a journal ever had. */
export const JOURNAL_START: EventCursor = '0'

/** An event in its place. */
export interface JournalEntry {
  /** The place behind it. */
  readonly cursor: EventCursor
  /** Its number. Grows by one each in a file; unique, but with gaps and out of order, in a database of many writers. */
  readonly seq: number
  /** Undefined where it is damaged. */
  readonly event: SwapEvent | undefined
  /** Set where events between the place before and this one are gone: they were past their time. */
  readonly missing?: MissingEvents
}

/** Events that are gone. */
export interface MissingEvents {
  /** Where to go on from without being told of them again, as far as the store knows. */
  readonly cursor: EventCursor
  /** Their numbers, from the first to the last, where the store knows them. */
  readonly fromSeq?: number
  readonly toSeq?: number
}

/** What a journal holds. */
export interface JournalBounds {
  /** The place before the oldest event; that of the newest where none is left. */
  readonly first: EventCursor
  /** The place of the newest event. */
  readonly newest: EventCursor
}

export type NewEvent = Omit<SwapEvent, 'seq' | 'type'> & { readonly type: SwapEventType }

/** Events as they were noted, each once. */
export interface StoredEvents {
  append(events: readonly NewEvent[]): Promise<void>
  /** What comes after a place of this journal, `limit` at most; no reader that goes on from the last cursor ever skips one. */
  since(after: EventCursor, limit: number): Promise<readonly JournalEntry[]>
  /** At a cost that does not grow with the journal. */
  bounds(): Promise<JournalBounds>
  /**
   * The event of a place; `elsewhere` for what is no place of this journal, or beyond its end; undefined where there is none: it
   * is gone or damaged, or the place is that before the oldest.
   */
  find(cursor: EventCursor): Promise<SwapEvent | 'elsewhere' | undefined>
  /** Oldest first. @param skip told the number of each that is damaged; without it the first is thrown */
  ofTransaction(transactionId: string, skip?: (seq: number) => void): Promise<SwapEvent[]>
  /**
   * Removes at most `limit` events that were noted more than `keepMs` ago, oldest first, but none of a transaction that is
   * PENDING. One of later than now is as old as those after it: a clock was ahead. A store by the clock of one machine also asks
   * that 500 events have been noted since: by them it knows that the time has passed.
   * @returns how many it removed
   */
  prune(keepMs: number, limit: number): Promise<number>
}
