import { expect, test, vi } from 'vitest'
import { databaseAway } from '../../../../src/store/postgres/connection/failures.ts'
import { openDatabaseClock } from '../../../../src/store/postgres/connection/clock.ts'
import { systemClock } from '../../../../src/io/clock.ts'
import { connectDatabase } from '../../../../src/store/postgres/connection/open-database.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { PATIENT } from '../../../support/patience.ts'
import { describeOnPostgres, sharedPostgres } from '../../../support/postgres.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.UTC(2026, 0, 15, 12)

/** A database whose time is that of a clock, shifted; it can be away. */
function databaseBeside(machine: { monotonicMs?(): number }, aheadMs: number) {
  const state = { isAway: false, questions: 0, tookMs: [] as number[] }
  const startMs = machine.monotonicMs?.() ?? 0
  return {
    state,
    name: 'postgres://db/swaps',
    nowMs: () => START_MS + aheadMs + (machine.monotonicMs?.() ?? 0) - startMs,
    read() {
      state.questions += 1
      if (state.isAway) return Promise.reject(databaseAway('postgres://db/swaps', new Error('away')))
      return Promise.resolve([{ now_us: this.nowMs() * 1000 }])
    },
  }
}

test.each([
  [
    'an hour ahead',
    -HOUR_MS,
    ["the clock of this machine is 3600.0 s ahead of that of the store postgres://db/swaps; the store's is used"],
  ],
  [
    'an hour behind',
    HOUR_MS,
    ["the clock of this machine is 3600.0 s behind that of the store postgres://db/swaps; the store's is used"],
  ],
  ['a second off', 1_000, []],
])("the time is the database's where the machine is %s, which is told once", async (_, aheadMs, expected) => {
  const machine = createFakeClock(START_MS)
  const database = databaseBeside(machine, aheadMs)
  const told: string[] = []
  const clock = await openDatabaseClock(database, machine, (text) => told.push(text))
  expect(clock.now()).toBe(START_MS + aheadMs)
  await machine.advance(90_000)
  expect(clock.now()).toBe(database.nowMs())
  await clock.compare()
  expect(clock.now()).toBe(database.nowMs())
  expect(told).toEqual(expected)
})

test("a machine that was set, or slept, while it runs shows the database's time once that has answered", async () => {
  const machine = createFakeClock(START_MS)
  const database = databaseBeside(machine, 0)
  const told: string[] = []
  const clock = await openDatabaseClock(database, machine, (text) => told.push(text))
  const before = database.state.questions
  machine.set(-HOUR_MS)
  // What was measured goes on: it does not follow.
  expect(clock.now()).toBe(START_MS)
  await machine.advance(0)
  expect(database.state.questions).toBeGreaterThan(before)
  expect(clock.now()).toBe(START_MS)
  expect(told).toEqual([expect.stringContaining('3600.0 s behind')])

  // Asleep, it measured nothing, while the database went on.
  const asleep = createFakeClock(START_MS)
  const awake = { ...databaseBeside(asleep, 0), nowMs: () => asleep.now() }
  const slept = await openDatabaseClock(awake, asleep, () => undefined)
  asleep.set(HOUR_MS)
  slept.now()
  await asleep.advance(0)
  expect(slept.now()).toBe(START_MS + HOUR_MS)
})

test('while the database is away the time goes on by what the machine measures, one comparison at a time', async () => {
  const machine = createFakeClock(START_MS)
  const database = databaseBeside(machine, HOUR_MS)
  const clock = await openDatabaseClock(database, machine, () => undefined)
  database.state.isAway = true
  await machine.advance(120_000)
  const before = database.state.questions
  for (let asked = 0; asked < 50; asked += 1) clock.now()
  expect(clock.now()).toBe(START_MS + HOUR_MS + 120_000)
  await machine.advance(0)
  // Nor does each look at the clock ask again.
  for (let asked = 0; asked < 50; asked += 1) clock.now()
  expect(database.state.questions).toBe(before + 1)
  await expect(clock.compare()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(clock.now()).toBe(START_MS + HOUR_MS + 120_000)
  database.state.isAway = false
  await clock.compare()
  expect(clock.now()).toBe(database.nowMs())
})

test('is not opened while the database is away', async () => {
  const machine = createFakeClock(START_MS)
  const database = databaseBeside(machine, 0)
  database.state.isAway = true
  await expect(openDatabaseClock(database, machine, () => undefined)).rejects.toMatchObject({
    ...{ code: 'SERVICE_UNAVAILABLE' },
  })
})

describeOnPostgres('the clock of a PostgreSQL database', () => {
  test('shows its time to a machine that is an hour ahead', async () => {
    const server = await sharedPostgres()
    const told: string[] = []
    const ahead = { ...systemClock, now: () => systemClock.now() + HOUR_MS }
    const { database } = await connectDatabase({
      ...{ url: server.url(), env: {}, clock: ahead, random: Math.random, schema: 'none' },
    })
    const clock = await openDatabaseClock(database, ahead, (text) => told.push(text))
    await vi.waitFor(() => expect(Math.abs(clock.now() - systemClock.now())).toBeLessThan(HOUR_MS / 2), PATIENT)
    expect(told).toEqual([expect.stringMatching(/is 3(599|600)\.\d s ahead of/)])
    await database.close()
  })
})
