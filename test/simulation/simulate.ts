import { parseArgs } from 'node:util'
import { openSimulator } from './bundle.ts'
import { MUTATIONS } from './mutations.ts'

/* `npm run simulate`: plays seeds, and prints what is wrong with those that fail. */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    mutation: { type: 'string' },
  },
})

const { mutation, trace } = values
if (mutation !== undefined && !MUTATIONS.some(({ name }) => name === mutation)) {
  throw new Error(`There is no mutation ${mutation}; there are: ${MUTATIONS.map(({ name }) => name).join(', ')}`)
}
const first = Number(values.seed ?? values.from)
const count = values.seed === undefined ? Number(values.seeds) : 1
const simulator = await openSimulator()
const totals = new Map<string, number>()
const failed: number[] = []
const started = process.cpuUsage()
const replay = (seed: number) =>
  `npm run simulate -- --seed ${seed} --trace${mutation === undefined ? '' : ` --mutation ${mutation}`}`
let played = 0
for (let seed = first; seed < first + count; seed += 1) {
  const { violations, counts, trace: lines } = await simulator.playSeed(seed, { mutation })
  played += 1
  for (const [what, times] of counts) totals.set(what, (totals.get(what) ?? 0) + times)
  if (trace) console.log(lines.join('\n'))
  if (played % 100 === 0) console.error(`${played} seeds, ${failed.length} failed`)
  if (violations.length === 0) continue
  failed.push(seed)
  console.log(`seed ${seed}:\n${violations.map((one) => `  ${one}`).join('\n')}\n  replay: ${replay(seed)}`)
  // One seed shows that a breakage is found.
  if (mutation !== undefined) break
}
const { user, system } = process.cpuUsage(started)
const seconds = (user + system) / 1e6
console.log(
  [...totals]
    .sort()
    .map(([what, times]) => `${what} ${times}`)
    .join(', '),
)
console.log(
  `${played} seeds, ${failed.length} failed${failed.length === 0 ? '' : ` (${failed.slice(0, 20).join(', ')})`}; ${seconds.toFixed(0)} s of CPU, ${((1000 * seconds) / played).toFixed(0)} ms a seed`,
)
if (failed.length > 0) process.exitCode = 1
