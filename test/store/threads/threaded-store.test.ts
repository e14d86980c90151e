import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import type { CatalogAsset } from '../../../src/core/assets/catalog.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import type { StoreThreads } from '../../../src/store/threads/channel.ts'
import {
  readEvents,
  addTransaction,
  sampleLock,
  sampleTransaction,
  STORE_TEST_START_MS,
  tempStorePath,
} from '../../support/store.ts'
import { openTempThreads, openThreads, storeProgram } from '../../support/threaded-store.ts'
import { storeContract } from '../contract.ts'
import { rawColumn, rawSql } from '../raw.ts'

storeContract('A store in threads', (now) => openTempThreads({ clock: { ...systemClock, now } }))

/** A program of threads, as text. */
const programOf = (text: string): StoreThreads => ({
  url: new URL(`data:text/javascript,${encodeURIComponent(text)}`),
  execArgv: [],
})

/** Adds locks in a process of its own. @param most without it, no end */
function startWriting(path: string, name: string, most?: number): ChildProcessByStdio<null, Readable, null> {
  const program = fileURLToPath(new URL('writing-process.ts', import.meta.url))
  const args = ['--import', 'tsx', program, path, name, ...(most === undefined ? [] : [String(most)])]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

describe('a store in threads', () => {
  test('goes on reading while another process holds the lock, and writes once that is free', async () => {
    const { store, path, cleanup } = await openTempThreads()
    await addTransaction(store, sampleTransaction('tx_1'))
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    const order: string[] = []
    const writing = store.locks.insert(sampleLock('lock_1'), []).then(() => order.push('written'))
    expect((await store.locks.get('lock_of_tx_1'))?.doc.state).toBe('used')
    expect((await store.transactions.list({}, 1, 10)).total).toBe(1)
    expect(await store.catalog.version()).toBe(0)
    order.push('free')
    other.exec('COMMIT')
    await writing
    expect(order).toEqual(['free', 'written'])
    other.close()
    await cleanup()
  })

  test('refuses a list that takes longer than it may, with what to do; what is read by its key is read', async () => {
    const { store, cleanup } = await openTempThreads({ readBudgetMs: 0 })
    await addTransaction(store, sampleTransaction('tx_1'))
    for (const read of [store.transactions.list({}, 1, 10), store.transactions.stats({ query: 'usdc' })]) {
      await expect(read).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: 'This read of the store takes too long.',
        hint: 'Ask for less: a longer text, a wallet, a status, or a page nearer to the first',
        retryAfterSec: 1,
      })
    }
    expect((await store.transactions.get('tx_1'))?.version).toBe(1)
    await cleanup()
  })

  test('gives a document that has not changed as the same object, and a changed one as it is now', async () => {
    const { store, cleanup } = await openTempThreads()
    await store.locks.insert(sampleLock('lock_1'), [])
    const first = await store.locks.get('lock_1')
    const second = await store.locks.get('lock_1')
    expect(second).toEqual({ doc: sampleLock('lock_1'), version: 1 })
    expect(second?.doc).toBe(first?.doc)
    await store.locks.replace(sampleLock('lock_1', { state: 'executing' }), 1, [])
    expect(await store.locks.get('lock_1')).toEqual({ doc: sampleLock('lock_1', { state: 'executing' }), version: 2 })
    await cleanup()
  })

  test('keeps every write that was begun before it was closed, and leaves no write-ahead log to replay', async () => {
    const { store, path, cleanup } = await openTempThreads()
    const keys = Array.from({ length: 200 }, (_, index) => `key${index}`)
    const writes = keys.map((key) => store.documents.put(key, key, 0))
    const closing = store.close()
    await expect(store.documents.put('late', 1, 0)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await Promise.all(writes)).toEqual(keys.map(() => true))
    await closing
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
    expect(rawColumn(path, 'SELECT id FROM meta ORDER BY id')).toEqual([...keys].sort())
    await cleanup()
  })

  test('fails a call whose arguments cannot be sent, and none that was made with it', async () => {
    const { store, cleanup } = await openTempThreads()
    const unsendable = { ...sampleLock('lock_1'), providerState: Symbol('unsendable') } as never
    const outcomes = await Promise.allSettled([
      store.documents.put('one', 1, 0),
      store.locks.insert(unsendable, []),
      store.documents.put('two', 2, 0),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await cleanup()
  })

  test('tells of a damaged document by the error of a store that has no threads, and skips one where it may', async () => {
    const { path, remove } = tempStorePath()
    const inProcess = await openStore({ path, now: () => STORE_TEST_START_MS })
    await inProcess.documents.put('bad', { state: 'as written' }, 0)
    await inProcess.documents.put('good', 1, 0)
    rawSql(path, `UPDATE meta SET doc = '{"state":"as nobody wrote it"}' WHERE id = 'bad'`)
    const expected: unknown = await inProcess.documents.get('bad').catch((error: unknown) => error)
    await inProcess.close()
    const store = await openThreads(path)
    const error: unknown = await store.documents.get('bad').catch((thrown: unknown) => thrown)
    expect(error).toEqual(expected)
    expect(error).toMatchObject({ code: 'STORE_UNUSABLE', funds: 'unknown' })
    const skipped: string[] = []
    const found = await store.documents.list('', (key) => skipped.push(key))
    expect([found.map(({ key }) => key), skipped]).toEqual([['good'], ['bad']])
    await store.close()
    remove()
  })

  test('writes many rows of the catalog in parts between which others write, its version last, in their order', async () => {
    const { store, cleanup } = await openTempThreads()
    const assets = Array.from({ length: 1201 }, (_, index) => assetAt(1201 - index))
    const order: string[] = []
    const putting = store.catalog
      .put([], assets, new Map([['note', 'of the refresh']]))
      .then(() => order.push('all rows'))
    await store.documents.put('key', 1, 0)
    order.push('a document')
    await putting
    expect(order).toEqual(['a document', 'all rows'])
    expect(await store.catalog.version()).toBe(1)
    expect(await store.catalog.assets()).toEqual(assets)
    expect(await store.catalog.assets('base')).toEqual(assets)
    expect(await store.catalog.assets('ethereum')).toEqual([])
    expect((await store.documents.get('note'))?.doc).toBe('of the refresh')
    await cleanup()
  })

  describe('whose thread', () => {
    test('cannot be started, or not open the file, is refused with the reason', async () => {
      const { path, remove } = tempStorePath()
      const program = programOf('throw new Error("no memory")')
      await expect(openThreads(path, { program })).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: 'The writer thread of the store has ended: no memory.',
        hint: 'Try again: it is started anew',
      })
      rawSql(path, 'CREATE TABLE other (id TEXT)')
      await expect(openThreads(path)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
      remove()
    })

    test('dies refuses the calls that it has not answered, and the next call starts another', async () => {
      const { path, remove } = tempStorePath()
      // The first of each role opens its file and dies of its first call; all others are as they should be.
      const program = programOf(`
        import { parentPort, workerData } from 'node:worker_threads'
        if (workerData.firstMark === 2 ** 32) {
          parentPort.on('message', () => { throw new Error('out of memory') })
          parentPort.postMessage({ kind: 'open' })
        } else await import(${JSON.stringify(storeProgram().url.href)})
      `)
      const inProcess = await openStore({ path, now: () => STORE_TEST_START_MS })
      await inProcess.close()
      const store = await openThreads(path, { program })
      const calls = [store.documents.put('key', 1, 0), store.documents.put('key', 2, 0)]
      expect(await Promise.allSettled(calls)).toEqual(
        calls.map(() => ({
          status: 'rejected',
          reason: expect.objectContaining({
            code: 'SERVICE_UNAVAILABLE',
            message: 'The writer thread of the store has ended: out of memory.',
            funds: 'unknown',
          }) as Error,
        })),
      )
      await expect(store.documents.get('key')).rejects.toMatchObject({
        message: 'The reader thread of the store has ended: out of memory.',
        funds: 'untouched',
      })
      expect(await store.documents.put('key', 3, 0)).toBe(true)
      expect(await store.documents.get('key')).toEqual({ doc: 3, version: 1 })
      await store.close()
      remove()
    })

    test('dies while the store is closed says so, and nothing hangs', async () => {
      const { path, remove } = tempStorePath()
      const program = programOf(`
        import { parentPort } from 'node:worker_threads'
        parentPort.on('message', () => process.exit(3))
        parentPort.postMessage({ kind: 'open' })
      `)
      const store = await openThreads(path, { program })
      await expect(store.close()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      remove()
    })
  })

  test('that two processes write at once loses nothing of either', async () => {
    const { path, remove } = tempStorePath()
    const ended = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const child = startWriting(path, name, 150)
        child.stdout.resume()
        return (await once(child, 'exit')) as unknown[]
      }),
    )
    expect(ended).toEqual([
      [0, null],
      [0, null],
    ])
    const ids = ['a', 'b'].flatMap((name) => Array.from({ length: 150 }, (_, index) => `lock_${name}_${index}`))
    expect(rawColumn(path, 'SELECT id FROM locks ORDER BY id')).toEqual([...ids].sort())
    expect(rawColumn(path, 'SELECT count(*) FROM events')).toEqual([300])
    remove()
  })

  test('that is killed loses nothing that it had acknowledged, and damages nothing', async () => {
    const { path, remove } = tempStorePath()
    const acknowledged: string[] = []
    for (const [round, most] of [1, 40, 200].entries()) {
      const child = startWriting(path, String(round))
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged.push(line)
        // What it still prints before it dies counts too.
        if (acknowledged.length >= most) child.kill('SIGKILL')
      }
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(200)
    expect(rawColumn(path, 'PRAGMA integrity_check')).toEqual(['ok'])
    const stored = new Set(rawColumn(path, 'SELECT id FROM locks'))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    const store = await openStore({ path, now: () => STORE_TEST_START_MS })
    const noted = (await readEvents(store, 100_000)).map(({ lockId }) => lockId)
    expect(noted.sort()).toEqual([...stored].sort())
    await store.close()
    remove()
  })
})

function assetAt(index: number): CatalogAsset {
  return { ...SAMPLE_ASSET, address: `0x${index.toString(16).padStart(40, '0')}` }
}

const SAMPLE_ASSET: CatalogAsset = {
  chain: 'base',
  address: '',
  symbol: 'TOKEN',
  altSymbols: [],
  name: 'Token',
  decimals: 18,
  image: '',
  isNative: false,
  caip19: null,
  addedAt: STORE_TEST_START_MS,
  evidence: 'provider',
  form: null,
}
