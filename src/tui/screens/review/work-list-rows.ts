import { clockText, lockLeftText } from '../../../core/text/duration.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { jobOf, lockEndOf } from '../../jobs/jobs.ts'
import { fitRanked, type RankedPart } from '../../kit/text/fit-parts.ts'
import { cutRow, type Piece, type Row } from '../../kit/text/rows.ts'
import { lessOf } from '../../kit/run/run-facts.ts'
import { listedRuns, openOfListed, type ReviewState, type Work } from './state.ts'
import { workName } from './work.ts'
import { pagesOf } from './work-list.ts'

/** The swaps on the screen, in one line: what each is and how far it came. None where there is only one. */
export function worksRows(state: ReviewState, app: AppFacts, width: number, spoken: boolean): readonly Row[] {
  const pages = pagesOf(state)
  if (pages.length < 2) return []
  if (spoken) return state.works.map((work, index) => [{ text: spokenText(work, index, state.shown, app) }])
  const soonest = soonestLock(state.works, app)
  const parts = pages.map((id, index): RankedPart => {
    const work = state.works.find((one) => one.id === id)
    const isShown = id === state.shown
    const name = `${isShown ? '▸' : ' '}${index + 1}`
    if (work === undefined) {
      const texts = [...listTexts(state, app).map((text) => `${name} ${text}`), name]
      return { role: isShown ? 'selected' : 'dim', rank: isShown ? 0 : LEAST_RANK, texts }
    }
    const isSoonest = work === soonest
    const texts = [...workTexts(work, app).map((text) => `${name} ${text}`), ...briefTexts(work, app, name, isSoonest)]
    const rank = isShown ? 0 : isSoonest ? 1 : rankOf(work)
    return { role: isShown ? 'selected' : roleOf(work), rank, texts }
  })
  const key = otherKey(app)
  const hint: RankedPart = { role: 'dim', rank: LEAST_RANK, texts: [`${key} shows the next`, `${key} next`, key] }
  const all = [...parts, hint]
  const least = () => all.map(({ role, texts }): Piece => ({ role, text: texts.at(-1) ?? '' }))
  return [cutRow(fitRanked(all, width) ?? fitRanked(all, width, ' ') ?? least(), width)]
}

/** How much a swap that is not shown matters: what asks, what stopped or went wrong, what runs, what is over. */
function rankOf(work: Work): number {
  const { question, device, isRunning, problem } = work
  if (question !== undefined) return 2
  if (device !== undefined || problem !== undefined || roleOf(work) === 'bad') return 3
  return isRunning ? 4 : LEAST_RANK
}

/** The rank of what is missed least. */
const LEAST_RANK = 5

/** The swap whose lock runs out next while it is asked about. */
function soonestLock(works: readonly Work[], app: AppFacts): Work | undefined {
  const asked = works.flatMap((work) => {
    const leftMs = lockLeftMs(work, app)
    return leftMs === undefined ? [] : [{ work, leftMs }]
  })
  return asked.sort((a, b) => a.leftMs - b.leftMs)[0]?.work
}

/** How long the lock still holds that is asked about, in milliseconds above 0; undefined where none is, or it ran out. */
function lockLeftMs({ question, run }: Work, { now, jobs }: Pick<AppFacts, 'now' | 'jobs'>): number | undefined {
  if (question?.kind !== 'terms' || question.expired || run === undefined) return undefined
  const leftMs = lockEndOf(run, jobs) - now
  return leftMs > 0 ? leftMs : undefined
}

/** The shortest forms, `3? 48s` or `3 31s` before the number alone, which says at least that it asks. @param keepsClock true for no number alone */
function briefTexts(work: Work, { now, jobs }: AppFacts, name: string, keepsClock: boolean): readonly string[] {
  const { question, isRunning, device, run } = work
  const least = `${name}${question === undefined ? '' : '?'}`
  const leftMs = lockLeftMs(work, { now, jobs })
  if (leftMs !== undefined) return [`${least} ${lockLeftText(leftMs)}`, ...(keepsClock ? [] : [least])]
  const paidAt = isRunning && device === undefined && run !== undefined ? jobOf(jobs, run.id)?.paidAt : undefined
  return paidAt === undefined || question !== undefined
    ? [least]
    : [`${name} ${clockText((now - paidAt) / 1000)}`, least]
}

/** `▸2/3 Tab`: which of several swaps is shown, and the key of the next; undefined where there is only one. */
export function pageText(state: ReviewState, app: AppFacts): string | undefined {
  const pages = pagesOf(state)
  if (pages.length < 2) return undefined
  return `▸${pages.indexOf(state.shown) + 1}/${pages.length} ${otherKey(app)}`
}

function otherKey(app: AppFacts): string {
  return keyFor(app, 'next-swap', 'Tab')
}

function spokenText(work: Work, index: number, shown: number | undefined, app: AppFacts): string {
  return `Swap ${index + 1}${work.id === shown ? ', shown here' : ''}: ${workName(work)}, ${standingOf(work, app)}.`
}

/** Longest first. */
function listTexts(state: ReviewState, app: AppFacts): readonly string[] {
  const { length } = openOfListed(state, app)
  if (length > 0) return [`${length} unfinished`, `${length} open`]
  const lapsed = listedRuns(state).length
  return lapsed === 0 ? ['unfinished', 'open'] : [`${lapsed} not paid`, `${lapsed} over`]
}

/** Longest first. */
function workTexts(work: Work, app: AppFacts): readonly string[] {
  const name = workName(work).replace(' to ', '→')
  const standing = standingOf(work, app)
  return [`${name} ${standing}`, `${name.slice(name.indexOf(' ') + 1)} ${standing}`, standing]
}

/** How far a swap came, in one to three words. */
function standingOf(work: Work, { now, jobs }: AppFacts): string {
  const { question, device, isRunning, run } = work
  if (question?.kind === 'terms') {
    const leftMs = lockLeftMs(work, { now, jobs })
    return leftMs === undefined ? 'lock over' : `lock ${lockLeftText(leftMs)}`
  }
  if (question !== undefined) return 'asks'
  if (isRunning) {
    const job = run === undefined ? undefined : jobOf(jobs, run.id)
    if (device !== undefined) return 'waits'
    if (job?.paidAt === undefined) return job?.doing ?? 'locking'
    const sofar = clockText((now - job.paidAt) / 1000)
    return job.estimateSec === undefined ? sofar : `${sofar}/${clockText(job.estimateSec)}`
  }
  if (run !== undefined && lessOf(run) !== undefined) return 'too little'
  if (run?.step === 'final') return ENDS.get(run.transaction?.status) ?? 'over'
  return run?.step === 'closed' ? 'closed' : 'stopped'
}

const ENDS: ReadonlyMap<string | undefined, string> = new Map([
  ['SUCCESS', 'done'],
  ['FAILED', 'failed'],
  ['REFUND', 'refunded'],
])

function roleOf({ question, isRunning, run }: Work): NonNullable<Piece['role']> {
  if (question !== undefined) return 'warn'
  if (isRunning) return 'accent'
  if (run !== undefined && lessOf(run) !== undefined) return 'bad'
  return run?.transaction?.status === 'SUCCESS' ? 'good' : 'dim'
}
