/** The program of the store's threads. */
import { parentPort, workerData } from 'node:worker_threads'
import { nextTurn, randomFraction, systemClock } from './io/index.ts'
import { loadStoreThread } from './store/index.ts'

if (parentPort === null) throw new Error('store-worker is started by a store')
const port = parentPort
const { runThread } = await loadStoreThread()
let onMessage: Parameters<Parameters<typeof runThread>[0]['listen']>[0] = () => undefined
await runThread(
  {
    post: (message) => port.postMessage(message),
    listen: (listener) => {
      onMessage = listener
      port.on('message', listener)
    },
    // A thread that listens to nothing ends. Deno knows no way to close this port.
    close: () => void port.off('message', onMessage),
  },
  // Only channel.ts starts it.
  workerData as Parameters<typeof runThread>[1],
  { clock: systemClock, random: randomFraction, nextTurn },
)
