/**
 * Calls `listener` with each uncaught error, instead of ending the process.
 * @returns a function that removes the listener
 */
export function onUncaught(listener: (error: unknown) => void): () => void {
  process.on('uncaughtException', listener)
  return () => void process.off('uncaughtException', listener)
}
