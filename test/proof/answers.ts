import { isDeepStrictEqual } from 'node:util'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isRecord } from '../../src/core/is-record.ts'
import { parseJson } from '../../src/core/text/parse-json.ts'
import { asList, asObject } from '../support/contract-fields.ts'
import { DAMAGED_FILES } from './damages.ts'
import type { ProgramWorker, WorkerAnswer, WorkerDeath } from './program-worker.ts'
import { sampleEnv, type SampleHome } from './sample-home.ts'

/** What every home is asked, the damaged ones and those they were made from. */
export const QUESTIONS = ['history', 'status', 'resume', 'doctor', 'wallets', 'settings', 'serve'] as const
export type Question = (typeof QUESTIONS)[number]

export type Answers = Readonly<Partial<Record<Question, WorkerAnswer | WorkerDeath>>>

/** How an answer compares with that of the undamaged home, from best to worst. */
export const VERDICTS = ['right', 'clear error', 'unclear error', 'wrong', 'abort'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Asks a home everything, beginning with the question of that number. */
export async function ask(worker: ProgramWorker, home: SampleHome, first: number): Promise<Answers> {
  const answers: Partial<Record<Question, WorkerAnswer | WorkerDeath>> = {}
  for (const [index] of QUESTIONS.entries()) {
    const question = QUESTIONS[(index + first) % QUESTIONS.length] ?? 'history'
    const { args, gets } = wordsOf(question, home)
    const request = { args: [...args, '--json'], env: sampleEnv(home.folder), ...(gets === undefined ? {} : { gets }) }
    answers[question] = withoutFolder(await worker.run(request), home.folder)
  }
  return answers
}

/** The same answer, wherever the home is. */
function withoutFolder(answer: WorkerAnswer | WorkerDeath, folder: string): WorkerAnswer | WorkerDeath {
  if ('died' in answer) return answer
  const { stdout, stderr } = answer
  return { ...answer, stdout: stdout.replaceAll(folder, ''), stderr: stderr.replaceAll(folder, '') }
}

function wordsOf(
  question: Question,
  { transactionId }: SampleHome,
): { readonly args: readonly string[]; readonly gets?: readonly string[] } {
  switch (question) {
    case 'history':
      return { args: ['history', '--per-page', '50'] }
    case 'status':
      return { args: ['status', transactionId] }
    case 'resume':
      return { args: ['resume', '--list'] }
    case 'doctor':
      return { args: ['doctor'] }
    case 'wallets':
      return { args: ['wallet', 'list'] }
    case 'settings':
      return { args: ['config', 'list'] }
    case 'serve': {
      const api = '/api/v1/transaction'
      const gets = [`${api}/history?perPage=50`, `${api}/status?transactionId=${transactionId}`, `${api}/stats`]
      return { args: ['serve', '--port', '0'], gets: [...gets, '/api/v1/swap/chains', '/readyz'] }
    }
  }
}

/** Compares the answer to a question with that of the undamaged home. @param settings text of the file of settings */
export function judge(
  question: Question,
  before: WorkerAnswer | WorkerDeath | undefined,
  after: WorkerAnswer | WorkerDeath | undefined,
  settings: string | undefined,
): Verdict {
  if (before === undefined || after === undefined || 'died' in before || 'died' in after) return 'abort'
  if (after.code === 1) return 'abort'
  if (question === 'doctor') return judgeDoctor(before, after)
  if (after.code !== 0) return judgeError(parseJson(after.stderr.trim().split('\n').at(-1) ?? ''))
  if (question === 'serve') {
    const isLogged = namesFile(after.stderr)
    return worst(after.answers.map((answer, index) => judgeGet(before.answers[index], answer, isLogged)))
  }
  const [told, now] = [parseJson(before.stdout), parseJson(after.stdout)]
  if (question === 'settings') return isSettingsOf(told, now, settings) ? 'right' : 'wrong'
  return judgeData(told, now)
}

/** The worst of them; right without any. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce((one, other) => (VERDICTS.indexOf(other) > VERDICTS.indexOf(one) ? other : one), 'right')
}

/** Text of the file of settings. */
export function settingsText({ folder }: SampleHome): Promise<string | undefined> {
  return readFile(join(folder, 'home', DAMAGED_FILES.settings), 'utf8').catch(() => undefined)
}

/** Equal, or less by what it says is damaged, lost or left over. */
function judgeData(before: unknown, after: unknown): Verdict {
  if (isDeepStrictEqual(withoutTimes(before), withoutTimes(after))) return 'right'
  if (!isRecord(after) || !isRecord(before)) return 'wrong'
  const rows = asList(after['data'])
  const isSaid = ['damaged', 'leftovers'].some((name) => asListed(after[name]).length > 0) || rows.some(hasLostKey)
  if (!isSaid) return 'wrong'
  const known = asList(before['data']).map(withoutTimes)
  const isKnown = (row: unknown) => known.some((each) => isDeepStrictEqual(each, withoutTimes(withKey(row))))
  return rows.every(isKnown) ? 'clear error' : 'wrong'
}

/** True for an account of which it is said that its key file is not there, or cannot be read. */
function hasLostKey(row: unknown): boolean {
  return isRecord(row) && ['lost', 'unreadable'].includes(String(row['key']))
}

/** The account as it would be with its key file. */
function withKey(row: unknown): unknown {
  return hasLostKey(row) && isRecord(row) ? { ...row, key: 'file' } : row
}

function asListed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** What is left when what the moment of asking decides is gone. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !TIMES.includes(name))
      .map(([name, each]) => [name, withoutTimes(each)]),
  )
}
const TIMES = ['ttlMs', 'checkedAt', 'nextPollAt']

/** Names a file of the home, and says what to do. */
function judgeError(said: unknown): Verdict {
  const error = isRecord(said) && isRecord(said['error']) ? said['error'] : {}
  const { message, hint } = error
  return namesFile(String(message)) && typeof hint === 'string' && hint !== '' ? 'clear error' : 'unclear error'
}

function namesFile(text: string): boolean {
  const names = Object.values(DAMAGED_FILES).map((path) => basename(path).replace(/-wal$/, ''))
  return names.some((name) => text.includes(name))
}

function judgeDoctor(before: WorkerAnswer, after: WorkerAnswer): Verdict {
  const results = ({ stdout }: WorkerAnswer) => {
    const said = parseJson(stdout)
    return asList(isRecord(said) ? said['data'] : undefined)
      .map((row) => asObject(row))
      .map(({ name, result, next }) => ({ name, result, next }))
  }
  const found = results(after)
  if (after.code === 0 && isDeepStrictEqual(found, results(before))) return 'right'
  const bad = found.filter(({ result }) => result !== 'ok')
  return bad.length > 0 && bad.every(({ next }) => typeof next === 'string') ? 'clear error' : 'unclear error'
}

function judgeGet(
  before: WorkerAnswer['answers'][number] | undefined,
  after: WorkerAnswer['answers'][number],
  isLogged: boolean,
): Verdict {
  if (before === undefined) return 'wrong'
  const now = parseJson(after.body)
  if (after.status === before.status) return judgeData(parseJson(before.body), now)
  const error = isRecord(now) && isRecord(now['error']) ? now['error'] : {}
  // The API has no code of its own for a store: the server says 500, names it in its log, and lives.
  return after.status >= 500 && isLogged && typeof error['message'] === 'string' ? 'clear error' : 'unclear error'
}

/** The file is for people to write: what it says when it can be read is what holds. */
function isSettingsOf(before: unknown, after: unknown, text: string | undefined): boolean {
  const written = text === undefined ? {} : parseJson(text)
  const rows = asList(asObject(after)['data']).map((row) => asObject(row))
  if (!isRecord(written) || rows.length < asList(asObject(before)['data']).length) return false
  return Object.entries(written).every(([key, value]) =>
    rows.some((row) => row['key'] === key && String(row['value']) === String(value)),
  )
}
