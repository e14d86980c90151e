import type { HttpReply } from '../ports.ts'

/** Longest Retry-After that is kept to, in milliseconds. */
export const LONGEST_RETRY_AFTER_MS = 10 * 60_000

/** Seconds to wait, from either form of Retry-After, or else until the quota resets; undefined where neither is stated. */
export function readRetryAfter(headers: HttpReply['headers'], nowMs: number): number | undefined {
  const value = headers.get('retry-after') ?? headers.get('ratelimit-reset')
  if (value === null) return undefined
  if (/^\d{1,6}$/.test(value)) return Number(value)
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) ? undefined : Math.max(1, Math.ceil((atMs - nowMs) / 1000))
}
