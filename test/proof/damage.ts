import { cp, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answers, ask, judge, type Question, QUESTIONS, settingsText, type Verdict, worst } from './answers.ts'
import { type Damage, type DamagedFile, makeDamage } from './damages.ts'
import type { ProgramWorker } from './program-worker.ts'
import { makeSampleHomes, type SampleHomes } from './sample-home.ts'

/** What became of a damaged home. */
export interface DamageResult extends Damage {
  readonly verdict: Verdict
  /** The answers that were not right. */
  readonly answers: Readonly<Partial<Record<Question, Verdict>>>
}

/** What is damaged how often. */
export interface DamageRun {
  readonly files: readonly DamagedFile[]
  readonly from: number
  /** Damages of each file. */
  readonly seeds: number
  /** How many processes work at a time. */
  readonly workers: number
  /** Opens what runs the program. */
  openWorker(): ProgramWorker
  /** Called with each result, and with what was answered. */
  onResult(result: DamageResult, answers: Answers): void
}

/** Where files are made fast: in memory where the system has such a folder. */
export function fastFolder(): string {
  return existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
}

/** Damages copies of sample homes and asks the program everything about each. */
export async function proveDamages(run: DamageRun): Promise<void> {
  const folder = await mkdtemp(join(fastFolder(), 'swapcli-damage-'))
  try {
    const samples = await makeSampleHomes(join(folder, 'samples'))
    const jobs = run.files.flatMap((file) =>
      Array.from({ length: run.seeds }, (_, index) => ({ file, seed: run.from + index })),
    )
    const before = await askSamples(run, samples, join(folder, 'before'))
    const count = Math.min(run.workers, jobs.length)
    const work = async (number: number) => {
      const worker = run.openWorker()
      try {
        for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
          // A folder of its own: what the process still holds of the last one cannot meet it.
          const copy = join(folder, `copy-${number}-${job.file}-${job.seed}`)
          const { home, ...damage } = await makeDamage(samples, job.file, job.seed, copy)
          const settings = await settingsText(home)
          const answers = await ask(worker, home, job.seed)
          await rm(copy, { recursive: true, force: true })
          run.onResult({ ...damage, ...verdictOf(before[damage.sample], answers, settings) }, answers)
        }
      } finally {
        worker.end()
      }
    }
    await Promise.all(Array.from({ length: count }, (_, number) => work(number)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The answers of copies of the samples, since to ask changes a home. */
async function askSamples(
  run: DamageRun,
  samples: SampleHomes,
  folder: string,
): Promise<Record<'closed' | 'killed', Answers>> {
  const worker = run.openWorker()
  const asked = async (sample: 'closed' | 'killed') => {
    await cp(samples[sample].folder, join(folder, sample), { recursive: true })
    return ask(worker, { ...samples[sample], folder: join(folder, sample) }, 0)
  }
  try {
    return { closed: await asked('closed'), killed: await asked('killed') }
  } finally {
    worker.end()
  }
}

function verdictOf(
  before: Answers,
  after: Answers,
  settings: string | undefined,
): Pick<DamageResult, 'verdict' | 'answers'> {
  const all = QUESTIONS.map(
    (question) => [question, judge(question, before[question], after[question], settings)] as const,
  )
  const bad = all.filter(([, verdict]) => verdict !== 'right')
  const answers = Object.fromEntries(bad)
  const found = worst(bad.map(([, verdict]) => verdict))
  // What a command stumbles over, doctor has to see.
  const isUnseen = found === 'clear error' && !('doctor' in answers)
  return { verdict: isUnseen ? 'unclear error' : found, answers }
}
