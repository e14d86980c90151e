import { abortReason } from '../core/deadline.ts'
import type { Clock } from '../core/ports.ts'

/** What waits, of a clock of the machine. */
export const timers: Pick<Clock, 'sleep' | 'startTimer'> = {
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
}
