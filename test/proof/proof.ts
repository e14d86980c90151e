/*
 * The proofs that take too long for every test run: `npm run proof -- damage`. Each prints its counts, and ends with 1 when
 * an outcome is wrong.
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { CrashVerdict } from './crash-check.ts'
import { DAMAGED_FILES, type DamagedFile } from './damages.ts'
import { FAULT_CASES } from './faults.ts'
import { writeFigures } from './figures.ts'
import { SANDBOX_SESSIONS } from './kills.ts'
import {
  describePlan,
  type KnownParts,
  PROOF_KINDS,
  type ProofName,
  type ProofPlan,
  proofUsage,
  readProofArguments,
} from './plan.ts'
import { WrongArguments } from '../support/wrong-arguments.ts'

let total = 0
const known: KnownParts = {
  file: Object.keys(DAMAGED_FILES),
  sessions: {
    kills: [...SANDBOX_SESSIONS.map(({ name }) => name), 'wire'],
    faults: FAULT_CASES.map(({ name }) => name),
  },
}
const cores = availableParallelism()
const values = readArguments()
const { workers } = values

function readArguments(): ProofPlan {
  try {
    const plan = readProofArguments(process.argv.slice(2), known, cores)
    if (plan !== 'help') return plan
    console.log(proofUsage(known, cores))
    process.exit(0)
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error
    console.error(`${error.message}\n\n${proofUsage(known, cores)}`)
    process.exit(2)
  }
}

async function damage(): Promise<boolean> {
  const [{ proveDamages }, { VERDICTS }, { openProgramWorker }] = await Promise.all([
    import('./damage.ts'),
    import('./answers.ts'),
    import('./program-worker.ts'),
  ])
  const files = (Object.keys(DAMAGED_FILES) as DamagedFile[]).filter((file) => values.file?.includes(file) ?? true)
  const counts: Counts = new Map()
  let held = true
  const run = { files, workers, from: values.from, seeds: values.seeds }
  await proveDamages({
    ...run,
    openWorker: () => openProgramWorker(),
    onResult: (result, answers) => {
      count(counts, result.file, result.verdict)
      const isBad = !['right', 'clear error'].includes(result.verdict)
      if (isBad) held = false
      if (isBad || values.show) console.log(JSON.stringify(result))
      if (values.show) console.log(JSON.stringify(answers, undefined, 1))
    },
  })
  printCounts('damage', VERDICTS, counts, ['right', 'clear error'])
  return held
}

async function kills(): Promise<boolean> {
  const [{ proveCrashes }, { BAD_OUTCOMES, CRASH_OUTCOMES }, { proveWireKills }] = await Promise.all([
    import('./kills.ts'),
    import('./crash-check.ts'),
    import('./server-kills.ts'),
  ])
  const counts: Counts = new Map()
  let held = true
  const onResult = (row: string, result: CrashVerdict) => {
    count(counts, row, result.outcome)
    const isBad = BAD_OUTCOMES.includes(result.outcome)
    if (isBad) held = false
    if (isBad || values.show) console.log(JSON.stringify(result))
  }
  await proveCrashes({
    sessions: SANDBOX_SESSIONS.filter(({ name }) => values.session?.includes(name) ?? true),
    seed: values.from,
    every: values.every,
    workers,
    onResult: (result) => onResult(`${result.recording}, ${result.how}`, result),
  })
  if (values.session?.includes('wire') ?? true)
    await proveWireKills({
      every: values.every,
      workers,
      onResult: (result) => onResult(`${result.killed} over the wire`, result),
    })
  printCounts('kills', CRASH_OUTCOMES, counts, ['all ended', 'says what is missing', 'refused with a next step'])
  return held
}

async function faults(): Promise<boolean> {
  const { proveFaults, FAULT_OUTCOMES } = await import('./faults.ts')
  const counts: Counts = new Map()
  let held = true
  await proveFaults({
    cases: FAULT_CASES.filter(({ name }) => values.session?.includes(name) ?? true),
    from: values.from,
    every: values.every,
    workers,
    onResult: (result) => {
      count(counts, `${result.command}, ${result.error} ${result.action}`, result.outcome)
      const isBad = ['unclear error', 'lost or broken'].includes(result.outcome)
      if (isBad) held = false
      if (isBad || values.show) console.log(JSON.stringify(result))
    },
  })
  printCounts('faults', FAULT_OUTCOMES, counts, ['went right', 'clear error'])
  return held
}

async function servers(): Promise<boolean> {
  const { proveServers, SERVER_OUTCOMES } = await import('./servers.ts')
  const counts: Counts = new Map()
  let held = true
  await proveServers({
    swaps: Math.ceil((PROOF_KINDS.find(({ name }) => name === 'servers')?.cases ?? 0) / values.every),
    onResult: (outcome, times, findings) => {
      for (let each = 0; each < times; each += 1) count(counts, 'kills and a stop in the middle', outcome)
      if (outcome !== 'right') held = false
      if (outcome !== 'right' || values.show) console.log(JSON.stringify(findings))
    },
  })
  printCounts('servers', SERVER_OUTCOMES, counts, ['right'])
  return held
}

/** How often what ended how. */
type Counts = Map<string, Map<string, number>>

function count(counts: Counts, row: string, outcome: string): void {
  total += 1
  if (total % 500 === 0) console.error(`${total} cases, ${Math.round(performance.now() / 1000)} s`)
  const found = counts.get(row) ?? new Map<string, number>()
  counts.set(row, found.set(outcome, (found.get(outcome) ?? 0) + 1))
}

/** @param good the outcomes that may be: what went right, then what is clear about what did not */
function printCounts(
  name: string,
  outcomes: readonly string[],
  counts: Counts,
  good: readonly [string, ...string[]],
): void {
  const rows = [...counts].map(([name, row]) => [name, ...outcomes.map((each) => String(row.get(each) ?? 0))])
  for (const row of [['', ...outcomes], ...rows])
    console.log(row.map((cell, index) => cell.padEnd(index === 0 ? 44 : 26)).join(''))
  const sum = (which: readonly string[]) =>
    [...counts.values()].reduce((total, row) => total + which.reduce((of, each) => of + (row.get(each) ?? 0), 0), 0)
  const [right, ...clear] = good
  const figures = {
    ...{ name, cases: sum(outcomes), right: sum([right]), clear: sum(clear) },
    wrong: sum(outcomes.filter((each) => !good.includes(each))),
    date: new Date().toISOString().slice(0, 10),
    command: ['npm run proof --', ...process.argv.slice(2).filter((word) => word !== '--write')].join(' '),
  }
  console.log(JSON.stringify(figures))
  if (values.write) writeFigures(figures)
}

/** What is proved by another command. */
function byCommand(words: () => readonly string[]): () => Promise<boolean> {
  return async () => spawnSync('npm', words(), { stdio: 'inherit' }).status === 0
}

const PROOFS: Readonly<Record<ProofName, () => Promise<boolean>>> = {
  damage,
  kills,
  faults,
  servers,
  simulate: byCommand(() => [
    ...['run', '--silent', 'simulate', '--'],
    ...['--seeds', String(values.seeds), '--from', String(values.from)],
  ]),
  attacks: byCommand(() => ['exec', '--', 'vitest', 'run', '--project', 'attacks']),
}
for (const line of describePlan(values, known)) console.error(line)
let held = true
for (const name of values.names) held = (await PROOFS[name]()) && held
process.exitCode = held ? 0 : 1
