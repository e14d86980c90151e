/** A client's state in its window, for the X-RateLimit headers. */
export interface RateState {
  /** Requests per window. */
  readonly limit: number
  /** Requests left in this window, 0 or more. */
  readonly remaining: number
  /** Whole seconds until the next window, at least 1. */
  readonly resetSec: number
  /** False when this request is over the limit. */
  readonly allowed: boolean
}

interface RateLimiter {
  /** Counts one request. @param nowMs `monotonicMs`: no change of the clock renews what is used up */
  take(client: string, nowMs: number): RateState
}

const WINDOW_MS = 60_000
const MAX_CLIENTS = 10_000

/**
 * Counts requests per client in fixed windows of a minute. Counts are dropped when a window ends; clients beyond
 * the 10,000th of a window share one count, so that memory is bounded.
 * @param limit requests per window, at least 1
 */
export function createRateLimiter(limit: number): RateLimiter {
  let window = -1
  const counts = new Map<string, number>()
  return {
    take: (client, nowMs) => {
      const current = Math.floor(nowMs / WINDOW_MS)
      if (current !== window) {
        window = current
        counts.clear()
      }
      const key = counts.has(client) || counts.size < MAX_CLIENTS ? client : ''
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return {
        limit,
        remaining: Math.max(0, limit - count),
        resetSec: Math.max(1, Math.ceil(((current + 1) * WINDOW_MS - nowMs) / 1000)),
        allowed: count <= limit,
      }
    },
  }
}

/**
 * The key under which an IP address is counted: IPv6 by its first 64 bits (one subscriber), IPv4-mapped addresses as
 * IPv4.
 */
export function rateLimitKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
