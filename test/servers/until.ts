import { setTimeout as pause } from 'node:timers/promises'
import { PATIENCE_MS } from '../support/patience.ts'

/** Looks until what it sees is so. @param what for the message @throws Error where that does not come */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const startedMs = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedMs > PATIENCE_MS) throw new Error(`it did not come to this: ${what}`)
    await pause(20)
  }
}
