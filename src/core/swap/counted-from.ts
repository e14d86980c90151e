import { latestStoredMs } from '../stored-time.ts'
import type { TransactionRecord } from './records.ts'

/** When the waits of a transaction began, epoch milliseconds. */
export function countedFromMs(record: Pick<TransactionRecord, 'countedFromMs' | 'createdAt'>): number {
  return record.countedFromMs ?? Date.parse(record.createdAt)
}

/** The record whose waits count from now on where they count from a time to come, which is of a clock that was ahead. */
export function recountWaits(record: TransactionRecord, nowMs: number): TransactionRecord {
  const { hashKnownAtMs = 0 } = record
  const isAhead = (atMs: number) => atMs > latestStoredMs(nowMs, 0)
  if (!isAhead(countedFromMs(record)) && !isAhead(hashKnownAtMs)) return record
  return {
    ...record,
    ...(isAhead(countedFromMs(record)) && { countedFromMs: nowMs }),
    ...(isAhead(hashKnownAtMs) && { hashKnownAtMs: nowMs }),
  }
}
