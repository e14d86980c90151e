import { expect, onTestFinished, test } from 'vitest'
import { isSwapError } from '../../../src/core/api/errors.ts'
import type { LockRecord } from '../../../src/core/swap/records.ts'
import { openSwapService } from '../../../src/open.ts'
import { createNewLocks } from '../../../src/service/lock/new-locks.ts'
import { BRIDGE, LOCKABLE } from '../../support/contract-world.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { newHome } from '../../support/new-home.ts'

/** The service that makes a lock, and another on the same store. */
async function openTwo() {
  const home = await newHome()
  const clock = createFakeClock()
  const [maker, other] = [await openSwapService({ home, clock }), await openSwapService({ home, clock })]
  onTestFinished(async () => {
    await maker.close()
    await other.close()
  })
  const { lockId } = await maker.lock({ ...LOCKABLE, provider: BRIDGE })
  const outcome = (service: typeof maker, idempotencyKey?: string) =>
    service.execute({ lockId }, idempotencyKey === undefined ? {} : { idempotencyKey }).then(
      ({ transaction }) => transaction?.id,
      (error: unknown) => (isSwapError(error) ? error.message : String(error)),
    )
  return { clock, maker, other, lockId, outcome }
}

test('a lock that another service has executed meanwhile is used for its maker too', async () => {
  const { maker, other, outcome } = await openTwo()
  expect(await outcome(other)).toMatch(/^tx_/)
  expect(await outcome(maker)).toBe('The lock has already been used')
})

test('a key by which another service has executed it gives its maker the same answer, past its time too', async () => {
  const { clock, maker, other, outcome } = await openTwo()
  const first = await outcome(other, 'k')
  await clock.advance(3_600_000)
  expect([await outcome(maker, 'k'), await outcome(maker, 'k')]).toEqual([first, first])
})

test('a lock that was given back by another service is executed by its maker once', async () => {
  const { maker, other, lockId, outcome } = await openTwo()
  const found = await other.store.locks.get(lockId)
  if (found === undefined) throw new Error('the lock is not stored')
  await other.store.locks.replace({ ...found.doc, state: 'executing' }, found.version, [])
  await other.store.locks.replace(found.doc, found.version + 1, [])
  expect(await outcome(maker)).toMatch(/^tx_/)
  expect(await outcome(maker)).toBe('The lock has already been used')
})

test('a lock that is past its time is not executed by what its maker remembers', async () => {
  const { clock, maker, outcome } = await openTwo()
  await clock.advance(3_600_000)
  expect(await outcome(maker)).toBe('The lock has expired')
})

test('of many new locks the latest 500 are remembered, each for the first who asks', () => {
  const locks = createNewLocks()
  for (let index = 0; index < 501; index += 1) locks.add({ id: `lock_${index}` } as LockRecord)
  const taken = ['lock_0', 'lock_1', 'lock_500', 'lock_500'].map((id) => locks.take(id)?.version)
  expect(taken).toEqual([undefined, 1, 1, undefined])
})
