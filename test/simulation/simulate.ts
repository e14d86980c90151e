import { parseArgs } from 'node:util'
import { openSimulator } from './bundle.ts'
import { MUTATIONS } from './mutations.ts'
import { LEGEND } from './trace.ts'

/* `npm run simulate`: plays seeds, and prints what is wrong with those that fail. */

const USAGE = `npm run simulate -- [--seeds 1000] [--from 1] [--seed N] [--trace] [--mutation NAME]

  --seeds N        how many seeds are played, from --from on; about 0.2 s of CPU each
  --seed N         one seed; --trace prints what happened in it
  --mutation NAME  breaks the program on purpose, until a seed finds it:
${MUTATIONS.map(({ name, harm }) => `                     ${name.padEnd(26)}${harm}`).join('\n')}`

function exitWith(text: string): never {
  console.error(`${text}\n\n${USAGE}`)
  process.exit(2)
}

function wholeNumber(name: string, text: string): number {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : exitWith(`--${name} takes a whole number, not ${text}`)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        seeds: { type: 'string', default: '1000' },
        from: { type: 'string', default: '1' },
        seed: { type: 'string' },
        trace: { type: 'boolean', default: false },
        mutation: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return exitWith(error instanceof Error ? error.message : String(error))
  }
}

const values = readArguments()
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}
const { mutation, trace } = values
if (mutation !== undefined && !MUTATIONS.some(({ name }) => name === mutation)) {
  exitWith(`There is no mutation ${mutation}`)
}
const first = values.seed === undefined ? wholeNumber('from', values.from) : wholeNumber('seed', values.seed)
const count = values.seed === undefined ? wholeNumber('seeds', values.seeds) : 1
if (count === 0) exitWith('--seeds takes at least 1')
const broken = MUTATIONS.find(({ name }) => name === mutation)
if (broken !== undefined) console.log(`The program is broken on purpose (${broken.name}): ${broken.harm}\n`)
if (trace) console.log(LEGEND)
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
  const next = trace ? '' : `\n  what happened: ${replay(seed)}`
  console.log(`\nWRONG in seed ${seed}:\n${violations.map((one) => `  ${one}`).join('\n')}${next}\n`)
  // One seed shows that a breakage is found.
  if (mutation !== undefined) break
}
const { user, system } = process.cpuUsage(started)
const seconds = (user + system) / 1e6
for (const [what, times] of [...totals].sort()) console.log(`${String(times).padStart(8)} ${what}`)
console.log(
  `${played} seeds, ${failed.length} failed${failed.length === 0 ? '' : ` (${failed.slice(0, 20).join(', ')})`}; ${seconds.toFixed(0)} s of CPU, ${((1000 * seconds) / played).toFixed(0)} ms a seed`,
)
if (failed.length > 0) process.exitCode = 1
