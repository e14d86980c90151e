import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CatalogAsset, CatalogChain } from '../../src/core/catalog.ts'
import type { IdempotencyEntry, Store } from '../../src/store/store.ts'
import {
  addTransaction,
  sampleEvent,
  sampleLock,
  sampleRoute,
  sampleTransaction,
  STORE_TEST_START_MS as START,
} from '../support/store.ts'

/** What every implementation of `Store` must do. `open` gives a new, empty one. */
export function storeContract(
  name: string,
  open: () => Promise<{ readonly store: Store; readonly cleanup: () => Promise<void> }>,
): void {
  describe(`${name} keeps the contract of a store:`, () => {
    let store: Store
    let cleanup: () => Promise<void>
    beforeEach(async () => {
      const opened = await open()
      store = opened.store
      cleanup = opened.cleanup
    })
    afterEach(async () => cleanup())

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
          store.locks.insert(sampleLock('lock_1', { amount: '7' }), [sampleEvent('lock.created')]),
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

      test('a page past the end is empty and still knows the total', async () => {
        await addTransaction(store, sampleTransaction('tx_1'))
        expect(await store.transactions.list({}, 2, 20)).toEqual({ items: [], total: 1 })
        expect(await store.transactions.list({}, Number.MAX_SAFE_INTEGER, 50)).toEqual({ items: [], total: 1 })
      })
    })

    describe('polling', () => {
      beforeEach(async () => {
        await addTransaction(store, sampleTransaction('tx_late', { nextPollAtMs: START + 3000 }))
        await addTransaction(store, sampleTransaction('tx_soon', { nextPollAtMs: START + 1000 }))
        await addTransaction(store, sampleTransaction('tx_never', { nextPollAtMs: null }))
        await addTransaction(store, sampleTransaction('tx_done', { status: 'SUCCESS', nextPollAtMs: START }))
      })

      test('due gives pending transactions whose time has come, earliest first', async () => {
        expect(await store.transactions.due(START + 999, 10)).toEqual([])
        expect(await store.transactions.due(START + 1000, 10)).toEqual(['tx_soon'])
        expect(await store.transactions.due(START + 9000, 10)).toEqual(['tx_soon', 'tx_late'])
        expect(await store.transactions.due(START + 9000, 1)).toEqual(['tx_soon'])
        expect(await store.transactions.nextDueAt()).toBe(START + 1000)
      })

      test('nextDueAt is undefined when nothing is pending', async () => {
        for (const id of ['tx_late', 'tx_soon', 'tx_never']) {
          await store.transactions.replace(sampleTransaction(id, { status: 'SUCCESS', nextPollAtMs: null }), 1, [])
        }
        expect(await store.transactions.nextDueAt()).toBeUndefined()
      })

      test('a lease keeps others away until it ends, and its holder may renew it', async () => {
        const { transactions } = store
        expect(await transactions.lease('tx_soon', 'a', START, START + 5000)).toBe(true)
        expect(await transactions.lease('tx_soon', 'b', START + 4999, START + 9000)).toBe(false)
        expect(await transactions.due(START + 4999, 10)).toEqual(['tx_late'])
        expect(await transactions.lease('tx_soon', 'a', START + 4999, START + 6000)).toBe(true)
        expect(await transactions.lease('tx_soon', 'b', START + 6000, START + 9000)).toBe(true)
        expect(await transactions.lease('tx_none', 'a', START, START + 5000)).toBe(false)
      })

      test('only the holder can release, and neither leasing nor releasing changes the version', async () => {
        const { transactions } = store
        await transactions.lease('tx_soon', 'a', START, START + 60_000)
        await transactions.release('tx_soon', 'b')
        expect(await transactions.due(START + 2000, 10)).toEqual([])
        await transactions.release('tx_soon', 'a')
        expect(await transactions.due(START + 2000, 10)).toEqual(['tx_soon'])
        expect((await store.transactions.get('tx_soon'))?.version).toBe(1)
      })

      test('a document write leaves a lease in place', async () => {
        await store.transactions.lease('tx_soon', 'a', START, START + 60_000)
        await store.transactions.replace(sampleTransaction('tx_soon', { nextPollAtMs: START }), 1, [])
        expect(await store.transactions.due(START + 2000, 10)).toEqual([])
      })
    })

    describe('routes', () => {
      test('a route is found by provider and id, the newest under one id', async () => {
        await store.routes.putMany([sampleRoute('r1'), sampleRoute('r1', { provider: 'OTHER' })])
        await store.routes.putMany([sampleRoute('r1', { amount: '5' })])
        await store.routes.putMany([])
        expect(await store.routes.get('SANDBOX_BRIDGE', 'r1')).toEqual(sampleRoute('r1', { amount: '5' }))
        expect(await store.routes.get('OTHER', 'r1')).toEqual(sampleRoute('r1', { provider: 'OTHER' }))
        expect(await store.routes.get('OTHER', 'r2')).toBeUndefined()
      })

      test('prune removes what expired before the time', async () => {
        await store.routes.putMany([
          sampleRoute('old', { keepUntilMs: START - 1 }),
          sampleRoute('new', { keepUntilMs: START }),
        ])
        await store.routes.prune(START)
        expect(await store.routes.get('SANDBOX_BRIDGE', 'old')).toBeUndefined()
        expect(await store.routes.get('SANDBOX_BRIDGE', 'new')).toBeDefined()
        await store.routes.prune(START)
      })
    })

    describe('idempotency', () => {
      const entry: IdempotencyEntry = {
        key: 'execute:abc',
        digest: 'd1',
        runningUntil: START + 1000,
        keepUntil: START + 9000,
      }

      test('the first begin enters, a second one is given the running entry until it has run too long', async () => {
        expect(await store.idempotency.begin(entry, START)).toBeUndefined()
        const second = { ...entry, digest: 'd2', runningUntil: START + 3000 }
        expect(await store.idempotency.begin(second, START + 999)).toEqual(entry)
        expect(await store.idempotency.begin(second, START + 1000)).toBeUndefined()
        expect(await store.idempotency.begin(entry, START + 1001)).toEqual(second)
      })

      test('a finished entry is given back with its outcome, null included, until keepUntil', async () => {
        await store.idempotency.begin(entry, START)
        await store.idempotency.finish(entry.key, 'd1', null)
        expect(await store.idempotency.begin(entry, START + 8999)).toEqual({ ...entry, outcome: null })
        expect(await store.idempotency.begin(entry, START + 9000)).toBeUndefined()
      })

      test('finish with the digest of another request changes nothing', async () => {
        await store.idempotency.begin(entry, START)
        await store.idempotency.finish(entry.key, 'd2', { ok: true })
        expect(await store.idempotency.begin(entry, START)).toEqual(entry)
      })

      test('a forgotten key is free', async () => {
        await store.idempotency.begin(entry, START)
        await store.idempotency.forget(entry.key)
        expect(await store.idempotency.begin(entry, START)).toBeUndefined()
      })
    })

    describe('events', () => {
      test('are numbered in order and read from any point on', async () => {
        await store.events.append([
          sampleEvent('a', { transactionId: 'tx_1' }),
          sampleEvent('b', { transactionId: 'tx_2' }),
          sampleEvent('c', { transactionId: 'tx_1' }),
        ])
        await store.events.append([])
        expect((await store.events.since(0, 2)).map(({ seq, type }) => [seq, type])).toEqual([
          [1, 'a'],
          [2, 'b'],
        ])
        expect((await store.events.since(2, 10)).map(({ type }) => type)).toEqual(['c'])
        expect((await store.events.ofTransaction('tx_1')).map(({ type }) => type)).toEqual(['a', 'c'])
        expect(await store.events.ofTransaction('tx_3')).toEqual([])
      })
    })

    describe('meta', () => {
      test('expected version 0 inserts only, another one replaces only that version', async () => {
        expect(await store.meta.put('run:1', { step: 1 }, 1)).toBe(false)
        expect(await store.meta.put('run:1', { step: 1 }, 0)).toBe(true)
        expect(await store.meta.put('run:1', { step: 9 }, 0)).toBe(false)
        expect(await store.meta.put('run:1', { step: 2 }, 1)).toBe(true)
        expect(await store.meta.put('run:1', { step: 9 }, 1)).toBe(false)
        expect(await store.meta.get('run:1')).toEqual({ doc: { step: 2 }, version: 2 })
      })

      test('any JSON value survives, and a deleted key is gone', async () => {
        for (const value of [null, false, 0, '', [], {}, 'ünïcödé \u0000 \u{1F600}', [1.5, { deep: [null] }]]) {
          await store.meta.put('key', value, 0)
          expect((await store.meta.get('key'))?.doc).toEqual(value)
          await store.meta.delete('key')
          expect(await store.meta.get('key')).toBeUndefined()
        }
      })

      test('list gives the keys of a prefix in order, taking %, _ and letter case literally', async () => {
        for (const key of ['b', 'a%2', 'a%1', 'aX1', 'A%1', 'a%', 'a_1']) await store.meta.put(key, { key }, 0)
        expect(await store.meta.list('a%')).toEqual(
          ['a%', 'a%1', 'a%2'].map((key) => ({ key, value: { key }, version: 1 })),
        )
        expect(await store.meta.list('')).toHaveLength(7)
        expect(await store.meta.list('zzz')).toEqual([])
      })
    })

    describe('catalog', () => {
      const chain = sampleChain('testnet')
      const asset = sampleAsset('testnet', '0xAa')

      test('chains and assets come back in the order in which they were added', async () => {
        expect(await store.catalog.chains()).toEqual([])
        await store.catalog.put([chain, sampleChain('another')], [asset, sampleAsset('another', 'native')])
        await store.catalog.put(
          [{ ...chain, name: 'Renamed' }],
          [{ ...asset, symbol: 'NEW' }, sampleAsset('testnet', '0x01')],
        )
        expect(await store.catalog.chains()).toEqual([{ ...chain, name: 'Renamed' }, sampleChain('another')])
        expect(await store.catalog.assets('testnet')).toEqual([
          { ...asset, symbol: 'NEW' },
          sampleAsset('testnet', '0x01'),
        ])
        expect(await store.catalog.assets()).toHaveLength(3)
        expect(await store.catalog.assets('nowhere')).toEqual([])
      })

      test('the version changes with every put', async () => {
        const versions = [await store.catalog.version()]
        for (const chains of [[chain], [chain], []]) {
          await store.catalog.put(chains, [])
          versions.push(await store.catalog.version())
        }
        expect(new Set(versions).size).toBe(4)
      })
    })

    test('check reports the schema and a size, and a closed store refuses everything', async () => {
      const { schemaVersion, sizeBytes } = await store.check()
      expect(schemaVersion).toBeGreaterThan(0)
      expect(sizeBytes).toBeGreaterThan(0)
      await store.close()
      await store.close()
      await expect(store.check()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      await expect(store.locks.get('lock_1')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      await expect(store.routes.get('a', 'b')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    })
  })
}

function sampleChain(key: string): CatalogChain {
  return {
    key,
    shortname: key,
    name: key,
    type: 'EVM',
    chainId: 31337,
    caip2: 'eip155:31337',
    addressFamily: 'evm',
    image: '',
    explorers: [],
    nativeSymbol: 'ETH',
    active: true,
    addedAt: START,
  }
}

function sampleAsset(chain: string, address: string): CatalogAsset {
  return {
    chain,
    address,
    symbol: 'TST',
    altSymbols: ['TEST'],
    name: 'Test',
    decimals: 18,
    image: '',
    isNative: false,
    caip19: null,
    addedAt: START,
  }
}
