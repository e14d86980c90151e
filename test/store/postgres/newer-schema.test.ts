import { expect, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import type { PgDatabase } from '../../../src/store/postgres/database.ts'
import { refuseNewerSchema } from '../../../src/store/postgres/newer-schema.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

/** How long a look holds at most, and after how long a call waits for one, in milliseconds. */
const [A_WHILE_MS, LONG_MS] = [3_000, 100_000]
const STATEMENT = { text: 'select 1', values: [] }

function watch(found: () => Promise<SwapError | undefined>) {
  const clock = createFakeClock()
  let looks = 0
  const look = () => {
    looks += 1
    return found()
  }
  const database = { read: async () => [] } as Partial<PgDatabase> as PgDatabase
  return { clock, database: refuseNewerSchema(database, look, clock), looks: () => looks }
}

const NEWER = new SwapError('STORE_UNUSABLE', 'newer')

test('a schema is looked at once in a while, by calls', async () => {
  const { clock, database, looks } = watch(async () => undefined)
  for (let calls = 0; calls < 10; calls += 1) await database.read(STATEMENT)
  expect(looks()).toBe(0)
  await clock.advance(A_WHILE_MS)
  for (let calls = 0; calls < 10; calls += 1) await database.read(STATEMENT)
  expect(looks()).toBe(1)
})

test('calls fail once it is another one, and work again once it is not', async () => {
  let found: SwapError | undefined
  const { clock, database } = watch(async () => found)
  found = NEWER
  await clock.advance(A_WHILE_MS)
  // This one begins the look.
  await database.read(STATEMENT)
  await expect(database.read(STATEMENT)).rejects.toBe(NEWER)
  await expect(database.read(STATEMENT)).rejects.toBe(NEWER)
  found = undefined
  await clock.advance(A_WHILE_MS)
  await expect(database.read(STATEMENT)).rejects.toBe(NEWER)
  expect(await database.read(STATEMENT)).toEqual([])
})

test('the first call after a long time waits for a look', async () => {
  const { clock, database } = watch(async () => NEWER)
  await clock.advance(LONG_MS)
  await expect(database.read(STATEMENT)).rejects.toBe(NEWER)
})

test('a look that fails says nothing', async () => {
  const { clock, database } = watch(() => Promise.reject(new Error('the database is away')))
  await clock.advance(LONG_MS)
  expect(await database.read(STATEMENT)).toEqual([])
})
