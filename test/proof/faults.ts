import { mkdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../../src/core/is-record.ts'
import { parseJson } from '../../src/core/text/parse-json.ts'
import { unpackFiles } from '../store/earlier-schemas.ts'
import { BAD_OUTCOMES, checkCrash, LEASES_OVER_MS, paperPayments } from './crash-check.ts'
import { fastFolder } from './damage.ts'
import { openProgramWorker, type ProgramWorker, type WorkerAnswer, type WorkerDeath } from './program-worker.ts'
import { copyFolder } from './recording.ts'
import { makeSampleHomes, sampleEnv } from './sample-home.ts'
import { type Action, buildShim, counted, type FileError, meet } from './shim.ts'

/** How a command ends whose files failed, and what is left of the home; the last two must not be. */
export const FAULT_OUTCOMES = ['went right', 'clear error', 'unclear error', 'lost or broken'] as const
export type FaultOutcome = (typeof FAULT_OUTCOMES)[number]

/** Of one fault. */
export interface FaultResult {
  readonly command: string
  readonly error: FileError
  readonly action: Action
  /** Number of the operation that failed first. */
  readonly at: number
  readonly outcome: FaultOutcome
  readonly detail: string
}

/** A command whose files fail. */
interface FaultCase {
  readonly name: string
  readonly args: readonly string[]
  /** @default a home with some swaps */
  readonly home?: 'new' | 'of schema 2'
}

const swap = (from: string, provider: string) => [
  ...['swap', '60', from, 'base:ETH', '--provider', provider, '--yes', '--json'],
]
const WATCHED = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** What is tried. */
export const FAULT_CASES: readonly FaultCase[] = [
  { name: 'swap', args: swap('ethereum:USDC', 'SANDBOX_BRIDGE') },
  { name: 'swap by deposit', args: swap('ethereum:USDC', 'SANDBOX_INTENTS') },
  { name: 'first swap', args: swap('base:USDC', 'SANDBOX_DEX'), home: 'new' },
  { name: 'history', args: ['history', '--json'] },
  { name: 'migration', args: ['history', '--json'], home: 'of schema 2' },
  { name: 'config set', args: ['config', 'set', 'slippage', '55', '--json'] },
  { name: 'wallet import', args: ['wallet', 'import', 'seen', '--address', WATCHED, '--json'] },
]

/** What fails: each operation alone, or all from it on; reading only where the disk itself fails. */
const FAULTS = [
  { error: 'ENOSPC', action: 'fail once', countsReads: false },
  { error: 'ENOSPC', action: 'fail from then on', countsReads: false },
  { error: 'EIO', action: 'fail once', countsReads: true },
  { error: 'EIO', action: 'fail from then on', countsReads: true },
] as const

/** How faults are tried. */
export interface FaultRun {
  readonly cases: readonly FaultCase[]
  /** Number of the operation that fails first. */
  readonly from: number
  /** Every how many-th operation fails. */
  readonly every: number
  /** How many processes work at a time. */
  readonly workers: number
  onResult(result: FaultResult): void
}

/** Lets each operation on files fail, one after another, and looks how the command ends and what is left. */
export async function proveFaults(run: FaultRun): Promise<void> {
  const shim = buildShim()
  const folder = await mkdtemp(join(fastFolder(), 'swapcli-faults-'))
  try {
    const { closed } = await makeSampleHomes(join(folder, 'samples'))
    const jobs = run.cases.flatMap((each) => FAULTS.map((fault) => ({ each, fault })))
    const work = async (number: number) => {
      const root = join(folder, `copies-${number}`)
      const control = join(folder, `control-${number}`)
      meet(control, { action: 'nothing', at: 0 })
      const worker = openProgramWorker({ LD_PRELOAD: shim, PROOF_ROOT: root, PROOF_CONTROL: control })
      try {
        for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
          const { each, fault } = job
          const { error, action } = fault
          let before: Before | undefined
          for (let at = run.from, isOver = false; !isOver; at += run.every) {
            // A folder of its own: what the process still holds of the last one cannot meet it.
            const place = join(root, `${each.name} ${error} ${action} ${at}`.replaceAll(' ', '-'))
            makeHome(each, closed.folder, place)
            before ??= await idsOf(worker, place)
            meet(control, { ...fault, at })
            const answer = await worker.run({ args: each.args, env: sampleEnv(place) })
            isOver = counted(control) < at
            meet(control, { action: 'nothing', at: 0 })
            const verdict = isOver ? undefined : await judge(worker, place, each, answer, before)
            rmSync(place, { recursive: true, force: true })
            if (verdict === undefined) break
            run.onResult({ command: each.name, error, action, at, ...verdict })
          }
        }
      } finally {
        worker.end()
      }
    }
    await Promise.all(Array.from({ length: run.workers }, (_, number) => work(number)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function makeHome({ home }: FaultCase, sample: string, folder: string): void {
  if (home === undefined) {
    copyFolder(sample, folder)
    return
  }
  mkdirSync(join(folder, 'home'), { recursive: true, mode: 0o700 })
  if (home === 'of schema 2') unpackFiles(2, join(folder, 'home'))
}

/** What must be there afterwards. */
interface Before {
  readonly transactionIds: readonly string[]
  readonly payments: number
}

/** A home of an older schema is not asked: it would be migrated. */
async function idsOf(worker: ProgramWorker, folder: string): Promise<Before> {
  if (paperPayments(folder).length === 0) return { transactionIds: [], payments: 0 }
  const answer = await worker.run({ args: ['history', '--per-page', '50', '--json'], env: sampleEnv(folder) })
  return { transactionIds: idsIn(answer), payments: paperPayments(folder).length }
}

function idsIn(answer: WorkerAnswer | WorkerDeath): readonly string[] {
  const text = 'died' in answer ? '' : answer.stdout + answer.stderr
  return [...new Set(text.match(/\btx_[a-z0-9]{20,}\b/g) ?? [])]
}

async function judge(
  worker: ProgramWorker,
  folder: string,
  { args, home }: FaultCase,
  answer: WorkerAnswer | WorkerDeath,
  before: Before,
): Promise<{ readonly outcome: FaultOutcome; readonly detail: string }> {
  if ('died' in answer) return { outcome: 'lost or broken', detail: `${answer.died} ${answer.words}` }
  const isSet = args[0] === 'config' && answer.code === 0
  const after = await checkCrash(worker, {
    folder,
    env: sampleEnv(folder),
    nowMs: Date.now() + LEASES_OVER_MS,
    // What is unfinished in a home of schema 2 waits for what nobody does.
    resumes: home !== 'of schema 2',
    acknowledged: {
      transactionIds: [...before.transactionIds, ...idsIn(answer)],
      finals: [],
      settings: isSet ? new Map([[args[2] ?? '', args[3] ?? '']]) : new Map(),
      accounts: args[0] === 'wallet' && answer.code === 0 ? ['seen'] : [],
      payments: before.payments + (args[0] === 'swap' ? 1 : 0),
    },
  })
  // What failed works again: nothing may be refused for it.
  if (BAD_OUTCOMES.includes(after.outcome) || after.outcome === 'refused with a next step')
    return { outcome: 'lost or broken', detail: `${after.outcome}: ${after.detail}` }
  const left = `${after.outcome} ${after.detail}`
  if (answer.code === 0) return { outcome: 'went right', detail: left }
  const said = parseJson(answer.stderr.trim().split('\n').at(-1) ?? '')
  const error = isRecord(said) && isRecord(said['error']) ? said['error'] : {}
  const isClear = answer.code !== 1 && typeof error['message'] === 'string' && typeof error['hint'] === 'string'
  return { outcome: isClear ? 'clear error' : 'unclear error', detail: isClear ? left : answer.stderr }
}
