import { expect, test } from 'vitest'
import { createDatabase } from '../../../../src/store/postgres/connection/repeats.ts'
import type { PgConnection, PgPool } from '../../../../src/store/postgres/connection/pool.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { swapErrorOf } from '../../../support/swap-error.ts'

/** A pool whose server's name is not found so often. */
function poolLost(times: number): PgPool {
  const connection: PgConnection = {
    ...{ isDirect: true, command: () => Promise.resolve(), release: () => undefined },
    run: () => Promise.resolve([{ one: 1 }]),
  }
  let left = times
  return {
    connect: () => {
      left -= 1
      if (left < 0) return Promise.resolve(connection)
      return Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND db'), { code: 'ENOTFOUND' }))
    },
    ...{ counts: () => ({ used: 0, idle: 0, awaited: 0 }), leave: () => undefined, close: () => Promise.resolve() },
  }
}

test('a database whose name nobody knows for a moment is called again, and for long is away', async () => {
  const clock = createFakeClock()
  const open = (times: number) =>
    createDatabase({ pool: poolLost(times), clock, random: () => 0.5, schema: '"s"', name: 'postgres://u@db/d' })
  const read = open(3).read({ text: 'select 1 as one', values: [] })
  await clock.advance(1_000)
  expect(await read).toEqual([{ one: 1 }])
  const lost = swapErrorOf(open(1_000).read({ text: 'select 1 as one', values: [] }))
  await clock.advance(10_000)
  expect(await lost).toMatchObject({ code: 'SERVICE_UNAVAILABLE', reason: 'store-away', funds: 'untouched' })
})
