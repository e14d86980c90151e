import { SwapError } from '../core/api/errors.ts'

/** Waits for work until the signal aborts: what it still does then, nobody waits for. @throws INTERRUPTED */
export function orInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new SwapError('INTERRUPTED', 'Interrupted'))
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
