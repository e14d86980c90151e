import { Worker } from 'node:worker_threads'
import { atExit } from '../../../src/io/at-exit.ts'
import { closeGate, createGate } from '../../../src/store/sqlite/driver-gate.ts'

/* A process that leaves by process.exit(3) while threads of it are within the driver. Arguments: what they run. */

const [program = ''] = process.argv.slice(2)
const threads = [1, 2, 3].map(() => {
  const workerData = createGate()
  atExit(() => closeGate(workerData))
  return new Worker(program, { workerData })
})
await Promise.all(threads.map((thread) => new Promise((resolve) => thread.once('message', resolve))))
process.exit(3)
