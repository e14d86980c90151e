import { describe, expect, onTestFinished, test } from 'vitest'
import { isSwapError } from '../../../src/core/api/errors.ts'
import { openSwapService } from '../../../src/open.ts'
import { ProviderError } from '../../../src/providers/index.ts'
import { LOCKABLE } from '../../support/contract-world.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { newHome } from '../../support/new-home.ts'
import { createTestProvider, STILL_PENDING, TEST_PROVIDER } from '../../support/test-provider.ts'
import { readEvents } from '../../support/store.ts'

const HOUR_MS = 3_600_000
/** Just longer than a claim of another process is valid. */
const LATE_MS = 31_000

/** A step of a call that stands still: the call reaches it, and goes on when it is told to. */
function createPause() {
  let noteReached = () => {}
  let goOn = () => {}
  let fail: (error: Error) => void = () => {}
  const reached = new Promise<void>((resolve) => (noteReached = resolve))
  const goesOn = new Promise<void>((resolve, reject) => ([goOn, fail] = [resolve, reject]))
  onTestFinished(() => goOn())
  const stand = () => {
    noteReached()
    return goesOn
  }
  return { stand, reached, goOn, fail }
}

type Service = Awaited<ReturnType<typeof openSwapService>>

/** Two processes on one store, each with its own clock; the provider of the first waits before it says what is to be paid. */
async function openTwo() {
  const home = await newHome()
  const prepares = createPause()
  const provider = createTestProvider(() => STILL_PENDING)
  const waiting = {
    ...provider,
    load: async () => {
      const adapter = await provider.load()
      const prepare: typeof adapter.prepare = async (...given) => {
        await prepares.stand()
        return adapter.prepare(...given)
      }
      return { ...adapter, prepare }
    },
  }
  const [firstClock, secondClock] = [createFakeClock(), createFakeClock()]
  const first = await openSwapService({ home, clock: firstClock, providers: [waiting] })
  const second = await openSwapService({ home, clock: secondClock, providers: [provider] })
  onTestFinished(async () => {
    prepares.goOn()
    await first.close()
    await second.close()
  })
  const lock = async (service: Service = first) => (await service.lock({ ...LOCKABLE, provider: TEST_PROVIDER })).lockId
  return { home, provider, prepares, first, second, firstClock, secondClock, lock }
}

/** What a caller is told: the id of the swap, or code, message and seconds to wait. */
const told = (work: Promise<{ readonly transaction?: { readonly id: string } | undefined }>) =>
  work.then(
    ({ transaction }) => transaction?.id,
    (error: unknown) =>
      isSwapError(error) ? [error.code, error.message, error.retryAfterSec].filter(Boolean).join(' | ') : String(error),
  )
const execute = (service: Service, lockId: string, idempotencyKey?: string) =>
  told(service.execute({ lockId }, idempotencyKey === undefined ? {} : { idempotencyKey }))

const NOTHING_SENT = 'no swap of it is stored, so nothing was handed out to be paid and nothing was sent'
const ENDED = `QUOTE_EXPIRED | The call that was to execute this lock ended without an answer: ${NOTHING_SENT}`
const TOO_LATE = `QUOTE_EXPIRED | This call took so long that another one ended it: ${NOTHING_SENT}`
const EXPIRED = 'QUOTE_EXPIRED | The lock has expired'
const AHEAD = 'QUOTE_EXPIRED | The lock was made while the clock was ahead'
const BUSY = 'QUOTE_EXPIRED | The lock is already being executed'
const USED = 'QUOTE_EXPIRED | The lock has already been used'
const RUNNING = 'IDEMPOTENCY_IN_PROGRESS | The first request with this Idempotency-Key is still running | 1'
const foreign = (sec: number) =>
  `IDEMPOTENCY_IN_PROGRESS | The first request with this Idempotency-Key has no answer yet: another process is at it, or ended before it had one | ${sec}`

/** Types of the events of a lock, and how many swaps there are. */
async function storedOf({ store }: Service) {
  const types = (await readEvents(store)).map(({ type }) => type)
  return [...types, (await store.transactions.list({}, 1, 10)).total]
}

/** Holds up the next write of a lock by this process. */
function holdReplace({ store }: Service) {
  const pause = createPause()
  const replace = store.locks.replace.bind(store.locks)
  const held: typeof replace = async (...given) => {
    Object.assign(store.locks, { replace })
    await pause.stand()
    return replace(...given)
  }
  Object.assign(store.locks, { replace: held })
  return pause
}

describe('a call whose claim has run out', () => {
  test.each([
    ['the key of the call', 'k'],
    ['another key', 'other'],
    ['no key', undefined],
  ])('commits nothing once %s was told that nothing was sent', async (_name, key) => {
    const { first, second, secondClock, prepares, lock } = await openTwo()
    const lockId = await lock()
    const call = execute(first, lockId, 'k')
    await prepares.reached
    secondClock.set(LATE_MS)
    expect(await execute(second, lockId, key)).toBe(ENDED)
    prepares.goOn()
    expect(await call).toBe(TOO_LATE)
    expect(await storedOf(first)).toEqual(['lock.created', 'lock.claimed', 'lock.ended', 0])
    const repeats = [execute(first, lockId, 'k'), execute(second, lockId, 'k'), execute(second, lockId)]
    expect(await Promise.all(repeats)).toEqual([ENDED, ENDED, ENDED])
  })

  test.each([
    ['k', 'the same swap'],
    [undefined, USED],
  ])('that commits as it is being ended wins, and the other (key %s) is told %s', async (key, answer) => {
    const { first, second, secondClock, prepares, lock } = await openTwo()
    const lockId = await lock()
    const call = execute(first, lockId, 'k')
    await prepares.reached
    secondClock.set(LATE_MS)
    const ending = holdReplace(second)
    const repeat = execute(second, lockId, key)
    await ending.reached
    prepares.goOn()
    const transactionId = await call
    ending.goOn()
    expect(transactionId).toMatch(/^tx_/)
    expect(await repeat).toBe(answer === 'the same swap' ? transactionId : answer)
    expect(await storedOf(first)).toEqual(['lock.created', 'lock.claimed', 'transaction.created', 1])
  })

  test('that fails as it is being ended gives the lock back, and the repeat executes it', async () => {
    const { first, second, secondClock, prepares, lock } = await openTwo()
    const lockId = await lock()
    const call = execute(first, lockId, 'k')
    await prepares.reached
    secondClock.set(LATE_MS)
    const ending = holdReplace(second)
    const repeat = execute(second, lockId, 'k')
    await ending.reached
    prepares.fail(new ProviderError('unreachable', 'down'))
    expect(await call).toContain('PROVIDER_UNAVAILABLE')
    ending.goOn()
    expect(await repeat).toMatch(/^tx_/)
    const claimed = ['lock.created', 'lock.claimed', 'lock.released', 'lock.claimed']
    expect(await storedOf(first)).toEqual([...claimed, 'transaction.created', 1])
  })

  test('that fails after it was ended does not give the lock back', async () => {
    const { first, second, secondClock, prepares, lock } = await openTwo()
    const lockId = await lock()
    const call = execute(first, lockId, 'k')
    await prepares.reached
    secondClock.set(LATE_MS)
    expect(await execute(second, lockId, 'k')).toBe(ENDED)
    prepares.fail(new ProviderError('unreachable', 'down'))
    expect(await call).toContain('PROVIDER_UNAVAILABLE')
    expect([await execute(first, lockId, 'k'), await execute(second, lockId)]).toEqual([ENDED, ENDED])
  })

  test('of any number that end it, one does, and all are told the same', async () => {
    const { first, second, secondClock, prepares, lock } = await openTwo()
    const lockId = await lock()
    const call = execute(first, lockId, 'k')
    await prepares.reached
    secondClock.set(LATE_MS)
    const repeats = ['k', 'k', undefined, 'other'].map((key) => execute(second, lockId, key))
    prepares.goOn()
    const answers = await Promise.all([call, ...repeats])
    const { total } = await second.store.transactions.list({}, 1, 10)
    // Whichever came first: either it was stored, and nobody says that nothing was sent, or it was not.
    const isStored = total === 1
    const nothingSent = answers.filter((answer) => answer?.includes('nothing was sent'))
    expect([isStored, nothingSent.length]).toEqual([answers[0]?.startsWith('tx_'), isStored ? 0 : 5])
  })

  test('stays ended in a new process, with the clock set back to the time of the lock, until it is removed', async () => {
    const { home, provider, first, second, secondClock, prepares, lock } = await openTwo()
    const lockId = await lock()
    void execute(first, lockId, 'k')
    await prepares.reached
    secondClock.set(LATE_MS)
    expect(await execute(second, lockId, 'k')).toBe(ENDED)
    const clock = createFakeClock()
    const third = await openSwapService({ home, clock, providers: [provider], keepLocksMs: HOUR_MS })
    onTestFinished(() => third.close())
    expect([await execute(third, lockId, 'k'), await execute(third, lockId)]).toEqual([ENDED, ENDED])
    clock.set(-HOUR_MS)
    expect([await execute(third, lockId, 'k'), await execute(third, lockId)]).toEqual([ENDED, ENDED])
    clock.set(3 * HOUR_MS)
    await lock(third)
    prepares.goOn()
    expect(await execute(third, lockId, 'k')).toBe('QUOTE_EXPIRED | There is no such lock')
  })

  test('is told that it was ended where the lock is already removed', async () => {
    const { first, second, secondClock, prepares, lock } = await openTwo()
    const lockId = await lock()
    const call = execute(first, lockId, 'k')
    await prepares.reached
    secondClock.set(LATE_MS)
    expect(await execute(second, lockId)).toBe(ENDED)
    expect(await second.store.locks.prune(-1, 10)).toBe(1)
    prepares.goOn()
    expect(await call).toBe(TOO_LATE)
  })
})

describe('a call of this very process', () => {
  test.each([LATE_MS, HOUR_MS, -LATE_MS, -HOUR_MS, 0])(
    'is in progress for its repeats while it runs, with the clock set by %i ms',
    async (ms) => {
      const { first, firstClock, prepares, lock } = await openTwo()
      const lockId = await lock()
      const call = execute(first, lockId, 'k')
      await prepares.reached
      firstClock.set(ms)
      const repeats = () => Promise.all(['k', undefined, 'other'].map((key) => execute(first, lockId, key)))
      expect(await repeats()).toEqual([RUNNING, BUSY, BUSY])
      prepares.goOn()
      const transactionId = await call
      expect(transactionId).toMatch(/^tx_/)
      expect(await repeats()).toEqual([transactionId, USED, USED])
    },
  )
})

describe('a claim of another process', () => {
  test.each([
    [10_000, foreign(20), BUSY],
    [-10_000, foreign(30), BUSY],
    [-LATE_MS, foreign(30), BUSY],
    [-59_000, foreign(30), BUSY],
    [LATE_MS, ENDED, ENDED],
    // Only a clock that was ahead can have stored it.
    [-HOUR_MS, ENDED, ENDED],
  ])('with the clock set by %i ms', async (ms, keyed, other) => {
    const { first, second, secondClock, prepares, lock } = await openTwo()
    const lockId = await lock()
    const call = execute(first, lockId, 'k')
    await prepares.reached
    secondClock.set(ms)
    expect([await execute(second, lockId, 'k'), await execute(second, lockId)]).toEqual([keyed, other])
    prepares.goOn()
    expect(await call).toMatch(keyed === ENDED ? TOO_LATE : /^tx_/)
  })
})

describe('a claim that is not stored yet', () => {
  test.each([
    ['the lock has expired', HOUR_MS, EXPIRED],
    ['the lock was made while the clock was ahead', -30_000, AHEAD],
  ])('fails once another process was told that %s', async (_name, ms, refusal) => {
    const { first, second, firstClock, secondClock, lock } = await openTwo()
    const lockId = await lock()
    const claiming = holdReplace(first)
    const call = execute(first, lockId, 'k')
    await claiming.reached
    for (const clock of [firstClock, secondClock]) clock.set(ms)
    expect(await execute(second, lockId)).toBe(refusal)
    claiming.goOn()
    expect(await call).toBe(refusal)
    expect((await storedOf(second)).at(-1)).toBe(0)
  })

  test('fails once another process was told that the lock has expired, where its own clock says otherwise', async () => {
    const { first, second, secondClock, lock } = await openTwo()
    const lockId = await lock()
    const claiming = holdReplace(first)
    const call = execute(first, lockId, 'k')
    await claiming.reached
    secondClock.set(HOUR_MS)
    expect(await execute(second, lockId, 'k')).toBe(EXPIRED)
    claiming.goOn()
    expect([await call, await execute(first, lockId)]).toEqual([EXPIRED, EXPIRED])
    expect(await storedOf(first)).toEqual(['lock.created', 'lock.ended', 0])
  })
})

describe('the key of an execution', () => {
  test.each([
    ['that has expired', async ({ secondClock }: Awaited<ReturnType<typeof openTwo>>) => secondClock.set(HOUR_MS)],
    [
      'whose call was ended',
      async ({ first, secondClock, prepares }: Awaited<ReturnType<typeof openTwo>>, lockId: string) => {
        void execute(first, lockId, 'k')
        await prepares.reached
        secondClock.set(LATE_MS)
      },
    ],
  ])('of a lock %s is free for the next lock', async (_name, end) => {
    const world = await openTwo()
    const { second, prepares, lock } = world
    const lockId = await lock()
    await end(world, lockId)
    expect(await execute(second, lockId, 'k')).toContain('QUOTE_EXPIRED')
    const next = await execute(second, await lock(second), 'k')
    expect(next).toMatch(/^tx_/)
    prepares.goOn()
    expect(await execute(second, lockId, 'k')).toContain('IDEMPOTENCY_CONFLICT')
    expect((await storedOf(second)).at(-1)).toBe(1)
  })

  test('of a lock that nobody made is free, and that of one that is being executed is not', async () => {
    const { first, second, prepares, lock } = await openTwo()
    expect(await execute(second, 'lock_none', 'k')).toBe('QUOTE_EXPIRED | There is no such lock')
    const lockId = await lock()
    const call = execute(first, lockId, 'other')
    await prepares.reached
    expect(await execute(second, lockId, 'k')).toBe(BUSY)
    expect(await execute(second, await lock(second), 'k')).toContain('IDEMPOTENCY_CONFLICT')
    prepares.goOn()
    expect(await call).toMatch(/^tx_/)
  })
})

test('only of a lock that nobody executes any more it is said that no funds of it moved', async () => {
  const { first, second, secondClock, prepares, lock } = await openTwo()
  const fundsOf = (service: Service, lockId: string) =>
    service.execute({ lockId }).then(
      () => 'executed',
      (error: unknown) => (isSwapError(error) ? error.funds : String(error)),
    )
  const lockId = await lock()
  const call = execute(first, lockId, 'k')
  await prepares.reached
  const underway = [await fundsOf(first, lockId), await fundsOf(second, lockId)]
  prepares.goOn()
  await call
  const used = [await fundsOf(first, lockId), await fundsOf(second, lockId)]
  const expired = await lock(second)
  secondClock.set(HOUR_MS)
  const over = [await fundsOf(second, expired), await fundsOf(second, 'lock_none')]
  expect([underway, used, over]).toEqual([
    ['unknown', 'unknown'],
    ['unknown', 'unknown'],
    ['untouched', 'untouched'],
  ])
})
