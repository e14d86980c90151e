import { beforeEach, describe, expect, test } from 'vitest'
import type { QuotedRoute } from '../../src/core/swap/records.ts'
import type { IdempotencyEntry, Store } from '../../src/store/port.ts'
import { chain, token } from '../support/catalog-data.ts'
import { KEEP_ROUTE_MS } from '../../src/core/swap/defaults.ts'
import {
  addTransaction,
  sampleEvent,
  sampleRoute,
  sampleTerms,
  sampleTransaction,
  STORE_TEST_START_MS as START,
  TEN_DAYS_MS,
} from '../support/store.ts'

/** Routes, idempotency, events, catalog and meta. */
export function collectionsContract(open: () => Store): void {
  let store: Store
  beforeEach(() => {
    store = open()
  })

  describe('transactions that are listed without their records', () => {
    test('have marks that change with them, and are read by their ids', async () => {
      const records = ['tx_1', 'tx_2', 'tx_3'].map((id) => sampleTransaction(id))
      for (const record of records) await addTransaction(store, record)
      const { rows, total } = await store.transactions.listMarks({}, 1, 2)
      expect([rows.map(({ id }) => id), total]).toEqual([['tx_3', 'tx_2'], 3])
      const [third, second] = records.reverse()
      if (third === undefined || second === undefined) throw new Error('there are three')
      const read = await store.transactions.getMany(['tx_2', 'tx_3', 'tx_9'])
      expect([...read].sort((a, b) => (a.doc.id < b.doc.id ? 1 : -1))).toEqual([
        { mark: rows[0]?.mark, doc: third },
        { mark: rows[1]?.mark, doc: second },
      ])
      const before = await store.transactions.state()
      expect(await store.transactions.state()).toBe(before)
      await store.transactions.replace({ ...second, polls: 7 }, 1, [])
      const changed = (await store.transactions.listMarks({}, 1, 2)).rows
      expect([changed[0], changed[1]?.mark === rows[1]?.mark]).toEqual([rows[0], false])
      expect((await store.transactions.getMany(['tx_2'])).map(({ doc, mark }) => [doc.polls, mark])).toEqual([
        [7, changed[1]?.mark],
      ])
      if (before !== undefined) expect(await store.transactions.state()).toBeGreaterThan(before)
    })
  })

  describe('routes', () => {
    test('of one pair are given with what they paid, oldest first, while they are kept', async () => {
      const terms = (dst: bigint, src: bigint) => {
        const sample = sampleTerms()
        return { ...sample, src: { ...sample.src, amount: src }, dst: { ...sample.dst, amount: dst } }
      }
      const paid = (amount: bigint, keepUntilMs: number, changes: Partial<QuotedRoute> = {}, sent = 100n) =>
        sampleRoute(`r${amount}`, { keepUntilMs, terms: terms(amount, sent), ...changes })
      const recent = (amount: bigint, keepUntilMs: number, sent = 100n) => {
        const { src, dst } = terms(amount, sent)
        return { src, dst, keepUntilMs }
      }
      await store.routes.putMany([
        paid(3n, START + 3),
        paid(1n, START + 1),
        paid(2n, START + 1, {}, 25n),
        paid(4n, START),
        paid(5n, START + 5, { srcAddress: '0x0' }),
        paid(6n, START + 6, { dstChain: 'arbitrum' }),
      ])
      const { srcChain, srcAddress, dstChain, dstAddress } = sampleRoute('r')
      const pair = { srcChain, srcAddress, dstChain, dstAddress }
      const found = await store.routes.ofPair(pair, START)
      expect(found.map(({ keepUntilMs }) => keepUntilMs)).toEqual([START + 1, START + 1, START + 3])
      expect(new Set(found)).toEqual(
        new Set([recent(1n, START + 1), recent(2n, START + 1, 25n), recent(3n, START + 3)]),
      )
      expect(await store.routes.ofPair({ ...pair, srcChain: 'base' }, START)).toEqual([])
    })

    test('a route is found by provider and id, the newest under one id', async () => {
      await store.routes.putMany([sampleRoute('r1'), sampleRoute('r1', { provider: 'OTHER' })])
      await store.routes.putMany([sampleRoute('r1', { amountText: '5' })])
      await store.routes.putMany([])
      expect(await store.routes.get('SANDBOX_BRIDGE', 'r1')).toEqual(sampleRoute('r1', { amountText: '5' }))
      expect(await store.routes.get('OTHER', 'r1')).toEqual(sampleRoute('r1', { provider: 'OTHER' }))
      expect(await store.routes.get('OTHER', 'r2')).toBeUndefined()
    })

    test('prune removes what expired before the time, and what a clock ahead keeps longer than routes are kept', async () => {
      await store.routes.putMany([
        sampleRoute('old', { keepUntilMs: START - 1 }),
        sampleRoute('new', { keepUntilMs: START }),
        sampleRoute('ahead', { keepUntilMs: START + TEN_DAYS_MS + KEEP_ROUTE_MS }),
      ])
      const { srcChain, srcAddress, dstChain, dstAddress } = sampleRoute('ahead')
      expect(await store.routes.ofPair({ srcChain, srcAddress, dstChain, dstAddress }, START)).toEqual([])
      expect(await store.routes.prune(START, 1)).toBe(1)
      expect(await store.routes.prune(START, 9)).toBe(1)
      expect(await store.routes.get('SANDBOX_BRIDGE', 'old')).toBeUndefined()
      expect(await store.routes.get('SANDBOX_BRIDGE', 'ahead')).toBeUndefined()
      expect(await store.routes.get('SANDBOX_BRIDGE', 'new')).toBeDefined()
      expect(await store.routes.prune(START, 9)).toBe(0)
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
      expect(await store.idempotency.finish(entry.key, entry.runningUntil, null)).toBe(true)
      expect(await store.idempotency.begin(entry, START + 8999)).toEqual({ ...entry, outcome: null })
      expect(await store.idempotency.begin(entry, START + 9000)).toBeUndefined()
    })

    test('of a clock that was ahead, a running entry is gone and a finished one answers as before', async () => {
      const later = (ms: number) => ({ ...entry, runningUntil: START + ms + 1000, keepUntil: START + ms + 9000 })
      await store.idempotency.begin(later(TEN_DAYS_MS), START + TEN_DAYS_MS)
      expect(await store.idempotency.begin(entry, START)).toBeUndefined()
      await store.idempotency.delete(entry.key, entry.runningUntil)
      await store.idempotency.begin(later(TEN_DAYS_MS), START + TEN_DAYS_MS)
      await store.idempotency.finish(entry.key, later(TEN_DAYS_MS).runningUntil, 'done')
      expect(await store.idempotency.begin(entry, START)).toEqual({ ...later(TEN_DAYS_MS), outcome: 'done' })
      const other = { ...entry, key: 'execute:2' }
      await store.idempotency.begin(other, START)
      expect(await store.idempotency.begin({ ...later(-100), key: other.key }, START - 100)).toEqual(other)
    })

    test('what was begun has no outcome once another one has taken its place, or none has', async () => {
      await store.idempotency.begin(entry, START)
      const next = { ...entry, runningUntil: START + 3000 }
      await store.idempotency.begin(next, START + 1000)
      expect(await store.idempotency.finish(entry.key, entry.runningUntil, { ok: true })).toBe(false)
      expect(await store.idempotency.begin(entry, START + 1000)).toEqual(next)
      expect(await store.idempotency.finish('execute:none', entry.runningUntil, { ok: true })).toBe(false)
    })

    test('a forgotten key is free, and an entry that has taken its place stays', async () => {
      await store.idempotency.begin(entry, START)
      await store.idempotency.delete(entry.key, entry.runningUntil)
      const next = { ...entry, runningUntil: START + 2000 }
      expect(await store.idempotency.begin(next, START)).toBeUndefined()
      await store.idempotency.delete(entry.key, entry.runningUntil)
      expect(await store.idempotency.begin(entry, START)).toEqual(next)
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

    test('say which of them there are, also where none is left', async () => {
      expect(await store.events.bounds()).toEqual({ oldestSeq: 1, newestSeq: 0 })
      await store.events.append(
        ['a', 'b', 'c'].map((type, ms) => sampleEvent(type, { at: new Date(START + ms).toISOString() })),
      )
      expect(await store.events.bounds()).toEqual({ oldestSeq: 1, newestSeq: 3 })
      await store.events.prune(START + 2, 9, START + 9)
      expect(await store.events.bounds()).toEqual({ oldestSeq: 3, newestSeq: 3 })
      await store.events.prune(START + 9, 9, START + 9)
      expect(await store.events.bounds()).toEqual({ oldestSeq: 4, newestSeq: 3 })
    })

    test('prune removes the oldest from before a time, but none of a pending transaction; no number comes again', async () => {
      await addTransaction(store, sampleTransaction('tx_1'))
      await addTransaction(store, sampleTransaction('tx_2', { status: 'SUCCESS', hash: '0x2', inboundHash: '0x2' }))
      const at = (ms: number) => ({ at: new Date(START + ms).toISOString() })
      await store.events.append([
        sampleEvent('a', { ...at(0), transactionId: 'tx_1' }),
        sampleEvent('b', { ...at(1), transactionId: 'tx_2' }),
        sampleEvent('c', at(2)),
        sampleEvent('d', at(3)),
        sampleEvent('e', at(4)),
      ])
      const types = async () => (await store.events.since(0, 9)).map(({ type }) => type)
      expect(await store.events.prune(START, 9, START + 9)).toBe(0)
      expect(await store.events.prune(START + 4, 1, START + 9)).toBe(1)
      expect(await types()).toEqual(['a', 'c', 'd', 'e'])
      expect(await store.events.prune(START + 4, 9, START + 9)).toBe(2)
      expect(await types()).toEqual(['a', 'e'])
      expect(await store.events.prune(START + 5, 9, START + 9)).toBe(1)
      await store.events.append([sampleEvent('f', at(9))])
      expect((await store.events.since(0, 9)).map(({ seq, type }) => [seq, type])).toEqual([
        [1, 'a'],
        [6, 'f'],
      ])
    })

    test('prune takes an event of a clock that was ahead with those around it, and keeps it while those after it stay', async () => {
      const day = 24 * 3_600_000
      const times = [0, 1, 4000, 4001, 2, 3, 9000, 4, 5].map((days) => new Date(START + days * day).toISOString())
      await store.events.append(times.map((at) => sampleEvent('a', { at })))
      const left = async () => (await store.events.since(0, 99)).map(({ seq }) => seq)
      expect(await store.events.prune(START + 2 * day, 99, START + 5 * day)).toBe(2)
      expect(await left()).toEqual([3, 4, 5, 6, 7, 8, 9])
      expect(await store.events.prune(START + 4 * day, 99, START + 5 * day)).toBe(4)
      expect(await left()).toEqual([7, 8, 9])
      expect(await store.events.prune(START + 5 * day, 99, START + 5 * day)).toBe(2)
      expect(await left()).toEqual([9])
    })
  })

  describe('meta', () => {
    test('expected version 0 inserts only, another one replaces only that version', async () => {
      expect(await store.documents.put('run:1', { step: 1 }, 1)).toBe(false)
      expect(await store.documents.put('run:1', { step: 1 }, 0)).toBe(true)
      expect(await store.documents.put('run:1', { step: 9 }, 0)).toBe(false)
      expect(await store.documents.put('run:1', { step: 2 }, 1)).toBe(true)
      expect(await store.documents.put('run:1', { step: 9 }, 1)).toBe(false)
      expect(await store.documents.get('run:1')).toEqual({ doc: { step: 2 }, version: 2 })
    })

    test('any JSON value survives, and a deleted key is gone', async () => {
      for (const value of [null, false, 0, '', [], {}, 'ünïcödé \u0000 \u{1F600}', [1.5, { deep: [null] }]]) {
        await store.documents.put('key', value, 0)
        expect((await store.documents.get('key'))?.doc).toEqual(value)
        await store.documents.delete('key')
        expect(await store.documents.get('key')).toBeUndefined()
      }
    })

    test('list gives the keys of a prefix in order, taking %, _ and letter case literally', async () => {
      for (const key of ['b', 'a%2', 'a%1', 'aX1', 'A%1', 'a%', 'a_1']) await store.documents.put(key, { key }, 0)
      expect(await store.documents.list('a%')).toEqual(
        ['a%', 'a%1', 'a%2'].map((key) => ({ key, doc: { key }, version: 1 })),
      )
      expect(await store.documents.list('')).toHaveLength(7)
      expect(await store.documents.list('zzz')).toEqual([])
    })
  })

  describe('catalog', () => {
    const testnet = sampleChain('testnet')
    const asset = sampleAsset('testnet', '0xAa')

    test('chains and assets come back in the order in which they were added', async () => {
      expect(await store.catalog.chains()).toEqual([])
      await store.catalog.put([testnet, sampleChain('another')], [asset, sampleAsset('another', 'native')])
      await store.catalog.put(
        [{ ...testnet, name: 'Renamed' }],
        [{ ...asset, symbol: 'NEW' }, sampleAsset('testnet', '0x01')],
      )
      expect(await store.catalog.chains()).toEqual([{ ...testnet, name: 'Renamed' }, sampleChain('another')])
      expect(await store.catalog.assets('testnet')).toEqual([
        { ...asset, symbol: 'NEW' },
        sampleAsset('testnet', '0x01'),
      ])
      expect(await store.catalog.assets()).toHaveLength(3)
      expect(await store.catalog.assets('nowhere')).toEqual([])
    })

    test('the version changes with every put', async () => {
      const versions = [await store.catalog.version()]
      for (const chains of [[testnet], [testnet], []]) {
        await store.catalog.put(chains, [])
        versions.push(await store.catalog.version())
      }
      expect(new Set(versions).size).toBe(4)
    })
  })
}

const sampleChain = (key: string) => chain(key, 31337)
const sampleAsset = (chainKey: string, address: string) => token(chainKey, 'TST', address, { altSymbols: ['TEST'] })
