import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import { storeOver } from '../../../../src/store/postgres/open.ts'
import { connectDatabase } from '../../../../src/store/postgres/connection/open-database.ts'
import type { PgDatabase } from '../../../../src/store/postgres/database.ts'
import type { Store } from '../../../../src/store/port.ts'
import { PATIENT } from '../../../support/patience.ts'
import { describeOnPostgres, sharedPostgres } from '../../../support/postgres.ts'
import { type Loss, type PostgresProxy, startPostgresProxy } from '../../../support/postgres-proxy.ts'
import { addTransaction, sampleEvent, sampleLock, sampleTransaction } from '../../../support/store.ts'
import { createStoreTables, type StoreTables, TEST_SCHEMA } from '../test-database.ts'

describeOnPostgres('A write whose statement or answer is lost on the way', () => {
  let tables: StoreTables
  let proxy: PostgresProxy
  let database: PgDatabase
  let store: Store
  beforeAll(async () => {
    const server = await sharedPostgres()
    tables = await createStoreTables(server)
    proxy = await startPostgresProxy(server)
    const url = proxy.url(new URL(tables.url).pathname.slice(1))
    const options = { url, env: {}, clock: systemClock, random: Math.random, schema: TEST_SCHEMA }
    ;({ database } = await connectDatabase(options))
    store = storeOver(database, systemClock)
  })
  beforeEach(async () => {
    proxy.lose(undefined)
    await tables.empty()
  })
  afterAll(async () => {
    await store.close()
    await proxy.close()
    await tables.close()
  })
  /** Loses the next `times` statements that write, each in the way that the dice say. */
  const loseNext = (times: number, seed: number): void => {
    let left = times
    proxy.lose((text): Loss | undefined => {
      if (left === 0 || !/insert|update|delete/.test(text)) return undefined
      left -= 1
      return (['statement', 'answer', 'client', 'answer'] as const)[(seed + left) % 4]
    })
  }
  const rows = async (table: string) => Number((await tables.sql(`select count(*) as rows from ${table}`))[0]?.['rows'])

  test('is made once, and its caller is told what became of it: executions, reports, locks and documents, 15 times each', async () => {
    for (let round = 0; round < 15; round += 1) {
      const times = 1 + (round % 3)
      const [lock, tx] = [`lock_${round}`, `tx_${round}`]
      loseNext(times, round)
      await store.locks.insert(sampleLock(lock), [sampleEvent('lock.created', { lockId: lock })])
      loseNext(times, round + 1)
      const claimed = sampleLock(lock, { state: 'executing' })
      expect(await store.locks.replace(claimed, 1, [sampleEvent('lock.claimed', { lockId: lock })])).toBe(true)
      loseNext(times, round + 2)
      const record = sampleTransaction(tx, { lockId: lock, hash: `0xa${round}` })
      const used = sampleLock(lock, { state: 'used', transactionId: tx })
      const created = [sampleEvent('transaction.created', { transactionId: tx })]
      expect(await store.commitExecution(used, 2, record, created)).toBe(true)
      loseNext(times, round + 3)
      const done = { ...record, status: 'SUCCESS', outboundHash: `0xb${round}` } as const
      const noted = [sampleEvent('transaction.updated', { transactionId: tx })]
      expect(await store.transactions.replace(done, 1, noted)).toBe('ok')
      loseNext(times, round)
      expect(await store.documents.put(`key:${round}`, { round }, 0)).toBe(true)
      loseNext(times, round + 1)
      expect(await store.documents.put(`key:${round}`, { round, again: true }, 1)).toBe(true)
      proxy.lose(undefined)
      expect(await store.transactions.get(tx)).toEqual({ doc: done, version: 2 })
      expect((await store.locks.get(lock))?.version).toBe(3)
      expect(await store.documents.get(`key:${round}`)).toEqual({ doc: { round, again: true }, version: 2 })
    }
    expect([await rows('events'), await rows('transactions'), await rows('transaction_hashes')]).toEqual([60, 15, 30])
    expect(await store.transactions.countByStatus()).toEqual({ PENDING: 0, SUCCESS: 15, FAILED: 0, REFUND: 0 })
  })

  test('and that the server still runs when it is sent again is made once: both wait for the same row', async () => {
    const holder = await tables.connect()
    for (let round = 0; round < 5; round += 1) {
      const lock = `lock_${round}`
      await store.locks.insert(sampleLock(lock), [])
      let isLost = false
      proxy.lose((text): Loss | undefined => {
        if (isLost || !text.includes('locks set')) return undefined
        isLost = true
        return 'client'
      })
      const used = sampleLock(lock, { state: 'used', transactionId: `tx_${round}` })
      let writing: Promise<boolean> | undefined
      await holder.transaction(async (query) => {
        await query({ text: `select 1 from ${TEST_SCHEMA}.locks for update`, values: [] })
        writing = store.commitExecution(used, 1, sampleTransaction(`tx_${round}`, { lockId: lock }), [sampleEvent('x')])
        const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        await vi.waitFor(async () => expect(await tables.sql(waiting)).toHaveLength(2), PATIENT)
      })
      expect(await writing).toBe(true)
    }
    expect([await rows('transactions'), await rows('events')]).toEqual([5, 5])
  })

  test('of the catalog is made whatever is lost', async () => {
    for (let round = 0; round < 12; round += 1) {
      loseNext(1 + (round % 3), round)
      const documents = new Map([['catalog', { round }]])
      await store.catalog.put([], [], documents)
      proxy.lose(undefined)
      expect((await store.documents.get('catalog'))?.doc).toEqual({ round })
    }
  })

  test('that another call made impossible meanwhile is refused, not taken for its own', async () => {
    for (let round = 0; round < 25; round += 1) {
      const lock = `lock_${round}`
      await store.locks.insert(sampleLock(lock), [])
      loseNext(2, round)
      const outcomes = await Promise.all(
        [0, 1, 2, 3].map((racer) =>
          store.commitExecution(
            sampleLock(lock, { state: 'used', transactionId: `tx_${round}_${racer}` }),
            1,
            sampleTransaction(`tx_${round}_${racer}`, { lockId: lock }),
            [],
          ),
        ),
      )
      proxy.lose(undefined)
      const winner = (await store.locks.get(lock))?.doc.transactionId
      expect(outcomes.map((won, racer) => (won ? `tx_${round}_${racer}` : undefined)).filter(Boolean)).toEqual([winner])
      expect((await store.transactions.get(winner ?? ''))?.version).toBe(1)
    }
    expect(await rows('transactions')).toBe(25)
  })

  test('and that is one of several is told of each: those that were written, and those that could not be', async () => {
    for (let round = 0; round < 15; round += 1) {
      const ids = [0, 1, 2].map((at) => `tx_${round}_${at}`)
      for (const id of ids) await addTransaction(store, sampleTransaction(id))
      loseNext(1 + (round % 2), round)
      const change = (id: string, expectedVersion: number) => ({
        ...{ record: sampleTransaction(id, { polls: 1 }), expectedVersion, events: [sampleEvent('x')] },
      })
      const outcomes = await store.transactions.storeMany(
        ids.map((id, at) => change(id, at === 1 ? 7 : 1)),
        'holder',
      )
      proxy.lose(undefined)
      expect(outcomes).toEqual(['ok', 'conflict', 'ok'])
      expect(await Promise.all(ids.map(async (id) => (await store.transactions.get(id))?.version))).toEqual([2, 1, 2])
    }
    expect(await rows('events')).toBe(30)
  })

  test('under an idempotency key begins once, and its outcome is kept', async () => {
    for (let round = 0; round < 25; round += 1) {
      const request = { key: `execute:${round}`, digest: 'd', runningMs: 30_000, keepMs: 60_000 }
      loseNext(1 + (round % 3), round)
      const first = await store.idempotency.begin(request)
      if (!('begun' in first)) throw new Error('the first call begins')
      expect(await store.idempotency.begin(request)).toEqual({ known: first.begun })
      loseNext(1 + (round % 3), round + 1)
      expect(await store.idempotency.finish(request.key, first.begun.runningUntil, { round })).toBe(true)
      proxy.lose(undefined)
      expect(await store.idempotency.begin(request)).toMatchObject({ known: { outcome: { round } } })
    }
  })

  test('fails, and says that nobody knows, where nothing tells of it: events that are noted by themselves', async () => {
    let isLost = false
    proxy.lose((text) => {
      if (isLost || text !== 'commit') return undefined
      isLost = true
      return 'answer'
    })
    await expect(store.events.append([sampleEvent('x')])).rejects.toMatchObject({
      ...{ code: 'SERVICE_UNAVAILABLE', funds: 'unknown', retryAfterSec: 1 },
    })
    expect(await rows('events')).toBe(1)
    await store.events.append([sampleEvent('y')])
    expect(await rows('events')).toBe(2)
  })
})
