import type { NewAccountWay } from '../../context.ts'
import { step } from '../../events.ts'
import { type Edit, editLine, type Line, lineOf } from '../../kit/text/line-edit.ts'
import type { BalancesAction } from './keys.ts'
import type { BalancesState, BalancesStep } from './state.ts'

/*
 * Work that asks one question after the other: what is typed goes to the work at once, and stays nowhere else.
 */

/** What is asked. */
export interface WorkQuestion {
  /** Counts the questions of the work, from 1. */
  readonly number: number
  /** `hidden` for a secret; `agree` for what a key answers. */
  readonly kind: 'text' | 'hidden' | 'agree'
  /** Clean text. */
  readonly text: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Why the answer before was refused; '' for none. */
  readonly wrong: string
}

/** Work at the questions that it asks, or between them. */
export interface AskingWork {
  readonly id: number
  readonly way: NewAccountWay
  /** Undefined while nothing is asked. */
  readonly question: WorkQuestion | undefined
  /** What is typed; of no earlier question. */
  readonly line: Line
}

/** A mode of the screen while it is at work. */
export type WorkMode = 'typed' | 'agree'

/** Which keys apply while the screen is at work; between two questions they do nothing. */
export function workMode({ question }: AskingWork): WorkMode {
  return question?.kind === 'text' || question?.kind === 'hidden' ? 'typed' : 'agree'
}

/** Begins work on a new account. */
export function beginWork(state: BalancesState, way: NewAccountWay): BalancesStep {
  const id = state.lastWork + 1
  const work: AskingWork = { id, way, question: undefined, line: lineOf('') }
  return step({ ...state, lastWork: id, work, told: [] }, { on: 'balances', type: 'add-account', id, way })
}

/** The work after an edit of what is typed. */
export function editWork(work: AskingWork, edit: Edit): AskingWork {
  if (work.question === undefined || work.question.kind === 'agree') return work
  // Words that were copied from several lines stay apart.
  const change = edit.type === 'insert' ? { ...edit, text: edit.text.replace(/[\r\n\t]+/g, ' ') } : edit
  return { ...work, line: editLine(work.line, change) }
}

/** Actions of the keys that answer. */
export type WorkAction = Extract<BalancesAction, 'enter' | 'yes' | 'no'>

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
      return question.kind === 'agree' ? step(state) : answer(work.line.text)
    case 'yes':
      return question.kind === 'agree' ? answer('yes') : step(state)
    case 'no':
      return step({ ...state, work: undefined }, { on: 'balances', type: 'leave-work', id })
  }
}
