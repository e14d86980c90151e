/**
 * Stops this process and its children, as Ctrl-Z does where the terminal itself reads it. Returns at once where no shell
 * could continue it, and on Windows, which has no such thing.
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
