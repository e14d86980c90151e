import { expect, onTestFinished, test } from 'vitest'
import { isSwapError } from '../../../src/core/api/errors.ts'
import { openSwapService } from '../../../src/open.ts'
import { BRIDGE, LOCKABLE } from '../../support/contract-world.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { newHome } from '../../support/new-home.ts'
import { createTestProvider, paidOut, TEST_PROVIDER } from '../../support/test-provider.ts'
import { readEvents } from '../../support/store.ts'

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
    (await readEvents(services[0].store)).filter((event) => event.type === type).length
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

/** Code, seconds to wait and message of a failure. */
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'an answer',
    (error: unknown) => (isSwapError(error) ? [error.code, error.retryAfterSec, error.message] : String(error)),
  )
const OWN = ['IDEMPOTENCY_IN_PROGRESS', 1, 'The first request with this Idempotency-Key is still running']
const foreign = (retryAfterSec: number) => [
  'IDEMPOTENCY_IN_PROGRESS',
  retryAfterSec,
  'The first request with this Idempotency-Key has no answer yet: another process is at it, or ended before it had one',
]

test('a repeat of a lock is told to come back soon by the process that is at it, and by another one when that counts as over', async () => {
  const { clock, services } = await openTwo()
  // Its provider takes three seconds.
  const request = { ...LOCKABLE, amount: '100.0100', provider: BRIDGE }
  const lock = (index: 0 | 1) => services[index].lock(request, { idempotencyKey: 'k' })
  const first = lock(0)
  await clock.advance(500)
  expect([await refusalOf(lock(0)), await refusalOf(lock(1))]).toEqual([OWN, foreign(30)])
  await clock.advance(1_600)
  expect([await refusalOf(lock(0)), await refusalOf(lock(1))]).toEqual([OWN, foreign(28)])
  await clock.advance(3_000)
  expect((await lock(1)).lockId).toBe((await first).lockId)
})

test.each([31_000, 3_600_000, -31_000, -3_600_000])(
  'a lock that this process is at is in progress for its repeats, with the clock set by %i ms',
  async (ms) => {
    const { clock, services, noted } = await openTwo()
    const request = { ...LOCKABLE, amount: '100.0100', provider: BRIDGE }
    const lock = (amount = request.amount) => services[0].lock({ ...request, amount }, { idempotencyKey: 'k' })
    const first = lock()
    await clock.advance(500)
    clock.set(ms)
    const other = ['IDEMPOTENCY_CONFLICT', undefined, 'This Idempotency-Key was used with another request']
    expect([await refusalOf(lock()), await refusalOf(lock('7'))]).toEqual([OWN, other])
    await clock.advance(5_000)
    await first
    expect(await noted('lock.created')).toBe(1)
  },
)

test('of two processes that made a lock under one key, one having waited for too long, both answer with the same', async () => {
  const { clock, services, noted } = await openTwo()
  const request = { ...LOCKABLE, amount: '100.0100', provider: BRIDGE }
  const lock = (index: 0 | 1) => services[index].lock(request, { idempotencyKey: 'k' })
  const { idempotency } = services[0].store
  const finish = idempotency.finish.bind(idempotency)
  let goOn = () => {}
  const isHeld = new Promise<void>((resolve) => {
    const held = new Promise<void>((go) => (goOn = go))
    Object.assign(idempotency, {
      finish: async (...given: Parameters<typeof finish>) => {
        resolve()
        await held
        return finish(...given)
      },
    })
  })
  const late = lock(0)
  await clock.advance(5_000)
  await isHeld
  await clock.advance(26_000)
  const next = lock(1)
  await clock.advance(5_000)
  const { lockId } = await next
  goOn()
  expect([(await late).lockId, (await lock(1)).lockId, await noted('lock.created')]).toEqual([lockId, lockId, 2])
})

test('a clock that is set back a little gives a lock no longer than it had, and a repeat no longer to wait', async () => {
  const { clock, services } = await openTwo()
  const lock = (index: 0 | 1, amount: string) =>
    services[index].lock({ ...LOCKABLE, amount, provider: BRIDGE }, { idempotencyKey: amount })
  const answer = await lock(0, '7')
  const running = lock(0, '100.0100')
  await clock.advance(500)
  clock.set(-50_000)
  expect(await lock(1, '7')).toEqual(answer)
  expect(await refusalOf(lock(1, '100.0100'))).toEqual(foreign(30))
  await clock.advance(5_000)
  await running
})

test('an execution whose process was killed is told with the time that is left of it, then that nothing was sent', async () => {
  const { clock, services } = await openTwo()
  const { lockId } = await services[0].lock({ ...LOCKABLE, provider: BRIDGE })
  const found = await services[0].store.locks.get(lockId)
  if (found === undefined) throw new Error('no lock')
  const claim = { state: 'executing', claimedAtMs: clock.now(), idempotencyKey: 'k' } as const
  await services[0].store.locks.replace({ ...found.doc, ...claim }, found.version, [])
  const repeat = () => refusalOf(services[1].execute({ lockId }, { idempotencyKey: 'k' }))
  const told = [await repeat()]
  for (const ms of [12_500, 17_400, 100]) {
    await clock.advance(ms)
    told.push(await repeat())
  }
  expect(told).toEqual([
    foreign(30),
    foreign(18),
    foreign(1),
    [
      'QUOTE_EXPIRED',
      undefined,
      'The call that was to execute this lock ended without an answer: no swap of it is stored, so nothing was handed out to be paid and nothing was sent',
    ],
  ])
})

test('repeats of an execution in the process that is at it are told to come back soon', async () => {
  const { services } = await openTwo()
  const { lockId } = await services[0].lock({ ...LOCKABLE, provider: BRIDGE })
  const execute = () => refusalOf(services[0].execute({ lockId }, { idempotencyKey: 'k' }))
  const outcomes = await Promise.all([execute(), execute(), execute()])
  expect(outcomes).toEqual(['an answer', OWN, OWN])
})

test('an execute key is bound to its request for a day, and free after that', async () => {
  const { clock, services } = await openTwo()
  const [service] = services
  const lock = async () => (await service.lock({ ...LOCKABLE, provider: BRIDGE })).lockId
  const execute = (lockId: string) => service.execute({ lockId }, { idempotencyKey: 'k' })
  const refused = ['IDEMPOTENCY_CONFLICT', undefined, 'This Idempotency-Key was used with another request']
  const first = await lock()
  const answer = await execute(first)
  await clock.advance(86_399_990)
  const second = await lock()
  expect([await execute(first), await refusalOf(execute(second))]).toEqual([answer, refused])
  await clock.advance(10)
  expect((await execute(second)).lockId).toBe(second)
  expect(await refusalOf(execute(first))).toEqual(refused)
})

test('a repeated execution tells what its transaction is now, so that nobody pays again what has ended', async () => {
  const provider = createTestProvider(paidOut)
  const service = await openSwapService({ home: await newHome(), clock: createFakeClock(), providers: [provider] })
  onTestFinished(() => service.close())
  const { lockId } = await service.lock({ ...LOCKABLE, provider: TEST_PROVIDER })
  const execute = () => service.execute({ lockId }, { idempotencyKey: 'k' })
  const first = await execute()
  const { id = '', status } = first.transaction ?? {}
  await service.track({ transactionId: id })
  expect([status, await execute()]).toEqual(['PENDING', { ...first, transaction: { id, status: 'SUCCESS' } }])
})

test('the key of an execution that found its lock used by another call is free', async () => {
  const { services } = await openTwo()
  const [service] = services
  const lock = async () => (await service.lock({ ...LOCKABLE, provider: BRIDGE })).lockId
  const execute = (lockId: string, idempotencyKey: string) => service.execute({ lockId }, { idempotencyKey })
  const [first, second] = [await lock(), await lock()]
  const answer = await execute(first, 'a')
  expect(await refusalOf(execute(first, 'b'))).toEqual(['QUOTE_EXPIRED', undefined, 'The lock has already been used'])
  expect((await execute(second, 'b')).lockId).toBe(second)
  expect(await execute(first, 'a')).toEqual(answer)
})
