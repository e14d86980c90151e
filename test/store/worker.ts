import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { changeSetting } from '../../src/cli/exclusive-changes.ts'
import { systemClock } from '../../src/io/clock.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/port.ts'
import { addTransaction, sampleEvent, sampleTransaction, STORE_TEST_START_MS } from '../support/store.ts'

/*
 * A process that works on a store, for the tests of several at once. Each line of its input is a task; it answers each
 * with a line.
 */

/** What a worker can be asked to do. */
export type WorkerTask =
  /** Open the store, which may not exist yet, and leave a key. Answers `true`. */
  | { readonly task: 'open'; readonly path: string; readonly name: string }
  /** Let `racers` claim each lock at once. Answers the ids that one of them won. */
  | { readonly task: 'claim'; readonly path: string; readonly lockIds: readonly string[]; readonly racers: number }
  /** Try to lease each transaction. Answers the ids that it got. */
  | { readonly task: 'lease'; readonly path: string; readonly ids: readonly string[]; readonly name: string }
  /** Set each key of a configuration file. Answers `true`. */
  | { readonly task: 'settings'; readonly path: string; readonly file: string; readonly keys: readonly string[] }
  /** Add transactions without end, printing the id of each one that is safe. Never answers. */
  | { readonly task: 'write'; readonly path: string; readonly name: string }

for await (const line of createInterface({ input: process.stdin })) {
  // The parent is a test of this folder.
  const task = JSON.parse(line) as WorkerTask
  print(JSON.stringify(await answer(task).catch((error: unknown) => ({ error: String(error) }))))
}

async function answer(task: WorkerTask): Promise<unknown> {
  const store = await openStore({ path: task.path, now: () => STORE_TEST_START_MS })
  const result = await perform(store, task)
  await store.close()
  return result
}

async function perform(store: Store, task: WorkerTask): Promise<unknown> {
  switch (task.task) {
    case 'open':
      return store.documents.put(task.name, task.name, 0)
    case 'claim': {
      const won: string[] = []
      for (const id of task.lockIds) {
        const wins = await Promise.all(Array.from({ length: task.racers }, () => claim(store, id)))
        for (const win of wins) if (win) won.push(id)
      }
      return won
    }
    case 'lease': {
      const held: string[] = []
      for (const id of task.ids) if (await store.transactions.lease(id, task.name, 1000)) held.push(id)
      return held
    }
    case 'settings':
      for (const key of task.keys) await changeSetting({ configFile: task.file, clock: systemClock }, key, key)
      return true
    case 'write':
      for (let count = 0; ; count += 1) {
        const id = `tx_${task.name}_${count}`
        await addTransaction(store, sampleTransaction(id, { hash: `0x${task.name}${count.toString(16)}` }))
        await store.events.append([sampleEvent('transaction.created', { transactionId: id })])
        print(id)
      }
  }
}

async function claim(store: Store, id: string): Promise<boolean> {
  const found = await store.locks.get(id)
  if (found?.doc.state !== 'locked') return false
  return store.locks.replace({ ...found.doc, state: 'executing' }, found.version, [
    sampleEvent('lock.claimed', { lockId: id }),
  ])
}

/** Written before the next step begins, so that what was printed is what was acknowledged. */
function print(line: string): void {
  writeSync(1, `${line}\n`)
}
