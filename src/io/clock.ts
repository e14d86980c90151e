import { abortReason } from '../core/deadline.ts'
import type { Clock } from '../core/ports.ts'
import { createLagMeter } from './lag.ts'

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => Math.floor(performance.now()),
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
  watchLag: createLagMeter(() => performance.now()),
}
