import { type EventCursor, JOURNAL_START } from '../port.ts'
import { numberOf, textOf } from './columns.ts'
import type { PgRow } from './database.ts'

/** Where an event stands in the journal: by its transaction's id, then by its number. */
export interface EventPlace {
  /** 64 bits. */
  readonly xid: bigint
  readonly n: number
}

/** The place before all. */
const START: EventPlace = { xid: 0n, n: 0 }

/** The text of a place. */
export function cursorOf({ xid, n }: EventPlace): EventCursor {
  return xid === START.xid && n === START.n ? JOURNAL_START : `${xid}_${n}`
}

/** The place of a text; undefined for one that is none of a journal in this database. */
export function readCursor(cursor: EventCursor): EventPlace | undefined {
  if (cursor === JOURNAL_START) return START
  const [, xid, n] = /^(\d{1,18})_(\d{1,15})$/.exec(cursor) ?? []
  return xid === undefined || n === undefined ? undefined : { xid: BigInt(xid), n: Number(n) }
}

/** The place in two columns of a row. @param prefix of their names */
export function placeOf(row: PgRow, prefix: '' | 'oldest_' | 'newest_' | 'pruned_' = ''): EventPlace {
  return { xid: BigInt(textOf(row, `${prefix}xid`)), n: numberOf(row, `${prefix}n`) }
}

/** The place right before another one: nothing stands between. */
export function placeBefore({ xid, n }: EventPlace): EventPlace {
  return { xid, n: n - 1 }
}

export function isBefore(a: EventPlace, b: EventPlace): boolean {
  return a.xid < b.xid || (a.xid === b.xid && a.n < b.n)
}

/**
 * Where to go on from when events between two places are gone; undefined where none is. Of what was removed only the last place is
 * noted, so that before it anything between two places counts as gone: what stays there, of swaps that are not over, is little.
 */
export function placeAfterGap(after: EventPlace, next: EventPlace, lastRemoved: EventPlace): EventPlace | undefined {
  const before = placeBefore(next)
  if (!isBefore(after, lastRemoved) || !isBefore(after, before)) return undefined
  return isBefore(lastRemoved, next) ? lastRemoved : before
}
