import { expect, onTestFinished, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import { openSwapService } from '../../../src/open.ts'
import type { Store } from '../../../src/store/index.ts'
import { LOCKABLE } from '../../support/contract-world.ts'
import { newHome } from '../../support/new-home.ts'
import { createTestProvider, STILL_PENDING, TEST_PROVIDER } from '../../support/test-provider.ts'

const UNKNOWN = new SwapError('SERVICE_UNAVAILABLE', 'The answer was lost.', { funds: 'unknown' })
const AWAY = new SwapError('SERVICE_UNAVAILABLE', 'The store does not answer.')

/** A service with a lock, and its store, some of whose operations a test replaces. */
async function openLocked() {
  const service = await openSwapService({
    home: await newHome(),
    providers: [createTestProvider(() => STILL_PENDING)],
  })
  onTestFinished(() => service.close())
  const { lockId } = await service.lock({ ...LOCKABLE, provider: TEST_PROVIDER })
  const commitExecution = service.store.commitExecution.bind(service.store)
  const replace = service.store.locks.replace.bind(service.store.locks)
  const fail = (changes: Partial<Pick<Store, 'commitExecution'> & { replace: Store['locks']['replace'] }>) => {
    Object.assign(service.store, { commitExecution: changes.commitExecution ?? commitExecution })
    Object.assign(service.store.locks, { replace: changes.replace ?? replace })
  }
  return { service, lockId, commitExecution, replace, fail }
}

test('an execution of which the store does not know whether it was stored says so, also where its lock cannot be released', async () => {
  const { service, lockId, replace, fail } = await openLocked()
  fail({
    commitExecution: () => Promise.reject(UNKNOWN),
    replace: (lock, ...rest) => (lock.state === 'locked' ? Promise.reject(AWAY) : replace(lock, ...rest)),
  })
  await expect(service.execute({ lockId }, { idempotencyKey: 'key' })).rejects.toBe(UNKNOWN)
})

test('one that was stored is answered as such, though the store did not say so, and repeated by its key', async () => {
  const { service, lockId, commitExecution, fail } = await openLocked()
  fail({
    commitExecution: async (...given) => {
      await commitExecution(...given)
      throw UNKNOWN
    },
  })
  const first = await service.execute({ lockId }, { idempotencyKey: 'key' })
  expect(first.transaction?.status).toBe('PENDING')
  fail({})
  expect(await service.execute({ lockId }, { idempotencyKey: 'key' })).toEqual(first)
  expect((await service.history({})).data.map(({ id }) => id)).toEqual([first.transaction?.id])
})

test('one that was not stored says that nothing happened, and leaves its lock to be executed again', async () => {
  const { service, lockId, fail } = await openLocked()
  fail({ commitExecution: () => Promise.reject(UNKNOWN) })
  await expect(service.execute({ lockId })).rejects.toMatchObject({
    ...{ code: 'SERVICE_UNAVAILABLE', funds: 'untouched', retryAfterSec: 1 },
    message: 'The store did not take the swap; the lock can be executed again.',
  })
  fail({})
  expect((await service.execute({ lockId })).transaction?.status).toBe('PENDING')
})
