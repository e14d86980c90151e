import type { Session } from '../session.ts'

/** Passes a write on, and has the end of a session wait for it: whoever leaves at once loses no change. */
export type KeepWrite = <T>(write: Promise<T>) => Promise<T>

/** @param onEnd of the session */
export function openWrites(onEnd: Session['onEnd']): KeepWrite {
  const open = new Set<Promise<unknown>>()
  onEnd(async () => {
    // One may be followed by the next.
    while (open.size > 0) await Promise.allSettled(open)
  })
  return (write) => {
    const settled: Promise<void> = write.then(
      () => void open.delete(settled),
      () => void open.delete(settled),
    )
    open.add(settled)
    return write
  }
}
