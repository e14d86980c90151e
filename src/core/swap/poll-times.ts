import { LONGEST_RETRY_AFTER_MS } from '../text/retry-after.ts'

/** Longest pause between two polls of a transaction, in milliseconds, where its provider asks for none. */
export const LONGEST_PAUSE_MS = 5 * 60_000

/** How far ahead the next poll of a transaction is set at most, in milliseconds. */
export const LONGEST_POLL_AHEAD_MS = Math.max(LONGEST_PAUSE_MS, LONGEST_RETRY_AFTER_MS)

/** How long a poller holds its lease, in milliseconds: longer than the deadline of one poll. */
export const LEASE_MS = 30_000
