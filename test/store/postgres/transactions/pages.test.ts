import { afterAll, beforeAll, expect, test } from 'vitest'
import { TRANSACTION_STATUSES } from '../../../../src/core/api/documents.ts'
import { systemClock } from '../../../../src/io/clock.ts'
import { storeOver } from '../../../../src/store/postgres/open.ts'
import type { Store, TransactionFilter } from '../../../../src/store/port.ts'
import { insertTransactions } from '../../../../src/store/postgres/transactions/changes.ts'
import { MOST_COUNTED } from '../../../../src/store/postgres/transactions/pages.ts'
import { describeOnPostgres, sharedPostgres } from '../../../support/postgres.ts'
import { sampleTransaction, STORE_TEST_START_MS } from '../../../support/store.ts'
import { matches, newestFirst } from '../../../support/transaction-model.ts'
import { createStoreTables, type StoreTables } from '../test-database.ts'

/** A few more than are counted of a text. */
const COUNT = MOST_COUNTED + 40

describeOnPostgres('Long lists of a database', () => {
  let tables: StoreTables
  let store: Store
  const records = Array.from({ length: COUNT }, (_, at) =>
    sampleTransaction(`tx_${(at * 7919) % COUNT}`, {
      status: TRANSACTION_STATUSES[at % 4] ?? 'PENDING',
      addressKeys: at % 3 === 0 ? ['wa'] : at % 3 === 1 ? ['wb'] : ['wa', 'wb'],
      provider: at % 200 === 0 ? 'RARE' : 'COMMON',
      // Three of each time.
      createdAt: new Date(STORE_TEST_START_MS + Math.floor(at / 3)).toISOString(),
    }),
  )
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
    const database = await tables.connect()
    for (let from = 0; from < COUNT; from += 1000) {
      const some = records.slice(from, from + 1000)
      await insertTransactions(
        database,
        some.map((record) => ({ record, version: 1 })),
      )
    }
    store = storeOver(database, systemClock)
  })
  afterAll(async () => {
    await store.close()
    await tables.close()
  })
  const idsOf = async (filter: TransactionFilter, page: number, perPage: number) => {
    const { items, total } = await store.transactions.list(filter, page, perPage)
    return { ids: items.map(({ id }) => id), total }
  }

  test.each<TransactionFilter>([
    {},
    { statuses: ['PENDING', 'REFUND'] },
    { addressKeys: ['wa'] },
    { addressKeys: ['wa'], statuses: ['FAILED'] },
    { addressKeys: ['wa', 'wb'], statuses: ['FAILED', 'SUCCESS'] },
    { query: 'rare' },
  ])('have the same pages as an array, near both ends and in the middle: %o', async (filter) => {
    const all = records.filter((record) => matches(record, filter)).sort(newestFirst)
    const last = Math.ceil(all.length / 30)
    const pages = [
      ...new Set([1, 2, 33, 34, 35, Math.floor(last / 2), last - 1, last, last + 1].filter((page) => page > 0)),
    ]
    for (const page of pages) {
      expect(await idsOf(filter, page, 30)).toEqual({
        ids: all.slice((page - 1) * 30, page * 30).map(({ id }) => id),
        total: all.length,
      })
    }
  })

  test('of a common word are counted up to a number, which is said; their pages go on', async () => {
    const list = await store.transactions.list({ query: 'common' }, 1, 20)
    expect([list.total, list.isTotalLeast]).toEqual([
      records.filter(({ provider }) => provider === 'COMMON').length,
      undefined,
    ])
    const all = records.toSorted(newestFirst)
    for (const page of [1, 500, 501, 503]) {
      const { rows, total, isTotalLeast } = await store.transactions.listMarks({ query: 'usdc' }, page, 20)
      expect([total, isTotalLeast]).toEqual([MOST_COUNTED, true])
      expect(rows.map(({ id }) => id)).toEqual(all.slice((page - 1) * 20, page * 20).map(({ id }) => id))
    }
    expect((await store.transactions.stats({ query: 'usdc' })).total).toBe(COUNT)
  })
})
