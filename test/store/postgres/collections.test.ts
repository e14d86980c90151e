import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { KEEP_ROUTE_MS } from '../../../src/core/swap/defaults.ts'
import type { Store } from '../../../src/store/port.ts'
import { catalogCollection } from '../../../src/store/postgres/catalog.ts'
import type { PgDatabase, Statement } from '../../../src/store/postgres/database.ts'
import { documentCollection } from '../../../src/store/postgres/documents.ts'
import { idempotencyCollection } from '../../../src/store/postgres/idempotency.ts'
import { lockCollection } from '../../../src/store/postgres/locks.ts'
import { routeCollection } from '../../../src/store/postgres/routes.ts'
import { token, chain } from '../../support/catalog-data.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { describeOnPostgres, sharedPostgres } from '../../support/postgres.ts'
import { sampleLock, sampleRoute, STORE_TEST_START_MS as START } from '../../support/store.ts'
import { createStoreTables, type StoreTables } from './test-database.ts'

describeOnPostgres('the collections of a PostgreSQL store', () => {
  let tables: StoreTables
  let database: PgDatabase
  let nowMs: number
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
    database = await tables.connect(() => nowMs)
  })
  beforeEach(async () => {
    nowMs = START
    await tables.empty()
  })
  afterAll(() => tables.close())

  const damaged = (name: string) => ({
    code: 'STORE_UNUSABLE',
    funds: 'unknown',
    message: expect.stringContaining(`is damaged: ${name} does not match its checksum or form.`) as string,
  })
  const rot = (table: string, column = 'doc') => tables.sql(`update ${table} set ${column} = ${column} || ' '`)

  test('let one of many begin what has one key, whatever server it asks', async () => {
    const servers = await Promise.all(Array.from({ length: 4 }, () => tables.connect(() => nowMs)))
    const collections = servers.map(idempotencyCollection)
    const request = { key: 'execute:abc', runningMs: 1000, keepMs: 9000 }
    for (const round of [0, 1, 2]) {
      // The entry of the round before is over: again one of them takes its place.
      nowMs = START + round * 1000
      const found = await Promise.all(
        Array.from({ length: 24 }, (_, at) =>
          (collections[at % 4] as Store['idempotency']).begin({ ...request, digest: `${round} ${at}` }),
        ),
      )
      const begun = found.flatMap((one) => ('begun' in one ? [one.begun] : []))
      expect(begun).toHaveLength(1)
      expect(found.flatMap((one) => ('known' in one ? [one.known] : []))).toEqual(
        Array.from({ length: 23 }, () => begun[0]),
      )
    }
  })

  test('forget requests that are over, some with each that begins', async () => {
    const requests = idempotencyCollection(database)
    const begin = (key: string) => requests.begin({ key, digest: 'd', runningMs: 1, keepMs: 10 })
    for (let at = 0; at < 15; at += 1) await begin(`old ${at}`)
    nowMs += 10
    const left = async () => (await tables.sql('select key from idempotency')).length
    await begin('new')
    expect(await left()).toBe(6)
    await begin('old 14')
    expect(await left()).toBe(2)
  })

  test('write quoted routes without waiting for the disk, and for that write only', async () => {
    const texts: Statement[] = []
    const noting = {
      ...database,
      relax: async (statement: Statement) => (texts.push(statement), database.relax(statement)),
    }
    await routeCollection(noting).putMany([sampleRoute('r1')])
    await routeCollection(noting).prune(9)
    const settings = await Promise.all(
      texts.map((statement) =>
        database.transaction(async (query) => {
          const read = async () =>
            (await query({ text: 'show synchronous_commit', values: [] }))[0]?.['synchronous_commit']
          const before = await read()
          await query(statement)
          return [before, await read()]
        }),
      ),
    )
    expect(settings).toEqual([
      ['on', 'off'],
      // Nothing was removed, so nothing is written.
      ['on', 'off'],
    ])
    expect(await database.read({ text: 'show synchronous_commit', values: [] })).toEqual([{ synchronous_commit: 'on' }])
  })

  test('keep the last one of routes that are put at once under one id', async () => {
    const routes = routeCollection(database)
    await routes.putMany([sampleRoute('r1'), sampleRoute('r2'), sampleRoute('r1', { amountText: '7' })])
    expect((await routes.get('SANDBOX_BRIDGE', 'r1'))?.amountText).toBe('7')
  })

  test('remove no more routes at once than they are told to, of both kinds', async () => {
    const routes = routeCollection(database)
    const put = (id: string, afterMs: number) => sampleRoute(id, { keepUntilMs: START + afterMs })
    await routes.putMany([put('a', -2), put('b', -1), put('c', 2 * KEEP_ROUTE_MS), put('d', 1)])
    expect([await routes.prune(2), await routes.prune(2), await routes.prune(2)]).toEqual([2, 1, 0])
    expect(await routes.get('SANDBOX_BRIDGE', 'd')).toBeDefined()
  })

  test('number new assets in the order in which they came, beyond what one statement writes', async () => {
    const catalog = catalogCollection(database, createFakeClock(START))
    const asset = (chainKey: string, at: number) => token(chainKey, 'T', `0x${9_999 - at}`)
    const assets = Array.from({ length: 1203 }, (_, at) => asset(at % 2 === 0 ? 'odd' : 'even', at))
    await catalog.put([chain('odd', 1), chain('even', 2)], assets, new Map([['listing', { n: 1 }]]))
    expect(await catalog.assets()).toEqual(assets)
    expect(await catalog.assets('even')).toEqual(assets.filter((one) => one.chain === 'even'))
    const written = async () => await tables.sql('select xmin::text, place from catalog_assets order by place')
    const before = await written()
    await catalog.put([], [...assets, ...assets], new Map([['listing', { n: 2 }]]))
    // Rows that are as they were are not written again.
    expect(await written()).toEqual(before)
    expect(await documentCollection(database).get('listing')).toEqual({ doc: { n: 2 }, version: 2 })
  })

  test('tell the version of the catalog again after a moment, that of others too', async () => {
    const clock = createFakeClock(START)
    const [one, other] = [catalogCollection(database, clock), catalogCollection(database, createFakeClock(START))]
    expect([await one.version(), await one.version()]).toEqual([0, 0])
    await other.put([], [])
    expect([await one.version(), await other.version()]).toEqual([0, 1])
    await clock.advance(100)
    expect(await one.version()).toBe(1)
  })

  test('list documents in the order of their characters, beyond what one statement reads', async () => {
    const documents = documentCollection(database)
    const keys = Array.from({ length: 1_100 }, (_, at) => `p:${at}`)
    await Promise.all([...keys, 'p', 'q', 'P:1', 'p;'].map((key) => documents.put(key, { key }, 0)))
    const found = await documents.list('p:')
    expect(found.map(({ key }) => key)).toEqual(keys.toSorted())
    expect((await documents.list('')).slice(0, 2).map(({ key }) => key)).toEqual(['P:1', 'p'])
  })

  test('name a damaged document and read the others', async () => {
    const [locks, documents, routes] = [
      lockCollection(database),
      documentCollection(database),
      routeCollection(database),
    ]
    const [requests, catalog] = [idempotencyCollection(database), catalogCollection(database, createFakeClock(START))]
    await locks.insert(sampleLock('lock_1'), [])
    await documents.put('key:1', 1, 0)
    await documents.put('key:2', 2, 0)
    await routes.putMany([sampleRoute('r1')])
    await catalog.put([chain('testnet', 1)], [token('testnet', 'T', '0x1')])
    const request = { key: 'k', digest: 'd', runningMs: 1000, keepMs: 9000 }
    const entry = await requests.begin(request)
    await requests.finish('k', 'begun' in entry ? entry.begun.runningUntil : 0, { ok: true })
    for (const table of ['locks', 'routes', 'catalog_chains', 'catalog_assets']) await rot(table)
    await rot('idempotency', 'outcome')
    await tables.sql(`update documents set doc = '3' where id = 'key:1'`)
    await expect(locks.get('lock_1')).rejects.toMatchObject(damaged('locks lock_1'))
    await expect(routes.get('SANDBOX_BRIDGE', 'r1')).rejects.toMatchObject(damaged('routes r1'))
    await expect(routes.ofPair(sampleRoute('r1'))).rejects.toMatchObject(damaged('routes r1'))
    await expect(catalog.chains()).rejects.toMatchObject(damaged('catalog_chains testnet'))
    await expect(catalog.assets()).rejects.toMatchObject(damaged('catalog_assets testnet 0x1'))
    await expect(requests.begin(request)).rejects.toMatchObject(damaged('idempotency k'))
    await expect(documents.get('key:1')).rejects.toMatchObject(damaged('documents key:1'))
    await expect(documents.list('key:')).rejects.toMatchObject(damaged('documents key:1'))
    const skipped: string[] = []
    const left = await documents.list('key:', (key) => skipped.push(key))
    expect([left, skipped]).toEqual([[{ key: 'key:2', doc: 2, version: 1 }], ['key:1']])
  })

  test('take no document for another one whose row it stands in', async () => {
    const locks = lockCollection(database)
    await locks.insert(sampleLock('lock_1'), [])
    await locks.insert(sampleLock('lock_2'), [])
    await tables.sql(
      `update locks set (sum, doc) = (select sum, doc from locks where id = 'lock_1') where id = 'lock_2'`,
    )
    await expect(locks.get('lock_2')).rejects.toMatchObject(damaged('locks lock_2'))
  })

  test('find the latest lock that can be executed behind any number of damaged ones', async () => {
    const locks = lockCollection(database)
    await locks.insert(sampleLock('lock_1'), [])
    for (let at = 0; at < 5; at += 1)
      await locks.insert(sampleLock(`later_${at}`, { expiresAtMs: START + 70_000 + at }), [])
    await tables.sql(`update locks set sum = '' where id like 'later%'`)
    expect((await locks.latest(0, 2)).map(({ doc }) => doc.id)).toEqual(['lock_1'])
  })

  test('leave a lock that somebody claims in this moment alone', async () => {
    const locks = lockCollection(database)
    const over = { expiresAtMs: START - 9 }
    await locks.insert(sampleLock('claimed', over), [])
    await locks.insert(sampleLock('unused', over), [])
    const removed = await database.transaction(async (query) => {
      await query({ text: `update ${database.schema}.locks set state = 'executing' where id = 'claimed'`, values: [] })
      return locks.prune(1, 9)
    })
    expect([removed, await locks.prune(1, 9)]).toEqual([1, 0])
    expect(await locks.get('claimed')).toBeDefined()
  })
})
