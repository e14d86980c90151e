/** Resolves in the next turn of the event loop: all that has come meanwhile has its turn first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
