import { describe, expect, test } from 'vitest'
import { createConnect } from '../../../src/store/sqlite/connection.ts'
import { createBoundedReads } from '../../../src/store/threads/bounded-reads.ts'
import type { Channel, NewCall } from '../../../src/store/threads/channel.ts'
import { overBudget, withDeadline } from '../../../src/store/threads/deadline.ts'
import type { StoreAnswer } from '../../../src/store/threads/messages.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const call: NewCall = { name: 'check', isRelaxed: false, isAlone: false, args: [] }

const BOUNDS = { most: 1, budgetMs: 500, waitMs: 2000, mostOpen: 3 }

const BUSY = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The store is busy with other lists and searches.',
  hint: 'Try again in a moment',
  retryAfterSec: 2,
}

/** A thread that answers when it is told to. */
function createSlowThread() {
  const calls: { readonly leftMs: number | undefined; readonly answer: (value: unknown) => void }[] = []
  const channel: Pick<Channel, 'call'> = {
    call: ({ leftMs }) =>
      new Promise<StoreAnswer>((resolve) => calls.push({ leftMs, answer: (value) => resolve({ id: 0, value }) })),
  }
  return { calls, channel }
}

describe('a read that may take long', () => {
  test('waits for those before it, has its whole budget then, and is refused when it has waited too long', async () => {
    const clock = createFakeClock()
    const { calls, channel } = createSlowThread()
    const reads = createBoundedReads(channel, BOUNDS, clock)
    const first = reads.call(call)
    const second = reads.call(call)
    await clock.advance(500)
    calls[0]?.answer('first')
    expect(await first).toEqual({ id: 0, value: 'first' })
    await clock.advance(0)
    expect(calls.map(({ leftMs }) => leftMs)).toEqual([500, 500])
    const refused = expect(second).rejects.toMatchObject(BUSY)
    await clock.advance(1500)
    await refused
    // Its place is taken while the thread is still at it.
    const third = reads.call(call)
    expect(calls).toHaveLength(2)
    calls[1]?.answer('too late')
    await expect.poll(() => calls.length).toBe(3)
    calls[2]?.answer('third')
    expect(await third).toEqual({ id: 0, value: 'third' })
    reads.stop()
  })

  test('is not sent at all when its time was over while it waited', async () => {
    const clock = createFakeClock()
    const { calls, channel } = createSlowThread()
    const reads = createBoundedReads(channel, BOUNDS, clock)
    const ended = Promise.allSettled([reads.call(call), reads.call(call)])
    await clock.advance(2000)
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = reads.call(call)
    calls[0]?.answer('too late')
    await expect.poll(() => calls.length).toBe(2)
    calls[1]?.answer('next')
    expect(await next).toEqual({ id: 0, value: 'next' })
    reads.stop()
  })

  test('is refused at once where too many wait', async () => {
    const clock = createFakeClock()
    const { calls, channel } = createSlowThread()
    const reads = createBoundedReads(channel, BOUNDS, clock)
    const taken = [reads.call(call), reads.call(call), reads.call(call)]
    await expect(reads.call(call)).rejects.toMatchObject(BUSY)
    calls[0]?.answer('first')
    await taken[0]
    await expect.poll(() => calls.length).toBe(2)
    const next = reads.call(call)
    calls[1]?.answer('second')
    await expect.poll(() => calls.length).toBe(3)
    calls[2]?.answer('third')
    await expect.poll(() => calls.length).toBe(4)
    calls[3]?.answer('fourth')
    expect(await Promise.all([...taken, next])).toEqual(
      ['first', 'second', 'third', 'fourth'].map((value) => ({ id: 0, value })),
    )
    reads.stop()
  })

  test('ends in its thread between two statements, those of a snapshot too', async () => {
    const connection = (await createConnect(':memory:', false))('full')
    let left = 3
    const bounded = withDeadline(connection, () => {
      left -= 1
      if (left < 0) throw overBudget()
    })
    let done = 0
    expect(() =>
      bounded.read(() => {
        for (;;) {
          bounded.get('SELECT 1')
          done += 1
        }
      }),
    ).toThrow('This read of the store takes too long.')
    expect(done).toBe(2)
    left = 1
    expect(bounded.one('SELECT 1 AS one').columns).toMatchObject({ one: 1 })
    connection.close()
  })
})
