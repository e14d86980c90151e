import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import { type Connection, createConnect } from '../../../src/store/sqlite/connection.ts'
import { type Database, openDatabase } from '../../../src/store/sqlite/database.ts'
import { storeOver } from '../../../src/store/sqlite/open.ts'
import { STORE_FILE } from '../../../src/store/sqlite/schema.ts'
import { createGroupCommit, type Write } from '../../../src/store/threads/group-commit.ts'
import type { Store } from '../../../src/store/port.ts'
import { sampleLock, sampleRoute, sampleTransaction, STORE_TEST_START_MS, tempStorePath } from '../../support/store.ts'
import { rawColumn } from '../raw.ts'

describe('writes that arrive together', () => {
  let path: string
  let remove: () => void
  let database: Database
  let store: Store
  /** How many commits were begun on each connection, in order. */
  let begun: ('full' | 'relaxed')[]
  let nowMs: number
  /** Called in place of every pause. */
  let pause: (ms: number) => void
  /** Stands between the group and its connection. */
  let around: (connection: Connection) => Connection
  beforeEach(async () => {
    ;({ path, remove } = tempStorePath())
    database = await openDatabase({ path }, STORE_FILE)
    database.main.exec('PRAGMA busy_timeout = 0')
    begun = []
    nowMs = 0
    pause = () => undefined
    around = (connection) => connection
  })
  afterEach(() => {
    database.close()
    remove()
  })

  function openGroup() {
    store = storeOver(database, () => STORE_TEST_START_MS)
    const group = createGroupCommit({
      connect: (isRelaxed) => {
        begun.push(isRelaxed ? 'relaxed' : 'full')
        return around(isRelaxed ? database.relaxed : database.main)
      },
      nowMs: () => nowMs,
      sleep: async (ms) => pause(ms),
      random: () => 0.5,
      nextTurn: () => Promise.resolve(),
    })
    const add = (run: () => Promise<unknown>, changes: Partial<Write> = {}) =>
      new Promise<unknown>((resolve, reject) =>
        group.add({
          run,
          rows: 1,
          isRelaxed: false,
          isAlone: false,
          settle: (outcome) =>
            outcome.status === 'fulfilled' ? resolve(outcome.value) : reject(outcome.reason as Error),
          ...changes,
        }),
      )
    return { group, add }
  }

  const commits = () => rawColumn(path, 'SELECT n FROM commits')[0] as number
  const lockIds = () => rawColumn(path, 'SELECT id FROM locks ORDER BY id')

  test('share one commit, and each is told its own result once that is on disk', async () => {
    const { add } = openGroup()
    const before = commits()
    const ids = ['lock_1', 'lock_2', 'lock_3']
    const seen = await Promise.all(ids.map((id) => add(() => store.locks.insert(sampleLock(id), [])).then(lockIds)))
    expect(seen).toEqual([ids, ids, ids])
    expect(commits()).toBe(before + 1)
  })

  test('see each other in their order: of two claims of one lock, the second is refused', async () => {
    const { add } = openGroup()
    const claim = () => store.locks.replace(sampleLock('lock_1', { state: 'executing' }), 1, [])
    const results = await Promise.all([add(() => store.locks.insert(sampleLock('lock_1'), [])), add(claim), add(claim)])
    expect(results).toEqual([undefined, true, false])
    expect(begun).toEqual(['full'])
  })

  test('fail alone: what a refused one had written goes, what the others wrote stays', async () => {
    const { add } = openGroup()
    const execute = (id: string) => {
      const transaction = sampleTransaction(`tx_${id}`, { hash: '0xabc' })
      return store.commitExecution(sampleLock(id, { state: 'used' }), 1, transaction, [])
    }
    const outcomes = await Promise.allSettled([
      add(() => store.locks.insert(sampleLock('lock_1'), [])),
      add(() => store.locks.insert(sampleLock('lock_2'), [])),
      add(() => execute('lock_1')),
      add(() => execute('lock_2')),
      add(() => store.locks.insert(sampleLock('lock_3'), [])),
    ])
    expect(outcomes.map((one) => (one.status === 'rejected' ? (one.reason as SwapError).code : one.value))).toEqual([
      undefined,
      undefined,
      true,
      'BAD_GATEWAY',
      undefined,
    ])
    expect(rawColumn(path, 'SELECT version FROM locks ORDER BY id')).toEqual([2, 1, 1])
    expect(rawColumn(path, 'SELECT id FROM transactions')).toEqual(['tx_lock_1'])
    expect(begun).toEqual(['full'])
  })

  test('all fail where their commit does, also one that was refused by what another wrote, and nothing stays', async () => {
    const { add } = openGroup()
    const full = new SwapError('STORE_UNUSABLE', 'The disk is full.')
    around = (connection) => ({
      ...connection,
      write: (work) =>
        connection.write(() => {
          work()
          throw full
        }),
    })
    const outcomes = await Promise.allSettled([
      add(() => store.locks.insert(sampleLock('lock_1'), [])),
      add(() => store.locks.insert(sampleLock('lock_1'), [])),
      add(() => store.documents.put('key', 1, 0)),
    ])
    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: full })))
    expect([lockIds(), rawColumn(path, 'SELECT id FROM meta')]).toEqual([[], []])
    around = (connection) => connection
    expect(await add(() => store.documents.put('key', 1, 0))).toBe(true)
  })

  test('all fail where one of them ended the whole transaction: nothing of the rest is committed by itself', async () => {
    const { add } = openGroup()
    const broken = async () =>
      database.main.write(() => {
        // As SQLite itself does when a disk is full in the middle.
        database.main.exec('ROLLBACK')
        throw new SwapError('STORE_UNUSABLE', 'The disk is full.')
      })
    const outcomes = await Promise.allSettled([
      add(() => store.documents.put('before', 1, 0)),
      add(broken),
      add(() => store.documents.put('after', 1, 0)),
    ])
    expect(outcomes.map((one) => one.status === 'rejected' && (one.reason as SwapError).message)).toEqual(
      Array.from({ length: 3 }, () => 'The disk is full.'),
    )
    expect(rawColumn(path, 'SELECT id FROM meta')).toEqual([])
  })

  test('that a power loss may take make no commit that waits for the disk, but go with one that does', async () => {
    const { add } = openGroup()
    const put = (id: string) => add(() => store.routes.putMany([sampleRoute(id)]), { isRelaxed: true })
    await Promise.all([put('r1'), put('r2')])
    await Promise.all([put('r3'), add(() => store.locks.insert(sampleLock('lock_1'), []))])
    expect(begun).toEqual(['relaxed', 'full'])
    expect(rawColumn(path, 'SELECT route_id FROM routes ORDER BY route_id')).toEqual(['r1', 'r2', 'r3'])
  })

  test('are no more at once than others can wait for, and one that stands alone shares with none', async () => {
    const { add } = openGroup()
    const put = (key: number, rows: number) => add(() => store.documents.put(`key${key}`, key, 0), { rows })
    await Promise.all(Array.from({ length: 65 }, (_, key) => put(key, 1)))
    expect(begun).toHaveLength(2)
    await Promise.all([put(100, 900), put(101, 900)])
    expect(begun).toHaveLength(4)
    await Promise.all([put(102, 1), add(() => store.compact(), { isAlone: true }), put(103, 1)])
    expect(begun).toHaveLength(6)
    expect(rawColumn(path, 'SELECT count(*) FROM meta')).toEqual([69])
  })

  describe('while another process holds the lock,', () => {
    let other: Connection
    beforeEach(async () => {
      other = (await createConnect(path, false))('full')
      other.exec('BEGIN IMMEDIATE')
    })
    afterEach(() => other.close())

    test('are tried again and again, with those that came meanwhile, until it is free', async () => {
      const { group, add } = openGroup()
      const pauses: number[] = []
      let late: Promise<unknown> | undefined
      pause = (ms) => {
        pauses.push(ms)
        nowMs += 100
        if (pauses.length === 2) late = add(() => store.locks.insert(sampleLock('lock_2'), []))
        if (pauses.length === 12) other.exec('COMMIT')
      }
      const before = commits()
      await add(() => store.locks.insert(sampleLock('lock_1'), []))
      await late
      await group.drain()
      // The last one is behind the commit: it gives the other process a chance.
      expect(pauses).toEqual([1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 50, 1])
      expect([lockIds(), commits()]).toEqual([['lock_1', 'lock_2'], before + 1])
    })

    test('leave the lock to it for a moment after each commit, until it has not written for a second', async () => {
      const { group, add } = openGroup()
      const order: string[] = []
      pause = (ms) => {
        if (order.length === 0) other.exec('COMMIT')
        order.push(`${ms} ms`)
      }
      const put = async (key: string) => {
        await add(() => store.documents.put(key, key, 0))
        order.push('commit')
        await group.drain()
      }
      await put('a')
      await put('b')
      nowMs += 1000
      await put('c')
      expect(order).toEqual(['1 ms', 'commit', '1 ms', 'commit', '1 ms', 'commit'])
    })

    test('are refused after five seconds, each by its own, and nothing stays', async () => {
      const { add } = openGroup()
      const late: Promise<unknown>[] = []
      const order: string[] = []
      pause = () => {
        nowMs += 1000
        if (nowMs === 3000) late.push(add(() => store.locks.insert(sampleLock('lock_2'), [])))
        if (nowMs === 7000) {
          other.exec('COMMIT')
          order.push('free')
        }
      }
      const first = add(() => store.locks.insert(sampleLock('lock_1'), []))
      first.catch(() => order.push('refused'))
      await expect(first).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: `The store ${path} is in use by another process.`,
        retryAfterSec: 1,
      })
      await Promise.all(late)
      expect(order).toEqual(['refused', 'free'])
      expect(lockIds()).toEqual(['lock_2'])
    })
  })
})
