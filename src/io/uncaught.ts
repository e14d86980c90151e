/**
 * Tells of the first failure that nothing caught, instead of ending the process at once.
 * @returns a function that puts things back
 */
export function onUncaught(told: (error: unknown) => void): () => void {
  const listener = (error: unknown) => told(error)
  process.on('uncaughtException', listener)
  return () => void process.off('uncaughtException', listener)
}
