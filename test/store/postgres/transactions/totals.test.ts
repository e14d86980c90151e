import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TRANSACTION_STATUSES } from '../../../../src/core/api/documents.ts'
import { systemClock } from '../../../../src/io/clock.ts'
import type { PgDatabase } from '../../../../src/store/postgres/database.ts'
import { storeOver } from '../../../../src/store/postgres/open.ts'
import type { Store } from '../../../../src/store/port.ts'
import { rebuildTotals } from '../../../../src/store/postgres/transactions/rebuild.ts'
import { countTotals, foldTotals } from '../../../../src/store/postgres/transactions/totals.ts'
import { describeOnPostgres, sharedPostgres } from '../../../support/postgres.ts'
import { addTransaction, sampleTransaction } from '../../../support/store.ts'
import { swapErrorOf } from '../../../support/swap-error.ts'
import { modelStats } from '../../../support/transaction-model.ts'
import { createStoreTables, type StoreTables } from '../test-database.ts'

describeOnPostgres('Totals of a database', () => {
  let tables: StoreTables
  let database: PgDatabase
  let store: Store
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
    database = await tables.connect()
    store = storeOver(database, systemClock)
  })
  beforeEach(() => tables.empty())
  afterAll(async () => {
    await store.close()
    await tables.close()
  })
  const numbered = (at: number) =>
    sampleTransaction(`tx_${at}`, { status: TRANSACTION_STATUSES[at % 4] ?? 'PENDING', addressKeys: [`w${at % 3}`] })

  test('are the same before and after their changes are added up, for statistics, lists and wallets', async () => {
    const records = Array.from({ length: 12 }, (_, at) => numbered(at))
    for (const record of records) await addTransaction(store, record)
    const answers = async () => [
      await store.transactions.stats({}),
      await store.transactions.stats({ statuses: ['SUCCESS', 'REFUND'] }),
      await store.transactions.countByStatus(),
      ...(await Promise.all(
        [
          {},
          { statuses: ['FAILED' as const] },
          { addressKeys: ['w1'] },
          { addressKeys: ['w1'], statuses: ['PENDING' as const] },
        ].map(async (filter) => (await store.transactions.list(filter, 1, 1)).total),
      )),
    ]
    const before = await answers()
    expect(before).toEqual([
      modelStats(records),
      modelStats(records.filter(({ status }) => status === 'SUCCESS' || status === 'REFUND')),
      { PENDING: 3, SUCCESS: 3, FAILED: 3, REFUND: 3 },
      ...[12, 3, 4, 1],
    ])
    expect(await foldTotals(database)).toBe(12)
    expect(await foldTotals(database)).toBe(0)
    expect(await answers()).toEqual(before)
    expect((await countTotals(database)).changes).toBe(0)
  })

  test('count nothing twice and leave nothing out while several servers add up what others write', async () => {
    const [other, third] = [await tables.connect(), await tables.connect()]
    let acknowledged = 0
    let started = 0
    let isWriting = true
    const write = async (from: number) => {
      for (let at = from; at < 120; at += 4) {
        started += 1
        await addTransaction(store, numbered(at))
        acknowledged += 1
      }
    }
    const fold = async (by: PgDatabase) => {
      while (isWriting) await foldTotals(by)
    }
    const look = async () => {
      while (isWriting) {
        const least = acknowledged
        const { byStatus } = await countTotals(database)
        const { total } = await store.transactions.list({}, 1, 1)
        const counted = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
        expect(counted).toBeGreaterThanOrEqual(least)
        expect(counted).toBeLessThanOrEqual(started)
        expect(total).toBeGreaterThanOrEqual(counted)
        expect((await store.transactions.stats({})).total).toBeGreaterThanOrEqual(total)
      }
    }
    const others = [fold(other), fold(third), look()]
    await Promise.all([0, 1, 2, 3].map(write)).finally(() => (isWriting = false))
    await Promise.all(others)
    while ((await foldTotals(other)) > 0);
    expect(await store.transactions.countByStatus()).toEqual({ PENDING: 30, SUCCESS: 30, FAILED: 30, REFUND: 30 })
    expect(await tables.sql("select sum(total)::int as total from wallet_totals where address_key = ''")).toEqual([
      { total: 120 },
    ])
  })

  test('that no transactions add up to are refused with what to do, not shown', async () => {
    for (let at = 0; at < 4; at += 1) await addTransaction(store, numbered(at))
    await foldTotals(database)
    const damages: readonly (readonly [sql: string, asked: readonly (() => Promise<unknown>)[]])[] = [
      ['update totals set day = 2147483647', [() => store.transactions.stats({})]],
      ['update totals set total = -10', [() => store.transactions.stats({})]],
      ['update totals set total = 9223372036854775807', [() => store.transactions.stats({})]],
      [`update totals set usd = 'NaN'`, [() => store.transactions.stats({})]],
      ['update totals set usd = -1', [() => store.transactions.stats({})]],
      [
        'update wallet_totals set total = -10',
        [
          () => store.transactions.countByStatus(),
          () => store.transactions.list({}, 1, 10),
          () => store.transactions.list({ addressKeys: ['w1'] }, 1, 10),
        ],
      ],
      [
        'update wallet_totals set total = 9223372036854775807',
        [() => store.transactions.countByStatus(), () => store.transactions.list({}, 200, 10)],
      ],
      [`update transaction_facts set usd = 'NaN'`, [() => store.transactions.stats({ addressKeys: ['w1'] })]],
    ]
    for (const [sql, asked] of damages) {
      await tables.sql(sql)
      for (const ask of asked) {
        expect(await swapErrorOf(ask()), sql).toMatchObject({
          code: 'STORE_UNUSABLE',
          hint: 'Make anew what is made of documents: swapcli store check --repair',
        })
      }
      await database.transaction((query) => rebuildTotals(database.schema, query))
    }
  })
})
