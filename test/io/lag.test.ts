import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/io/clock.ts'
import { createLagMeter } from '../../src/io/lag.ts'

/** Holds everything up. */
function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('the time in which this process does nothing else is counted while it lasts, and once', async () => {
  const lag = createLagMeter(() => performance.now())()
  onTestFinished(() => lag.stop())
  block(150)
  expect(lag.ms()).toBeGreaterThan(100)
  await lag.catchUp()
  await systemClock.sleep(30)
  const counted = lag.ms()
  expect(counted).toBeGreaterThan(100)
  await lag.catchUp()
  expect(lag.ms() - counted).toBeLessThan(100)
})

test('each measure begins with its own watch', () => {
  const watch = createLagMeter(() => performance.now())
  const first = watch()
  block(150)
  const second = watch()
  expect([first.ms() > 100, second.ms() < 100]).toEqual([true, true])
  first.stop()
  first.stop()
  block(150)
  expect(second.ms()).toBeGreaterThan(100)
  second.stop()
  // Nothing was measured while nobody wanted to know.
  block(150)
  const third = watch()
  expect(third.ms()).toBeLessThan(100)
  third.stop()
})
