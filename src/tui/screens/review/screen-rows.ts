import { readValues } from '../../../core/api/answers.ts'
import { lockWarnings } from '../../../core/money/price-loss.ts'
import { timeText } from '../../../core/text/times.ts'
import { describeProgress } from '../../../wallet/index.ts'
import type { AppFacts } from '../../events.ts'
import { cutText, fitText } from '../../kit/text/text-fit.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { paymentRows } from './payment-rows.ts'
import { addressRows, BLANK, problemRows, type Row, textRows } from '../../kit/text/rows.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { runRows } from '../../kit/run/run-rows.ts'
import type { ReviewState, RiskyAction } from './state.ts'
import { termsRows } from './terms-rows.ts'
import { wordOf } from './answers.ts'

/** Everything that the screen says: lines that scroll, and lines that stay below them. */
export interface ScreenRows {
  readonly title: Row
  readonly body: readonly Row[]
  readonly pinned: readonly Row[]
}

/** The lines of the screen. @param spoken true for a screen reader */
export function screenRows(state: ReviewState, app: AppFacts, width: number, spoken: boolean): ScreenRows {
  const { run, question } = state
  return {
    title: [{ text: cutText(titleText(state), width), role: 'title' }],
    body: run === undefined ? startRows(state, width) : bodyRows(state, run, app, width, spoken),
    pinned: [
      ...endRows(state, width),
      ...(state.device === undefined ? [] : textRows(state.device, width, 'warn')),
      ...(question === undefined && state.confirming === undefined ? [] : questionRows(state, app, width)),
    ],
  }
}

function titleText({ run, route, asked }: ReviewState): string {
  if (run !== undefined) return `${run.title}, ${run.provider}`
  if (route !== undefined && asked !== undefined) {
    return `${asked.request.amount} ${asked.from.symbol} to ${asked.to.symbol}, ${route.provider}`
  }
  return 'Review'
}

function startRows({ isRunning, unfinished, selected, problem }: ReviewState, width: number): readonly Row[] {
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
    ...textRows('c continues the selected one; nothing is executed or paid twice.', width, 'dim'),
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
      spoken,
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

const CONFIRM_TEXTS: Readonly<Record<RiskyAction, string>> = {
  'give-up': 'Give it up? Nothing was signed. y gives up, n keeps it.',
  'speed-up':
    'Speed it up? The same transaction is signed again with higher fees; only one of the two is mined. y or n.',
  cancel:
    'Cancel it? An empty transaction with higher fees replaces it and costs only its fees; if the original is mined first, that one counts. y or n.',
}

function questionRows(state: ReviewState, app: AppFacts, width: number): readonly Row[] {
  const { question, confirming, run } = state
  if (confirming !== undefined) return textRows(CONFIRM_TEXTS[confirming], width, 'warn')
  if (question === undefined) return []
  if (question.kind === 'name') {
    const { name, address, doubt } = question
    return [
      ...textRows(doubt, width, 'warn'),
      ...addressRows(cutText(name, 12), address, '', width),
      ...textRows('Is that the right address? y yes; n or Esc no, and nothing is locked.', width, 'warn'),
    ]
  }
  if (question.kind === 'password') {
    const wrong = question.attempt === 1 ? '' : ' That password was wrong.'
    return textRows(`Password of the account ${question.account}; Esc signs nothing.${wrong}`, width, 'warn')
  }
  const money = run === undefined ? '' : `${run.amount} ${run.from}`
  if (question.typing !== undefined) {
    return textRows(`Type ${wordOf(state, app) ?? ''} to send ${money}`, width, 'warn')
  }
  if (question.kind === 'payment')
    return textRows(`Sign and send ${money}? s signs and sends, n declines.`, width, 'warn')
  if (question.expired)
    return textRows('Nothing was sent. l locks the route again and shows what changed; n declines.', width, 'warn')
  const next = {
    pays: `executes, and sends ${money} at once`,
    asks: 'executes; what is to be signed is shown before',
    'you-pay': `executes; ${money} is then for you to send`,
  }[question.next]
  return textRows(`Agree to these terms? y ${next}; n declines.`, width, 'warn')
}
