import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import { JOURNAL_START, type Store } from '../../../../src/store/port.ts'
import { pairKey } from '../../../../src/store/pair-key.ts'
import type { PgDatabase } from '../../../../src/store/postgres/database.ts'
import { examineDatabase } from '../../../../src/store/postgres/examine/examine.ts'
import { repairDerived } from '../../../../src/store/postgres/examine/repair.ts'
import { storeOver } from '../../../../src/store/postgres/open.ts'
import { storeText } from '../../../../src/store/postgres/stored-text.ts'
import { describeOnPostgres, sharedPostgres } from '../../../support/postgres.ts'
import { sampleRate, STORE_TEST_START_MS as START } from '../../../support/store.ts'
import { fillStore, readAll } from '../../copy/stores.ts'
import { createStoreTables, type StoreTables } from '../test-database.ts'

describeOnPostgres('the examination of a PostgreSQL store', () => {
  let tables: StoreTables
  let database: PgDatabase
  let store: Store
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
    database = await tables.connect(() => START)
    store = storeOver(database, systemClock)
  })
  beforeEach(async () => {
    await tables.empty()
    await fillStore(store)
  })
  afterAll(() => tables.close())

  test('finds nothing where nothing is damaged', async () => {
    const { derived, ...found } = await examineDatabase(database)
    expect(found).toEqual({
      ...{ documents: [], structure: [] },
      rows: {
        ...{ documents: 2, locks: 5, transactions: 4, events: 5, idempotency: 2 },
        ...{ routes: 1, rates: 2, catalog_chains: 1, catalog_assets: 2 },
      },
    })
    expect(await repairDerived(database, derived)).toEqual([])
  })

  test('names documents that are damaged', async () => {
    for (const [table, where] of [
      ['locks', `id = 'lock_unused'`],
      ['transactions', `id = 'tx_1'`],
      ['documents', `id = 'gate:A'`],
      ['routes', `route_id = 'route'`],
      ['rates', 'grain_ms = 60000'],
      ['catalog_assets', `address = '0x1'`],
    ]) {
      await tables.sql(`update ${table} set doc = doc || ' ' where ${where}`)
    }
    await tables.sql(`update idempotency set outcome = outcome || ' ' where outcome is not null`)
    const { documents, structure } = await examineDatabase(database)
    expect(documents).toEqual([
      ...['documents gate:A', 'locks lock_unused', 'idempotency execute:over', 'routes route'],
      ...[`rates ${pairKey(sampleRate(0))}`, 'catalog_assets nova 0x1', 'transactions tx_1'],
    ])
    expect(structure).toEqual([])
  })

  test.each([
    [`update transaction_facts set status = 3 where id = 'tx_0'`, ['the index of transactions is not what tx_0 holds']],
    [
      `update transaction_facts set search = 'x' where id = 'tx_1'`,
      ['the index of transactions is not what tx_1 holds'],
    ],
    [`delete from transaction_facts where id = 'tx_1'`, ['the index of transactions is not what tx_1 holds']],
    [
      `update transaction_wallets set status = 1 where id = 'tx_0'`,
      ['the index of transactions is not what tx_0 holds'],
    ],
    [`delete from transaction_hashes where hash_key = 'out'`, ['the index of transactions is not what tx_1 holds']],
    [
      `update transaction_polls set next_ms = null where next_ms is not null`,
      ['the index of transactions is not what tx_0 holds'],
    ],
    [
      `insert into transaction_hashes values ('lost', 0)`,
      ['transaction_hashes has 1 rows of transactions that are not there'],
    ],
    [
      `update locks set state = 'used' where id = 'lock_unused'`,
      ['what is searched of locks lock_unused is not what it holds'],
    ],
    [
      `delete from total_changes where k = (select max(k) from total_changes)`,
      ['the totals are not what the transactions sum up to'],
    ],
  ])('finds and makes anew what is made of documents: %s', async (sql, wanted) => {
    const before = await readAll(store)
    await tables.sql(sql)
    const { documents, structure, derived } = await examineDatabase(database)
    expect(documents).toEqual([])
    expect(structure).toEqual(expect.arrayContaining(wanted))
    const done = await repairDerived(database, derived)
    expect(done.length).toBeGreaterThan(0)
    expect(await examineDatabase(database)).toMatchObject({ documents: [], structure: [] })
    expect(await readAll(store)).toEqual({ ...before, requests: expect.anything() as unknown })
  })

  test('makes anew what events are searched by, and counts one that is no event as damaged', async () => {
    const before = await tables.sql('select n, at_ms, transaction_id from events order by n')
    await tables.sql(`update events set transaction_id = 'tx_evil', at_ms = 5 where n = (select min(n) from events)`)
    const { structure, derived } = await examineDatabase(database)
    expect([structure.length, derived.events]).toEqual([2, [String(before[0]?.['n'])]])
    expect(await repairDerived(database, derived)).toContain(
      `what is searched of events ${String(before[0]?.['n'])} is what it holds`,
    )
    expect(await tables.sql('select n, at_ms, transaction_id from events order by n')).toEqual(before)
    for (const doc of ['null', '1', '{}', '{"at":"2026","type":"x\\n\\ndata: evil"}']) {
      await tables.sql('update events set doc = $1, sum = $2 where n = (select min(n) from events)', [
        doc,
        storeText(JSON.parse(doc)).sum,
      ])
      expect((await examineDatabase(database)).documents).toEqual([`events ${String(before[0]?.['n'])}`])
      expect((await store.events.since(JOURNAL_START, 9))[0]?.event).toBeUndefined()
    }
  })

  test('names what no repair brings back', async () => {
    await tables.sql(`delete from transactions where id = 'tx_2'`)
    const { structure, derived } = await examineDatabase(database)
    expect(structure).toContain('transactions tx_2 is missing, and its events are there')
    await repairDerived(database, derived)
    expect((await examineDatabase(database)).structure).toEqual([
      'transactions tx_2 is missing, and its events are there',
    ])
    await tables.sql('drop index facts_newest')
    await tables.sql('alter table transaction_hashes drop constraint transaction_hashes_pkey')
    await tables.sql('alter table documents drop constraint documents_pkey')
    expect((await examineDatabase(database)).structure).toEqual([
      'facts_newest is missing, or not valid',
      'transaction_hashes_pkey is missing, or not valid',
      'documents_pkey is missing, or not valid',
    ])
  })
})
