import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configFile, readConfig } from '../../src/io/config/config-file.ts'
import { backupPath } from '../../src/store/sqlite/migrate.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import {
  addTransaction,
  readEvents,
  sampleLock,
  sampleTransaction,
  STORE_TEST_START_MS,
  tempStorePath,
} from '../support/store.ts'
import { rawColumn } from './raw.ts'
import type { WorkerTask } from './worker.ts'

interface Worker {
  ask(task: WorkerTask): Promise<unknown>
  readonly lines: AsyncIterableIterator<string>
  readonly child: ChildProcessByStdio<Writable, Readable, null>
}

function startWorker(): Worker {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('worker.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    lines,
    ask: async (task) => {
      child.stdin.write(`${JSON.stringify(task)}\n`)
      const answer = await lines.next()
      if (answer.done === true) throw new Error('the worker has ended')
      return JSON.parse(answer.value) as unknown
    },
  }
}

describe('several processes on one store', () => {
  const names = ['a', 'b', 'c', 'd']
  let workers: readonly Worker[]
  let path: string
  let remove: () => void
  beforeAll(() => {
    workers = names.map(startWorker)
  })
  afterAll(async () => {
    for (const { child } of workers) {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    }
  })
  beforeEach(() => ({ path, remove } = tempStorePath()))
  afterEach(() => remove())

  const askAll = (taskOf: (name: string) => WorkerTask): Promise<unknown[]> =>
    Promise.all(workers.map((worker, index) => worker.ask(taskOf(names[index] ?? ''))))
  const open = () => openStore({ path, now: () => STORE_TEST_START_MS })

  test('create and migrate a new file at the same moment', async () => {
    for (let round = 0; round < 40; round += 1) {
      const file = `${path}-${round}`
      expect(await askAll((name) => ({ task: 'open', path: file, name }))).toEqual([true, true, true, true])
      expect(rawColumn(file, 'SELECT id FROM meta ORDER BY id')).toEqual(names)
      expect(existsSync(backupPath(file, 1))).toBe(false)
    }
  })

  test('claim each of 100 locks exactly once, out of 20 racers, without an error', async () => {
    const store = await open()
    const lockIds = Array.from({ length: 100 }, (_, index) => `lock_${String(index).padStart(3, '0')}`)
    for (const id of lockIds) await store.locks.insert(sampleLock(id), [])
    const won = await askAll(() => ({ task: 'claim', path, lockIds, racers: 5 }))
    expect(won.flat().sort()).toEqual(lockIds)
    for (const id of lockIds) {
      expect(await store.locks.get(id)).toEqual({ doc: sampleLock(id, { state: 'executing' }), version: 2 })
    }
    expect((await readEvents(store)).map(({ lockId }) => lockId).sort()).toEqual(lockIds)
    await store.close()
  })

  test('lease each of 50 transactions to exactly one poller', async () => {
    const store = await open()
    const ids = Array.from({ length: 50 }, (_, index) => `tx_${String(index).padStart(3, '0')}`)
    for (const id of ids) await addTransaction(store, sampleTransaction(id))
    const held = await askAll((name) => ({ task: 'lease', path, ids, name }))
    expect(held.flat().sort()).toEqual(ids)
    await store.close()
  })

  test('keep each of 24 settings', async () => {
    const file = configFile(dirname(path))
    const keysOf = (name: string) => [1, 2, 3, 4, 5, 6].map((at) => `contact.${name}${at}`)
    expect(await askAll((name) => ({ task: 'settings', path, file, keys: keysOf(name) }))).toEqual(
      names.map(() => true),
    )
    expect((await readConfig(file)).map(({ key }) => key).sort()).toEqual(names.flatMap(keysOf))
  })
})

describe('a writer that is killed', () => {
  test('loses nothing that it had acknowledged, and damages nothing', async () => {
    const { path, remove } = tempStorePath()
    const acknowledged: string[] = []
    for (const [round, lines] of [1, 12, 25, 40].entries()) {
      const { child, lines: printed } = startWorker()
      const task: WorkerTask = { task: 'write', path, name: String(round) }
      child.stdin.write(`${JSON.stringify(task)}\n`)
      for (let seen = 0; seen < lines; seen += 1) acknowledged.push((await printed.next()).value as string)
      child.kill('SIGKILL')
      // What it still printed before it died counts too.
      for await (const line of printed) acknowledged.push(line)
    }
    expect(rawColumn(path, 'PRAGMA integrity_check')).toEqual(['ok'])
    const store = await openStore({ path, now: () => STORE_TEST_START_MS })
    for (const id of acknowledged) {
      const found = await store.transactions.get(id)
      expect([id, found?.version, (await store.events.ofTransaction(id)).length]).toEqual([id, 1, 1])
      expect(await store.locks.get(`lock_of_${id}`)).toMatchObject({ doc: { state: 'used' }, version: 2 })
      expect((await store.transactions.findByHash(found?.doc.hash ?? ''))?.doc.id).toBe(id)
    }
    // One more per round may have been written and not acknowledged; the totals must agree with the documents.
    const { total } = await store.transactions.list({}, 1, 1)
    expect(rawColumn(path, 'SELECT count(*) FROM transactions')).toEqual([total])
    expect(total).toBeGreaterThanOrEqual(acknowledged.length)
    expect(total).toBeLessThanOrEqual(acknowledged.length + 4)
    await store.close()
    remove()
  })
})
