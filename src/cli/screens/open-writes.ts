import type { Session } from '../session.ts'

/** How long who is told to end waits for what is being written, in milliseconds. */
const LAST_WRITES_MS = 1_000

/** Passes a write on, and has whoever leaves wait for it. */
export type KeepWrite = <T>(write: Promise<T>) => Promise<T>

/** What is being written for the screens. */
export interface OpenWrites {
  readonly keep: KeepWrite
  /** Resolves once nothing is being written, so that no change is lost; from a signal on it waits for a second at most. */
  readonly settle: () => Promise<void>
}

/** Knows what is being written. */
export function openWrites({ signal, machineClock }: Pick<Session, 'signal' | 'machineClock'>): OpenWrites {
  const open = new Set<Promise<unknown>>()
  const writeAll = async () => {
    // One may be followed by the next.
    while (open.size > 0) await Promise.allSettled(open)
  }
  return {
    keep: (write) => {
      const settled: Promise<void> = write.then(
        () => void open.delete(settled),
        () => void open.delete(settled),
      )
      open.add(settled)
      return write
    },
    settle: async () => {
      if (open.size === 0) return
      const told = new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      await Promise.race([writeAll(), told.then(() => machineClock.sleep(LAST_WRITES_MS))])
    },
  }
}
