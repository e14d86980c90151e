import type { AtExit, StoreThreads } from './channel.ts'
import { errorFromMessage, type FromExaminer } from './messages.ts'
import { startThread } from './start-thread.ts'

/**
 * Whether SQLite finds damage in the pages of a file, which takes some tenths of a second for a large one: a thread of its own
 * looks, so that this one goes on meanwhile.
 * @throws what keeps the thread from looking
 */
export function hasPageDamageApart(program: StoreThreads, path: string, atExit: AtExit): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const worker = startThread(program, { role: 'examiner', path }, 'examiner', atExit)
    worker.on('message', (message: FromExaminer) => {
      if (message.kind === 'examined') resolve(message.isDamaged)
      else if (message.kind === 'end' && message.error !== undefined) reject(errorFromMessage(message.error))
    })
    worker.on('error', reject)
    // Where it has told what it found, this says nothing more.
    worker.on('exit', () => reject(new Error('the thread that looks through a file ended before it told')))
  })
}
