import { readValues } from '../../../core/api/answers.ts'
import { lockWarnings } from '../../../core/money/price-loss.ts'
import { timeText } from '../../../core/text/times.ts'
import { describeProgress } from '../../../wallet/index.ts'
import { hasLapsed, lessOf } from '../../kit/run/run-facts.ts'
import { keyFor } from '../../bindings.ts'
import { jobOf } from '../../jobs/jobs.ts'
import type { AppFacts } from '../../events.ts'
import { cutText, fitText } from '../../kit/text/text-fit.ts'
import { textField } from '../../kit/text/text-field.ts'
import { rememberLast } from '../../kit/remember-last.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { hasRunOut, shortfallOf, wordOf } from './answers.ts'
import { payerRows } from './payer-rows.ts'
import { paymentRows } from './payment-rows.ts'
import { BLANK, problemRows, type Row, textRows } from '../../kit/text/rows.ts'
import { awayRows, runRows, statusRows } from '../../kit/run/run-rows.ts'
import { questionForms } from './question-rows.ts'
import { listedRuns, markedIndex, type ReviewState, shownWork, type Work } from './state.ts'
import { termsRows } from './terms-rows.ts'
import { worksRows } from './work-list-rows.ts'
import { groupThousands } from '../../../core/money/amount.ts'

/** Everything that the screen says: lines that stay above, lines that scroll, and lines that stay below them. */
export interface ScreenRows {
  readonly head: readonly Row[]
  readonly body: readonly Row[]
  readonly pinned: readonly Row[]
}

/** Where the lines stand. */
export interface ScreenRoom {
  readonly width: number
  readonly height: number
  /** True for a screen reader, which gets all lines. */
  readonly spoken: boolean
}

/** The lines of the screen: what is asked is whole, and whatever else there is gives way to it. */
export function screenRows(state: ReviewState, app: AppFacts, { width, height, spoken }: ScreenRoom): ScreenRows {
  return layRows(state, app, width, height, spoken)
}

// Each key that moves is tried before it is offered, and a provider may send many long texts.
const layRows = rememberLast(
  (state: ReviewState, app: AppFacts, width: number, height: number, spoken: boolean): ScreenRows => {
    const work = shownWork(state)
    const isShort = work?.question !== undefined && !spoken && app.size.rows < FEW_LINES
    const title: Row = [{ text: cutText(work === undefined ? 'Review' : titleText(work), width), role: 'title' }]
    const others = worksRows(state, app, width, spoken)
    const lines = work === undefined ? listRows(state, app, width) : workRows(work, app, width, spoken)
    const head = isShort ? others : [...others, title]
    const body = isShort ? [title, ...lines] : lines
    const above = work === undefined ? [] : workEndRows(work, app, width, spoken)
    const field = work === undefined ? [] : fieldRows(work, app, width)
    const forms = questionForms(state, app, width, spoken)
    const room = spoken ? Infinity : height - above.length - field.length
    const fitting = (spare: number) => forms.slice(0, 2).find(({ length }) => head.length + length + spare <= room)
    // A line of the rest, and one that says how much more there is.
    const asked = fitting(2) ?? fitting(1) ?? fitting(0)
    const pin = (question: readonly Row[]) => [...above, ...question, ...field]
    if (asked !== undefined || forms.length === 0) return { head, body, pinned: pin(asked ?? []) }
    return { head: [], body, pinned: pin(forms.at(-1) ?? []) }
  },
)

/** How far a swap came, how it ended, and what its device shows. */
function workEndRows(work: Work, app: AppFacts, width: number, spoken: boolean): readonly Row[] {
  return [
    ...standingRows(work, app, width, spoken),
    ...endRows(work, width),
    ...(work.device === undefined ? [] : textRows(work.device, width, 'warn')),
  ]
}

/** The labelled box in which something is typed. */
function fieldRows(work: Work, app: AppFacts, width: number): readonly Row[] {
  const { typing: line, kind } = work.question ?? {}
  if (line === undefined) return []
  const hidden = kind === 'password'
  const label = hidden ? 'password > ' : /^[0-9.]+$/.test(wordOf(work, app) ?? '') ? 'amount > ' : 'word > '
  return [[{ text: label, role: 'key' }, ...textField({ line, width: width - label.length, hidden, active: true })]]
}

/** Below this many lines of the terminal how far a run came has a line that stays, and its title none while something is asked. */
const FEW_LINES = 20

function standingRows(
  { run, question, isRunning }: Work,
  app: AppFacts,
  width: number,
  spoken: boolean,
): readonly Row[] {
  if (run === undefined || question !== undefined || spoken || app.size.rows >= FEW_LINES) return []
  return statusRows({
    run,
    isRunning,
    now: app.now,
    width,
    spoken,
    place: app.place,
    awaySince: app.jobs.awaySince,
    job: jobOf(app.jobs, run.id),
    zone: zoneOf(app),
  })
}

function titleText({ run, route, asked }: Work): string {
  if (run !== undefined) return `${run.title}, ${run.provider}`
  if (route !== undefined && asked !== undefined) {
    return `${groupThousands(asked.request.amount)} ${asked.from.symbol} to ${asked.to.symbol}, ${route.provider}`
  }
  return 'Review'
}

/** The unfinished runs. */
function listRows(state: ReviewState, app: AppFacts, width: number): readonly Row[] {
  const marked = markedIndex(state)
  const list = listedRuns(state).map((run, index): Row => {
    const isMarked = index === marked
    const text = `${isMarked ? '▸' : ' '} ${run.title}, ${run.provider}: ${describeProgress(run, run.money, hasLapsed(run, app))}`
    return [{ text: fitText(text, width), role: isMarked ? 'selected' : 'text' }]
  })
  const hint = 'Choose a route on the Swap screen (1), and press Enter there.'
  if (list.length === 0) return textRows(`Nothing to review. ${hint}`, width)
  return [
    [{ text: 'Unfinished swaps of this machine', role: 'title' }],
    ...list,
    BLANK,
    ...textRows(
      `${keyFor(app, 'continue', 'c')} continues the selected one; nothing is executed or paid twice.`,
      width,
      'dim',
    ),
    ...textRows(hint, width, 'dim'),
  ]
}

function workRows(work: Work, app: AppFacts, width: number, spoken: boolean): readonly Row[] {
  const { run, question, before, route, isRunning, loss } = work
  if (run === undefined) {
    if (!isRunning) return []
    const { now, place, jobs } = app
    const away = awayRows({ awaySince: jobs.awaySince, now, place, width })
    return [...textRows('Asking for a lock …', width, 'dim'), ...away]
  }
  if (question?.kind === 'terms' && run.lock !== undefined) {
    const terms = termsRows({
      run,
      lock: run.lock,
      before,
      shortfall: shortfallOf(work),
      loss,
      backing: work.backing,
      isServed: app.place.api !== undefined,
      warnings: [...work.notes, ...lockWarnings(run.lock.terms, route === undefined ? undefined : readValues(route))],
      isOver: hasRunOut(work, app),
      width,
    })
    return [...terms, ...payerRows(work, app, width)]
  }
  if (question?.kind === 'payment') {
    const payment = paymentRows(question.review, run, (iso) => timeText(iso, zoneOf(app)), width)
    return [...payment, ...payerRows(work, app, width)]
  }
  return runRows({
    run,
    isRunning,
    now: app.now,
    width,
    spoken,
    place: app.place,
    awaySince: app.jobs.awaySince,
    job: jobOf(app.jobs, run.id),
    zone: zoneOf(app),
  })
}

function endRows({ problem, run, isRunning }: Work, width: number): readonly Row[] {
  const less = isRunning || run?.step !== 'final' ? undefined : lessOf(run)
  if (problem === undefined && less !== undefined) return textRows(`It brought ${less}`, width, 'bad')
  if (problem === undefined) {
    const isDone = !isRunning && run?.step === 'final' && run.transaction?.status === 'SUCCESS'
    return isDone
      ? textRows('Done. Its record stays on the terminal when you leave; 1 for another swap.', width, 'good')
      : []
  }
  return problemRows(problem, width)
}
