import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { describeOnPostgres } from '../../support/postgres.ts'
import { type CopyProgress, planCopy } from '../../../src/store/copy/copy-store.ts'
import { COPIED } from '../../../src/store/copy/rows.ts'
import { openPostgresStore } from '../../../src/store/postgres/open.ts'
import { openDatabase } from '../../../src/store/sqlite/database.ts'
import { findDamage } from '../../../src/store/sqlite/integrity.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { STORE_FILE } from '../../../src/store/sqlite/schema.ts'
import { collectGarbage } from '../../support/collect-garbage.ts'
import {
  addFast,
  addTransaction,
  sampleEvent,
  sampleLock,
  sampleTransaction,
  STORE_TEST_START_MS as START,
} from '../../support/store.ts'
import { flipStoredBit, rawSql } from '../raw.ts'
import type { CopyTask } from './copy-worker.ts'
import { copy, type CopiedStore, fillStore, newDatabase, newFile, readAll } from './stores.ts'

const made: CopiedStore[] = []
const keep = <T extends CopiedStore>(store: T): T => {
  made.push(store)
  return store
}
const file = () => keep(newFile())
const database = async () => keep(await newDatabase())
afterEach(async () => {
  for (const store of made.splice(0)) await store.remove()
})

/** A file with something of each kind. */
async function filledFile() {
  const store = file()
  await store.use(fillStore)
  return store
}

/** Adds so many transactions that they are copied in several parts. */
async function addMany(path: string, count: number) {
  const records = Array.from({ length: count }, (_, at) => sampleTransaction(`tx_many_${at}`, { hash: `0xmany${at}` }))
  await addFast(path, records)
  await collectGarbage()
}

/** Ends a copy when it is told of its step number `at`. @returns false where it has less */
async function stopAt(at: number, from: CopiedStore, to: CopiedStore): Promise<boolean> {
  const stop = new AbortController()
  let steps = 0
  const onProgress = () => {
    steps += 1
    if (steps === at) stop.abort()
  }
  try {
    await copy(from, to, { onProgress, signal: stop.signal })
    return steps >= at
  } catch (error) {
    expect(error).toMatchObject({ code: 'INTERRUPTED' })
    return true
  }
}

describeOnPostgres('a copy of a store', () => {
  test('holds all of it in a database, in another one, and in a file again', async () => {
    const [first, second, third, last] = [file(), await database(), await database(), file()]
    const filled = await first.use(async (store) => {
      await fillStore(store)
      return readAll(store)
    })
    const copied = await copy(first, second)
    expect(copied).toMatchObject({ from: first.path, outcome: 'copied', left: [] })
    expect(COPIED.map((name) => copied.collections[name].rows)).toEqual([2, 5, 4, 5, 2, 1, 2])
    expect(await second.use(readAll)).toEqual(filled)
    const again = await copy(second, third)
    expect(again.collections).toEqual(copied.collections)
    expect(await third.use(readAll)).toEqual(filled)
    const back = await copy(third, last)
    expect(back.collections).toEqual(copied.collections)
    expect(await last.use(readAll)).toEqual(filled)
    const opened = await openDatabase({ path: last.path }, STORE_FILE)
    expect(findDamage(opened.main, last.path, STORE_FILE)).toEqual({ documents: [], structure: [] })
    opened.close()
  })

  test('goes on where it was, wherever it was ended, and nobody uses it before it is whole', async () => {
    const from = await filledFile()
    const wanted = await from.use(readAll)
    for (const to of [file(), await database()]) {
      for (let at = 1; at < 8; at += 2) {
        expect(await stopAt(at, from, to)).toBe(true)
        await expect(to.use(readAll)).rejects.toMatchObject({
          code: 'STORE_UNUSABLE',
          message: expect.stringContaining('is an unfinished copy') as string,
          hint: expect.stringContaining('swapcli store copy') as string,
        })
      }
      expect(await copy(from, to)).toMatchObject({ outcome: 'copied' })
      expect(await to.use(readAll)).toEqual(wanted)
    }
  })

  test('ends with the same result when its process is killed again and again', async () => {
    const from = await filledFile()
    await addMany(from.path, 600)
    const wanted = await from.use(readAll)
    const [to, back] = [await database(), file()]
    for (const [source, target, kills] of [
      [from, to, [3, 5]],
      [to, back, [5]],
    ] as const) {
      for (const steps of kills) await killAfter({ from: source.place, to: target.place }, steps)
      const { collections } = await copy(source, target)
      expect(collections.transactions.rows).toBe(604)
      expect(await target.use(readAll)).toEqual(wanted)
    }
  })

  test('follows a store that was changed before it went on', async () => {
    const from = await filledFile()
    for (const to of [file(), await database()]) {
      expect(await stopAt(9, from, to)).toBe(true)
      await from.use(async (store) => {
        const found = await store.transactions.get('tx_0')
        if (found === undefined) throw new Error('it is there')
        const moved = { ...found.doc, hash: '', outboundHash: `new hash of ${to.place.kind}`, recipient: '0xanother' }
        expect(await store.transactions.replace(moved, found.version, [])).toBe('ok')
        // A hash that another transaction had.
        await addTransaction(store, sampleTransaction(`tx_${to.place.kind}`, { hash: found.doc.hash }))
        await store.events.append([sampleEvent('later')])
        await store.documents.delete('gate:A')
        await store.documents.put('gate:A', { n: 3 }, 0)
        await store.locks.insert(sampleLock(`lock_gone_${to.place.kind}`, { expiresAtMs: START - 9 }), [])
      })
      expect(await stopAt(9, from, to)).toBe(true)
      await from.use(async (store) => {
        expect(await store.locks.prune(1, 9)).toBe(1)
        expect(await store.documents.list('unlisted')).toHaveLength(1)
      })
      rawSql(from.path, `DELETE FROM events WHERE seq = (SELECT min(seq) FROM events)`)
      await collectGarbage()
      expect(await copy(from, to)).toMatchObject({ outcome: 'copied' })
      expect(await to.use(readAll)).toEqual(await from.use(readAll))
    }
  })

  test('of a database in use is refused; what is written to it meanwhile is copied, but not without end', async () => {
    const [from, to] = [await database(), await database()]
    await from.use(fillStore)
    const user = await openPostgresStore({ ...from.place, connections: 1 })
    const busy = { code: 'SERVICE_UNAVAILABLE', reason: 'store-busy' }
    await expect(copy(from, to)).rejects.toMatchObject(busy)
    await user.store.close()
    let rounds = 0
    const writeIn = (most: number) => ({
      onProgress: ({ step, collection, rows }: CopyProgress) => {
        if (step !== 'copy' || collection !== 'catalog_assets' || rows === 0 || rounds === most) return
        rounds += 1
        const sql = `insert into swapcli_sandbox.documents select 'late ' || count(*), 1, '{}', sum, doc
          from swapcli_sandbox.documents where id = 'gate:A' or id like 'late%' group by sum, doc`
        execFileSync(process.execPath, ['-e', WRITE, JSON.stringify(from.place.url), sql])
      },
    })
    await expect(copy(from, to, writeIn(99))).rejects.toMatchObject({
      ...busy,
      message: expect.stringContaining('is written to while it is copied: documents differ') as string,
    })
    expect(rounds).toBe(3)
    // A server that began meanwhile, and has not written yet.
    let began: ReturnType<typeof openPostgresStore> | undefined
    const begin = { onProgress: () => void (began ??= openPostgresStore({ ...from.place, connections: 1 })) }
    await expect(copy(from, to, begin)).rejects.toMatchObject(busy)
    await (await began)?.store.close()
    rounds = 0
    await copy(from, to, writeIn(1))
    expect(await to.use((store) => store.documents.list('late'))).toHaveLength(4)
    expect(await to.use(readAll)).toEqual(await from.use(readAll))
  })

  test('of a file in use is refused, and keeps others from writing', async () => {
    const from = await filledFile()
    const to = await database()
    const user = await openStore({ path: from.path, now: () => START })
    await user.documents.get('gate:A')
    const busy = { code: 'SERVICE_UNAVAILABLE', reason: 'store-busy' }
    await expect(copy(from, to)).rejects.toMatchObject(busy)
    await user.close()
    await collectGarbage()
    let refusals = 0
    await copy(from, to, {
      onProgress: () => {
        const write = () => rawSql(from.path, 'PRAGMA busy_timeout = 0', `DELETE FROM meta WHERE id = 'gate:A'`)
        expect(write).toThrow('locked')
        refusals += 1
      },
    })
    expect(refusals).toBeGreaterThan(COPIED.length)
  })

  test('is made of no store that is not there, and in none that is used', async () => {
    const [from, used] = [await filledFile(), await filledFile()]
    const [none, usedToo] = [await database(), await database()]
    await expect(copy(file(), none)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    await expect(copy(none, file())).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringContaining('holds no store of the sandbox network') as string,
    })
    for (const to of [used, usedToo]) await to.use((store) => addTransaction(store, sampleTransaction('tx_other')))
    for (const to of [used, usedToo]) {
      const before = await to.use((store) => store.transactions.list({}, 1, 9))
      await expect(copy(from, to)).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining('is a store that is used already') as string,
      })
      expect(await to.use((store) => store.transactions.list({}, 1, 9))).toEqual(before)
    }
  })

  test('begun in one of another store is refused, and in one in which nothing was done is not', async () => {
    const [from, other, unused] = [await filledFile(), await filledFile(), await database()]
    await unused.use(async (store) => {
      await store.documents.put('gate:B', 1, 0)
      await store.events.append([sampleEvent('quote')])
    })
    for (const to of [unused, file()]) {
      expect(await stopAt(3, from, to)).toBe(true)
      await expect(copy(other, to)).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining(`is an unfinished copy of ${from.path}, and not of ${other.path}`) as string,
      })
      await copy(from, to)
      expect(await to.use(readAll)).toEqual(await from.use(readAll))
    }
  })

  test('that is there already is only compared', async () => {
    const from = await filledFile()
    for (const to of [file(), await database()]) {
      const { collections } = await copy(from, to)
      expect(await copy(from, to)).toMatchObject({ outcome: 'there', collections })
      await to.use((store) => store.documents.put('gate:A', { n: 9 }, 2))
      await expect(copy(from, to)).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining('its documents are others') as string,
      })
    }
  })

  test('names what is damaged, and leaves behind what is named', async () => {
    const from = await filledFile()
    flipStoredBit(from.path, 'transactions', `id = 'tx_1'`, 'tx_1')
    flipStoredBit(from.path, 'events', 'seq = 2', 'at')
    await collectGarbage()
    const damaged = ['transactions:tx_1', 'events:2']
    for (const to of [file(), await database()]) {
      await expect(copy(from, to, { leave: new Set(damaged.slice(0, 1)) })).rejects.toMatchObject({
        code: 'STORE_UNUSABLE',
        message: expect.stringContaining('events:2 is damaged') as string,
        accept: ['--leave', 'events:2'],
      })
      const { left, collections } = await copy(from, to, { leave: new Set(damaged) })
      expect([left, collections.transactions.rows, collections.events.rows]).toEqual([damaged, 3, 4])
      expect(await to.use((store) => store.transactions.list({}, 1, 9))).toMatchObject({ total: 3 })
      expect(await copy(from, to, { leave: new Set(damaged) })).toMatchObject({ outcome: 'there' })
    }
  })

  test('of a database leaves behind what is named, too', async () => {
    const [from, to] = [await database(), file()]
    await from.use(fillStore)
    await from.sql(`update swapcli_sandbox.locks set doc = doc || ' ' where id = 'lock_unused'`)
    await expect(copy(from, to)).rejects.toMatchObject({ accept: ['--leave', 'locks:lock_unused'] })
    expect(await copy(from, to, { leave: new Set(['locks:lock_unused']) })).toMatchObject({
      left: ['locks:lock_unused'],
    })
    expect(await to.use((store) => store.locks.get('lock_unused'))).toBeUndefined()
  })

  test('is planned without a change', async () => {
    const [from, to, target] = [await filledFile(), await database(), file()]
    const plan = await planCopy({ from: from.place, to: to.place })
    await collectGarbage()
    expect(plan).toEqual({
      ...{ from: from.path, to: expect.stringContaining('postgres://swapcli@') as string, target: 'unused' },
      rows: {
        documents: 2,
        locks: 5,
        transactions: 4,
        events: 5,
        idempotency: 2,
        catalog_chains: 1,
        catalog_assets: 2,
      },
    })
    expect(await to.sql(`select 1 from pg_namespace where nspname = 'swapcli_sandbox'`)).toEqual([])
    expect(await planCopy({ from: from.place, to: target.place })).toMatchObject({ target: 'unused' })
    expect(existsSync(target.path)).toBe(false)
  })

  test('numbers events behind those of the other journal, so that no place of it means another event', async () => {
    const [from, to, back] = [await filledFile(), await database(), file()]
    const cursor = await from.use(async (store) => (await store.events.bounds()).newest)
    await copy(from, to)
    expect(await to.use(({ events }) => events.find(cursor))).toBe('elsewhere')
    await copy(to, back)
    const found = await back.use(async ({ events }) => ({
      old: await events.find(cursor),
      after: await events.since(cursor, 1),
    }))
    expect(found).toMatchObject({ old: undefined, after: [{ seq: 11, missing: { fromSeq: 6, toSeq: 10 } }] })
  })
})

/** Writes to a database while this process waits: arguments are its URL, as JSON, and a statement. */
const WRITE = `const { Client } = require('pg')
  const url = new URL(JSON.parse(process.argv[1]))
  const client = new Client({ host: url.searchParams.get('host'), user: url.username, database: url.pathname.slice(1) })
  client.connect().then(() => client.query(process.argv[2])).then(() => client.end())`

/** Runs a copy in a process of its own and kills that once it was told of so many steps, or lets it end. */
async function killAfter(task: CopyTask, steps: number): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('copy-worker.ts', import.meta.url)), JSON.stringify(task)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const gone = once(child, 'close')
  let seen = 0
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'step') seen += 1
    if (seen === steps) child.kill('SIGKILL')
  }
  await gone
  expect(seen).toBeGreaterThanOrEqual(steps)
}
