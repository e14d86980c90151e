import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { SwapError } from '../../core/api/errors.ts'
import { startDeadline } from '../../core/deadline.ts'
import { defined } from '../../core/defined.ts'
import { DAY_MS, duration } from '../../core/text/duration.ts'
import type { ExaminedFile } from '../../store/index.ts'
import { examine, type Examination, readExamination } from '../examination.ts'
import { storeFiles } from '../../payments/index.ts'
import type { Session } from '../session.ts'

/** What is found in a file of a home. */
export interface ExaminedHomeFile extends Examination {
  readonly path: string
  /** True where this process must not read it: the one that did was ended by it or never ready, or none could be started. */
  readonly isFatal: boolean
}

/** Most bytes that are read of what a process found: 64 MiB. */
const MOST_PRINTED = 64 * 2 ** 20
/** How long it may take: a file of 46 MB took 0.7 s, and a slow disk has more than a hundred times as long. */
const LONGEST_START_MS = 60_000
const BYTES_A_MS = 1_000
const LONGEST_MS = DAY_MS

/**
 * Looks through the store and the wallet's file of the session's network, in a process of its own where there can be one. A
 * file of the home that is not the store, since a database is, is left out.
 * @throws INTERRUPTED
 */
export async function examineHome(session: Session): Promise<readonly ExaminedHomeFile[]> {
  const found = []
  for (const [name, path] of storeFiles(session.home, session.network)) {
    if (name === 'store' && session.store !== undefined) continue
    if (existsSync(path)) found.push({ path, ...(await examineApart(session, name, path)) })
  }
  return found
}

async function examineApart(
  { examiner, env, machineClock, signal }: Session,
  name: ExaminedFile,
  path: string,
): Promise<Omit<ExaminedHomeFile, 'path'>> {
  if (examiner === undefined) return { ...(await examine(name, path)), isFatal: false }
  const { command, timeoutMs = longestMs(path) } = examiner()
  const outcome = await runApart([...command, name, path], { env, machineClock, timeoutMs, signal })
  if (signal.aborted) throw new SwapError('INTERRUPTED', 'Interrupted')
  if ('unfinished' in outcome) {
    const next = `Run swapcli doctor again. If it says the same, copy ${path} to a safe place and restore a backup`
    return { ...oneFinding(outcome.unfinished), next, isFatal: true }
  }
  const { printed, end } = outcome
  if (end !== 0) return { ...oneFinding(`reading it ended the process (${end})`), isFatal: true }
  const found = readExamination(printed)
  if (found !== undefined) return { ...found, isFatal: false }
  const next = 'Run swapcli doctor again, without NODE_OPTIONS where that is set: what it loads may print'
  return { ...oneFinding('the process that read it did not say what it found'), next, isFatal: false }
}

function oneFinding(finding: string): Examination {
  return { findings: [finding], structure: [finding] }
}

function longestMs(path: string): number {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return Math.min(LONGEST_MS, LONGEST_START_MS + Math.ceil(bytes / BYTES_A_MS))
}

type Outcome =
  /** `end` is 0, or a signal or an exit code in words. */
  | { readonly printed: string; readonly end: 0 | string }
  /** Why there is no end. */
  | { readonly unfinished: string }

async function runApart(
  [program = '', ...words]: readonly string[],
  {
    env,
    machineClock,
    timeoutMs,
    signal,
  }: Pick<Session, 'env' | 'machineClock' | 'signal'> & { readonly timeoutMs: number },
): Promise<Outcome> {
  const deadline = startDeadline(machineClock, timeoutMs, () => new Error('it was not over in time'), signal)
  const full = new AbortController()
  const child = spawn(program, words, {
    ...{ env: defined(env), signal: AbortSignal.any([deadline.signal, full.signal]), killSignal: 'SIGKILL' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const parts: Buffer[] = []
  let size = 0
  child.stdout.on('data', (part: Buffer) => {
    parts.push(part)
    size += part.length
    if (size > MOST_PRINTED) full.abort()
  })
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    const end = code === 0 ? code : (killedBy ?? `exit code ${code}`)
    return { printed: Buffer.concat(parts).toString('utf8'), end }
  } catch (error) {
    // What waits for a disk is not ended by a signal either: nothing here waits for it.
    child.unref()
    child.stdout.destroy()
    if (deadline.signal.aborted) return { unfinished: `reading it was not over after ${duration(timeoutMs / 1000)}` }
    if (full.signal.aborted) return { unfinished: 'the process that read it printed more than 64 MiB' }
    const { code = 'failed' } = error as NodeJS.ErrnoException
    return { unfinished: `no process could be started to read it (${code})` }
  } finally {
    deadline.stop()
  }
}
