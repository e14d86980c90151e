import { expect, test } from 'vitest'
import { systemClock } from '../../src/io/clock.ts'
import { connectDatabase } from '../../src/store/postgres/connection/open-database.ts'
import { migrateSchema, type SchemaStep } from '../../src/store/postgres/migrate.ts'
import { SCHEMA_STEPS } from '../../src/store/postgres/schema.ts'
import { describeOnPostgres, sharedPostgres } from '../support/postgres.ts'
import { cameBack, openCaller } from './calls.ts'
import { judge, NOTHING_WRONG, openSwaps } from './judge.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { codeOf, inTurn, lockRequest, makeSwaps } from './swaps.ts'
import { until } from './until.ts'

/*
 * Servers of this version beside a newer one that changes the schema: they go on beside what they can be beside of, and end
 * their work at once where they cannot.
 */

const KNOWN = SCHEMA_STEPS.length
/** A column that programs of before do not know. */
const GENTLE: SchemaStep = {
  ...{ version: KNOWN + 1, oldest: 1 },
  statements: (schema) => [`alter table ${schema}.locks add column later text`],
}
/** Something that they would write wrong. */
const HARSH: SchemaStep = {
  ...{ version: KNOWN + 2, oldest: KNOWN + 2 },
  statements: (schema) => [`alter table ${schema}.locks add column needed text not null default ''`],
}

describeOnPostgres('a newer version that changes the schema', () => {
  test('has servers of this one beside it while it says that they may be, and stops them within seconds when they may not', async () => {
    const postgres = await sharedPostgres()
    const database = await postgres.createDatabase()
    const caller = openCaller()
    const servers: ServerProcess[] = []
    const start = async () => {
      const server = await startServer({ store: database.url })
      servers.push(server)
      return server
    }
    const connected = await connectDatabase({
      ...{ url: database.url, env: {}, clock: systemClock, random: Math.random, schema: 'swapcli_sandbox' },
    })
    const migrate = (...steps: readonly SchemaStep[]) =>
      migrateSchema(connected.database, [...SCHEMA_STEPS, ...steps], { network: 'sandbox', journal: '' })
    try {
      await start()
      const send = inTurn(caller, () => servers.map(({ origin }) => origin))
      const before = await makeSwaps(send, { count: 8, clients: 4, name: 'before' })
      await migrate(GENTLE)
      await start()
      const beside = await makeSwaps(send, { count: 8, clients: 4, name: 'beside' })
      await until('every swap has ended', async () => (await openSwaps(postgres, database.name)).length === 0)
      expect(await judge(postgres, database.name, [...before, ...beside])).toEqual(NOTHING_WRONG)

      await migrate(GENTLE, HARSH)
      for (const { origin } of servers) {
        const isRefused = async () => cameBack(await caller.post(origin, '/quote/lock', lockRequest(0))).status === 503
        await until('the server takes no lock', isRefused)
      }
      const count = async () => (await postgres.query('select id from swapcli_sandbox.locks', database.name)).length
      const locks = await count()
      for (const { origin, ...server } of servers) {
        const lock = cameBack(await caller.post(origin, '/quote/lock', lockRequest(0)))
        const execute = cameBack(await caller.post(origin, '/quote/execute', { lockId: before[0]?.lockId }))
        const history = cameBack(await caller.get(origin, '/transaction/history'))
        for (const answer of [lock, execute, history]) {
          expect([answer.status, codeOf(answer), answer.retryAfterMs]).toEqual([503, 'SERVICE_UNAVAILABLE', 5_000])
        }
        const ready = await caller.look(origin, '/readyz?verbose')
        expect([ready?.status, ready?.text]).toEqual([
          503,
          expect.stringContaining('[-] store failed: a newer version of swapcli has changed the database'),
        ])
        expect(server.log()).toContain(`was written by a newer swapcli: its schema is version ${HARSH.version}`)
      }
      expect(await count()).toBe(locks)
      await expect(start()).rejects.toThrow(
        /was written by a newer swapcli: its schema is version .*Update this program/,
      )
    } finally {
      await Promise.all(servers.map((server) => server.kill()))
      await connected.database.close()
      await caller.close()
      await database.drop()
    }
  })
})
