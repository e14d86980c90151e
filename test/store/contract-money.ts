import { beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../src/store/port.ts'
import {
  addTransaction,
  readEvents,
  sampleEvent,
  sampleLock,
  sampleTransaction,
  STORE_TEST_START_MS as START,
} from '../support/store.ts'
import type { ContractWorld } from './contract.ts'

/** Locks, transactions and the step between them. */
export function moneyContract({ store: opened, setClock }: ContractWorld): void {
  let store: Store
  beforeEach(() => {
    store = opened()
  })
  /** What was noted, without the numbers. */
  const noted = async () => (await readEvents(store)).map(({ seq: _seq, ...event }) => event)

  describe('locks', () => {
    test('an unknown lock is undefined', async () => {
      expect(await store.locks.get('lock_none')).toBeUndefined()
    })

    test('a lock comes back as it was put, at version 1, with its events', async () => {
      const lock = sampleLock('lock_1', { referralCode: 'böb "quoted" \\ \u0000 ​' })
      await store.locks.insert(lock, [sampleEvent('lock.created', { lockId: 'lock_1', data: { a: [1, null] } })])
      expect(await store.locks.get('lock_1')).toEqual({ doc: lock, version: 1 })
      expect(await noted()).toEqual([sampleEvent('lock.created', { lockId: 'lock_1', data: { a: [1, null] } })])
    })

    test('a second lock with the same id is refused and leaves nothing behind', async () => {
      await store.locks.insert(sampleLock('lock_1'), [])
      await expect(
        store.locks.insert(sampleLock('lock_1', { amountText: '7' }), [sampleEvent('lock.created')]),
      ).rejects.toThrow()
      expect(await store.locks.get('lock_1')).toEqual({ doc: sampleLock('lock_1'), version: 1 })
      expect(await noted()).toEqual([])
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
      expect(await noted()).toHaveLength(1)
    })

    test('a replace of a lock that is not there is refused', async () => {
      expect(await store.locks.replace(sampleLock('lock_1'), 1, [sampleEvent('x')])).toBe(false)
      expect(await noted()).toEqual([])
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
      const ids = async (limit: number) => (await store.locks.latest(0, limit)).map(({ doc }) => doc.id)
      expect([await ids(9), await ids(2), await ids(0)]).toEqual([
        ['lock_2', 'lock_3', 'lock_1'],
        ['lock_2', 'lock_3'],
        [],
      ])
      expect((await store.locks.latest(1, 9)).map(({ doc }) => doc.id)).toEqual(['lock_2', 'lock_3'])
      setClock(2)
      expect(await ids(9)).toEqual(['lock_2'])
    })

    test('prune removes those that nobody used and that ran out longer ago than they are kept', async () => {
      const ranOut = { expiresAtMs: START - 1 }
      await store.locks.insert(sampleLock('lock_over', ranOut), [])
      await store.locks.insert(sampleLock('lock_claimed', { ...ranOut, state: 'executing' }), [])
      await store.locks.insert(sampleLock('lock_later', { expiresAtMs: START }), [])
      await addTransaction(store, sampleTransaction('tx_1', { lockId: 'lock_used' }))
      expect(await store.locks.prune(0, 0)).toBe(0)
      expect(await store.locks.prune(1, 9)).toBe(0)
      setClock(1000)
      expect(await store.locks.prune(1000, 9)).toBe(1)
      expect(await store.locks.prune(1000, 9)).toBe(0)
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
      const [{ seq: _seq, ...event } = { seq: 0 }, ...others] = await store.events.ofTransaction('tx_1')
      expect([event, others]).toEqual([events[0], []])
    })

    test('writes nothing when the lock has moved on', async () => {
      await store.locks.insert(sampleLock('lock_1'), [])
      await store.locks.replace(sampleLock('lock_1', { state: 'executing' }), 1, [])
      const used = sampleLock('lock_1', { state: 'used' })
      expect(await store.commitExecution(used, 1, sampleTransaction('tx_1'), [sampleEvent('x')])).toBe(false)
      expect(await store.transactions.get('tx_1')).toBeUndefined()
      expect((await store.locks.get('lock_1'))?.version).toBe(2)
      expect(await noted()).toEqual([])
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
      expect(await noted()).toEqual([])
    })

    test('a transaction comes back with its progress and the values of its end, digit by digit', async () => {
      await addTransaction(store, sampleTransaction('tx_1'))
      const progress = { receivedIn: 10n ** 40n + 1n, refundedIn: 0n, parts: { done: 1, total: 3 }, note: 'böb "ü"' }
      const endValues = { src: 10n ** 20n + 1n, dst: 10n ** 20n }
      const record = sampleTransaction('tx_1', { deliveredOut: 7n, progress, endValues })
      expect(await store.transactions.replace(record, 1, [])).toBe('ok')
      expect(await store.transactions.get('tx_1')).toEqual({ doc: record, version: 2 })
      expect((await store.transactions.get('tx_1'))?.doc).toMatchObject({ progress, endValues })
      const refunded = sampleTransaction('tx_1', { endValues: { src: 5n } })
      expect(await store.transactions.replace(refunded, 2, [])).toBe('ok')
      expect((await store.transactions.get('tx_1'))?.doc.endValues).toStrictEqual({ src: 5n })
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
      expect(await noted()).toEqual([])
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
      setClock(1000)
      const holding = async () => {
        const found = await Promise.all(records.map(({ id }) => store.transactions.get(id)))
        return found.flatMap((one) => (one?.doc.exec === undefined ? [] : [one.doc.id]))
      }
      expect(await store.transactions.dropPayloads(999, 9)).toBe(0)
      expect(await store.transactions.dropPayloads(997, 1)).toBe(1)
      expect(await holding()).toEqual(['a', 'c', 'd'])
      expect(await store.transactions.dropPayloads(997, 9)).toBe(1)
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
}
