/*
 * A time that was stored for another process, or for the next start, may come from a clock that was ahead. What lies
 * further ahead than the program ever writes counts as over: else it would hold for as long as that clock was ahead.
 */

/** How much later than a reader another process may have read its clock, in milliseconds, before it wrote. */
export const WRITTEN_SINCE_MS = 60_000

/**
 * The latest time that a right clock can have stored, epoch milliseconds.
 * @param longestMs how far ahead the program writes such a time at most, in milliseconds
 */
export function latestStoredMs(nowMs: number, longestMs: number): number {
  return nowMs + longestMs + WRITTEN_SINCE_MS
}

/** True for a stored time that has come, or that only a clock that was ahead can have written. @param longestMs as above */
export function isOver(untilMs: number, nowMs: number, longestMs: number): boolean {
  return untilMs <= nowMs || untilMs > latestStoredMs(nowMs, longestMs)
}

/** True for less than `ms` between two times, in either order: a clock that is set back makes earlier times later ones. */
export function isWithin(atMs: number, nowMs: number, ms: number): boolean {
  return Math.abs(nowMs - atMs) < ms
}
