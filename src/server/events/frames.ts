import { isRecord } from '../../core/is-record.ts'
import type { SwapEvent } from '../../core/swap/records.ts'

/*
 * The journal as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): its events, and the
 * markers that say what a reader misses.
 */

/** Where a reader of the journal stands: after which event. */
export interface Cursor {
  readonly seq: number
  /** What the reader saw there; undefined where it knows the number only. */
  readonly stamp: string | undefined
}

/** Published fields of an event's data; never a provider's own state. */
const PUBLIC_DATA = new Set([
  'provider',
  'status',
  'stage',
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

export function eventFrame(event: SwapEvent): string {
  return `id: ${eventId(event)}\nevent: ${event.type}\ndata: ${JSON.stringify(publicEvent(event))}\n\n`
}

/** An event that is damaged in the store. */
export function damagedFrame(seq: number): string {
  return marker('event.damaged', String(seq), { seq })
}

/** The events from `fromSeq` to `toSeq` are gone: they were past their time. */
export function missingFrame(fromSeq: number, toSeq: number): string {
  return marker('stream.missing', String(toSeq), { fromSeq, toSeq })
}

/** This is not the journal that the reader read before; it goes on with all that this one holds. @param seq behind which it does */
export function resetFrame(seq: number): string {
  return marker('stream.reset', String(seq), { seq })
}

/** The reader was too slow. @param id of what it was sent last, from where it can go on */
export function droppedFrame(id: string): string {
  return marker('stream.dropped', id, { seq: readCursor(id)?.seq })
}

function marker(type: string, id: string, facts: Readonly<Record<string, number | undefined>>): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ ...facts, type })}\n\n`
}

/** The id of an event in a stream: its number, and a stamp of what it is. A number of another journal is known by its stamp. */
export function eventId(event: SwapEvent): string {
  return cursorText({ seq: event.seq, stamp: stampOf(event) })
}

/** A cursor as an id of a stream. */
export function cursorText({ seq, stamp }: Cursor): string {
  return stamp === undefined ? String(seq) : `${seq}-${stamp}`
}

/** The cursor of such an id, or of a number alone; undefined for any other text. */
export function readCursor(text: string): Cursor | undefined {
  const [, seq, stamp] = /^(\d{1,15})(?:-([0-9a-f]{8}))?$/.exec(text) ?? []
  return seq === undefined ? undefined : { seq: Number(seq), stamp }
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
