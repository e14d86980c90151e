import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Delivery } from '../../../src/core/api/documents.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import type { TransactionRecord } from '../../../src/core/swap/records.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { createOutcomeLog, type OutcomeLog, startDeliveries } from '../../../src/service/track/outcome-log.ts'
import type { Store } from '../../../src/store/port.ts'
import { storeOver } from '../../../src/store/postgres/open.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { describeOnPostgres, sharedPostgres } from '../../support/postgres.ts'
import { addTransaction, openTempStore, sampleTransaction, STORE_TEST_START_MS } from '../../support/store.ts'
import { createStoreTables, type StoreTables } from '../../store/postgres/test-database.ts'

/** Swaps after which a log is kept. */
const SAVE_EVERY = 25

const at = (seconds: number) => new Date(STORE_TEST_START_MS + seconds * 1000).toISOString()

/** A swap that ended some seconds after the start; that of one number has one time. */
const ended = (number: number, changes: Partial<TransactionRecord> = {}) =>
  sampleTransaction(`tx_${String(number).padStart(4, '0')}`, {
    ...{ createdAt: at(number), updatedAt: at(number + 44), status: 'SUCCESS', stage: 'done', nextPollAtMs: null },
    ...changes,
  })

/** Writes a swap as pending, and then as what it is, with the event of that. */
async function settle(store: Store, record: TransactionRecord, type: 'transaction.final' | 'transaction.updated') {
  if ((await store.transactions.get(record.id)) === undefined) {
    await addTransaction(store, { ...record, status: 'PENDING', stage: 'confirming' })
  }
  const { version = 0 } = (await store.transactions.get(record.id)) ?? {}
  const event = { at: record.updatedAt, type, transactionId: record.id }
  expect(await store.transactions.replace(record, version, [event])).toBe('ok')
}

/** The same store, and which pages of transactions were read of it. */
function watched(store: Store): { readonly store: Store; readonly pages: number[] } {
  const pages: number[] = []
  const list: Store['transactions']['list'] = async (filter, page, perPage) => {
    pages.push(page)
    return store.transactions.list(filter, page, perPage)
  }
  return { store: { ...store, transactions: { ...store.transactions, list } }, pages }
}

function openLog(store: Store): OutcomeLog {
  const log = createOutcomeLog({ store, nextTurn: () => Promise.resolve() })
  onTestFinished(() => log.close())
  return log
}

const counts = (deliveries: readonly Delivery[]) =>
  Object.fromEntries(deliveries.map(({ provider, finished, success }) => [provider, [finished, success]]))

function logCases(open: () => Promise<Store>): void {
  test('a store that has swaps already is looked through once, and then each that ends is added', async () => {
    const { store, pages } = watched(await open())
    for (const number of [1, 2, 3]) await addTransaction(store, ended(number))
    await addTransaction(store, ended(4, { provider: 'SANDBOX_DEX', status: 'REFUND' }))
    await addTransaction(store, sampleTransaction('tx_pending'))
    const log = openLog(store)
    expect(counts(await log.read())).toEqual({ SANDBOX_BRIDGE: [3, 3], SANDBOX_DEX: [1, 0] })
    expect(pages).toEqual([1])
    await settle(store, ended(5, { status: 'FAILED' }), 'transaction.final')
    await settle(store, ended(6, { provider: 'SANDBOX_INTENTS' }), 'transaction.final')
    await settle(store, ended(7, { status: 'PENDING', stage: 'swapping' }), 'transaction.updated')
    expect(counts(await log.read())).toEqual({
      ...{ SANDBOX_BRIDGE: [4, 3], SANDBOX_DEX: [1, 0], SANDBOX_INTENTS: [1, 1] },
    })
    expect(pages).toEqual([1])
  })

  test('one that goes on after it had failed is no outcome until it ends again, and counts once then', async () => {
    const store = await open()
    const log = openLog(store)
    await settle(store, ended(1, { status: 'FAILED' }), 'transaction.final')
    expect(counts(await log.read())).toEqual({ SANDBOX_BRIDGE: [1, 0] })
    await settle(store, ended(1, { status: 'PENDING', stage: 'swapping' }), 'transaction.updated')
    expect(await log.read()).toEqual([])
    await settle(store, ended(1), 'transaction.final')
    expect(counts(await log.read())).toEqual({ SANDBOX_BRIDGE: [1, 1] })
  })

  test('whoever asks while another is being answered knows of what has ended meanwhile', async () => {
    const store = await open()
    const log = openLog(store)
    const first = log.read()
    await settle(store, ended(1), 'transaction.final')
    expect(counts((await Promise.all([first, log.read()]))[1])).toEqual({ SANDBOX_BRIDGE: [1, 1] })
  })

  test('the next process goes on from what was kept, and looks through nothing', async () => {
    const { store, pages } = watched(await open())
    for (let number = 1; number <= 4; number += 1) await addTransaction(store, ended(number))
    const before = openLog(store)
    await before.read()
    await before.close()
    await settle(store, ended(5), 'transaction.final')
    expect(counts(await openLog(store).read())).toEqual({ SANDBOX_BRIDGE: [5, 5] })
    expect(pages).toEqual([1])
  })

  test('what is kept is kept again after some swaps, not after each', async () => {
    const store = await open()
    const log = openLog(store)
    const version = async () => (await store.documents.get('outcomes'))?.version ?? 0
    await log.read()
    for (let number = 1; number <= SAVE_EVERY; number += 1) {
      await settle(store, ended(number), 'transaction.final')
      await log.read()
      await log.close()
      expect([number, await version()]).toEqual([number, number < SAVE_EVERY ? 0 : 1])
    }
  })

  test('no more of a long history is read than figures are made of', async () => {
    const { store, pages } = watched(await open())
    for (let number = 1; number <= 260; number += 1) await addTransaction(store, ended(number))
    const [delivery] = await openLog(store).read()
    expect([delivery?.finished, pages]).toEqual([200, [1, 2, 3, 4]])
  })

  test('what was kept of another journal, or is none of ours, is made anew', async () => {
    const store = await open()
    await addTransaction(store, ended(1))
    for (const doc of [{ cursor: '999999_1', outcomes: [] }, { cursor: '999999', outcomes: [] }, { cursor: 1 }, 'x']) {
      const { version = 0 } = (await store.documents.get('outcomes')) ?? {}
      await store.documents.put('outcomes', doc, version)
      expect([doc, counts(await openLog(store).read())]).toEqual([doc, { SANDBOX_BRIDGE: [1, 1] }])
    }
  })

  test('a journal that has lost what came after the last reading is no reason to lack what ended', async () => {
    const { store, pages } = watched(await open())
    let isLost = false
    const since: Store['events']['since'] = async (after, limit) => {
      const entries = await store.events.since(after, limit)
      if (!isLost) return entries
      isLost = false
      return entries.slice(-1).map((entry) => ({ ...entry, missing: { cursor: entry.cursor } }))
    }
    const log = openLog({ ...store, events: { ...store.events, since } })
    await settle(store, ended(1), 'transaction.final')
    await log.read()
    await settle(store, ended(2), 'transaction.final')
    await settle(store, ended(3), 'transaction.final')
    isLost = true
    expect(counts(await log.read())).toEqual({ SANDBOX_BRIDGE: [3, 3] })
    expect(pages).toEqual([1, 1])
  })

  test('a store without swaps keeps nothing, and one that cannot be written answers as well', async () => {
    const store = await open()
    expect(await openLog(store).read()).toEqual([])
    expect(await store.documents.get('outcomes')).toBeUndefined()
    await addTransaction(store, ended(1))
    const put = () => Promise.reject(new SwapError('STORE_UNUSABLE', 'The disk is full'))
    const log = openLog({ ...store, documents: { ...store.documents, put } })
    expect(counts(await log.read())).toEqual({ SANDBOX_BRIDGE: [1, 1] })
    await log.close()
  })
}

describe('The log of outcomes, over a file', () =>
  logCases(async () => {
    const { store, cleanup } = await openTempStore()
    onTestFinished(cleanup)
    return store
  }))

describeOnPostgres('The log of outcomes, over a database', () => {
  let tables: StoreTables
  let store: Store
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
    store = storeOver(await tables.connect(), systemClock)
  })
  beforeEach(() => tables.empty())
  afterAll(async () => {
    await store.close()
    await tables.close()
  })
  logCases(async () => store)
})

test('what was delivered is read again and again until that is stopped, and a failure is told', async () => {
  const clock = createFakeClock()
  const failure = new Error('the disk is full')
  const errors: unknown[] = []
  let readings = 0
  const readDeliveries = async () => {
    readings += 1
    if (readings === 1) throw failure
    return []
  }
  const stop = startDeliveries({ clock, readDeliveries, onError: (error) => errors.push(error) })
  await clock.advance(0)
  expect([readings, errors]).toEqual([1, [failure]])
  await clock.advance(60_000)
  expect([readings, errors.length]).toEqual([2, 1])
  await stop()
  await clock.advance(60_000)
  expect([readings, clock.sleepers()]).toEqual([2, 0])
})
