import type { WorkerRequest } from './program-worker.ts'
import { runRequest } from './run-request.ts'

/*
 * Runs command lines in this process, one after another, as its parent asks: a start for each would take ten times as long.
 * Dies when the program does.
 */

process.on('message', (message) => {
  // Written by program-worker.ts.
  const { id, ...request } = message as WorkerRequest & { readonly id: number }
  void runRequest(request).then((answer) => process.send?.({ id, ...answer }))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
