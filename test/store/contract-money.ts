import { beforeEach, describe, expect, test } from 'vitest'
import { LEASE_MS, LONGEST_POLL_AHEAD_MS } from '../../src/core/swap/poll-times.ts'
import type { TransactionRecord } from '../../src/core/swap/records.ts'
import type { Store } from '../../src/store/port.ts'
import {
  addTransaction,
  sampleEvent,
  sampleLock,
  sampleTransaction,
  STORE_TEST_START_MS as START,
  TEN_DAYS_MS,
} from '../support/store.ts'

/** Locks, transactions and the step between them. */
export function moneyContract(open: () => Store): void {
  let store: Store
  beforeEach(() => {
    store = open()
  })
  const dueAt = async (nowMs: number, limit: number, except?: readonly string[]) =>
    (await store.transactions.due(nowMs, limit, except)).map(({ id }) => id)

  describe('locks', () => {
    test('an unknown lock is undefined', async () => {
      expect(await store.locks.get('lock_none')).toBeUndefined()
    })

    test('a lock comes back as it was put, at version 1, with its events', async () => {
      const lock = sampleLock('lock_1', { referralCode: 'böb "quoted" \\ \u0000 ​' })
      await store.locks.insert(lock, [sampleEvent('lock.created', { lockId: 'lock_1', data: { a: [1, null] } })])
      expect(await store.locks.get('lock_1')).toEqual({ doc: lock, version: 1 })
      expect(await store.events.since(0, 10)).toEqual([
        { seq: 1, ...sampleEvent('lock.created', { lockId: 'lock_1', data: { a: [1, null] } }) },
      ])
    })

    test('a second lock with the same id is refused and leaves nothing behind', async () => {
      await store.locks.insert(sampleLock('lock_1'), [])
      await expect(
        store.locks.insert(sampleLock('lock_1', { amountText: '7' }), [sampleEvent('lock.created')]),
      ).rejects.toThrow()
      expect(await store.locks.get('lock_1')).toEqual({ doc: sampleLock('lock_1'), version: 1 })
      expect(await store.events.since(0, 10)).toEqual([])
    })

    test('a replace with the stored version wins once, and only the winner appends its events', async () => {
      await store.locks.insert(sampleLock('lock_1'), [])
      const claimed = sampleLock('lock_1', { state: 'executing' })
      const results = await Promise.all(
        [1, 2, 3, 4, 5].map((racer) =>
          store.locks.replace(claimed, 1, [sampleEvent('lock.claimed', { data: { racer } })]),
        ),
      )
      expect(results.filter(Boolean)).toHaveLength(1)
      expect(await store.locks.get('lock_1')).toEqual({ doc: claimed, version: 2 })
      expect(await store.events.since(0, 10)).toHaveLength(1)
    })

    test('a replace of a lock that is not there is refused', async () => {
      expect(await store.locks.replace(sampleLock('lock_1'), 1, [sampleEvent('x')])).toBe(false)
      expect(await store.events.since(0, 10)).toEqual([])
    })

    test('the latest are those that nobody used and that run out last after a time', async () => {
      for (const [id, afterMs] of [
        ['lock_1', 1],
        ['lock_2', 3],
        ['lock_3', 2],
        ['lock_4', 0],
      ] as const)
        await store.locks.insert(sampleLock(id, { expiresAtMs: START + afterMs }), [])
      await store.locks.insert(sampleLock('lock_5', { expiresAtMs: START + 9, state: 'executing' }), [])
      const ids = async (limit: number) => (await store.locks.latest(START, limit)).map(({ doc }) => doc.id)
      expect([await ids(9), await ids(2), await ids(0)]).toEqual([
        ['lock_2', 'lock_3', 'lock_1'],
        ['lock_2', 'lock_3'],
        [],
      ])
    })

    test('prune removes those that nobody used and that ran out before the time', async () => {
      const ranOut = { expiresAtMs: START - 1 }
      await store.locks.insert(sampleLock('lock_over', ranOut), [])
      await store.locks.insert(sampleLock('lock_claimed', { ...ranOut, state: 'executing' }), [])
      await store.locks.insert(sampleLock('lock_later', { expiresAtMs: START }), [])
      await addTransaction(store, sampleTransaction('tx_1', { lockId: 'lock_used' }))
      expect(await store.locks.prune(START, 0)).toBe(0)
      expect(await store.locks.prune(START, 9)).toBe(1)
      expect(await store.locks.prune(START, 9)).toBe(0)
      const found = await Promise.all(
        ['lock_over', 'lock_claimed', 'lock_later', 'lock_used'].map(
          async (id) => (await store.locks.get(id))?.doc.state,
        ),
      )
      expect(found).toEqual([undefined, 'executing', 'locked', 'used'])
    })
  })

  describe('commitExecution', () => {
    test('stores the transaction, uses the lock and appends the events in one step', async () => {
      const lock = sampleLock('lock_1')
      const used = sampleLock('lock_1', { state: 'used', transactionId: 'tx_1' })
      await store.locks.insert(lock, [])
      const record = sampleTransaction('tx_1', { lockId: 'lock_1', hash: '0xAB' })
      const events = [sampleEvent('transaction.created', { transactionId: 'tx_1', lockId: 'lock_1' })]
      expect(await store.commitExecution(used, 1, record, events)).toBe(true)
      expect(await store.locks.get('lock_1')).toEqual({ doc: used, version: 2 })
      expect(await store.transactions.get('tx_1')).toEqual({ doc: record, version: 1 })
      expect(await store.transactions.findByHash('0xab')).toEqual({ doc: record, version: 1 })
      expect(await store.events.ofTransaction('tx_1')).toEqual([{ seq: 1, ...events[0] }])
    })

    test('writes nothing when the lock has moved on', async () => {
      await store.locks.insert(sampleLock('lock_1'), [])
      await store.locks.replace(sampleLock('lock_1', { state: 'executing' }), 1, [])
      const used = sampleLock('lock_1', { state: 'used' })
      expect(await store.commitExecution(used, 1, sampleTransaction('tx_1'), [sampleEvent('x')])).toBe(false)
      expect(await store.transactions.get('tx_1')).toBeUndefined()
      expect((await store.locks.get('lock_1'))?.version).toBe(2)
      expect(await store.events.since(0, 10)).toEqual([])
    })

    test("writes nothing when the new transaction claims another one's hash", async () => {
      await addTransaction(store, sampleTransaction('tx_1', { hash: '0xAB' }))
      await store.locks.insert(sampleLock('lock_2'), [])
      await expect(
        store.commitExecution(
          sampleLock('lock_2', { state: 'used' }),
          1,
          sampleTransaction('tx_2', { hash: '0xab' }),
          [],
        ),
      ).rejects.toMatchObject({ code: 'BAD_GATEWAY' })
      expect(await store.locks.get('lock_2')).toEqual({ doc: sampleLock('lock_2'), version: 1 })
      expect(await store.transactions.get('tx_2')).toBeUndefined()
    })
  })

  describe('transactions', () => {
    test('a replace with a stale version, or of nothing, is a conflict and appends no events', async () => {
      await addTransaction(store, sampleTransaction('tx_1'))
      const updated = sampleTransaction('tx_1', { polls: 1 })
      expect(await store.transactions.replace(updated, 1, [])).toBe('ok')
      expect(await store.transactions.replace(updated, 1, [sampleEvent('x')])).toBe('conflict')
      expect(await store.transactions.replace(sampleTransaction('tx_9'), 1, [sampleEvent('x')])).toBe('conflict')
      expect(await store.transactions.get('tx_1')).toEqual({ doc: updated, version: 2 })
      expect(await store.events.since(0, 10)).toEqual([])
    })

    test('each of the three hashes finds its transaction', async () => {
      const record = sampleTransaction('tx_1', { hash: '0xAA', inboundHash: 'InBound', outboundHash: '0xcc' })
      await addTransaction(store, sampleTransaction('tx_1'))
      expect(await store.transactions.replace(record, 1, [])).toBe('ok')
      for (const key of ['0xaa', 'InBound', '0xcc']) {
        expect(await store.transactions.findByHash(key)).toEqual({ doc: record, version: 2 })
      }
      expect(await store.transactions.findByHash('inbound')).toBeUndefined()
      expect(await store.transactions.findByHash('')).toBeUndefined()
    })

    test.each([
      ['hash', { hash: '0xAA' }],
      ['inbound hash', { inboundHash: '0xaa' }],
      ['outbound hash', { outboundHash: '0xaA' }],
    ])('a %s that belongs to another transaction is taken', async (_, claim) => {
      await addTransaction(store, sampleTransaction('tx_1', { outboundHash: '0xaa' }))
      await addTransaction(store, sampleTransaction('tx_2'))
      const thief = sampleTransaction('tx_2', claim)
      expect(await store.transactions.replace(thief, 1, [sampleEvent('x')])).toBe('hash_taken')
      expect(await store.transactions.get('tx_2')).toEqual({ doc: sampleTransaction('tx_2'), version: 1 })
      expect((await store.transactions.findByHash('0xaa'))?.doc.id).toBe('tx_1')
      expect(await store.events.since(0, 10)).toEqual([])
    })

    test('one hash may stand in several places of its own transaction, and is free again once given up', async () => {
      await addTransaction(store, sampleTransaction('tx_1', { hash: '0xaa', inboundHash: '0xAA' }))
      await addTransaction(store, sampleTransaction('tx_2'))
      expect(await store.transactions.replace(sampleTransaction('tx_1', { hash: '0xbb' }), 1, [])).toBe('ok')
      expect(await store.transactions.findByHash('0xaa')).toBeUndefined()
      expect(await store.transactions.replace(sampleTransaction('tx_2', { hash: '0xaa' }), 1, [])).toBe('ok')
      expect((await store.transactions.findByHash('0xaa'))?.doc.id).toBe('tx_2')
    })

    test('counts by status follow every change', async () => {
      expect(await store.transactions.countByStatus()).toEqual({ PENDING: 0, SUCCESS: 0, FAILED: 0, REFUND: 0 })
      await addTransaction(store, sampleTransaction('tx_1'))
      await addTransaction(store, sampleTransaction('tx_2'))
      await store.transactions.replace(sampleTransaction('tx_1', { status: 'FAILED' }), 1, [])
      expect(await store.transactions.countByStatus()).toEqual({ PENDING: 1, SUCCESS: 0, FAILED: 1, REFUND: 0 })
    })

    test('what was handed out to be paid leaves those that have ended, oldest first, once they are old enough', async () => {
      const exec = { chainId: 1, providerCalldata: '0x12' }
      const made = (id: string, ms: number, status: 'PENDING' | 'FAILED') =>
        sampleTransaction(id, { status, exec, createdAt: new Date(START + ms).toISOString() })
      const records = [made('a', 0, 'PENDING'), made('b', 1, 'FAILED'), made('c', 2, 'FAILED'), made('d', 3, 'FAILED')]
      for (const record of records) await addTransaction(store, record)
      const holding = async () => {
        const found = await Promise.all(records.map(({ id }) => store.transactions.get(id)))
        return found.flatMap((one) => (one?.doc.exec === undefined ? [] : [one.doc.id]))
      }
      expect(await store.transactions.dropPayloads(START + 1, 9)).toBe(0)
      expect(await store.transactions.dropPayloads(START + 3, 1)).toBe(1)
      expect(await holding()).toEqual(['a', 'c', 'd'])
      expect(await store.transactions.dropPayloads(START + 3, 9)).toBe(1)
      expect(await holding()).toEqual(['a', 'd'])
      const { exec: _payload, ...kept } = made('b', 1, 'FAILED')
      expect(await store.transactions.get('b')).toEqual({ doc: kept, version: 2 })
    })

    test('a page past the end is empty and still knows the total', async () => {
      await addTransaction(store, sampleTransaction('tx_1'))
      expect(await store.transactions.list({}, 2, 20)).toEqual({ items: [], total: 1 })
      expect(await store.transactions.list({}, Number.MAX_SAFE_INTEGER, 5000)).toEqual({ items: [], total: 1 })
    })
  })

  describe('polling', () => {
    beforeEach(async () => {
      await addTransaction(store, sampleTransaction('tx_late', { nextPollAtMs: START + 3000 }))
      await addTransaction(store, sampleTransaction('tx_soon', { nextPollAtMs: START + 1000 }))
      await addTransaction(store, sampleTransaction('tx_never', { nextPollAtMs: null }))
      await addTransaction(store, sampleTransaction('tx_done', { status: 'SUCCESS', nextPollAtMs: null }))
      await addTransaction(store, sampleTransaction('tx_paid', { status: 'SUCCESS', nextPollAtMs: START + 5000 }))
    })

    test('due gives transactions whose time has come, earliest first, those after SUCCESS too', async () => {
      expect(await dueAt(START + 999, 10)).toEqual([])
      expect(await dueAt(START + 1000, 10)).toEqual(['tx_soon'])
      expect(await dueAt(START + 9000, 10)).toEqual(['tx_soon', 'tx_late', 'tx_paid'])
      expect(await dueAt(START + 9000, 1)).toEqual(['tx_soon'])
      expect(await store.transactions.nextDueAt()).toBe(START + 1000)
    })

    test('due names the provider, and leaves out those of given ones behind whom others wait', async () => {
      await addTransaction(store, sampleTransaction('tx_other', { provider: 'OTHER', nextPollAtMs: START + 6000 }))
      expect(await store.transactions.due(START + 9000, 1)).toEqual([{ id: 'tx_soon', provider: 'SANDBOX_BRIDGE' }])
      expect(await dueAt(START + 9000, 1, ['SANDBOX_BRIDGE'])).toEqual(['tx_other'])
      expect(await dueAt(START + 9000, 9, ['SANDBOX_BRIDGE', 'OTHER'])).toEqual([])
    })

    test('a time that only a clock ahead can have set is due first, and a lease of that clock holds nobody', async () => {
      const ahead = START + TEN_DAYS_MS
      await addTransaction(store, sampleTransaction('tx_ahead', { nextPollAtMs: ahead + LONGEST_POLL_AHEAD_MS }))
      await addTransaction(store, sampleTransaction('tx_latest', { nextPollAtMs: START + LONGEST_POLL_AHEAD_MS }))
      await store.transactions.lease('tx_soon', 'a', ahead, ahead + LEASE_MS)
      expect(await dueAt(START + 1000, 10)).toEqual(['tx_ahead', 'tx_soon'])
      expect(await dueAt(START + 1000, 1)).toEqual(['tx_ahead'])
      expect(await store.transactions.lease('tx_soon', 'b', START, START + LEASE_MS)).toBe(true)
      // Another process read its clock a moment later.
      expect(await store.transactions.lease('tx_soon', 'c', START - 1000, START - 1000 + LEASE_MS)).toBe(false)
    })

    test('nextDueAt is undefined when nothing is to be looked at', async () => {
      for (const id of ['tx_late', 'tx_soon', 'tx_never', 'tx_paid']) {
        await store.transactions.replace(sampleTransaction(id, { status: 'SUCCESS', nextPollAtMs: null }), 1, [])
      }
      expect(await store.transactions.nextDueAt()).toBeUndefined()
    })

    test('a lease keeps others away until it ends, and its holder may renew it', async () => {
      const { transactions } = store
      expect(await transactions.lease('tx_soon', 'a', START, START + 5000)).toBe(true)
      expect(await transactions.lease('tx_soon', 'b', START + 4999, START + 9000)).toBe(false)
      expect(await dueAt(START + 4999, 10)).toEqual(['tx_late'])
      expect(await transactions.lease('tx_soon', 'a', START + 4999, START + 6000)).toBe(true)
      expect(await transactions.lease('tx_soon', 'b', START + 6000, START + 9000)).toBe(true)
      expect(await transactions.lease('tx_none', 'a', START, START + 5000)).toBe(false)
    })

    test('only the holder can release, and neither leasing nor releasing changes the version', async () => {
      const { transactions } = store
      await transactions.lease('tx_soon', 'a', START, START + 60_000)
      await transactions.release('tx_soon', 'b')
      expect(await dueAt(START + 2000, 10)).toEqual([])
      await transactions.release('tx_soon', 'a')
      expect(await dueAt(START + 2000, 10)).toEqual(['tx_soon'])
      expect((await store.transactions.get('tx_soon'))?.version).toBe(1)
    })

    test('several are leased in one go: those that are free, with what they hold', async () => {
      const { transactions } = store
      await transactions.lease('tx_late', 'b', START, START + 60_000)
      const ids = ['tx_late', 'tx_soon', 'tx_none', 'tx_never']
      const { leased, damaged } = await transactions.leaseMany(ids, 'a', START, START + 5000)
      expect([leased.map(({ doc, version }) => [doc.id, version]), damaged]).toEqual([
        [
          ['tx_soon', 1],
          ['tx_never', 1],
        ],
        [],
      ])
      expect(leased[0]?.doc).toEqual((await transactions.get('tx_soon'))?.doc)
      expect(await transactions.lease('tx_soon', 'b', START + 4999, START + 9000)).toBe(false)
      await transactions.releaseMany([...ids, 'tx_soon'], 'a')
      expect(await dueAt(START + 9000, 10)).toEqual(['tx_soon', 'tx_paid'])
      expect(await transactions.leaseMany([], 'a', START, START + 5000)).toEqual({ leased: [], damaged: [] })
    })

    test('several are stored in one go, each as by itself, and their leases end', async () => {
      const { transactions } = store
      const ids = ['tx_soon', 'tx_late', 'tx_paid']
      await transactions.leaseMany(ids, 'a', START, START + 60_000)
      const change = (id: string, changes: Partial<TransactionRecord>, expectedVersion = 1) => ({
        record: sampleTransaction(id, { nextPollAtMs: START, ...changes }),
        expectedVersion,
        events: [sampleEvent('transaction.updated', { transactionId: id })],
      })
      const one = change('tx_soon', { hash: '0xaa' })
      const outcomes = await transactions.storeMany(
        [one, change('tx_late', { hash: '0xAA' }), change('tx_paid', {}, 7), change('tx_none', {})],
        'a',
      )
      expect(outcomes).toEqual(['ok', 'hash_taken', 'conflict', 'conflict'])
      expect(await transactions.get('tx_soon')).toEqual({ doc: one.record, version: 2 })
      expect((await transactions.get('tx_late'))?.version).toBe(1)
      expect((await store.events.since(0, 99)).filter(({ type }) => type === 'transaction.updated')).toHaveLength(1)
      expect((await dueAt(START + 9000, 10)).sort()).toEqual([...ids].sort())
      expect(await transactions.storeMany([], 'a')).toEqual([])
    })

    test('a document write leaves a lease in place', async () => {
      await store.transactions.lease('tx_soon', 'a', START, START + 60_000)
      await store.transactions.replace(sampleTransaction('tx_soon', { nextPollAtMs: START }), 1, [])
      expect(await dueAt(START + 2000, 10)).toEqual([])
    })
  })
}
