import { readValues } from '../../../core/api/answers.ts'
import { lockWarnings } from '../../../core/money/price-loss.ts'
import { timeText } from '../../../core/text/times.ts'
import { describeProgress } from '../../../wallet/index.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { cutText, fitText } from '../../kit/text/text-fit.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { paymentRows } from './payment-rows.ts'
import { BLANK, problemRows, type Row, textRows } from '../../kit/text/rows.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { runRows, statusRows } from '../../kit/run/run-rows.ts'
import { questionRows } from './question-rows.ts'
import type { ReviewState } from './state.ts'
import { termsRows } from './terms-rows.ts'

/** Everything that the screen says: lines that scroll, and lines that stay below them. */
export interface ScreenRows {
  readonly title: Row
  readonly body: readonly Row[]
  readonly pinned: readonly Row[]
}

/** The lines of the screen. @param spoken true for a screen reader */
export function screenRows(state: ReviewState, app: AppFacts, width: number, spoken: boolean): ScreenRows {
  const { run } = state
  return {
    title: [{ text: cutText(titleText(state), width), role: 'title' }],
    body: run === undefined ? startRows(state, app, width) : bodyRows(state, run, app, width, spoken),
    pinned: [
      ...standingRows(state, app, width, spoken),
      ...endRows(state, width),
      ...(state.device === undefined ? [] : textRows(state.device, width, 'warn')),
      ...questionRows(state, app, width, spoken),
    ],
  }
}

/** Below this many lines of the terminal how far a run came has a line that stays. */
const FEW_LINES = 20

function standingRows(
  { run, question, isRunning }: ReviewState,
  app: AppFacts,
  width: number,
  spoken: boolean,
): readonly Row[] {
  if (run === undefined || question !== undefined || spoken || app.size.rows >= FEW_LINES) return []
  return statusRows({ run, isRunning, now: app.now, width, spoken, place: app.place, zone: zoneOf(app) })
}

function titleText({ run, route, asked }: ReviewState): string {
  if (run !== undefined) return `${run.title}, ${run.provider}`
  if (route !== undefined && asked !== undefined) {
    return `${asked.request.amount} ${asked.from.symbol} to ${asked.to.symbol}, ${route.provider}`
  }
  return 'Review'
}

function startRows(
  { isRunning, unfinished, selected, problem }: ReviewState,
  app: AppFacts,
  width: number,
): readonly Row[] {
  if (isRunning) return textRows('Asking for a lock …', width, 'dim')
  const list = unfinished.map((run, index): Row => {
    const text = `${index === selected ? '▸' : ' '} ${run.title}, ${run.provider}: ${describeProgress(run, run.money)}`
    return [{ text: fitText(text, width), role: index === selected ? 'selected' : 'text' }]
  })
  const hint = 'Choose a route on the Swap screen (1), and press Enter there.'
  if (list.length === 0) return problem === undefined ? textRows(`Nothing to review. ${hint}`, width) : []
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

function bodyRows(state: ReviewState, run: RunFacts, app: AppFacts, width: number, spoken: boolean): readonly Row[] {
  const { question, before, route, isRunning, loss } = state
  if (question?.kind === 'terms' && run.lock !== undefined) {
    return termsRows({
      run,
      lock: run.lock,
      before,
      loss,
      warnings: [...state.notes, ...lockWarnings(run.lock.terms, route === undefined ? undefined : readValues(route))],
      now: app.now,
      width,
    })
  }
  if (question?.kind === 'payment') return paymentRows(question.review, run, (iso) => timeText(iso, zoneOf(app)), width)
  return runRows({ run, isRunning, now: app.now, width, spoken, place: app.place, zone: zoneOf(app) })
}

function endRows({ problem, run, isRunning }: ReviewState, width: number): readonly Row[] {
  if (problem === undefined) {
    const isDone = !isRunning && run?.step === 'final' && run.transaction?.status === 'SUCCESS'
    return isDone
      ? textRows('Done. Its record stays on the terminal when you leave; 1 for another swap.', width, 'good')
      : []
  }
  return problemRows(problem, width)
}
