import { isLoopbackHost } from './text/base-url.ts'
import { duration } from './text/duration.ts'
import type { Clock, PooledHttp } from './ports.ts'

/** How far this machine's clock may be from what others say, in milliseconds: a block is half a minute old, an answer seconds. */
const MOST_OFF_MS = 60_000
/** Hosts that must have answered before any of them is believed. */
const LEAST_HOSTS = 3

/** By how much a clock is ahead of what others say: the median; undefined without them. @param offsetsMs behind where negative */
export function medianOffset(offsetsMs: readonly number[]): number | undefined {
  return [...offsetsMs].sort((a, b) => a - b)[Math.floor((offsetsMs.length - 1) / 2)]
}

/**
 * What is wrong with a clock, for people; undefined where it is right.
 * @param byWhom such as `nodes of Ethereum`
 * @param whose whose clock it is
 */
export function clockProblem(offsetMs: number, byWhom: string, whose = 'this machine'): string | undefined {
  if (Math.abs(offsetMs) <= MOST_OFF_MS) return undefined
  const way = offsetMs > 0 ? 'ahead of' : 'behind'
  return `the clock of ${whose} is ${duration(Math.abs(offsetMs) / 1000)} ${way} ${byWhom}`
}

/**
 * Compares the clock with the Date header of answers that come anyway.
 * @param tell called with a sentence when the clock turns out to be wrong by the median of several hosts, once until it is right
 * @param whose whose clock it is
 */
export function compareDates(
  http: PooledHttp,
  clock: Pick<Clock, 'now'>,
  tell: (problem: string) => void,
  whose?: string,
): PooledHttp {
  const offsets = new Map<string, number>()
  let isTold = false
  const note = (host: string, dateMs: number): void => {
    offsets.set(host, clock.now() - dateMs)
    const offsetMs = medianOffset([...offsets.values()])
    if (offsets.size < LEAST_HOSTS || offsetMs === undefined) return
    const problem = clockProblem(offsetMs, `what ${offsets.size} providers and nodes say`, whose)
    if (problem !== undefined && !isTold) tell(problem)
    isTold = problem !== undefined
  }
  return {
    ...http,
    fetch: async (url, request) => {
      const reply = await http.fetch(url, request)
      const { hostname, host } = new URL(url)
      const dateMs = Date.parse(reply.headers.get('date') ?? '')
      // What a cache held is as old as its Age says.
      if (!Number.isNaN(dateMs) && reply.headers.get('age') === null && !isLoopbackHost(hostname)) note(host, dateMs)
      return reply
    },
  }
}
