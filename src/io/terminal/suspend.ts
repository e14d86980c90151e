/**
 * Stops this process and those started with it, as Ctrl-Z does where the terminal itself reads it; returns at once where
 * no shell could bring it back, and where there is no such thing.
 */
export function suspendProcess(): void {
  if (process.platform !== 'win32') process.kill(0, 'SIGTSTP')
}

/**
 * Tells when the process goes on after it was stopped.
 * @returns a function that puts things back
 */
export function onContinued(told: () => void): () => void {
  process.on('SIGCONT', told)
  return () => void process.off('SIGCONT', told)
}
