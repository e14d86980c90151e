import { beforeEach, describe, expect, test } from 'vitest'
import type { QuotedRoute } from '../../src/core/swap/records.ts'
import type { IdempotencyRequest, Store } from '../../src/store/port.ts'
import { chain, token } from '../support/catalog-data.ts'
import { KEEP_ROUTE_MS } from '../../src/core/swap/defaults.ts'
import {
  addTransaction,
  sampleRoute,
  sampleTerms,
  sampleTransaction,
  STORE_TEST_START_MS as START,
  TEN_DAYS_MS,
} from '../support/store.ts'
import type { ContractWorld } from './contract.ts'

/** Routes, idempotency, catalog and meta. */
export function collectionsContract({ store: opened, setClock }: ContractWorld): void {
  let store: Store
  beforeEach(() => {
    store = opened()
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
      const found = await store.routes.ofPair(pair)
      expect(found.map(({ keepUntilMs }) => keepUntilMs)).toEqual([START + 1, START + 1, START + 3])
      expect(new Set(found)).toEqual(
        new Set([recent(1n, START + 1), recent(2n, START + 1, 25n), recent(3n, START + 3)]),
      )
      expect(await store.routes.ofPair({ ...pair, srcChain: 'base' })).toEqual([])
      setClock(2)
      expect((await store.routes.ofPair(pair)).map(({ keepUntilMs }) => keepUntilMs)).toEqual([START + 3])
    })

    test('a route is found by provider and id, the newest under one id', async () => {
      await store.routes.putMany([sampleRoute('r1'), sampleRoute('r1', { provider: 'OTHER' })])
      await store.routes.putMany([sampleRoute('r1', { amountText: '5' })])
      await store.routes.putMany([])
      expect(await store.routes.get('SANDBOX_BRIDGE', 'r1')).toEqual(sampleRoute('r1', { amountText: '5' }))
      expect(await store.routes.get('OTHER', 'r1')).toEqual(sampleRoute('r1', { provider: 'OTHER' }))
      expect(await store.routes.get('OTHER', 'r2')).toBeUndefined()
    })

    test('prune removes what has expired, and what a clock ahead keeps longer than routes are kept', async () => {
      await store.routes.putMany([
        sampleRoute('old', { keepUntilMs: START - 1 }),
        sampleRoute('new', { keepUntilMs: START }),
        sampleRoute('ahead', { keepUntilMs: START + TEN_DAYS_MS + KEEP_ROUTE_MS }),
      ])
      const { srcChain, srcAddress, dstChain, dstAddress } = sampleRoute('ahead')
      expect(await store.routes.ofPair({ srcChain, srcAddress, dstChain, dstAddress })).toEqual([])
      expect(await store.routes.prune(1)).toBe(1)
      expect(await store.routes.prune(9)).toBe(1)
      expect(await store.routes.get('SANDBOX_BRIDGE', 'old')).toBeUndefined()
      expect(await store.routes.get('SANDBOX_BRIDGE', 'ahead')).toBeUndefined()
      expect(await store.routes.get('SANDBOX_BRIDGE', 'new')).toBeDefined()
      expect(await store.routes.prune(9)).toBe(0)
    })
  })

  describe('idempotency', () => {
    const request = { key: 'execute:abc', digest: 'd1', runningMs: 1000, keepMs: 9000 }
    /** The entry of a request that began so long after the start. */
    const entryAt = (afterMs: number, { key, digest, runningMs, keepMs }: IdempotencyRequest = request) => ({
      ...{ key, digest, runningUntil: START + afterMs + runningMs, keepUntil: START + afterMs + keepMs },
    })
    const begin = (changes: Partial<IdempotencyRequest> = {}) => store.idempotency.begin({ ...request, ...changes })

    test('the first begin enters, a second one is given the running entry until it has run too long', async () => {
      expect(await begin()).toEqual({ begun: entryAt(0) })
      setClock(999)
      expect(await begin({ digest: 'd2' })).toEqual({ known: entryAt(0) })
      setClock(1000)
      const second = entryAt(1000, { ...request, digest: 'd2' })
      expect(await begin({ digest: 'd2' })).toEqual({ begun: second })
      setClock(1001)
      expect(await begin()).toEqual({ known: second })
    })

    test('of several that begin at once, one enters and the others are given its entry', async () => {
      const found = await Promise.all(['a', 'b', 'c', 'd'].map((digest) => begin({ digest })))
      const begun = found.flatMap((one) => ('begun' in one ? [one.begun] : []))
      const known = found.flatMap((one) => ('known' in one ? [one.known] : []))
      expect([begun.length, known]).toEqual([1, [...begun, ...begun, ...begun]])
    })

    test('a finished entry is given back with its outcome, null included, until its time is over', async () => {
      await begin()
      expect(await store.idempotency.finish(request.key, START + 1000, null)).toBe(true)
      setClock(8999)
      expect(await begin()).toEqual({ known: { ...entryAt(0), outcome: null } })
      setClock(9000)
      expect(await begin()).toEqual({ begun: entryAt(9000) })
    })

    test('of a clock that was ahead, a running entry is gone and a finished one answers as before', async () => {
      const ahead = entryAt(TEN_DAYS_MS)
      setClock(TEN_DAYS_MS)
      await begin()
      setClock(0)
      expect(await begin()).toEqual({ begun: entryAt(0) })
      await store.idempotency.delete(request.key, START + 1000)
      setClock(TEN_DAYS_MS)
      await begin()
      await store.idempotency.finish(request.key, ahead.runningUntil, 'done')
      setClock(0)
      expect(await begin()).toEqual({ known: { ...ahead, outcome: 'done' } })
      const other = { key: 'execute:2' }
      const { begun } = { begun: undefined, ...(await begin(other)) }
      setClock(-100)
      expect(await begin(other)).toEqual({ known: begun })
    })

    test('what was begun has no outcome once another one has taken its place, or none has', async () => {
      await begin()
      setClock(1000)
      await begin({ runningMs: 2000 })
      expect(await store.idempotency.finish(request.key, START + 1000, { ok: true })).toBe(false)
      expect(await begin()).toEqual({ known: { ...entryAt(1000), runningUntil: START + 3000 } })
      expect(await store.idempotency.finish('execute:none', START + 1000, { ok: true })).toBe(false)
    })

    test('a forgotten key is free, and an entry that has taken its place stays', async () => {
      await begin()
      await store.idempotency.delete(request.key, START + 1000)
      expect(await begin({ runningMs: 2000 })).toEqual({ begun: { ...entryAt(0), runningUntil: START + 2000 } })
      await store.idempotency.delete(request.key, START + 1000)
      expect(await begin()).toEqual({ known: { ...entryAt(0), runningUntil: START + 2000 } })
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
