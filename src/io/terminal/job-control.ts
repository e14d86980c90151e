/**
 * Stops the process group, as Ctrl-Z does in a shell. Returns at once when no shell can continue it, and on Windows, which
 * has no job control.
 */
export function suspendProcess(): void {
  if (process.platform === 'win32') return
  const listeners = process.listeners('SIGTSTP')
  // What listens to it keeps the process from stopping.
  for (const each of listeners) process.off('SIGTSTP', each)
  process.kill(0, 'SIGTSTP')
  for (const each of listeners) process.on('SIGTSTP', each)
}

/**
 * Calls `listener` in place of a stop that somebody else asks for by SIGTSTP.
 * @returns a function that removes the listener
 */
export function onStopAsked(listener: () => void): () => void {
  if (process.platform === 'win32') return () => undefined
  process.on('SIGTSTP', listener)
  return () => void process.off('SIGTSTP', listener)
}

/**
 * Calls `listener` when the process continues after a stop.
 * @returns a function that removes the listener
 */
export function onContinued(listener: () => void): () => void {
  process.on('SIGCONT', listener)
  return () => void process.off('SIGCONT', listener)
}

/**
 * Calls `listener` once in place of the first SIGQUIT; the next one ends the process, and may write its memory to a file.
 * @returns a function that removes the listener
 */
export function onQuitAsked(listener: () => void): () => void {
  if (process.platform === 'win32') return () => undefined
  process.once('SIGQUIT', listener)
  return () => void process.off('SIGQUIT', listener)
}
