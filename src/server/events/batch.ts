import { concatBytes } from '@noble/hashes/utils.js'
import type { EventJournal } from '../../service/index.ts'
import { nextTurn } from '../../io/index.ts'
import { damagedFrame, eventFrame, eventId, missingFrame } from './frames.ts'

/** Most events of one read: some milliseconds of the loop. */
export const BATCH_EVENTS = 200
/** How many full batches are kept for readers that come from the same place. */
const RECENT_BATCHES = 8

/** Consecutive events, serialised once for all who read them. */
export interface EventBatch {
  /** The batch holds what comes after this number, */
  readonly afterSeq: number
  /** up to this one. */
  readonly lastSeq: number
  /** Id of the last event in the stream. */
  readonly lastId: string
  readonly bytes: Uint8Array
  /** The number of each event, and where its frame ends in `bytes`. */
  readonly ends: readonly { readonly seq: number; readonly end: number }[]
}

/** The part of a batch that comes after `seq`. */
export function bytesAfter({ bytes, ends }: EventBatch, seq: number): Uint8Array {
  const before = ends.findLast((one) => one.seq <= seq)
  return before === undefined ? bytes : bytes.subarray(before.end)
}

/** True for a batch behind which there may be more events. */
export function isFull({ ends }: EventBatch): boolean {
  return ends.length >= BATCH_EVENTS
}

/** Reads the events after `afterSeq`, those that are damaged or missing told in their place; undefined where there are none. */
export async function readBatch(journal: EventJournal, afterSeq: number): Promise<EventBatch | undefined> {
  const found: { seq: number; id: string; text: string }[] = []
  const events = await journal.since(afterSeq, BATCH_EVENTS, (seq) =>
    found.push({ seq, id: String(seq), text: damagedFrame(seq) }),
  )
  for (const event of events) found.push({ seq: event.seq, id: eventId(event), text: eventFrame(event) })
  found.sort((one, other) => one.seq - other.seq)
  const last = found.at(-1)
  if (last === undefined) return undefined
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const ends: { seq: number; end: number }[] = []
  let [seq, end] = [afterSeq, 0]
  for (const one of found) {
    // Numbers grow by one: a gap is what was removed.
    const missing = one.seq > seq + 1 ? missingFrame(seq + 1, one.seq - 1) : ''
    const part = encoder.encode(missing + one.text)
    parts.push(part)
    seq = one.seq
    end += part.byteLength
    ends.push({ seq, end })
  }
  return { afterSeq, lastSeq: last.seq, lastId: last.id, bytes: concatBytes(...parts), ends }
}

/** Reads of the past, for readers that catch up. */
export interface PastBatches {
  /** One at a time in a turn of the loop, however many readers ask. */
  read(afterSeq: number): Promise<EventBatch | undefined>
}

export function createPastBatches(journal: EventJournal): PastBatches {
  const recent = new Map<number, Promise<EventBatch | undefined>>()
  let queue: Promise<unknown> = Promise.resolve()
  return {
    read: async (afterSeq) => {
      const known = recent.get(afterSeq)
      if (known !== undefined) {
        await nextTurn()
        return known
      }
      const reading = queue.then(nextTurn).then(() => readBatch(journal, afterSeq))
      recent.set(afterSeq, reading)
      for (const oldest of recent.keys()) {
        if (recent.size <= RECENT_BATCHES) break
        recent.delete(oldest)
      }
      queue = reading.then(
        (batch) => {
          // More may come after the end.
          if (batch === undefined || !isFull(batch)) recent.delete(afterSeq)
        },
        () => recent.delete(afterSeq),
      )
      return reading
    },
  }
}
