import { expect, test } from 'vitest'
import { type Lateness, startDeadline } from '../../src/core/deadline.ts'
import type { Clock } from '../../src/core/ports.ts'
import { createFakeClock } from '../support/fake-clock.ts'

/** A deadline of a second in a process that says itself how late it is. */
function start() {
  const clock = createFakeClock()
  let lagMs = 0
  let readings = 0
  const late: Lateness[] = []
  const busyClock: Clock = {
    ...clock,
    watchLag: () => ({
      ms: () => lagMs,
      catchUp: async () => {
        readings += 1
      },
      stop: () => undefined,
    }),
  }
  const deadline = startDeadline(busyClock, 1_000, (lateness) => {
    late.push(lateness)
    return new Error('late')
  })
  return {
    ...{ clock, deadline, late },
    /** Lets time pass in which nothing of this process runs. */
    block: async (ms: number) => {
      lagMs += ms
      await clock.advance(ms)
    },
    hasPassed: () => deadline.signal.aborted,
    readings: () => readings,
  }
}

test('a deadline passes when its time is over, and what has come by then is read before', async () => {
  const { clock, late, hasPassed, readings } = start()
  await clock.advance(999)
  expect(hasPassed()).toBe(false)
  await clock.advance(1)
  expect([hasPassed(), readings(), late]).toEqual([true, 1, [{ givenMs: 1000, isOurs: false, isHeld: false }]])
})

test('time in which the process was late does not count, and a deadline that passes then is its own fault', async () => {
  const { clock, block, late, hasPassed } = start()
  await block(700)
  await clock.advance(999)
  expect(hasPassed()).toBe(false)
  await clock.advance(300)
  expect([hasPassed(), late]).toEqual([true, [{ givenMs: 1000, isOurs: true, isHeld: false }]])
})

test('a lateness that is small beside the deadline is nobody’s', async () => {
  const { clock, block, late } = start()
  await block(99)
  await clock.advance(1_500)
  expect(late).toEqual([{ givenMs: 1000, isOurs: false, isHeld: false }])
})

test('time that is held does not count', async () => {
  const { clock, deadline, late, hasPassed } = start()
  const releases = [deadline.hold(), deadline.hold()]
  await clock.advance(600)
  releases[0]?.()
  releases[0]?.()
  await clock.advance(300)
  releases[1]?.()
  await clock.advance(999)
  expect(hasPassed()).toBe(false)
  await clock.advance(1)
  expect(late).toEqual([{ givenMs: 1000, isOurs: false, isHeld: false }])
})

test('time is held no longer than the deadline is', async () => {
  const { clock, deadline, late } = start()
  await clock.advance(100)
  deadline.hold()
  await clock.advance(999)
  expect(late).toEqual([])
  await clock.advance(1)
  expect(late).toEqual([{ givenMs: 1000, isOurs: false, isHeld: true }])
})

test('after twice its length a deadline passes, once what lies there could be read', async () => {
  const { clock, block, hasPassed, readings } = start()
  await block(1_000)
  await block(1_000)
  expect(hasPassed()).toBe(false)
  await clock.advance(250)
  expect([hasPassed(), readings()]).toEqual([true, 1])
})

test('work that ends in time leaves no timer behind', async () => {
  const { clock, deadline, late } = start()
  deadline.stop()
  await clock.advance(5_000)
  expect([clock.sleepers(), late]).toEqual([0, []])
})
