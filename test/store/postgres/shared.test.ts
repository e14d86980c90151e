import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../src/io/clock.ts'
import { sharedState } from '../../../src/service/database.ts'
import { openSharedTables } from '../../../src/store/postgres/shared.ts'
import { describeOnPostgres, sharedPostgres } from '../../support/postgres.ts'
import { createStoreTables, type StoreTables } from './test-database.ts'

describeOnPostgres('what servers of one database share', () => {
  let tables: StoreTables
  let nowMs = 1_800_000_000_000
  beforeAll(async () => {
    tables = await createStoreTables(await sharedPostgres())
  })
  afterAll(() => tables.close())
  const open = async () => openSharedTables(await tables.connect(() => nowMs), systemClock)

  test('of a client, servers together let no more through in a minute than the limit, however many ask at once', async () => {
    const servers = await Promise.all([open(), open(), open()])
    const asks = Array.from({ length: 20 }, () => servers.map((server) => server.countRequest('10.0.0.1', 20)))
    const asked = await Promise.all(asks.flat())
    expect(asked.filter(({ isCounted }) => isCounted)).toHaveLength(20)
    expect(Math.max(...asked.map(({ total }) => total))).toBe(20)
    expect(await servers[1]?.countRequest('10.0.0.2', 20)).toEqual({ isCounted: true, total: 1, freeInMs: 60_000 })
  })

  test('a request counts for a minute, and after the time that a refusal names the next one is let through', async () => {
    const [one, other] = [await open(), await open()]
    for (let at = 0; at < 3; at += 1) {
      expect((await one.countRequest('slow', 3)).isCounted).toBe(true)
      nowMs += 10_000
    }
    const refusal = await other.countRequest('slow', 3)
    expect(refusal).toEqual({ isCounted: false, total: 3, freeInMs: 30_000 })
    nowMs += refusal.freeInMs
    expect(await other.countRequest('slow', 3)).toEqual({ isCounted: true, total: 3, freeInMs: 10_000 })
  })

  test('a request that comes in the moment in which another has been counted is counted too', async () => {
    const server = await open()
    for (let after = 0; after < 12; after += 1) {
      let waiting: Promise<unknown> = server.countRequest('one', 99)
      for (let turn = 0; turn < after; turn += 1) waiting = waiting.then(() => undefined)
      await waiting
      expect((await server.countRequest('one', 99)).isCounted).toBe(true)
    }
  })

  test('verdicts that one server keeps another gives, for a minute', async () => {
    const [one, other] = [await open(), await open()]
    const verdicts = [{ provider: 'A', outcome: 'routes', routes: 2 }]
    await one.keepVerdicts('req_1', verdicts)
    expect([await other.verdictsOf('req_1'), await other.verdictsOf('req_2')]).toEqual([verdicts, undefined])
    nowMs += 60_001
    expect(await other.verdictsOf('req_1')).toBeUndefined()
  })

  test('verdicts that are damaged are none', async () => {
    const [server, other] = [await open(), sharedState(await open())]
    const whole = [{ provider: 'A', outcome: 'error', routes: 0, code: 'timeout', message: 'late' }]
    await server.keepVerdicts('req_1', whole)
    expect(await other.verdictsOf('req_1')).toEqual(whole)
    for (const doc of ['not json', 'null', '{}', '[]', '[null]', '[1,"a"]', '[{"provider":"A","routes":"2"}]']) {
      await tables.sql('update verdicts set doc = $1', [doc])
      expect([doc, await other.verdictsOf('req_1')]).toEqual([doc, undefined])
    }
  })
})
