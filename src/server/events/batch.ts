import { concatBytes } from '@noble/hashes/utils.js'
import type { EventCursor, EventJournal } from '../../service/index.ts'
import { nextTurn } from '../../io/index.ts'
import { entryFrame, missingFrame, placeOfEntry, type StreamPlace } from './frames.ts'

/** Most events of one read: some milliseconds of the loop. */
export const BATCH_EVENTS = 200
/** How many full batches are kept for readers that come from the same place. */
const RECENT_BATCHES = 8

/** Consecutive events, serialised once for all who read them. */
export interface EventBatch {
  /** The batch holds what comes after this place, */
  readonly after: EventCursor
  /** up to this one. */
  readonly last: StreamPlace
  readonly bytes: Uint8Array
  /** Each event, by its cursor: its place, and where its frame ends in `bytes`. */
  readonly ends: ReadonlyMap<EventCursor, number>
}

/** The part of a batch that comes after a place; undefined where it does not hold what comes next there. */
export function bytesAfter({ after, last, bytes, ends }: EventBatch, cursor: EventCursor): Uint8Array | undefined {
  if (cursor === after) return bytes
  const end = cursor === last.cursor ? undefined : ends.get(cursor)
  return end === undefined ? undefined : bytes.subarray(end)
}

/** True for a batch behind which there may be more events. */
export function isFull({ ends }: EventBatch): boolean {
  return ends.size >= BATCH_EVENTS
}

/** Reads the events after a place, those that are damaged or missing told in their place; undefined where there are none. */
export async function readBatch(journal: EventJournal, after: EventCursor): Promise<EventBatch | undefined> {
  const found = await journal.since(after, BATCH_EVENTS)
  const entry = found.at(-1)
  if (entry === undefined) return undefined
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const ends = new Map<EventCursor, number>()
  let end = 0
  for (const one of found) {
    const missing = one.missing === undefined ? '' : missingFrame(one.missing)
    const part = encoder.encode(missing + entryFrame(one))
    parts.push(part)
    end += part.byteLength
    ends.set(one.cursor, end)
  }
  return { after, last: placeOfEntry(entry), bytes: concatBytes(...parts), ends }
}

/** Reads of the past, for readers that catch up. */
export interface PastBatches {
  /** One at a time in a turn of the loop, however many readers ask. */
  read(after: EventCursor): Promise<EventBatch | undefined>
}

export function createPastBatches(journal: EventJournal): PastBatches {
  const recent = new Map<EventCursor, Promise<EventBatch | undefined>>()
  let queue: Promise<unknown> = Promise.resolve()
  return {
    read: async (after) => {
      const known = recent.get(after)
      if (known !== undefined) {
        await nextTurn()
        return known
      }
      const reading = queue.then(nextTurn).then(() => readBatch(journal, after))
      recent.set(after, reading)
      for (const oldest of recent.keys()) {
        if (recent.size <= RECENT_BATCHES) break
        recent.delete(oldest)
      }
      queue = reading.then(
        (batch) => {
          // More may come after the end.
          if (batch === undefined || !isFull(batch)) recent.delete(after)
        },
        () => recent.delete(after),
      )
      return reading
    },
  }
}
