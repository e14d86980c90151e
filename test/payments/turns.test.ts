import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openRunTurn } from '../../src/payments/turns.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { newHome } from '../support/new-home.ts'

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

/** A process that takes the turn of a run so many times, and removes its file each time. @returns what it said */
async function takeTurns(home: string, times: number): Promise<string> {
  const script = fileURLToPath(new URL('turn-worker.ts', import.meta.url))
  const args = ['--import', 'tsx', script, home, RUN, String(times)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more))
  await once(child, 'close')
  return text
}

test('none of several processes fails where the one before it has just removed the file', async () => {
  const home = await newHome()
  const said = await Promise.all([1, 2, 3, 4].map(() => takeTurns(home, 200)))
  expect(said).toEqual(said.map(() => 'had it 200 times\n'))
})
