import { Worker } from 'node:worker_threads'
import { defined } from '../../core/defined.ts'
import { closeGate, createGate } from '../sqlite/driver-gate.ts'
import type { AtExit, StoreThreads } from './channel.ts'
import type { ExaminerStart, ThreadStart } from './messages.ts'

/**
 * Starts a thread with a gate before the driver, which is closed when the process ends.
 * @param title what of the store it is
 * @throws what keeps it from starting
 */
export function startThread(
  { url, execArgv }: StoreThreads,
  start: Omit<ThreadStart, 'gate'> | Omit<ExaminerStart, 'gate'>,
  title: string,
  atExit: AtExit,
): Worker {
  const gate = createGate()
  const workerData = { ...start, gate }
  const worker = new Worker(url, { workerData, name: `store ${title}`, ...defined({ execArgv: execArgv?.slice() }) })
  worker.on(
    'exit',
    atExit(() => closeGate(gate)),
  )
  return worker
}
