import { writeSync } from 'node:fs'
import { sampleEvent, sampleLock } from '../../support/store.ts'
import { openThreads } from '../../support/threaded-store.ts'

/*
 * A process with a store in threads, for the tests of several at once: adds locks by sixteen callers, and prints the id of
 * each that is acknowledged. Arguments: the file, a name, and how many locks; without it, no end.
 */

const [path = '', name = '', most = 'Infinity'] = process.argv.slice(2)
const store = await openThreads(path)
let count = 0

async function addLocks(): Promise<void> {
  while (count < Number(most)) {
    const id = `lock_${name}_${count++}`
    await store.locks.insert(sampleLock(id), [sampleEvent('lock.created', { lockId: id })])
    // Written before the next step begins, so that what was printed is what was acknowledged.
    writeSync(1, `${id}\n`)
  }
}

await Promise.all(Array.from({ length: 16 }, addLocks))
await store.close()
