import { duration, lockLeftText } from '../../../core/text/duration.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { jobOf } from '../../jobs/jobs.ts'
import { fitParts, type FittedPart } from '../../kit/text/fit-parts.ts'
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
  const parts = pages.map((id, index): FittedPart => {
    const work = state.works.find((one) => one.id === id)
    const isShown = id === state.shown
    const sign = isShown ? '▸' : ' '
    const texts = work === undefined ? listTexts(state, app) : workTexts(work, app)
    const role = work === undefined ? 'dim' : roleOf(work)
    const least = `${sign}${index + 1}${work?.question === undefined ? '' : '?'}`
    return {
      role: isShown ? 'selected' : role,
      texts: [...texts.map((text) => `${sign}${index + 1} ${text}`), least],
    }
  })
  const key = otherKey(app)
  const hint: FittedPart = { role: 'dim', texts: [`${key} shows the next`, `${key} next`, key] }
  const least = () => [...parts, hint].map(({ role, texts }): Piece => ({ role, text: texts.at(-1) ?? '' }))
  return [cutRow(fitParts([...parts, hint], width) ?? least(), width)]
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
function standingOf({ question, device, isRunning, run }: Work, { now, jobs }: AppFacts): string {
  if (question?.kind === 'terms') {
    const leftMs = Date.parse(run?.lock?.expiresAt ?? '') - now
    return question.expired || !(leftMs > 0) ? 'lock over' : `lock ${lockLeftText(leftMs)}`
  }
  if (question !== undefined) return 'asks'
  if (isRunning) {
    const job = run === undefined ? undefined : jobOf(jobs, run.id)
    if (device !== undefined) return 'waits'
    if (job?.paidAt === undefined) return job?.doing ?? 'locking'
    const sofar = duration((now - job.paidAt) / 1000)
    return job.estimateSec === undefined ? sofar : `${sofar}/${duration(job.estimateSec)}`
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
