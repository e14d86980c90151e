import { isTyped, wordToType } from '../../../core/money/typed-consent.ts'
import { readSetting } from '../../../io/index.ts'
import { type AppFacts, notify, step } from '../../events.ts'
import { type Edit, editLine, lineOf } from '../../kit/text/line-edit.ts'
import type { Answer, PaymentQuestion, TermsQuestion, Work, WorkStep } from './state.ts'

/** Agreement by a key: never where the amount must be typed, nor to an expired lock. */
export function agree(work: Work, app: AppFacts): WorkStep {
  const { question } = work
  if (question === undefined || question.kind === 'password' || question.typing !== undefined) return step(work)
  if (question.kind === 'name') return answer(work, 'yes')
  if (hasRunOut(work, app.now)) return step(expireTerms(work, app))
  const asking = { ...work, question: withTyping(question, work, app) }
  return asking.question.typing === undefined ? answer(work, 'yes') : step(asking)
}

/** The question with a field, where the amount must be typed into it. */
export function withTyping<Q extends TermsQuestion | PaymentQuestion>(question: Q, work: Work, app: AppFacts): Q {
  const pays = question.kind === 'payment' || question.next !== 'asks'
  const typing = pays && wordOf(work, app) !== undefined ? lineOf('') : undefined
  return { ...question, typing }
}

/** What must be typed to agree; undefined where a key is enough. */
export function wordOf({ run, loss }: Pick<Work, 'run' | 'loss'>, { settings, place }: AppFacts): string | undefined {
  if (run?.lock === undefined) return undefined
  const aboveUsd = readSetting('confirm-above', settings['confirm-above'])
  return wordToType(run.lock.terms, run.amount, aboveUsd, place.network === 'live', loss)
}

/** What was typed is agreed to, or is the password; once the lock has run out, the field is left and nothing more. */
export function submitTyped(work: Work, app: AppFacts): WorkStep {
  const { question } = work
  if (question?.typing === undefined) return step(work)
  const { text } = question.typing
  if (question.kind === 'password') return text === '' ? step(work) : answer(work, { password: text })
  if (question.kind === 'terms' && hasRunOut(work, app.now)) {
    return step({ ...work, question: { ...question, expired: true, typing: undefined } })
  }
  const word = wordOf(work, app)
  if (word === undefined || isTyped(text, word)) return answer(work, 'yes')
  return step({ ...work, question: { ...question, typing: lineOf('') } }, notify('bad', `Type ${word}, or Esc`))
}

/** Answers what the work waits for. */
export function answer(work: Work, given: Answer): WorkStep {
  return step({ ...work, question: undefined, scroll: 0 }, { on: 'review', type: 'answer', id: work.id, answer: given })
}

/** The text that is typed, after an edit. */
export function editTyped(work: Work, edit: Edit): Work {
  const { question } = work
  if (question?.typing === undefined) return work
  return { ...work, question: { ...question, typing: editLine(question.typing, edit) } }
}

/** Marks the question about the terms as expired once its lock is; a field for the amount stays, and takes the rest of it. */
export function expireTerms(work: Work, app: AppFacts): Work {
  const { question } = work
  if (question?.kind !== 'terms' || question.expired || !hasRunOut(work, app.now)) return work
  return { ...work, question: { ...question, expired: true } }
}

/** True once the lock in question has expired; one that was executed holds. */
function hasRunOut({ question, run }: Work, now: number): boolean {
  if (run?.step === 'executed') return false
  // A time that cannot be read counts as past.
  return question?.kind === 'terms' && !(Date.parse(run?.lock?.expiresAt ?? '') > now)
}
