import Database from 'libsql'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../src/core/is-record.ts'
import { LEASE_MS } from '../../src/core/swap/poll-times.ts'
import { parseJson } from '../../src/core/text/parse-json.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { ProgramWorker, WorkerAnswer } from './program-worker.ts'

/** How the program goes on after a crash, from best to worst; the last four must not be. */
export const CRASH_OUTCOMES = [
  'all ended',
  'says what is missing',
  'refused with a next step',
  'stuck',
  'paid twice',
  'lost',
  'abort',
] as const
export type CrashOutcome = (typeof CRASH_OUTCOMES)[number]
export const BAD_OUTCOMES: readonly CrashOutcome[] = ['stuck', 'paid twice', 'lost', 'abort']

/** How it ended, and what was wrong in words. */
export interface CrashVerdict {
  readonly outcome: CrashOutcome
  readonly detail: string
}

/** What a state is asked with. */
export interface CrashQuestion {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** When the program goes on after the crash, in epoch milliseconds. */
  readonly nowMs: number
  readonly acknowledged: Acknowledged
  /** False where runs are only listed. */
  readonly resumes: boolean
  /** Hashes of the payments that were sent, by what holds them. @default those in the sandbox's wallet file */
  readonly payments?: () => Promise<readonly string[]>
  /** Answers by what they were read from: settings and accounts are the same in most states. */
  readonly known?: Map<string, WorkerAnswer>
}

/** How long after a crash nothing is leased any more, in milliseconds: to go on earlier is to wait. Locks are still good. */
export const LEASES_OVER_MS = LEASE_MS + 5_000

/** They say what there is. */
const COMMANDS = [
  ['resume', '--list'],
  ['history', '--per-page', '50'],
  ['config', 'list'],
  ['wallet', 'list'],
] as const

function isLater(answer: Awaited<ReturnType<ProgramWorker['run']>>): boolean {
  return !('died' in answer) && answer.stderr.includes('"SERVICE_UNAVAILABLE"')
}

/** Brings everything to its end that is unfinished in a home, and compares with what was acknowledged before. */
export async function checkCrash(worker: ProgramWorker, question: CrashQuestion): Promise<CrashVerdict> {
  const { env, nowMs, acknowledged } = question
  const answers: WorkerAnswer[] = []
  for (const args of [question.resumes ? (['resume'] as const) : (['resume', '--list'] as const), ...COMMANDS]) {
    const place = ['config', 'wallet'].includes(args[0]) ? `${args[0]} ${ownFiles(question.folder)}` : ''
    const known = question.known?.get(place)
    if (known !== undefined) {
      answers.push(known)
      continue
    }
    const run = (afterMs: number) => worker.run({ args: [...args, '--json'], env, nowMs: nowMs + afterMs })
    const first = await run(0)
    // What the last process still held is free a while later.
    const answer = isLater(first) ? await run(180_000) : first
    if ('died' in answer) return { outcome: 'abort', detail: `${args.join(' ')}: ${answer.died} ${answer.words}` }
    if (answer.code === 1) return { outcome: 'abort', detail: `${args.join(' ')}: ${answer.stderr}` }
    answers.push(answer)
    if (place !== '') question.known?.set(place, answer)
  }
  const [resume, list, history, settings, accounts] = answers
  const refused = answers.find((answer) => answer !== resume && answer.code !== 0)
  if (refused !== undefined) return refusal(refused)
  const payments = await (question.payments ?? (async () => paperPayments(question.folder)))().catch(String)
  if (typeof payments === 'string') return { outcome: 'abort', detail: payments }
  if (payments.length > acknowledged.payments)
    return { outcome: 'paid twice', detail: `${payments.length} payments of ${acknowledged.payments} at most` }
  const lost = lostOf(acknowledged, { history: rows(history), settings: rows(settings), accounts: rows(accounts) })
  if (lost !== undefined) return { outcome: 'lost', detail: lost }
  const left = question.resumes ? rows(list) : []
  if (left.length === 0 && resume?.code === 0) {
    const forgotten = (question.resumes ? payments : []).find(
      (hash) => !rows(history).some((row) => row['inboundHash'] === hash),
    )
    return forgotten === undefined
      ? { outcome: 'all ended', detail: '' }
      : { outcome: 'lost', detail: `payment ${forgotten}` }
  }
  if (resume?.code === 0) return { outcome: 'stuck', detail: JSON.stringify(left) }
  const { outcome, detail } = refusal(resume)
  return { outcome: outcome === 'refused with a next step' ? 'says what is missing' : outcome, detail }
}

/** The settings and accounts of a home, in short. */
function ownFiles(folder: string): string {
  const home = join(folder, 'home')
  const hash = createHash('sha1')
  for (const name of ['config.json', 'wallets']) {
    const found = statSync(join(home, name), { throwIfNoEntry: false })
    const files = found?.isDirectory()
      ? readdirSync(join(home, name))
          .sort()
          .map((each) => join(name, each))
      : [name]
    for (const file of found === undefined ? [] : files)
      hash.update(`${file} ${statSync(join(home, file)).mode}\n`).update(readFileSync(join(home, file)))
  }
  return hash.digest('base64')
}

function refusal(answer: WorkerAnswer | undefined): CrashVerdict {
  const document = parseJson(answer?.stderr.trim().split('\n').at(-1) ?? '')
  const error = isRecord(document) && isRecord(document['error']) ? document['error'] : {}
  const detail = `${String(error['code'])}: ${String(error['message'])}`
  const isClear = typeof error['hint'] === 'string' || typeof error['message'] === 'string'
  return { outcome: isClear ? 'refused with a next step' : 'abort', detail: isClear ? detail : (answer?.stderr ?? '') }
}

function rows(answer: WorkerAnswer | undefined): readonly Readonly<Record<string, unknown>>[] {
  const document = parseJson(answer?.stdout ?? '')
  const data = isRecord(document) ? document['data'] : undefined
  return Array.isArray(data) ? data.filter(isRecord) : []
}

type Rows = ReturnType<typeof rows>

function lostOf(
  { transactionIds, finals, settings, accounts }: Acknowledged,
  found: { readonly history: Rows; readonly settings: Rows; readonly accounts: Rows },
): string | undefined {
  const id = transactionIds.find((each) => !found.history.some((row) => row['id'] === each))
  if (id !== undefined) return `transaction ${id}`
  const final = finals.find(
    ({ id: of, status, hash }) =>
      !found.history.some((row) => row['id'] === of && row['status'] === status && row['inboundHash'] === hash),
  )
  if (final !== undefined) return `${String(final.status)} of ${final.id}`
  const setting = [...settings].find(
    ([key, value]) => !found.settings.some((row) => row['key'] === key && row['value'] === value),
  )
  if (setting !== undefined) return `setting ${setting.join(' ')}`
  const account = accounts.find((name) => !found.accounts.some((row) => row['name'] === name))
  return account === undefined ? undefined : `account ${account}`
}

/** How long another process may hold the file while it closes it, in milliseconds. */
const LOCKED_MS = 10_000

/** Hashes of the payments that the paper wallet has sent, approvals apart. */
export function paperPayments(folder: string): readonly string[] {
  const path = join(folder, 'home', 'wallet-sandbox.db')
  if (!existsSync(path)) return []
  const database = new Database(path, { timeout: LOCKED_MS })
  try {
    const hasTable = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'meta'").get([]) !== undefined
    if (!hasTable) return []
    const found = database.prepare("SELECT doc FROM meta WHERE id >= 'paper:' AND id < 'paper;'").all([])
    return found
      .map((row) => parseJson(isRecord(row) ? String(row['doc']) : ''))
      .filter(isRecord)
      .filter(({ kind }) => kind !== 'approve')
      .map(({ hash }) => String(hash))
  } finally {
    database.close()
  }
}
