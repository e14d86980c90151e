import { waitAtMost } from '../../core/deadline.ts'
import type { Clock } from '../../core/ports.ts'
import type { SharedState } from '../options.ts'

/** A client's state in its window, for the X-RateLimit headers. */
export interface RateState {
  /** Requests per window. */
  readonly limit: number
  /** Requests left now, 0 or more. */
  readonly remaining: number
  /** Whole seconds until one more is left, at least 1. */
  readonly resetSec: number
  /** False when this request is over the limit. */
  readonly allowed: boolean
}

export interface RateLimiter {
  /** Counts one request, unless it is over the limit. @param nowMs `monotonicMs`: no change of the clock renews what is used up */
  take(client: string, nowMs: number): RateState
}

const WINDOW_MS = 60_000
/** Requests that came this close together are counted as one group, and leave the window with the last of it. */
const GROUP_MS = 1000
const MAX_CLIENTS = 10_000

/** Requests of a client in its window. */
interface Counted {
  total: number
  /** Groups, oldest first: at most one for each second of the window. */
  groups: { readonly firstMs: number; lastMs: number; count: number }[]
}

/**
 * Counts requests per client in a window of a minute that slides: in no minute are more than `limit` let through, and after
 * the time that a refusal names the next one is. Clients beyond the 10,000th of a minute share one count, so that memory is
 * bounded.
 * @param limit requests per window, at least 1
 */
export function createRateLimiter(limit: number): RateLimiter {
  // In the order of their last requests.
  const clients = new Map<string, Counted>()
  const dropOver = (nowMs: number) => {
    for (const [client, { groups }] of clients) {
      if ((groups.at(-1)?.lastMs ?? 0) + WINDOW_MS > nowMs) return
      clients.delete(client)
    }
  }
  const countedOf = (client: string, nowMs: number): Counted => {
    if (!clients.has(client) && clients.size >= MAX_CLIENTS) dropOver(nowMs)
    const key = clients.has(client) || clients.size < MAX_CLIENTS ? client : ''
    const counted = clients.get(key) ?? { total: 0, groups: [] }
    clients.delete(key)
    clients.set(key, counted)
    return counted
  }
  return {
    take: (client, nowMs) => {
      const counted = countedOf(client, nowMs)
      for (let [oldest] = counted.groups; oldest !== undefined && oldest.lastMs + WINDOW_MS <= nowMs;) {
        counted.total -= oldest.count
        counted.groups.shift()
        oldest = counted.groups[0]
      }
      const allowed = counted.total < limit
      if (allowed) count(counted, nowMs)
      return {
        limit,
        remaining: limit - counted.total,
        resetSec: Math.max(1, Math.ceil(((counted.groups[0]?.lastMs ?? nowMs) + WINDOW_MS - nowMs) / 1000)),
        allowed,
      }
    },
  }
}

/** Longest time that a request waits to be counted with those of other servers, in milliseconds. */
const WAIT_FOR_SHARED_MS = 250

/** A limiter that knows what other servers let through. */
export interface SharedLimiter {
  /** As of a limiter of one server, which decides where the shared count is not known soon. */
  take(client: string, nowMs: number): Promise<RateState>
}

/** Counts the requests of a client over all servers that share a count: in no minute do they let more than `limit` through. */
export function createSharedLimiter(
  own: RateLimiter,
  shared: Pick<SharedState, 'countRequest'>,
  clock: Clock,
  limit: number,
): SharedLimiter {
  return {
    take: async (client, nowMs) => {
      let state: RateState | undefined
      const counting = shared.countRequest(client, limit).then(
        ({ isCounted, total, freeInMs }) => {
          const remaining = Math.max(0, limit - total)
          state = { limit, remaining, resetSec: Math.max(1, Math.ceil(freeInMs / 1000)), allowed: isCounted }
        },
        () => undefined,
      )
      const counted = own.take(client, nowMs)
      await waitAtMost(clock, WAIT_FOR_SHARED_MS, counting)
      return state ?? counted
    },
  }
}

function count(counted: Counted, nowMs: number): void {
  const newest = counted.groups.at(-1)
  counted.total += 1
  if (newest === undefined || nowMs - newest.firstMs >= GROUP_MS) {
    counted.groups.push({ firstMs: nowMs, lastMs: nowMs, count: 1 })
  } else {
    newest.count += 1
    newest.lastMs = nowMs
  }
}

/**
 * The key under which an IP address is counted, however it is written: IPv6 by its first 64 bits (one subscriber),
 * IPv4-mapped addresses as IPv4.
 */
export function rateLimitKey(address: string): string {
  if (!address.includes(':')) return address
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  const subscriber = groups.slice(0, 4).map((group) => group.toString(16))
  return `${subscriber.join(':')}::/64`
}

/** The eight groups of an IPv6 address; its last two may be written as IPv4, and a zone may follow. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::').map(withoutDots)
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16))
}

function withoutDots(text: string): string {
  return text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: readonly string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
}
