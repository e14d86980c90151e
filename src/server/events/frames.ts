import { isRecord } from '../../core/is-record.ts'
import type { SwapEvent } from '../../core/swap/records.ts'
import type { EventCursor, JournalEntry, MissingEvents } from '../../service/index.ts'

/*
 * The journal as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): its events, and the
 * markers that say what a reader misses.
 */

/** Where a reader of the journal stands: after which event. */
export interface StreamPlace {
  readonly cursor: EventCursor
  /** What the reader saw there; undefined where it knows the place only. */
  readonly stamp: string | undefined
}

/** Published fields of an event's data; never a provider's own state. */
const PUBLIC_DATA = new Set([
  'provider',
  'status',
  'stage',
  'progress',
  'hash',
  'replaced',
  'dropped',
  'inboundHash',
  'outboundHash',
  'refundHash',
  'reason',
  'late',
])

/** Milliseconds after which a browser comes back when its stream ends. */
const RETRY_MS = 3000

/** The first lines of a stream that begins behind the event `id`: a reader that is cut off before any event comes back to it. */
export function openingFrame(id: string): string {
  return `retry: ${RETRY_MS}\nid: ${id}\n\n`
}

/** A comment that keeps a silent stream open. */
export const HEARTBEAT_FRAME = ': still here\n\n'

/** An event, or that it is damaged in the store. */
export function entryFrame(entry: JournalEntry): string {
  const { event, seq, cursor } = entry
  if (event === undefined) return marker('event.damaged', cursor, { seq })
  return `id: ${placeId(placeOfEntry(entry))}\nevent: ${event.type}\ndata: ${JSON.stringify(publicEvent(event))}\n\n`
}

/** Events are gone: they were past their time. */
export function missingFrame({ cursor, fromSeq, toSeq }: MissingEvents): string {
  return marker('stream.missing', cursor, { fromSeq, toSeq })
}

/** This is not the journal that the reader read before; it goes on with all that this one holds. @param cursor behind which it does */
export function resetFrame(cursor: EventCursor): string {
  return marker('stream.reset', cursor, { seq: numberOfCursor(cursor) })
}

/** The reader was too slow. @param place of what it was sent last, from where it can go on */
export function droppedFrame(place: StreamPlace): string {
  return marker('stream.dropped', placeId(place), { seq: numberOfCursor(place.cursor) })
}

/** A cursor that is the number of an event, as in a store of one file; undefined for any other. */
function numberOfCursor(cursor: EventCursor): number | undefined {
  return cursor.includes('_') ? undefined : Number(cursor)
}

function marker(type: string, id: string, facts: Readonly<Record<string, number | undefined>>): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ ...facts, type })}\n\n`
}

/** The place of an entry of the journal, with what a reader sees there. */
export function placeOfEntry({ cursor, event }: JournalEntry): StreamPlace {
  return { cursor, stamp: event === undefined ? undefined : stampOf(event) }
}

/** A place as an id of a stream: its cursor, and a stamp of the event. A cursor of another journal is known by its stamp. */
export function placeId({ cursor, stamp }: StreamPlace): string {
  return stamp === undefined ? cursor : `${cursor}-${stamp}`
}

/** The place of such an id, or of a cursor alone; undefined for any other text. */
export function readPlaceId(text: string): StreamPlace | undefined {
  const [, cursor, stamp] = /^(\d{1,15}|\d{1,20}_\d{1,20})(?:-([0-9a-f]{8}))?$/.exec(text) ?? []
  return cursor === undefined ? undefined : { cursor, stamp }
}

/** 32 bits of what an event is (FNV-1a): it tells journals apart, it proves nothing. */
export function stampOf({ at, type, transactionId = '', lockId = '' }: SwapEvent): string {
  let sum = 0x811c9dc5
  const text = `${at} ${type} ${transactionId} ${lockId}`
  for (let index = 0; index < text.length; index += 1) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return (sum >>> 0).toString(16).padStart(8, '0')
}

/** An event without provider state, and without the id of a lock that can still be executed. */
function publicEvent(event: SwapEvent): Record<string, unknown> {
  const { data } = event
  const fields = Object.entries(isRecord(data) ? data : {}).filter(
    ([name, value]) => PUBLIC_DATA.has(name) && typeof value !== 'object',
  )
  // JSON omits undefined members.
  return {
    seq: event.seq,
    at: event.at,
    type: event.type,
    transactionId: event.transactionId,
    lockId: event.transactionId === undefined ? undefined : event.lockId,
    data: fields.length === 0 ? undefined : Object.fromEntries(fields),
  }
}
