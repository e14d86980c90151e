/**
 * Calls `listener` for errors that nothing caught, instead of ending the process at once.
 * @returns a function that removes the listener
 */
export function onUncaught(listener: (error: unknown) => void): () => void {
  process.on('uncaughtException', listener)
  return () => void process.off('uncaughtException', listener)
}
