import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unpackFiles } from '../store/earlier-schemas.ts'
import { acknowledgedAt } from './acknowledged.ts'
import { checkCrash, type CrashVerdict, LEASES_OVER_MS } from './crash-check.ts'
import { type CrashState, crashStates } from './crash-states.ts'
import { fastFolder } from './damage.ts'
import { openProgramWorker, type WorkerAnswer } from './program-worker.ts'
import { type Recording, recordSession, type Session, writeImage } from './recording.ts'
import { sampleEnv } from './sample-home.ts'
import { buildShim } from './shim.ts'

/** Of one state of a crash. */
export interface CrashResult extends CrashVerdict, Omit<CrashState, 'losses'> {
  readonly recording: string
}

const swap = (amount: string, from: string, to: string, provider: string) => [
  ...['swap', amount, from, to, '--provider', provider, '--yes', '--json'],
]

/** What is recorded in the sandbox. */
export const SANDBOX_SESSIONS: readonly Session[] = [
  {
    name: 'a new home',
    env: sampleEnv,
    commands: [
      ['config', 'set', 'slippage', '77'],
      swap('100', 'ethereum:USDC', 'base:ETH', 'SANDBOX_BRIDGE'),
      ['config', 'set', 'theme', 'light'],
      ['wallet', 'import', 'seen', '--address', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
      swap('0.5', 'ethereum:ETH', 'ethereum:USDC', 'SANDBOX_DEX'),
      ['history', '--json'],
      ['config', 'set', 'slippage', '78'],
      swap('250', 'ethereum:USDC', 'base:USDC', 'SANDBOX_INTENTS'),
      swap('20', 'ethereum:USDC', 'bitcoin:BTC', 'SANDBOX_DEPOSIT'),
    ],
  },
  ...([1, 2] as const).map((schema) => ({
    name: `a home of schema ${schema}`,
    env: sampleEnv,
    resumes: false,
    prepare: (folder: string) => unpackFiles(schema, join(folder, 'home')),
    commands: [['history', '--per-page', '50', '--json'], swap('40', 'base:USDC', 'base:ETH', 'SANDBOX_DEX')],
  })),
]

/** How states of crashes are checked. */
export interface CrashRun {
  readonly sessions: readonly Session[]
  readonly seed: number
  /** Every how many-th state is checked. */
  readonly every: number
  /** How many processes work at a time. */
  readonly workers: number
  onResult(result: CrashResult): void
}

/** Records command lines, and checks what a crash may leave of their home at each operation. */
export async function proveCrashes(run: CrashRun): Promise<void> {
  const shim = buildShim()
  const folder = await mkdtemp(join(fastFolder(), 'swapcli-kills-'))
  let total = 0
  try {
    for (const [index, session] of run.sessions.entries()) {
      const recording = await recordSession(session, join(folder, `record-${index}`), shim)
      // Several workers take from the same states.
      const states = crashStates(recording, run)
      const known = new Map<string, WorkerAnswer>()
      const work = async () => {
        const worker = openProgramWorker()
        try {
          for (let next = states.next(); next.done !== true; next = states.next())
            run.onResult(
              await check(worker, recording, next.value, {
                session,
                folder: join(folder, `state-${(total += 1)}`),
                known,
              }),
            )
        } finally {
          worker.end()
        }
      }
      await Promise.all(Array.from({ length: run.workers }, work))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** After every how many-th operation a state is brought on at once: it waits until what the killed process held is free. */
const AT_ONCE_EVERY = 20

type State = ReturnType<typeof crashStates> extends Generator<infer T> ? T : never

interface CheckPlace {
  readonly session: Session
  readonly folder: string
  readonly known: Map<string, WorkerAnswer>
}

async function check(
  worker: ReturnType<typeof openProgramWorker>,
  recording: Recording,
  { count, how, image }: State,
  { session, folder, known }: CheckPlace,
): Promise<CrashResult> {
  writeImage(image, folder)
  const crashMs = recording.operations[Math.max(0, count - 1)]?.timeMs ?? 0
  const acknowledged = acknowledgedAt(recording, count)
  const verdict = await checkCrash(worker, {
    folder,
    env: session.env(folder),
    nowMs: crashMs + (count % AT_ONCE_EVERY === 0 ? 2_000 : LEASES_OVER_MS),
    acknowledged,
    known,
    resumes: session.resumes ?? true,
  })
  await rm(folder, { recursive: true, force: true })
  return { recording: recording.name, count, how, ...verdict }
}
