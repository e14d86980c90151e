import type { ServiceContext } from './context.ts'

/**
 * Does work in the background, again and again. What fails is told, and work goes on; what is broken off fails too, and is not told.
 * @param work does it once. @returns how long to wait before the next time, in milliseconds
 * @param pauseMs the same where it failed
 * @returns stops it, once what is in work has ended
 */
export function repeatInBackground(
  { clock, onError }: Pick<ServiceContext, 'clock' | 'onError'>,
  work: (signal: AbortSignal) => Promise<number>,
  pauseMs: number,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = (async () => {
    while (!signal.aborted) {
      const nextMs = await work(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error)
        return pauseMs
      })
      await clock.sleep(nextMs, signal).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await loop
  }
}
