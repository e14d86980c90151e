import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import { openPostgresStore } from '../../../../src/store/postgres/open.ts'
import { describeOnPostgres, type PostgresServer, sharedPostgres } from '../../../support/postgres.ts'
import { sampleEvent } from '../../../support/store.ts'

describeOnPostgres('a database whose settings are not those of others', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await sharedPostgres()
  })

  test.each([
    ['array_nulls', 'off'],
    ['extra_float_digits', '-15'],
    ['standard_conforming_strings', 'off'],
    ['default_transaction_isolation', 'serializable'],
    ['timezone', 'Pacific/Chatham'],
    ['DateStyle', 'German'],
    ['bytea_output', 'escape'],
  ])('holds the same with %s = %s', async (name, value) => {
    const created = await server.createDatabase()
    await server.query(`alter database "${created.name}" set ${name} = '${value}'`)
    const { store, clock } = await openPostgresStore({
      ...{ url: created.url, env: {}, network: 'sandbox', clock: systemClock, random: Math.random },
    })
    const event = sampleEvent('x')
    await store.events.append([event])
    expect(await server.query('select transaction_id from swapcli_sandbox.events', created.name)).toEqual([
      { transaction_id: event.transactionId ?? null },
    ])
    expect((await store.events.since('0', 9)).map((entry) => entry.event)).toMatchObject([event])
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000)
    await store.close()
    await created.drop()
  })
})
