import type { WorkFact } from '../../context.ts'
import { step } from '../../events.ts'
import { type Edit, editLine, type Line, lineOf } from '../../kit/text/line-edit.ts'
import type { BalancesAction } from './keys.ts'
import type { BalancesEffect, BalancesState, BalancesStep } from './state.ts'

/*
 * Work that asks one question after the other: what is typed goes to the work at once, and stays nowhere else.
 */

/** What is asked. */
export interface WorkQuestion {
  /** Counts the questions of the work, from 1. */
  readonly number: number
  /** `hidden` for a secret; `agree` for what a key answers, `pay` for what the key that pays answers. */
  readonly kind: 'text' | 'hidden' | 'agree' | 'pay'
  /** Clean text. */
  readonly text: string
  /** What Esc does; '' where nothing is said of it. */
  readonly leaving: string
  readonly facts: readonly WorkFact[]
  /** Why the answer before was refused; '' for none. */
  readonly wrong: string
}

/** Work at the questions that it asks, or between them. */
export interface AskingWork {
  readonly id: number
  /** What it is about, for people. */
  readonly title: string
  /** What goes on while nothing is asked; '' where nothing is known. */
  readonly told: string
  /** First line of the facts that is shown. */
  readonly scroll: number
  /** Undefined while nothing is asked. */
  readonly question: WorkQuestion | undefined
  /** What is typed; of no earlier question. */
  readonly line: Line
}

/** A mode of the screen while it is at work. */
export type WorkMode = 'typed' | 'agree' | 'payment'

/** Which keys apply while the screen is at work; between two questions they do nothing. */
export function workMode({ question }: AskingWork): WorkMode {
  switch (question?.kind) {
    case 'text':
    case 'hidden':
      return 'typed'
    case 'pay':
      return 'payment'
    case 'agree':
    case undefined:
      return 'agree'
  }
}

/** Begins work. @param effect what does it, for the number of the work */
export function beginWork(
  state: BalancesState,
  title: string,
  effect: (id: number) => Extract<BalancesEffect, { readonly type: 'add-account' | 'revoke' }>,
): BalancesStep {
  const id = state.lastWork + 1
  const work: AskingWork = { id, title, told: '', scroll: 0, question: undefined, line: lineOf('') }
  return step({ ...state, lastWork: id, work }, effect(id))
}

/** The work after an edit of what is typed. */
export function editWork(work: AskingWork, edit: Edit): AskingWork {
  if (workMode(work) !== 'typed') return work
  // Words that were copied from several lines stay apart.
  const change = edit.type === 'insert' ? { ...edit, text: edit.text.replace(/[\r\n\t]+/g, ' ') } : edit
  return { ...work, line: editLine(work.line, change) }
}

/** True at a first question that a text answers, of which nothing is typed yet. */
export function isUntouched({ question, line }: AskingWork): boolean {
  return question?.number === 1 && (question.kind === 'text' || question.kind === 'hidden') && line.text === ''
}

/** Ends work at what it asks. */
export function leaveWork({ id }: AskingWork): BalancesEffect {
  return { on: 'balances', type: 'leave-work', id }
}

/** Actions of the keys that answer. */
export type WorkAction = Extract<BalancesAction, 'enter' | 'yes' | 'pay' | 'no'>

/** Answers what is asked, or leaves the work. */
export function answerWork(state: BalancesState, work: AskingWork, action: WorkAction): BalancesStep {
  const { id, question } = work
  if (question === undefined) return step(state)
  const answer = (text: string) =>
    step(
      { ...state, work: { ...work, question: undefined, line: lineOf('') } },
      { on: 'balances', type: 'answer', id, text },
    )
  switch (action) {
    case 'enter':
      return workMode(work) === 'typed' ? answer(work.line.text) : step(state)
    case 'yes':
      return question.kind === 'agree' ? answer('yes') : step(state)
    case 'pay':
      return question.kind === 'pay' ? answer('yes') : step(state)
    case 'no':
      return step({ ...state, work: undefined }, leaveWork(work))
  }
}
