import { describe, expect, it } from 'vitest'
import { createTimeLimit } from '../../../src/core/deadline.ts'
import { ProviderError } from '../../../src/providers/contract.ts'
import { DeadlinePassed, withDeadline } from '../../../src/service/providers/deadline.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const LEFT = 'Nobody waits any more'

/** How a deadline passes for which nobody but the work is to blame. */
const passed = (givenMs: number) => ({ givenMs, isOurs: false, isHeld: false })

/** Work that ends only when its signal does, with why. */
const untilStopped = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

describe('work with a deadline', () => {
  it('gives what it gave, and leaves neither timer nor listener behind', async () => {
    const clock = createFakeClock()
    const caller = new AbortController()
    let seen: AbortSignal | undefined
    const result = await withDeadline(clock, 1_000, caller.signal, LEFT, async (signal) => {
      seen = signal
      return Promise.resolve('done')
    })
    caller.abort()
    // What still runs on its signal ends with it, and not because the caller left.
    expect([result, seen?.reason instanceof ProviderError, clock.sleepers()]).toEqual(['done', false, 0])
  })

  it('is stopped when the time is over', async () => {
    const clock = createFakeClock()
    const working = withDeadline(clock, 1_500, undefined, LEFT, untilStopped)
    const ended = expect(working).rejects.toEqual(new DeadlinePassed(passed(1_500)))
    await clock.advance(1_500)
    await ended
    expect(new DeadlinePassed(passed(1_500))).toMatchObject({ code: 'timeout', message: 'No answer within 1.5 s' })
  })

  it.each([
    [{ isHeld: true, isOurs: false }, true],
    [{ isHeld: true, isOurs: true }, false],
    [{ isHeld: false, isOurs: false }, false],
  ])('knows whether no connection was made: %o', (lateness, expected) => {
    expect(new DeadlinePassed({ ...passed(1_500), ...lateness }).isWithoutConnection).toBe(expected)
  })

  it('is given what is left of a time that becomes shorter while it runs, and says how long it had', async () => {
    const clock = createFakeClock()
    const limit = createTimeLimit(15_000)
    const working = withDeadline(clock, limit, undefined, LEFT, untilStopped)
    const ended = expect(working).rejects.toThrow('No answer within 8 s')
    await clock.advance(3_000)
    limit.shorten(8_000)
    limit.shorten(12_000)
    await clock.advance(4_999)
    expect(clock.sleepers()).toBe(1)
    await clock.advance(1)
    await ended
    expect(clock.sleepers()).toBe(0)
  })

  it('is stopped at once where it has had more than the time that is left, and says so in tenths', async () => {
    const clock = createFakeClock()
    const limit = createTimeLimit(15_000)
    const working = withDeadline(clock, limit, undefined, LEFT, untilStopped)
    const ended = expect(working).rejects.toThrow('No answer within 11.3 s')
    await clock.advance(11_312)
    limit.shorten(11_312)
    await ended
  })

  it('is stopped when its caller leaves, or had left before', async () => {
    const caller = new AbortController()
    const working = withDeadline(createFakeClock(), 1_000, caller.signal, LEFT, untilStopped)
    caller.abort()
    const late = withDeadline(createFakeClock(), 1_000, caller.signal, LEFT, untilStopped)
    for (const stopped of [working, late]) {
      const error = await stopped.catch((thrown: unknown) => thrown)
      expect(error).toEqual(new ProviderError('timeout', LEFT))
      expect(error).not.toBeInstanceOf(DeadlinePassed)
    }
  })

  it('within other work is stopped as late when the deadline of that passes first', async () => {
    const clock = createFakeClock()
    const working = withDeadline(clock, 1_000, undefined, LEFT, (outer) =>
      withDeadline(clock, 4_000, outer, LEFT, untilStopped),
    )
    const ended = expect(working).rejects.toEqual(new DeadlinePassed(passed(1_000)))
    await clock.advance(1_000)
    await ended
    await expect(working).rejects.toBeInstanceOf(DeadlinePassed)
  })
})
