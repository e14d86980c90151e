import { openRunTurn } from '../../src/payments/turns.ts'
import type { Clock } from '../../src/core/ports.ts'

/* Takes the turn of a run of a home so many times as the command line says, and gives it back for good each time. */

const [home = '', run = '', times = ''] = process.argv.slice(2)
// It waits for no time at all, so that processes meet.
const clock: Clock = { now: () => 0, sleep: () => new Promise((resolve) => setImmediate(resolve)) }
let had = 0
for (; had < Number(times); had += 1) {
  const turn = openRunTurn({ home, clock }, run, () => undefined)
  await turn.wait(new AbortController().signal)
  turn.end()
}
process.stdout.write(`had it ${had} times\n`)
