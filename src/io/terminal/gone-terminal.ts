import { closeSync, fstatSync } from 'node:fs'
import { isatty } from 'node:tty'

/**
 * Closes the standard streams of a terminal that is gone, for a process that is about to end: Node puts terminals back then,
 * and is aborted by an assertion of its own where that fails.
 */
export function closeGoneTerminal(): void {
  for (const fd of [0, 1, 2]) {
    try {
      if (fstatSync(fd).isCharacterDevice() && !isatty(fd)) closeSync(fd)
    } catch {
      // It is closed already.
    }
  }
}
