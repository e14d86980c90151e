import { beforeEach, describe, expect, test } from 'vitest'
import { LEASE_MS, LONGEST_POLL_AHEAD_MS } from '../../src/core/swap/poll-times.ts'
import type { TransactionRecord } from '../../src/core/swap/records.ts'
import type { DuePlaces, Store } from '../../src/store/port.ts'
import {
  addTransaction,
  readDueIds,
  readEvents,
  sampleEvent,
  sampleTransaction,
  STORE_TEST_START_MS as START,
  TEN_DAYS_MS,
} from '../support/store.ts'
import type { ContractWorld } from './contract.ts'

/** Which transactions are polled when, and by whom. */
export function pollsContract({ store: opened, setClock }: ContractWorld): void {
  let store: Store
  beforeEach(() => {
    store = opened()
  })
  const claim = async (holder: string, places: Partial<DuePlaces> = {}, leaseMs = LEASE_MS) => {
    const { leased, damaged } = await store.transactions.claimDue(holder, leaseMs, {
      ...{ total: 99, each: 99, taken: new Map() },
      ...places,
    })
    expect(damaged).toEqual([])
    return leased.map(({ doc }) => doc.id)
  }
  const addAt = (id: string, nextPollAtMs: number | null, changes: Partial<TransactionRecord> = {}) =>
    addTransaction(store, sampleTransaction(id, { nextPollAtMs, ...changes }))

  describe('polling', () => {
    beforeEach(async () => {
      await addAt('tx_late', START + 3000)
      await addAt('tx_soon', START + 1000)
      await addAt('tx_never', null)
      await addAt('tx_done', null, { status: 'SUCCESS' })
      await addAt('tx_paid', START + 5000, { status: 'SUCCESS' })
    })

    test('claims transactions whose time has come, earliest first, those after SUCCESS too', async () => {
      setClock(999)
      expect([await claim('a'), await store.transactions.nextDueInMs()]).toEqual([[], 1])
      setClock(1000)
      expect([await claim('a'), await store.transactions.nextDueInMs()]).toEqual([['tx_soon'], 2000])
      await store.transactions.release('tx_soon', 'a')
      setClock(9000)
      expect(await store.transactions.nextDueInMs()).toBe(-8000)
      expect(await claim('a', { total: 1 })).toEqual(['tx_soon'])
      expect(await claim('a')).toEqual(['tx_late', 'tx_paid'])
    })

    test('gives what a claimed transaction holds, with its version', async () => {
      const record = sampleTransaction('tx_soon', { nextPollAtMs: START, polls: 7 })
      await store.transactions.replace(record, 1, [])
      const places = { total: 1, each: 1, taken: new Map() }
      expect(await store.transactions.claimDue('a', LEASE_MS, places)).toEqual({
        leased: [{ doc: record, version: 2 }],
        damaged: [],
      })
    })

    test('takes no more places than there are in all, or are left of one provider, in which others wait behind', async () => {
      setClock(9000)
      await addAt('tx_other', START + 6000, { provider: 'OTHER' })
      expect(await claim('a', { total: 0 })).toEqual([])
      expect(await claim('a', { each: 0 })).toEqual([])
      expect(await claim('a', { taken: new Map([['SANDBOX_BRIDGE', 99]]), total: 1 })).toEqual(['tx_other'])
      expect(await claim('a', { each: 3, taken: new Map([['SANDBOX_BRIDGE', 1]]) })).toEqual(['tx_soon', 'tx_late'])
      expect(await claim('a', { each: 1, taken: new Map([['NOT_OF_THESE', 5]]) })).toEqual(['tx_paid'])
    })

    test('a time that only a clock ahead can have set is due first, and a lease of that clock holds nobody', async () => {
      setClock(TEN_DAYS_MS)
      await store.transactions.lease('tx_soon', 'a', LEASE_MS)
      setClock(1000)
      await addAt('tx_ahead', START + TEN_DAYS_MS + LONGEST_POLL_AHEAD_MS)
      await addAt('tx_latest', START + LONGEST_POLL_AHEAD_MS)
      expect(await store.transactions.nextDueInMs()).toBeLessThanOrEqual(0)
      expect(await readDueIds(store)).toEqual(['tx_ahead', 'tx_soon'])
      expect(await claim('b', { total: 1 })).toEqual(['tx_ahead'])
      setClock(0)
      expect(await store.transactions.lease('tx_soon', 'b', LEASE_MS)).toBe(true)
      // Another process read its clock a moment later.
      setClock(-1000)
      expect(await store.transactions.lease('tx_soon', 'c', LEASE_MS)).toBe(false)
    })

    test('waits for nothing when nothing is to be looked at, or all of it is leased', async () => {
      const { transactions } = store
      setClock(4000)
      expect(await claim('a', {}, 60_000)).toEqual(['tx_soon', 'tx_late'])
      expect(await transactions.nextDueInMs()).toBe(1000)
      setClock(5000)
      expect(await claim('b', {}, 60_000)).toEqual(['tx_paid'])
      expect(await transactions.nextDueInMs()).toBeUndefined()
      await transactions.releaseMany(['tx_soon', 'tx_late'], 'a')
      await transactions.releaseMany(['tx_paid'], 'b')
      for (const id of ['tx_late', 'tx_soon', 'tx_never', 'tx_paid']) {
        await transactions.replace(sampleTransaction(id, { status: 'SUCCESS', nextPollAtMs: null }), 1, [])
      }
      expect(await transactions.nextDueInMs()).toBeUndefined()
    })

    test('a lease keeps others away until it ends, and its holder may renew it', async () => {
      const { transactions } = store
      expect(await transactions.lease('tx_soon', 'a', 5000)).toBe(true)
      setClock(4999)
      expect(await transactions.lease('tx_soon', 'b', 4000)).toBe(false)
      expect(await readDueIds(store)).toEqual(['tx_late'])
      expect(await transactions.lease('tx_soon', 'a', 1001)).toBe(true)
      setClock(6000)
      expect(await transactions.lease('tx_soon', 'b', 3000)).toBe(true)
      expect(await transactions.lease('tx_none', 'a', 5000)).toBe(false)
    })

    test('what one holder has claimed nobody claims again, not even itself, until the lease has ended or is released', async () => {
      const { transactions } = store
      setClock(1000)
      expect(await claim('a', {}, 5000)).toEqual(['tx_soon'])
      setClock(5999)
      expect([await claim('b', {}, 5000), await claim('a', {}, 5000)]).toEqual([['tx_late', 'tx_paid'], []])
      expect(await transactions.lease('tx_soon', 'b', 5000)).toBe(false)
      setClock(6000)
      expect(await claim('b', {}, 5000)).toEqual(['tx_soon'])
      // The lease is another's by now.
      await transactions.release('tx_soon', 'a')
      expect(await claim('a', {}, 5000)).toEqual([])
      await transactions.releaseMany(['tx_soon', 'tx_late', 'tx_soon'], 'b')
      expect(await claim('a', {}, 5000)).toEqual(['tx_soon', 'tx_late'])
    })

    test('only the holder can release, and neither leasing nor releasing changes the version', async () => {
      const { transactions } = store
      await transactions.lease('tx_soon', 'a', 60_000)
      setClock(2000)
      await transactions.release('tx_soon', 'b')
      expect(await readDueIds(store)).toEqual([])
      await transactions.release('tx_soon', 'a')
      expect(await readDueIds(store)).toEqual(['tx_soon'])
      expect((await store.transactions.get('tx_soon'))?.version).toBe(1)
    })

    test('several are stored in one go, each as by itself, and their leases end', async () => {
      const { transactions } = store
      const ids = ['tx_soon', 'tx_late', 'tx_paid']
      for (const id of ids) await transactions.lease(id, 'a', 60_000)
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
      expect((await readEvents(store)).filter(({ type }) => type === 'transaction.updated')).toHaveLength(1)
      setClock(9000)
      expect([...(await readDueIds(store))].sort()).toEqual([...ids].sort())
      expect(await transactions.storeMany([], 'a')).toEqual([])
    })

    test('a hash that one gives up in a write of several is free for the next of them', async () => {
      const { transactions } = store
      await transactions.replace(sampleTransaction('tx_soon', { hash: '0xaa' }), 1, [])
      const change = (id: string, hash: string, expectedVersion: number) => ({
        record: sampleTransaction(id, { hash }),
        expectedVersion,
        events: [],
      })
      expect(await transactions.storeMany([change('tx_soon', '', 2), change('tx_late', '0xAA', 1)], 'a')).toEqual([
        'ok',
        'ok',
      ])
      expect((await transactions.findByHash('0xaa'))?.doc.id).toBe('tx_late')
    })

    test('a document write leaves a lease in place', async () => {
      await store.transactions.lease('tx_soon', 'a', 60_000)
      await store.transactions.replace(sampleTransaction('tx_soon', { nextPollAtMs: START }), 1, [])
      setClock(2000)
      expect(await readDueIds(store)).toEqual([])
    })
  })

  describe('claims of many', () => {
    const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}_${at}`)

    test('at once never give two holders the same transaction, and together give each', async () => {
      const ids = numbered(60, 'tx')
      for (const [at, id] of ids.entries()) await addAt(id, START + at)
      setClock(1000)
      const claimed: string[] = []
      for (let round = 0; round < 10; round += 1) {
        const holders = numbered(4, `holder_${round}`)
        const found = await Promise.all(holders.map((holder) => claim(holder, { total: 5, each: 5 })))
        for (const own of found) expect(own.length).toBeLessThanOrEqual(5)
        claimed.push(...found.flat())
      }
      expect([claimed.length, new Set(claimed)]).toEqual([60, new Set(ids)])
    })

    test('leave each provider its places: hundreds of one keep no other waiting, and the next claim goes on behind them', async () => {
      for (const [at, id] of numbered(300, 'tx_many').entries()) await addAt(id, START + at, { provider: 'MANY' })
      await addAt('tx_few', START + 400, { provider: 'FEW' })
      await addAt('tx_more', START + 401, { provider: 'MORE' })
      setClock(1000)
      const most = { total: 6, each: 4 }
      expect(await claim('a', most)).toEqual([...numbered(4, 'tx_many'), 'tx_few', 'tx_more'])
      expect(await claim('a', { ...most, taken: new Map([['MANY', 3]]) })).toEqual(['tx_many_4'])
      expect(await claim('a', { total: 2, each: 4 })).toEqual(['tx_many_5', 'tx_many_6'])
    })
  })
}
