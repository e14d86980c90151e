import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SwapError } from '../../src/core/api/errors.ts'
import type { Clock } from '../../src/core/ports.ts'
import { type EmbeddedSwapService, openSwapService } from '../../src/index.ts'
import { systemClock } from '../../src/io/clock.ts'
import { ALICE, BASE_USDC, BOB, BRIDGE, LOCKABLE, pair, REQUEST, USDC } from '../support/contract-world.ts'
import { describeOnPostgres, type PostgresServer, sharedPostgres, type TestDatabase } from '../support/postgres.ts'
import { createTestProvider, paidOut, STILL_PENDING, TEST_PROVIDER } from '../support/test-provider.ts'
import { until } from './until.ts'

/*
 * Three services on one database, on machines whose clocks are right, an hour ahead, and an hour behind: the only clock is the
 * database's.
 */

const HOUR_MS = 3_600_000
const LOCK_MS = 60_000
/** More than a busy machine takes for a call, and far less than the clocks are wrong, in milliseconds. */
const TOLERANCE_MS = 30_000
const OFFSETS = { right: 0, ahead: HOUR_MS, behind: -HOUR_MS } as const
type Machine = keyof typeof OFFSETS
const MACHINES = ['right', 'ahead', 'behind'] as const

function shiftedClock(offsetMs: number): Clock {
  return { ...systemClock, now: () => systemClock.now() + offsetMs }
}

describeOnPostgres('a machine whose clock is an hour off', () => {
  let postgres: PostgresServer
  let database: TestDatabase
  const services = new Map<Machine, EmbeddedSwapService>()
  const notes = new Map<Machine, string[]>(MACHINES.map((machine) => [machine, []]))
  const polls = new Map<string, number[]>()

  const open = (machine: Machine, lockTtlMs = LOCK_MS) =>
    openSwapService({
      ...{ store: database.url, clock: shiftedClock(OFFSETS[machine]), lockTtlMs, tracker: lockTtlMs === LOCK_MS },
      onNotice: (text) => notes.get(machine)?.push(text),
      providers: [
        createTestProvider((request, nowMs) => {
          const times = [...(polls.get(request.transactionId) ?? []), nowMs]
          polls.set(request.transactionId, times)
          return times.length < 3 ? STILL_PENDING : paidOut(request)
        }),
      ],
    })
  const on = (machine: Machine): EmbeddedSwapService => {
    const found = services.get(machine)
    if (found === undefined) throw new Error(`there is no service on ${machine}`)
    return found
  }
  const databaseMs = async (): Promise<number> => {
    const [row] = await postgres.query('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms')
    return Number(row?.['ms'])
  }
  const isNear = (text: string, expectedMs: number) => Math.abs(Date.parse(text) - expectedMs) < TOLERANCE_MS
  const refusal = async (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'done',
      (error: unknown) => (error as SwapError).code,
    )

  beforeAll(async () => {
    postgres = await sharedPostgres()
    database = await postgres.createDatabase()
    for (const machine of MACHINES) services.set(machine, await open(machine))
  })
  afterAll(async () => {
    await Promise.all([...services.values()].map((service) => service.close()))
    await database.drop()
  })

  test('is told so, and no other', () => {
    expect(notes.get('right')).toEqual([])
    expect(notes.get('ahead')).toEqual([expect.stringContaining('ahead of that of the store')])
    expect(notes.get('behind')).toEqual([expect.stringContaining('behind that of the store')])
  })

  // They wait for the same database side by side, that which waits for longest first.
  describe.concurrent('in use', () => {
    test('polls no sooner than is due, and no later for it', async () => {
      const request = { ...pair(USDC, BASE_USDC), provider: TEST_PROVIDER, depositor: ALICE, recipient: BOB }
      const ids: string[] = []
      for (const [at, machine] of [...MACHINES, ...MACHINES, ...MACHINES].entries()) {
        const { lockId } = await on(machine).lock({ ...request, amount: String(100 + at) })
        ids.push((await on(machine).execute({ lockId })).transaction?.id ?? '')
      }
      const endOf = async (id: string) => (await on('right').store.transactions.get(id))?.doc.status
      await until('all are paid out', async () => (await Promise.all(ids.map(endOf))).every((one) => one === 'SUCCESS'))
      for (const id of ids) {
        const times = polls.get(id) ?? []
        expect(times).toHaveLength(3)
        // The pace begins at three seconds; the clocks of two machines differ by a part of one.
        for (const [at, time] of times.slice(1).entries()) expect(time - (times[at] ?? 0)).toBeGreaterThan(2_500)
      }
    })

    describe.each(MACHINES)('%s makes locks', (maker) => {
      test.each(MACHINES)(
        'that are good for their time on one that is %s, where they make swaps of this time',
        async (user) => {
          const quoted = await on(maker).quote(REQUEST)
          const routeId = quoted.data.find(({ provider }) => provider === BRIDGE)?.routeId ?? ''
          const lock = await on(user).lock({ ...LOCKABLE, provider: BRIDGE, routeId })
          const again = await on(maker).lock({ ...LOCKABLE, provider: BRIDGE }, { idempotencyKey: `${maker}-${user}` })
          const repeated = await on(user).lock(
            { ...LOCKABLE, provider: BRIDGE },
            { idempotencyKey: `${maker}-${user}` },
          )
          const nowMs = await databaseMs()
          expect(repeated.lockId).toBe(again.lockId)
          for (const { expiresAt, ttlMs } of [lock, again, repeated]) {
            expect(isNear(expiresAt, nowMs + LOCK_MS)).toBe(true)
            expect(ttlMs).toBeGreaterThan(LOCK_MS - TOLERANCE_MS)
            expect(ttlMs).toBeLessThanOrEqual(LOCK_MS)
          }
          const execute = (machine: Machine) =>
            on(machine).execute({ lockId: again.lockId }, { idempotencyKey: `${maker}-${user}` })
          const first = await execute(user)
          const second = await execute(maker)
          expect(second.transaction?.id).toBe(first.transaction?.id)
          const { transaction } = await on(maker).status({ transactionId: first.transaction?.id ?? '' })
          expect(isNear(String(transaction.createdAt), nowMs)).toBe(true)
        },
      )

      test('that run out everywhere when the database says so', async () => {
        const brief = await open(maker, 1_000)
        try {
          const locks = await Promise.all(MACHINES.map(() => brief.lock({ ...LOCKABLE, provider: BRIDGE })))
          const lastMs = Math.max(...locks.map(({ expiresAt }) => Date.parse(expiresAt)))
          // Its clock is carried on between two comparisons: to a part of a second.
          await until('the locks have run out', async () => (await databaseMs()) > lastMs + 500)
          const outcomes = await Promise.all(
            MACHINES.map((machine, at) => refusal(on(machine).execute({ lockId: locks[at]?.lockId ?? '' }))),
          )
          expect(outcomes).toEqual(MACHINES.map(() => 'QUOTE_EXPIRED'))
        } finally {
          await brief.close()
        }
      })
    })

    test('takes no lease of another, and keeps its own', async () => {
      const { lockId } = await on('right').lock({ ...LOCKABLE, provider: BRIDGE })
      const { transaction } = await on('right').execute({ lockId })
      const id = transaction?.id ?? ''
      for (const holder of MACHINES) {
        const leases = (machine: Machine) => on(machine).store.transactions.lease(id, `on ${machine}`, HOUR_MS / 2)
        expect(await leases(holder)).toBe(true)
        for (const other of MACHINES.filter((one) => one !== holder)) expect(await leases(other)).toBe(false)
        await on(holder).store.transactions.release(id, `on ${holder}`)
      }
    })
  })
})
