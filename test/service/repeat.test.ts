import { expect, test } from 'vitest'
import { repeatInBackground } from '../../src/service/repeat.ts'
import { createFakeClock } from '../support/fake-clock.ts'

test('work is done again after the pause that it asks for, or that of a failure, which is told', async () => {
  const clock = createFakeClock()
  const errors: unknown[] = []
  const failure = new Error('the disk is full')
  let times = 0
  const work = async () => {
    times += 1
    if (times === 2) throw failure
    return 1_000
  }
  const stop = repeatInBackground({ clock, onError: (error) => errors.push(error) }, work, 5_000)
  await clock.advance(999)
  expect(times).toBe(1)
  await clock.advance(1)
  expect([times, errors]).toEqual([2, [failure]])
  await clock.advance(4_999)
  expect(times).toBe(2)
  await clock.advance(1)
  expect(times).toBe(3)
  await stop()
  await clock.advance(60_000)
  expect([times, clock.sleepers()]).toEqual([3, 0])
})

test('work that is broken off has not failed', async () => {
  const errors: unknown[] = []
  const work = (signal: AbortSignal) =>
    new Promise<number>((_, reject) => signal.addEventListener('abort', () => reject(new Error('broken off'))))
  const stop = repeatInBackground({ clock: createFakeClock(), onError: (error) => errors.push(error) }, work, 0)
  await stop()
  expect(errors).toEqual([])
})
