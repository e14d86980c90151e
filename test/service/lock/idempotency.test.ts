import { expect, onTestFinished, test } from 'vitest'
import { isSwapError } from '../../../src/core/api/errors.ts'
import { openSwapService } from '../../../src/open.ts'
import { BRIDGE, LOCKABLE } from '../../support/contract-world.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { newHome } from '../../support/new-home.ts'

/** Two services on one store. */
async function openTwo() {
  const home = await newHome()
  const clock = createFakeClock()
  const services = [await openSwapService({ home, clock }), await openSwapService({ home, clock })] as const
  onTestFinished(async () => {
    for (const service of services) await service.close()
  })
  const outcome = (work: Promise<{ readonly lockId: string }>) =>
    work.then(
      ({ lockId }) => lockId,
      (error: unknown) => (isSwapError(error) ? `${error.code} ${error.exitCode} ${error.retryable}` : String(error)),
    )
  const noted = async (type: string) =>
    (await services[0].store.events.since(0, 99)).filter((event) => event.type === type).length
  return { clock, services, outcome, noted }
}

test('of requests with one key in two services at once, one runs; the others get its answer or are told to wait', async () => {
  const { clock, services, outcome, noted } = await openTwo()
  const request = { ...LOCKABLE, provider: BRIDGE }
  const lockAll = () =>
    Promise.all([...services, ...services].map((service) => outcome(service.lock(request, { idempotencyKey: 'k' }))))
  const waiting = 'IDEMPOTENCY_IN_PROGRESS 5 true'
  const [first = ''] = (await lockAll()).filter((one) => one !== waiting)
  expect([...new Set([...(await lockAll()), first])]).toEqual([first])
  expect(await noted('lock.created')).toBe(1)

  // Whoever finds the lock expired first makes the next.
  await clock.advance(60_000)
  const second = new Set((await lockAll()).filter((one) => one !== waiting))
  expect([second.size, second.has(first), await noted('lock.created')]).toEqual([1, false, 2])

  const [lockId = ''] = second
  const executeAll = () =>
    Promise.all(
      [...services, ...services].map((service) => outcome(service.execute({ lockId }, { idempotencyKey: 'k' }))),
    )
  expect(new Set([...(await executeAll()), waiting])).toEqual(new Set([lockId, waiting]))
  expect(await noted('transaction.created')).toBe(1)
})
