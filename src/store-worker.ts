/** The program of the store's threads. */
import { parentPort, workerData } from 'node:worker_threads'
import { nextTurn, randomFraction, systemClock } from './io/index.ts'
import { loadStoreThread } from './store/index.ts'

if (parentPort === null) throw new Error('store-worker is started by a store')
const port = parentPort
const { runThread } = await loadStoreThread()
await runThread(
  {
    post: (message) => port.postMessage(message),
    listen: (listener) => void port.on('message', listener),
    close: () => port.close(),
  },
  // Only channel.ts starts it.
  workerData as Parameters<typeof runThread>[1],
  { clock: systemClock, random: randomFraction, nextTurn },
)
