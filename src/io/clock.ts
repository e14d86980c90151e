import { abortReason } from '../core/deadline.ts'
import type { Clock } from '../core/ports.ts'
import { createLagMeter } from './lag.ts'

/** Milliseconds by a clock that nobody sets; `performance.now()` takes Node a millisecond to load. */
function sinceStartMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1_000 + nanoseconds / 1e6
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => Math.floor(sinceStartMs()),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(abortReason(signal))
        return
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, ms)
      function onAbort(): void {
        clearTimeout(timer)
        if (signal !== undefined) reject(abortReason(signal))
      }
      signal?.addEventListener('abort', onAbort, { once: true })
    }),
  startTimer: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  watchLag: createLagMeter(sinceStartMs),
}
