import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import { nextTurn } from '../../io/index.ts'
import type { EventCursor, EventJournal } from '../../service/index.ts'
import { bytesAfter, createPastBatches, type EventBatch, isFull, readBatch } from './batch.ts'
import {
  droppedFrame,
  HEARTBEAT_FRAME,
  openingFrame,
  placeId,
  resetFrame,
  stampOf,
  type StreamPlace,
} from './frames.ts'

/*
 * The journal for any number of readers. New events are read and serialised once, by one tail that runs while somebody reads;
 * each reader takes them at its own pace. One that comes from the past reads the journal in slices until it has caught up.
 */

/** Most streams at once. */
const MAX_STREAMS = 256
/** Seconds after which one that found no place may try again. */
const FULL_RETRY_SEC = 5
/** Pause between two reads of the tail, and after one of the past that failed, in milliseconds. */
const PAUSE_MS = 500
/** Interval of heartbeats on a silent stream, in milliseconds. */
const HEARTBEAT_MS = 15_000
/** How much of what is new is kept for readers that are slower than others, in bytes: who falls behind that is dropped. */
const KEPT_BYTES = 1024 * 1024
/** How long a reader may leave what it was given untaken, in milliseconds: who does for longer is dropped. */
const UNTAKEN_MS = 5000

/** Streams of the journal. */
export interface EventFeed {
  /**
   * A stream of the events after the place, or of those that are new from now on.
   * @throws SERVICE_UNAVAILABLE while there are too many streams
   */
  open(place: StreamPlace | undefined, request: StreamRequest): Promise<ReadableStream<Uint8Array>>
}

/** What a stream answers. */
interface StreamRequest {
  readonly requestId: string
  /** Ends the stream. */
  readonly signal: AbortSignal
}

interface FeedParts {
  readonly journal: EventJournal
  readonly clock: Clock
  /** Ends all streams. */
  readonly stopping: AbortSignal | undefined
  /** Called with the failure that ends the stream of a request: for each one that it ends. */
  readonly onError: (error: unknown, requestId: string) => void
}

interface Reader {
  readonly requestId: string
  /** Where it stands: behind what it was given last. */
  place: StreamPlace
  /** First frames, until they are given. */
  opening: string | undefined
  /** True once it has caught up with the tail. */
  isLive: boolean
  /** `monotonicMs` of what it was given last. */
  sentMs: number
  /** Set while it waits for something new. */
  wake: (() => void) | undefined
  controller: ReadableStreamDefaultController<Uint8Array> | undefined
}

interface Tail {
  /** Behind what it has read last. */
  cursor: EventCursor
  /** What it has read lately, oldest first. */
  readonly batches: EventBatch[]
  keptBytes: number
  readonly leaving: AbortController
}

const encoder = new TextEncoder()
const HEARTBEAT = encoder.encode(HEARTBEAT_FRAME)

export function createEventFeed({ journal, clock, stopping, onError }: FeedParts): EventFeed {
  const past = createPastBatches(journal)
  const readers = new Set<Reader>()
  let opening = 0
  let tail: Tail | undefined

  const close = (reader: Reader): void => {
    if (!readers.delete(reader)) return
    reader.controller?.close()
    leave(reader)
  }
  const leave = (reader: Reader): void => {
    readers.delete(reader)
    reader.wake?.()
    if (readers.size > 0) return
    tail?.leaving.abort()
    tail = undefined
  }
  const closeAll = () => [...readers].forEach(close)
  stopping?.addEventListener('abort', closeAll, { once: true })

  const fail = (error: unknown, those: readonly Reader[]): void => {
    // A store that is busy is asked again.
    if (isSwapError(error) && error.code === 'SERVICE_UNAVAILABLE') return
    for (const reader of those) {
      onError(error, reader.requestId)
      close(reader)
    }
  }

  const follow = async (own: Tail): Promise<void> => {
    const { signal } = own.leaving
    const pauses = journal.follow?.(clock)
    while (!signal.aborted) {
      const batch = await readBatch(journal, own.cursor).catch((error: unknown) => void fail(error, [...readers]))
      if (batch !== undefined) keep(own, batch)
      for (const reader of readers) if (isStill(reader)) drop(reader)
      wakeReaders(batch !== undefined)
      await (batch !== undefined && isFull(batch) ? nextTurn() : (pauses?.wait(signal) ?? pause(signal)))
    }
    pauses?.end()
  }
  const pause = (signal: AbortSignal) => clock.sleep(PAUSE_MS, signal).catch(() => undefined)

  const keep = (own: Tail, batch: EventBatch): void => {
    own.cursor = batch.last.cursor
    own.batches.push(batch)
    own.keptBytes += batch.bytes.byteLength
    while (own.keptBytes > KEPT_BYTES && own.batches.length > 1) {
      const gone = own.batches.shift()
      if (gone === undefined) break
      own.keptBytes -= gone.bytes.byteLength
      const isBehind = ({ isLive, place }: Reader) => isLive && bytesAfter(gone, place.cursor) !== undefined
      for (const reader of readers) if (isBehind(reader)) drop(reader)
    }
  }
  const drop = (reader: Reader): void => {
    reader.controller?.enqueue(encoder.encode(droppedFrame(reader.place)))
    close(reader)
  }

  const sinceSentMs = (reader: Reader) => monotonicMs(clock) - reader.sentMs
  // A full queue: what it was sent last is not taken. It is whole events, so the marker comes between two of them.
  const isStill = (reader: Reader) => (reader.controller?.desiredSize ?? 1) <= 0 && sinceSentMs(reader) >= UNTAKEN_MS
  const isSilent = (reader: Reader) => sinceSentMs(reader) >= HEARTBEAT_MS
  const wakeReaders = (isNew: boolean): void => {
    for (const reader of readers) if (isNew || isSilent(reader)) reader.wake?.()
  }

  /** What a reader gets next; undefined where it was closed. Waits for it. */
  const nextBytes = async (reader: Reader): Promise<Uint8Array | undefined> => {
    for (;;) {
      if (tail === undefined || !readers.has(reader)) return undefined
      if (reader.opening !== undefined) {
        const bytes = encoder.encode(reader.opening)
        reader.opening = undefined
        return bytes
      }
      const { cursor } = tail
      const known = tail.batches.find((one) => bytesAfter(one, reader.place.cursor) !== undefined)
      const batch = known ?? (reader.place.cursor === cursor ? undefined : await readPast(reader))
      if (batch !== undefined && batch !== 'unread') {
        const bytes = bytesAfter(batch, reader.place.cursor)
        reader.place = batch.last
        return bytes
      }
      // What has come meanwhile may be behind its place; and a past that could not be read is read again.
      if (tail?.cursor !== cursor || batch === 'unread') continue
      reader.isLive = true
      if (isSilent(reader)) return HEARTBEAT
      await new Promise<void>((resolve) => (reader.wake = resolve))
      reader.wake = undefined
    }
  }
  /** What comes after its place; undefined where nothing does. */
  const readPast = async (reader: Reader): Promise<EventBatch | 'unread' | undefined> => {
    try {
      return await past.read(reader.place.cursor)
    } catch (error) {
      fail(error, [reader])
      if (tail !== undefined) await pause(tail.leaving.signal)
      return 'unread'
    }
  }

  const streamOf = (reader: Reader): ReadableStream<Uint8Array> =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        reader.controller = controller
      },
      pull: async (controller) => {
        const bytes = await nextBytes(reader)
        if (bytes === undefined || !readers.has(reader)) return
        reader.sentMs = monotonicMs(clock)
        controller.enqueue(bytes)
      },
      cancel: () => leave(reader),
    })

  return {
    open: async (given, { requestId, signal }) => {
      if (readers.size + opening >= MAX_STREAMS) {
        throw new SwapError('SERVICE_UNAVAILABLE', `All ${MAX_STREAMS} streams of the journal are in use`, {
          retryAfterSec: FULL_RETRY_SEC,
        })
      }
      opening += 1
      const start = await startOf(journal, given).finally(() => (opening -= 1))
      const reader: Reader = {
        requestId,
        ...{ place: start.place, opening: start.opening, isLive: start.place.cursor === start.newest },
        ...{ sentMs: monotonicMs(clock), wake: undefined, controller: undefined },
      }
      readers.add(reader)
      const stream = streamOf(reader)
      if (signal.aborted || stopping?.aborted === true) {
        close(reader)
        return stream
      }
      signal.addEventListener('abort', () => close(reader), { once: true })
      if (tail === undefined) {
        tail = { cursor: start.newest, batches: [], keptBytes: 0, leaving: new AbortController() }
        void follow(tail)
      }
      return stream
    },
  }
}

/** Where a reader begins. */
interface Start {
  readonly place: StreamPlace
  readonly opening: string
  readonly newest: EventCursor
}

/** Where a stream begins: at the given place, with all there is where that is of another journal, or else now. */
async function startOf(journal: EventJournal, given: StreamPlace | undefined): Promise<Start> {
  const { first, newest } = await journal.bounds()
  const cursor = given?.cursor ?? newest
  const found = await journal.find(cursor)
  // The stamp of an event; undefined where it is gone, or damaged.
  const stamp = found === undefined || found === 'elsewhere' ? undefined : stampOf(found)
  // Another event of that place: the journal was replaced, or an older copy was put back.
  const isOther = given?.stamp !== undefined && stamp !== undefined && given.stamp !== stamp
  if (found !== 'elsewhere' && !isOther) {
    // A reader that knew no stamp is told it, so that it sees a reset before it has read any event.
    const place = { cursor, stamp: given?.stamp ?? stamp }
    return { place, opening: openingFrame(placeId(place)), newest }
  }
  return { place: { cursor: first, stamp: undefined }, opening: `${openingFrame(first)}${resetFrame(first)}`, newest }
}
