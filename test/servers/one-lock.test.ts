import { afterAll, beforeAll, expect, test } from 'vitest'
import { asObject } from '../support/contract-fields.ts'
import { describeOnPostgres, type PostgresServer, sharedPostgres, type TestDatabase } from '../support/postgres.ts'
import { type Answer, cameBack, type Caller, openCaller } from './calls.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { codeOf, lockRequest } from './swaps.ts'

/*
 * Four servers on one database, each a process of the built program: whichever is asked, a lock is executed once, and a key
 * has one answer.
 */

const SERVERS = 4
const AT_ONCE = 20
const ROUNDS = 80

describeOnPostgres('of four servers on one database', () => {
  let postgres: PostgresServer
  let database: TestDatabase
  let servers: readonly ServerProcess[] = []
  let caller: Caller
  beforeAll(async () => {
    postgres = await sharedPostgres()
    database = await postgres.createDatabase()
    caller = openCaller()
    // At once: the first to come makes the tables, the others wait for them.
    servers = await Promise.all(Array.from({ length: SERVERS }, () => startServer({ store: database.url })))
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await caller.close()
    await database.drop()
  })

  const originOf = (number: number): string => servers[number % servers.length]?.origin ?? ''
  const lock = async (number: number): Promise<string> => {
    const answer = cameBack(await caller.post(originOf(number), '/quote/lock', lockRequest(number)))
    return String(answer.content['lockId'])
  }
  const idOf = ({ content }: Answer): string => String(asObject(content['transaction'])['id'])
  const say = (answer: Answer): string => `${answer.status} ${codeOf(answer) ?? 'data'}`

  test('one of twenty executes of a lock wins, and all others are told 409, eighty times', async () => {
    const winners: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const lockId = await lock(round)
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, at) =>
          cameBack(await caller.post(originOf(at), '/quote/execute', { lockId })),
        ),
      )
      expect(answers.map(say).sort()).toEqual([
        '200 data',
        ...Array.from({ length: AT_ONCE - 1 }, () => '409 QUOTE_EXPIRED'),
      ])
      winners.push(...answers.filter(({ status }) => status === 200).map(idOf))
    }
    expect(new Set(winners).size).toBe(ROUNDS)
    const rows = await postgres.query('select id from swapcli_sandbox.transactions', database.name)
    expect(rows.map((row) => String(row['id'])).sort()).toEqual(winners.sort())
  })

  test('each gives the one answer to a key, or says that it is on its way, and makes one swap of it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = `key-${round}`
      const lockId = await lock(round)
      const execute = async (at: number) => cameBack(await caller.post(originOf(at), '/quote/execute', { lockId }, key))
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => execute(at)))
      for (const answer of answers) expect(['200 data', '409 IDEMPOTENCY_IN_PROGRESS']).toContain(say(answer))
      const later = await Promise.all(servers.map((_, at) => execute(at)))
      expect(later.map((answer) => [answer.status, answer.isReplay])).toEqual(servers.map(() => [200, true]))
      const ids = [...answers.filter(({ status }) => status === 200), ...later].map(idOf)
      expect(new Set(ids).size).toBe(1)
      // The key of another request.
      const other = cameBack(await caller.post(originOf(round + 1), '/quote/execute', { lockId: 'lock_other' }, key))
      expect(say(other)).toBe('409 IDEMPOTENCY_CONFLICT')
    }
  })

  test('each gives the one lock of a key', async () => {
    const locking = async (at: number) =>
      cameBack(await caller.post(originOf(at), '/quote/lock', lockRequest(1), 'lock-key'))
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => locking(at)))
    for (const answer of answers) expect(['200 data', '409 IDEMPOTENCY_IN_PROGRESS']).toContain(say(answer))
    const later = await Promise.all(servers.map((_, at) => locking(at)))
    const ids = [...answers.filter(({ status }) => status === 200), ...later].map(({ content }) => content['lockId'])
    expect([new Set(ids).size, later.map(({ isReplay }) => isReplay)]).toEqual([1, servers.map(() => true)])
  })
})
