import type { Clock } from '../core/ports.ts'
import { createLagMeter } from './lag.ts'
import { timers } from './timers.ts'

/** Milliseconds by a clock that nobody sets; `performance.now()` takes Node a millisecond to load. */
function sinceStartMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1_000 + nanoseconds / 1e6
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => Math.floor(sinceStartMs()),
  ...timers,
  watchLag: createLagMeter(sinceStartMs),
}
