import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openRunTurn } from '../../../src/cli/pay/turns.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { newHome } from '../../support/new-home.ts'

const RUN = 'run_1'

test('a run is brought on by one at a time, and another one waits until it is given back, and says so once', async () => {
  const home = await newHome()
  const clock = createFakeClock()
  const told: string[] = []
  const [first, second] = [1, 2].map(() => openRunTurn({ home, clock }, RUN, (text) => told.push(text)))
  expect([await first?.take(), await second?.take(), second?.isTaken]).toEqual([true, false, false])
  const waiting = second?.wait(new AbortController().signal)
  await clock.advance(1000)
  first?.release()
  await clock.advance(1000)
  expect([await waiting, second?.isTaken, told]).toEqual([
    true,
    true,
    ['waiting: another swapcli is continuing the run run_1'],
  ])
  second?.release()
})

test('whoever leaves while it waits does not get it', async () => {
  const home = await newHome()
  const clock = createFakeClock()
  const other = openRunTurn({ home, clock }, RUN, () => undefined)
  await other.take()
  const left = new AbortController()
  const turn = openRunTurn({ home, clock }, RUN, () => left.abort())
  expect([await turn.wait(left.signal), turn.isTaken]).toEqual([false, false])
  other.release()
})

test('the file of a run stays until nothing more of it is signed, whatever its id is', async () => {
  const home = await newHome()
  const turn = openRunTurn({ home, clock: createFakeClock() }, '../run_1', () => undefined)
  turn.end()
  expect(await turn.take()).toBe(true)
  turn.release()
  expect(await readdir(home)).toEqual(['..%2Frun_1.lock'])
  await turn.take()
  turn.end()
  expect([turn.isTaken, await readdir(home)]).toEqual([false, []])
})
