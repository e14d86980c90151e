import { describe, expect, it } from 'vitest'
import { ProviderError } from '../../../src/providers/contract.ts'
import { DeadlinePassed, withDeadline } from '../../../src/service/providers/deadline.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const LEFT = 'Nobody waits any more'

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
    const ended = expect(working).rejects.toEqual(new DeadlinePassed(1_500))
    await clock.advance(1_500)
    await ended
    expect(new DeadlinePassed(1_500)).toMatchObject({ code: 'timeout', message: 'No answer within 1.5 s' })
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
    const ended = expect(working).rejects.toEqual(new DeadlinePassed(1_000))
    await clock.advance(1_000)
    await ended
    await expect(working).rejects.toBeInstanceOf(DeadlinePassed)
  })
})
