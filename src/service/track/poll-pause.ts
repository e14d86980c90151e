import { countedFromMs } from '../../core/swap/counted-from.ts'
import { LONGEST_PAUSE_MS } from '../../core/swap/poll-times.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import type { PollTimes } from '../../providers/index.ts'

/** Least pause between two polls of a transaction that its provider asks for, in milliseconds. */
const LEAST_PAUSE_MS = 100
/** First pause between two polls of a transaction, in milliseconds, as in the API's reference flow. */
const FIRST_PAUSE_MS = 3_000

/** What a pause depends on. */
type Polled = Pick<TransactionRecord, 'createdAt' | 'countedFromMs' | 'hashKnownAtMs'> & {
  readonly terms: Pick<TransactionRecord['terms'], 'estimatedTimeSec'>
}

/**
 * Pause after `polls` polls, in milliseconds: 3 s at first, then 1.5 times as long each time, but no longer than a tenth of the
 * estimated time, so that an end is seen soon after it. What takes longer is asked about at a tenth of the time that it has
 * taken. Never less than 3 s, or more than 5 minutes.
 * @param nowMs epoch milliseconds
 */
export function pollPauseMs(record: Polled, polls: number, nowMs: number): number {
  const growingMs = FIRST_PAUSE_MS * 1.5 ** Math.min(polls, 20)
  return Math.round(Math.min(growingMs, mostPauseMs(record, nowMs)))
}

/**
 * Pause after a poll whose provider says when to ask again, in whole milliseconds: what it wants, but no longer than the service
 * itself would wait at most, except by a rate limit that the provider has published.
 * @param nowMs epoch milliseconds
 */
export function statedPauseMs(record: Polled, polls: number, times: PollTimes, nowMs: number): number {
  const { pollAfterMs = pollPauseMs(record, polls, nowMs), leastPauseMs = LEAST_PAUSE_MS } = times
  const wantedMs = Math.min(pollAfterMs, mostPauseMs(record, nowMs))
  return Math.ceil(Math.min(Math.max(wantedMs, leastPauseMs, LEAST_PAUSE_MS), LONGEST_PAUSE_MS))
}

function mostPauseMs(record: Polled, nowMs: number): number {
  const takenMs = nowMs - (record.hashKnownAtMs ?? countedFromMs(record))
  const tenthMs = Math.max(record.terms.estimatedTimeSec * 1000, takenMs) / 10
  return Math.min(Math.max(tenthMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
}
