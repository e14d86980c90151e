/**
 * Stops the process group, as Ctrl-Z does in a shell. Returns at once when no shell can continue it, and on Windows, which
 * has no job control.
 */
export function suspendProcess(): void {
  if (process.platform !== 'win32') process.kill(0, 'SIGTSTP')
}

/**
 * Calls `listener` when the process continues after a stop.
 * @returns a function that removes the listener
 */
export function onContinued(listener: () => void): () => void {
  process.on('SIGCONT', listener)
  return () => void process.off('SIGCONT', listener)
}
