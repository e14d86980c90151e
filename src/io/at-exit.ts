const runs = new Set<() => void>()

/**
 * Calls `run` when the process ends, however it does but by a signal that nobody listens to. It must be synchronous.
 * @returns lets it be forgotten
 */
export function atExit(run: () => void): () => void {
  // One listener for all: Node warns where there are many.
  if (runs.size === 0) process.once('exit', runAll)
  runs.add(run)
  return () => {
    runs.delete(run)
    if (runs.size === 0) process.off('exit', runAll)
  }
}

function runAll(): void {
  for (const run of [...runs]) run()
}
