import { Worker } from 'node:worker_threads'
import { defined } from '../../core/defined.ts'
import { closeGate, createGate } from '../sqlite/driver-gate.ts'
import type { AtExit, StoreThreads } from './channel.ts'
import { errorFromMessage, type ExaminerStart, type FromExaminer } from './messages.ts'

/**
 * Whether SQLite finds damage in the pages of a file, which takes some tenths of a second for a large one: a thread of its own
 * looks, so that this one goes on meanwhile.
 * @throws what keeps the thread from looking
 */
export function hasPageDamageApart({ url, execArgv }: StoreThreads, path: string, atExit: AtExit): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const gate = createGate()
    const workerData: ExaminerStart = { role: 'examiner', path, gate }
    const worker = new Worker(url, {
      workerData,
      name: 'store examiner',
      ...defined({ execArgv: execArgv?.slice() }),
    })
    const forget = atExit(() => closeGate(gate))
    worker.on('message', (message: FromExaminer) => {
      if (message.kind === 'examined') resolve(message.isDamaged)
      else if (message.kind === 'end' && message.error !== undefined) reject(errorFromMessage(message.error))
    })
    worker.on('error', reject)
    // Where it has told what it found, this says nothing more.
    worker.on('exit', () => {
      forget()
      reject(new Error('the thread that looks through a file ended before it told'))
    })
  })
}
