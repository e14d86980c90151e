import { expect, onTestFinished, test } from 'vitest'
import { createConnect } from '../../../../src/store/sqlite/connection.ts'
import { migrate } from '../../../../src/store/sqlite/migrate.ts'
import { openStore } from '../../../../src/store/sqlite/open.ts'
import { STORE_FILE } from '../../../../src/store/sqlite/schema.ts'
import { selectTransactions } from '../../../../src/store/sqlite/transactions/filter.ts'
import { pageSql } from '../../../../src/store/sqlite/transactions/pages.ts'
import type { TransactionFilter } from '../../../../src/store/port.ts'
import {
  addFast,
  addTransaction,
  sampleTransaction,
  STORE_TEST_START_MS,
  tempStorePath,
} from '../../../support/store.ts'
import { matches, newestFirst } from '../../../support/transaction-model.ts'

test('no page of a list that an index orders is sorted', async () => {
  const connection = (await createConnect(':memory:', false))('full')
  onTestFinished(() => connection.close())
  migrate(connection, { path: ':memory:', kind: STORE_FILE, connectCopy: () => connection, tell: () => undefined })
  const statuses = ['SUCCESS', 'FAILED'] as const
  const filters: TransactionFilter[] = [
    ...[{}, { statuses: ['PENDING'] as const }, { statuses }, { addressKeys: ['0xaa'] }],
    ...[{ addressKeys: ['0xaa'], statuses }, { referralCode: 'friend' }, { referralCode: 'friend', statuses }],
  ]
  for (const filter of filters) {
    const { ordered } = selectTransactions(filter, () => undefined)
    if (ordered === undefined) throw new Error('an index orders it')
    for (const [isNearEnd, isFromLandmark] of [...BOTH, ...BOTH].map((one, at) => [one, at > 1] as const)) {
      const plan = connection.all(`EXPLAIN QUERY PLAN ${pageSql(ordered, isNearEnd, isFromLandmark)}`)
      const details = plan.map((row) => String(row.columns['detail']))
      expect([filter, details.filter((detail) => detail.includes('TEMP B-TREE'))]).toEqual([filter, []])
      expect(details.join()).toMatch(/USING (COVERING INDEX|PRIMARY KEY)/)
    }
  }
})

const BOTH = [false, true]

test('pages of a long list follow each other in whatever order they are read, also after another swap', async () => {
  const { path, remove } = tempStorePath()
  await (await openStore({ path, now: () => STORE_TEST_START_MS })).close()
  const records = Array.from({ length: 5_200 }, (_, at) =>
    sampleTransaction(`tx_${(at * 7919) % 10_007}`, {
      createdAt: new Date(STORE_TEST_START_MS + (at >> 1)).toISOString(),
      ...(at % 3 === 0 ? { status: 'SUCCESS', nextPollAtMs: null } : {}),
    }),
  )
  await addFast(path, records)
  const store = await openStore({ path, now: () => STORE_TEST_START_MS })
  onTestFinished(async () => {
    await store.close()
    remove()
  })
  const { addressKeys = [] } = records[0] ?? {}
  const filters: TransactionFilter[] = [{}, { statuses: ['PENDING'] }, { addressKeys }, { addressKeys, query: 'tx_5' }]
  const expectPages = async () => {
    for (const filter of filters) {
      const found = records.filter((record) => matches(record, filter)).sort(newestFirst)
      for (const page of [60, 61, 1, 60, 90, 30, 89, 130, 131, 250, 259, 260, 261]) {
        const { rows, total } = await store.transactions.listMarks(filter, page, 20)
        const ids = found.slice((page - 1) * 20, page * 20).map(({ id }) => id)
        expect([filter, page, total, rows.map(({ id }) => id)]).toEqual([filter, page, found.length, ids])
      }
    }
  }
  await expectPages()
  const newest = sampleTransaction('tx_newest', { createdAt: new Date(STORE_TEST_START_MS + 10 ** 6).toISOString() })
  await addTransaction(store, newest)
  records.push(newest)
  await expectPages()
})
