import { isTyped, wordToType } from '../../../core/money/typed-consent.ts'
import { readSetting } from '../../../io/index.ts'
import { type AppFacts, notify, step } from '../../events.ts'
import { type Edit, editLine, lineOf } from '../../kit/text/line-edit.ts'
import type { Answer, PaymentQuestion, ReviewState, ReviewStep, TermsQuestion } from './state.ts'

/** Agreement by a key: never where the amount must be typed, nor to an expired lock. */
export function agree(state: ReviewState, app: AppFacts): ReviewStep {
  const { question } = state
  if (question === undefined || question.kind === 'password' || question.typing !== undefined) return step(state)
  if (question.kind === 'name') return answer(state, 'yes')
  if (hasRunOut(state, app.now)) return step(expireTerms(state, app))
  const asking = { ...state, question: withTyping(question, state, app) }
  return asking.question.typing === undefined ? answer(state, 'yes') : step(asking)
}

/** The question with a field, where the amount must be typed into it. */
export function withTyping<Q extends TermsQuestion | PaymentQuestion>(
  question: Q,
  state: ReviewState,
  app: AppFacts,
): Q {
  const pays = question.kind === 'payment' || question.next !== 'asks'
  const typing = pays && wordOf(state, app) !== undefined ? lineOf('') : undefined
  return { ...question, typing }
}

/** What must be typed to agree; undefined where a key is enough. */
export function wordOf(
  { run, loss }: Pick<ReviewState, 'run' | 'loss'>,
  { settings, place }: AppFacts,
): string | undefined {
  if (run?.lock === undefined) return undefined
  const aboveUsd = readSetting('confirm-above', settings['confirm-above'])
  return wordToType(run.lock.terms, run.amount, aboveUsd, place.network === 'live', loss)
}

/** What was typed is agreed to, or is the password. */
export function submitTyped(state: ReviewState, app: AppFacts): ReviewStep {
  const { question } = state
  if (question?.typing === undefined) return step(state)
  const { text } = question.typing
  if (question.kind === 'password') return text === '' ? step(state) : answer(state, { password: text })
  if (hasRunOut(state, app.now)) return step(expireTerms(state, app))
  const word = wordOf(state, app)
  if (word === undefined || isTyped(text, word)) return answer(state, 'yes')
  return step({ ...state, question: { ...question, typing: lineOf('') } }, notify('bad', `Type ${word}, or Esc`))
}

/** Answers what the work waits for. */
export function answer(state: ReviewState, given: Answer): ReviewStep {
  return step(
    { ...state, question: undefined, scroll: 0 },
    { on: 'review', type: 'answer', id: state.id, answer: given },
  )
}

/** The text that is typed, after an edit. */
export function editTyped(state: ReviewState, edit: Edit): ReviewState {
  const { question } = state
  if (question?.typing === undefined) return state
  return { ...state, question: { ...question, typing: editLine(question.typing, edit) } }
}

/** Marks the question about the terms as expired once its lock is. */
export function expireTerms(state: ReviewState, app: AppFacts): ReviewState {
  const { question } = state
  if (question?.kind !== 'terms' || question.expired || !hasRunOut(state, app.now)) return state
  return { ...state, question: { ...question, expired: true, typing: undefined } }
}

/** True once the lock in question has expired; one that was executed holds. */
function hasRunOut({ question, run }: ReviewState, now: number): boolean {
  if (run?.step === 'executed') return false
  // A time that cannot be read counts as past.
  return question?.kind === 'terms' && !(Date.parse(run?.lock?.expiresAt ?? '') > now)
}
